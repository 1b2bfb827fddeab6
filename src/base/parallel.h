/* parallel.h - sums over arrays, statuses of parallel loops and waiting. */
#ifndef TG_BASE_PARALLEL_H
#define TG_BASE_PARALLEL_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"

/* Exclusive prefix sum in place over values[0..count-1]; values[count] becomes the total, which
 * is returned.  Parallel. */
uint64_t tg_prefix_sum(tricorn_context *context, uint64_t *values, uint64_t count);

/* Zeroes bytes, in all threads. */
void tg_zero(const tricorn_context *context, void *bytes, uint64_t count);

/* For who waits for another thread, which may be waiting for input: return after a tenth of a
 * second at the latest, so that the caller can ask tg_work_add whether to stop.  True if the
 * lock was taken. */
bool tg_lock_briefly(pthread_mutex_t *lock);
void tg_wait_briefly(pthread_cond_t *changed, pthread_mutex_t *lock);

/* Two threads of the team that the system has put on one CPU wait for each other in every region, until
 * it looks again, milliseconds later: moves them apart, having started them if there are none.  Takes a
 * few microseconds where they are.  To be called before the first region of a call. */
void tg_threads_apart(const tricorn_context *context);

/* Keeps the first failure of a parallel region. */
static inline void tg_keep_failure(_Atomic int *kept, tricorn_status status)
{
    int none = TRICORN_OK;
    if (status != TRICORN_OK) atomic_compare_exchange_strong(kept, &none, (int)status);
}

#endif
