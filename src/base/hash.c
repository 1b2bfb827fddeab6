/* hash.c - draws seeds from the system's random numbers. */
#include "base/hash.h"

#include <time.h>

#include "base/portable.h"

uint64_t tg_hash_seed(void)
{
    uint64_t seed;
    if (tg_random_bytes(&seed, sizeof seed)) return seed;
    /* The system has none, or none yet. A writer of files does not know the nanosecond, nor where
     * the stack of this process is. */
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    return tg_hash_mix((uint64_t)now.tv_nsec ^ (uint64_t)(uintptr_t)&now, TG_HASH_ROOT ^ (uint64_t)now.tv_sec);
}
