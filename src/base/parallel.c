/* parallel.c - prefix sums, and waiting that hears of a wish to stop. */
#include "base/parallel.h"

#include <omp.h>
#include <time.h>

enum {
    MOST_THREADS = 256,       /* partial sums on the stack; more threads would gain nothing */
    SERIAL_BELOW = 1 << 14,   /* starting threads costs more than such a sum */
    WAIT_NANOSECONDS = 100000000, /* how long a wish to stop may wait: a tenth of a second */
    SECOND_NANOSECONDS = 1000000000
};

uint64_t tg_prefix_sum(trigon_context *context, uint64_t *values, uint64_t count)
{
    uint64_t partial[MOST_THREADS + 1] = {0};
    uint32_t threads = context->threads < MOST_THREADS ? context->threads : MOST_THREADS;
    if (count < SERIAL_BELOW) threads = 1;
#pragma omp parallel num_threads((int)threads)
    {
        const uint64_t parts = (uint64_t)omp_get_num_threads(), me = (uint64_t)omp_get_thread_num();
        const uint64_t first = count / parts * me + (me < count % parts ? me : count % parts);
        const uint64_t last = first + count / parts + (me < count % parts);
        uint64_t sum = 0;
        for (uint64_t i = first; i < last; i++) sum += values[i];
        partial[me + 1] = sum;
#pragma omp barrier
#pragma omp single
        for (uint64_t p = 0; p < parts; p++) partial[p + 1] += partial[p];
        sum = partial[me];
        for (uint64_t i = first; i < last; i++) {
            const uint64_t value = values[i];
            values[i] = sum;
            sum += value;
        }
        if (last == count && me == parts - 1) values[count] = sum;
    }
    return values[count];
}

static struct timespec soon(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    time.tv_nsec += WAIT_NANOSECONDS;
    time.tv_sec += time.tv_nsec / SECOND_NANOSECONDS;
    time.tv_nsec %= SECOND_NANOSECONDS;
    return time;
}

bool tg_lock_briefly(pthread_mutex_t *lock)
{
    const struct timespec until = soon();
    return pthread_mutex_timedlock(lock, &until) == 0;
}

void tg_wait_briefly(pthread_cond_t *changed, pthread_mutex_t *lock)
{
    const struct timespec until = soon();
    pthread_cond_timedwait(changed, lock, &until);
}
