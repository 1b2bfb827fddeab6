/* clock.h - seconds of a clock that never runs backwards. */
#ifndef TG_BASE_CLOCK_H
#define TG_BASE_CLOCK_H

#include <time.h>

static inline double tg_clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* What the calling thread has had of CPUs. */
static inline double tg_clock_cpu(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
