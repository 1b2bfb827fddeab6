/* trust_rows.h - the row length that divides TRUST's classes of rows, and its hash tables. */
#pragma once

#include <stdint.h>

/* TRUST counts longer rows with a thread block each, shorter ones with a warp: Pandey et al.,
 * "TRUST", TPDS 2021, section 4.3. */
enum { TG_TRUST_BLOCK_ABOVE = 100 };

/* The buckets of the tables of a warp, and of a thread block. */
enum { TG_TRUST_WARP_BUCKETS = 32, TG_TRUST_BLOCK_BUCKETS = 1024 };

/* Returns the number of buckets for a row of this length. */
static inline uint32_t tg_trust_buckets(uint64_t length)
{
    return length > TG_TRUST_BLOCK_ABOVE ? TG_TRUST_BLOCK_BUCKETS : TG_TRUST_WARP_BUCKETS;
}

/* Returns the most ids that one of the buckets contains; counts[] is all zero before and after.
 */
static inline uint32_t tg_trust_collide(const uint32_t *ids, uint64_t count, uint32_t buckets, uint32_t *counts)
{
    uint32_t most = 0;
    for (uint64_t e = 0; e < count; e++) {
        const uint32_t here = ++counts[ids[e] % buckets];
        if (here > most) most = here;
    }
    for (uint64_t e = 0; e < count; e++) counts[ids[e] % buckets] = 0;
    return most;
}

/* TRUST's estimate of the cost of looking ids up (its Eq. 2): the sum over all tables of the number
 * of ids that are looked up, times the most ids in one bucket. */
typedef unsigned __int128 tg_trust_phi;

/* Returns it as a number of 64 bits; UINT64_MAX if it is more. */
static inline uint64_t tg_trust_phi_of(tg_trust_phi sum)
{
    return sum < UINT64_MAX ? (uint64_t)sum : UINT64_MAX;
}
