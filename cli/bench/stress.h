/* stress.h - runs a kernel on some threads for a while. */
#ifndef CLI_BENCH_STRESS_H
#define CLI_BENCH_STRESS_H

#include <stdint.h>

#include "bench/kernels.h"

/* Units a second of all threads together, the best of several runs; negative if memory or threads
 * are not available. bytes is rounded down to a power of two. */
double bench_stress(const bench_kernel *kernel, uint64_t bytes, uint32_t threads);

#endif
