/* radix_sort.h - sorts 64-bit numbers with all threads. */
#pragma once

#include <stdint.h>

#include "base/context.h"

/* Sorts the numbers in place, ascending; needs as much memory again while it runs. If the call
 * was cancelled, which the caller must check, the numbers are in any order. */
tricorn_status tg_radix_sort(tricorn_context *context, uint64_t *values, uint64_t count);
