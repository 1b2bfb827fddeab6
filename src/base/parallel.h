/* parallel.h - sums over arrays, statuses of parallel loops, and waits. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"

/* Replaces values[0..count-1] by their exclusive prefix sums and values[count] by the total,
 * which it returns. Uses the context's threads. */
uint64_t tg_prefix_sum(tricorn_context *context, uint64_t *values, uint64_t count);

/* Returns the first of the values that belong to a part, if each of `parts` parts has equally many
 * of `count` values, or one more. */
static inline uint64_t tg_first_of_part(uint64_t count, uint64_t parts, uint64_t part)
{
    return count / parts * part + (part < count % parts ? part : count % parts);
}

/* Sets `count` bytes to 0, with the context's threads. */
void tg_zero(const tricorn_context *context, void *bytes, uint64_t count);

/* Waits at most a tenth of a second for a lock whose owner may itself be waiting for input, so that the caller can
 * ask tg_work_add in between whether to stop. Returns whether the lock was taken. */
bool tg_lock_briefly(pthread_mutex_t *lock);
void tg_wait_briefly(pthread_cond_t *changed, pthread_mutex_t *lock);

/* Stores the status if it is the first failure in a parallel region. */
static inline void tg_keep_failure(_Atomic int *kept, tricorn_status status)
{
    int none = TRICORN_OK;
    if (status != TRICORN_OK) atomic_compare_exchange_strong(kept, &none, (int)status);
}

/* Stores the value if it is larger than all values that threads passed before. */
static inline void tg_keep_largest(_Atomic uint64_t *kept, uint64_t value)
{
    uint64_t known = atomic_load(kept);
    while (known < value && !atomic_compare_exchange_weak(kept, &known, value)) {
    }
}
