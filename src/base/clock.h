/* clock.h - the monotonic clock, in seconds. */
#pragma once

#include <time.h>

static inline double tg_clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
