/* stress.h - runs a kernel on several threads for a while. */
#pragma once

#include <stdint.h>

#include "bench/kernels.h"

/* Returns the units of work per second that all threads together achieve in the best of several
 * runs; a negative result means that memory was too small, or that no thread ran. The table has
 * `bytes` bytes, rounded down to a power of two. */
double bench_stress(const bench_kernel *kernel, uint64_t bytes, uint32_t threads);
