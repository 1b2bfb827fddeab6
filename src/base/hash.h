/* hash.h - mixes bits for hash tables, with a seed that writers of files cannot predict. */
#ifndef TG_BASE_HASH_H
#define TG_BASE_HASH_H

#include <stdint.h>
#include <time.h>

/* Returns the exclusive or of the two halves of the 128-bit product a * b: a fast hash of two
 * words. */
static inline uint64_t tg_hash_mix(uint64_t a, uint64_t b)
{
    const unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* Returns a seed that differs at each call and in each process, so that nobody can write a file
 * whose ids all collide.  Results must not depend on it. */
static inline uint64_t tg_hash_seed(const void *address)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    return tg_hash_mix((uint64_t)now.tv_nsec ^ (uint64_t)(uintptr_t)address,
                       UINT64_C(0xD1B54A32D192ED03) ^ (uint64_t)now.tv_sec);
}

#endif
