/* hash.cuh - a set of ids in buckets that lie interleaved: slot `level` of bucket b is at
 * slots[level * buckets + b], so that lanes that look at one level of their buckets read memory
 * side by side.
 *
 * An id belongs to bucket id % buckets and is put into the first free slot of it or, when all its
 * levels are taken, of the buckets that follow.  So nothing is ever dropped, as long as the set
 * has a free slot: HASH_LOAD keeps half of them free.
 * Source: Pandey et al., "H-INDEX", HPEC 2019, and "TRUST", TPDS 2021, section 3.2.
 */
#ifndef TG_GPU_LOOKUP_HASH_CUH
#define TG_GPU_LOOKUP_HASH_CUH

#include "gpu/lookup/cuda_host.cuh"

enum { HASH_LOAD = 2 }; /* slots for each id, at least */

/* buckets is a power of two. */
typedef struct hash_set {
    uint32_t *slots; /* buckets * levels, NO_ID where free */
    uint32_t buckets, levels;
} hash_set;

/* As many ids as the set may be given. */
static TG_BOTH uint32_t hash_room(const hash_set &set)
{
    return set.buckets * set.levels / HASH_LOAD;
}

/* Takes the slot for the id if it is free. */
static TG_BOTH bool hash_take(uint32_t *slot, uint32_t id)
{
#ifdef __CUDA_ARCH__
    return atomicCAS(slot, NO_ID, id) == NO_ID;
#else
    if (*slot != NO_ID) return false;
    *slot = id;
    return true;
#endif
}

/* At most hash_room() different ids in all; many threads at once. */
static TG_BOTH void hash_insert(const hash_set &set, uint32_t id)
{
    const uint32_t slots = set.buckets * set.levels;
    for (uint32_t bucket = id & (set.buckets - 1);; bucket = (bucket + 1) & (set.buckets - 1))
        for (uint32_t slot = bucket; slot < slots; slot += set.buckets)
            if (hash_take(set.slots + slot, id)) return;
}

/* After all inserts.  An id stands before the first free slot on its way, for none is freed. */
static TG_BOTH bool hash_contains(const hash_set &set, uint32_t id)
{
    const uint32_t slots = set.buckets * set.levels;
    for (uint32_t bucket = id & (set.buckets - 1);; bucket = (bucket + 1) & (set.buckets - 1))
        for (uint32_t slot = bucket; slot < slots; slot += set.buckets) {
            const uint32_t there = set.slots[slot];
            if (there == id) return true;
            if (there == NO_ID) return false;
        }
}

#endif
