/* parallel.h - sums over arrays, statuses of parallel loops and waiting. */
#ifndef TG_BASE_PARALLEL_H
#define TG_BASE_PARALLEL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"

/* Exclusive prefix sum in place over values[0..count-1]; values[count] becomes the total, which
 * is returned.  Parallel. */
uint64_t tg_prefix_sum(tricorn_context *context, uint64_t *values, uint64_t count);

/* Clears bytes with all threads. */
void tg_zero(const tricorn_context *context, void *bytes, uint64_t count);

/* Waits for a lock of a thread that may itself wait for input: returns within a tenth of a
 * second, so that the caller can ask tg_work_add whether to stop.  True if the lock was taken. */
bool tg_lock_briefly(pthread_mutex_t *lock);
void tg_wait_briefly(pthread_cond_t *changed, pthread_mutex_t *lock);

/* Starts the team if necessary and moves threads on the same CPU apart: they would wait for each
 * other in every region until the system moves them, milliseconds later.  Takes a few
 * microseconds if no thread has to move.  Call it before the first region of a call (decision
 * 53). */
void tg_threads_apart(const tricorn_context *context);

/* Keeps the first failure of a parallel region. */
static inline void tg_keep_failure(_Atomic int *kept, tricorn_status status)
{
    int none = TRICORN_OK;
    if (status != TRICORN_OK) atomic_compare_exchange_strong(kept, &none, (int)status);
}

/* Keeps the largest of the values that threads have. */
static inline void tg_keep_largest(_Atomic uint64_t *kept, uint64_t value)
{
    uint64_t known = atomic_load(kept);
    while (known < value && !atomic_compare_exchange_weak(kept, &known, value)) {
    }
}

#endif
