/* trust_rows.h - the row length that divides TRUST's classes of rows, and its hash tables. */
#pragma once

#include <stdint.h>

/* TRUST counts longer rows with a thread block each, shorter ones with a warp: Pandey et al.,
 * "TRUST", TPDS 2021, section 4.3. */
enum { TG_TRUST_BLOCK_ABOVE = 100 };

/* The buckets of the tables of a warp, and of a thread block. */
enum { TG_TRUST_WARP_BUCKETS = 32, TG_TRUST_BLOCK_BUCKETS = 1024 };

/* Returns the most ids that one of the buckets contains; counts[] is all zero before and after.
 */
static inline uint32_t tg_trust_collide(const uint32_t *ids, uint64_t count, uint32_t buckets,
                                        uint32_t *counts)
{
    uint32_t most = 0;
    for (uint64_t e = 0; e < count; e++) {
        const uint32_t here = ++counts[ids[e] % buckets];
        if (here > most) most = here;
    }
    for (uint64_t e = 0; e < count; e++) counts[ids[e] % buckets] = 0;
    return most;
}
