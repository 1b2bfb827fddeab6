/* parallel.c - computes prefix sums, and waits for short times.
 *
 * A prefix sum reads the values twice: once for the sum of each part, once to write the result.
 */
#include "base/parallel.h"

#include <string.h>
#include <time.h>

#include "base/portable.h"

enum {
    MOST_THREADS = 256, /* the sums of all threads are on the stack; more threads gain nothing */
    SERIAL_BELOW = 1 << 14, /* below this, starting threads takes longer than the sum */
    WAIT_NANOSECONDS = 100000000, /* the longest delay of a request to stop: 0.1 s */
    SECOND_NANOSECONDS = 1000000000,
    ZEROED_AT_ONCE = 1 << 21 /* a thread clears one huge page at a time */
};

uint64_t tg_prefix_sum(tricorn_context *context, uint64_t *values, uint64_t count)
{
    uint64_t partial[MOST_THREADS + 1] = {0};
    uint32_t parts = context->threads < MOST_THREADS ? context->threads : MOST_THREADS;
    if (count < SERIAL_BELOW) parts = 1;
#pragma omp parallel for num_threads((int)parts) schedule(static, 1)
    for (uint32_t p = 0; p < parts; p++) {
        const uint64_t last = tg_first_of_part(count, parts, p + 1);
        uint64_t sum = 0;
        for (uint64_t i = tg_first_of_part(count, parts, p); i < last; i++) sum += values[i];
        partial[p + 1] = sum;
    }
    for (uint32_t p = 0; p < parts; p++) partial[p + 1] += partial[p];
#pragma omp parallel for num_threads((int)parts) schedule(static, 1)
    for (uint32_t p = 0; p < parts; p++) {
        const uint64_t last = tg_first_of_part(count, parts, p + 1);
        uint64_t sum = partial[p];
        for (uint64_t i = tg_first_of_part(count, parts, p); i < last; i++) {
            const uint64_t value = values[i];
            values[i] = sum;
            sum += value;
        }
    }
    return values[count] = partial[parts];
}

void tg_zero(const tricorn_context *context, void *bytes, uint64_t count)
{
    const uint64_t chunks = (count + ZEROED_AT_ONCE - 1) / ZEROED_AT_ONCE;
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint64_t p = 0; p < chunks; p++)
        memset((char *)bytes + p * ZEROED_AT_ONCE, 0, p + 1 < chunks ? ZEROED_AT_ONCE : count - p * ZEROED_AT_ONCE);
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
