/* hash.cuh - a hash set of ids in interleaved buckets.
 *
 * - Slot `level` of bucket b is at slots[level * buckets + b], so that lanes that read the same
 *   level of their buckets read neighbouring memory.
 * - bucket.cuh says to which bucket an id belongs. It is inserted into the first free slot of
 *   that bucket or, if all its levels are full, of the buckets that follow.  So no id is dropped
 *   while the set has a free slot, and HASH_LOAD keeps half of the slots free.
 *
 * Source: Pandey et al., "H-INDEX", HPEC 2019, and "TRUST", TPDS 2021, section 3.2.
 */
#ifndef TG_GPU_LOOKUP_HASH_CUH
#define TG_GPU_LOOKUP_HASH_CUH

#include "gpu/lookup/bucket.cuh"

/* A hash set; `buckets` is a power of two. */
typedef struct hash_set {
    uint32_t *slots; /* buckets * levels slots; a free one contains NO_ID */
    uint32_t buckets, levels;
    uint32_t key; /* of bucket_of */
} hash_set;

/* Returns how many ids may be inserted into the set. */
static TG_BOTH uint32_t hash_room(const hash_set &set)
{
    return set.buckets * set.levels / HASH_LOAD;
}

/* Stores the id in the slot if the slot is free; returns whether it was free. */
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

/* Inserts an id into the set. Many threads may call it at the same time, for at most hash_room() different ids. */
static TG_BOTH void hash_insert(const hash_set &set, uint32_t id)
{
    const uint32_t slots = set.buckets * set.levels;
    for (uint32_t bucket = bucket_of(id, set.buckets, set.key);; bucket = (bucket + 1) & (set.buckets - 1))
        for (uint32_t slot = bucket; slot < slots; slot += set.buckets)
            if (hash_take(set.slots + slot, id)) return;
}

/* Whether the set contains an id; call it after all inserts. The search ends at the first free
 * slot, because slots are never freed. */
static TG_BOTH bool hash_contains(const hash_set &set, uint32_t id)
{
    const uint32_t slots = set.buckets * set.levels;
    for (uint32_t bucket = bucket_of(id, set.buckets, set.key);; bucket = (bucket + 1) & (set.buckets - 1))
        for (uint32_t slot = bucket; slot < slots; slot += set.buckets) {
            const uint32_t there = set.slots[slot];
            if (there == id) return true;
            if (there == NO_ID) return false;
        }
}

#endif
