/* edge_set.cuh - two shapes of the set that contains the shorter list of an edge: that of
 * H-INDEX, 32 buckets for a list of any length, as deep as memory allows; and one with more
 * buckets for longer lists, so that few ids share a bucket.
 *
 * Source: Pandey, Li, Buluc, Li, Liu, "H-INDEX", HPEC 2019.
 */
#ifndef TG_GPU_LOOKUP_EDGE_SET_CUH
#define TG_GPU_LOOKUP_EDGE_SET_CUH

#include "gpu/lookup/bucket_table.cuh"
#include "gpu/lookup/hash.cuh"

/* Returns how many ids of a list a set in `words` words of memory can hold: half as many as it
 * has slots. */
static TG_BOTH uint32_t set_room(uint32_t words, uint32_t buckets, bool fixed)
{
    return (words - (fixed ? buckets : 0)) / HASH_LOAD;
}

/* Returns a set that has `buckets` buckets for a list of any length. */
static TG_BOTH bucket_table fixed_set_in(uint32_t *memory, uint32_t words, uint32_t buckets,
                                         uint32_t key)
{
    const uint32_t levels = words / buckets - 1;
    bucket_table table = bucket_table_in(memory, NULL, buckets, levels, levels);
    table.key = key;
    return table;
}

/* Returns a set for `count` ids with two to four buckets for each id: enough that few ids share a
 * bucket and lanes rarely wait for each other, but no more, because the set is cleared for each
 * edge. */
static TG_BOTH hash_set growing_set_in(uint32_t *memory, uint32_t words, uint32_t least_buckets,
                                       uint32_t count, uint32_t key)
{
    const uint32_t wanted =
        4 * count <= least_buckets ? least_buckets : 4u << log2_floor(count - 1);
    const hash_set set = {memory, least(wanted, words / SET_LEVELS), SET_LEVELS, key};
    return set;
}

#endif
