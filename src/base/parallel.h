/* parallel.h - sums over arrays and statuses of parallel loops. */
#ifndef TG_BASE_PARALLEL_H
#define TG_BASE_PARALLEL_H

#include <stdint.h>

#include "base/context.h"

/* Exclusive prefix sum in place over values[0..count-1]; values[count] becomes the total, which
 * is returned.  Parallel. */
uint64_t tg_prefix_sum(trigon_context *context, uint64_t *values, uint64_t count);

/* Keeps the first failure of a parallel region. */
static inline void tg_keep_failure(_Atomic int *kept, trigon_status status)
{
    int none = TRIGON_OK;
    if (status != TRIGON_OK) atomic_compare_exchange_strong(kept, &none, (int)status);
}

#endif
