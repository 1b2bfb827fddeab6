/* stress.h - runs a kernel on some threads for a while. */
#ifndef CLI_BENCH_STRESS_H
#define CLI_BENCH_STRESS_H

#include <stdint.h>

#include "bench/kernels.h"

/* Returns the units of work a second of all threads together, in the best of several runs;
 * negative: memory or threads are not available. bytes: of the table; rounded down to a power of
 * two. */
double bench_stress(const bench_kernel *kernel, uint64_t bytes, uint32_t threads);

#endif
