/* edge_set.cuh - shapes of the set that contains the shorter list of an edge: that of H-INDEX, 32 buckets for a list
 * of any length, whose first slots are in shared memory and the others in global memory; the same in shared memory
 * alone, as deep as that allows; and one with more buckets for longer lists, so that few ids share a bucket.
 *
 * Source: Pandey, Li, Buluc, Li, Liu, "H-INDEX", HPEC 2019.
 */
#ifndef TG_GPU_LOOKUP_EDGE_SET_CUH
#define TG_GPU_LOOKUP_EDGE_SET_CUH

#include "gpu/lookup/bucket_table.cuh"
#include "gpu/lookup/hash.cuh"

/* The slots of a bucket that continues in global memory, and how many of them are in shared memory:
 * those of TRUST, which has its tables from H-INDEX ("the first few elements", Li et al. 2024). */
enum { FAR_SET_SLOTS = 128, FAR_SET_LEVELS = 6 };

/* Returns how many levels of such a set are in `words` words of shared memory. */
static TG_BOTH uint32_t far_set_levels(uint32_t words, uint32_t buckets)
{
    return bucket_levels(buckets, FAR_SET_LEVELS, words);
}

/* Returns how many words of global memory such a set has, which are enough for any levels. */
static TG_BOTH uint32_t far_set_words(uint32_t buckets)
{
    return buckets * FAR_SET_SLOTS;
}

/* Returns how many ids of a list a set in `words` words of memory can hold: half as many as it has slots. */
static TG_BOTH uint32_t set_room(uint32_t words, uint32_t buckets, bool fixed)
{
    return (words - (fixed ? buckets : 0)) / HASH_LOAD;
}

/* Returns a set that has `buckets` buckets for a list of any length. `far` has far_set_words() of
 * global memory; NULL: all slots are in shared memory. */
static TG_BOTH bucket_table fixed_set_in(
  uint32_t *memory, uint32_t words, uint32_t buckets, uint32_t key, uint32_t *far)
{
    const uint32_t levels = far ? far_set_levels(words, buckets) : words / buckets - 1;
    bucket_table table = bucket_table_in(memory, far, buckets, levels, far ? (uint32_t)FAR_SET_SLOTS : levels);
    table.key = key;
    return table;
}

/* Returns a set for `count` ids with two to four buckets for each id: enough that few ids share a bucket and lanes
 * rarely wait for each other, but no more, because the set is cleared for each edge. */
static TG_BOTH hash_set growing_set_in(
  uint32_t *memory, uint32_t words, uint32_t least_buckets, uint32_t count, uint32_t key)
{
    const uint32_t wanted = 4 * count <= least_buckets ? least_buckets : 4u << log2_floor(count - 1);
    const hash_set set = {memory, least(wanted, words / SET_LEVELS), SET_LEVELS, key};
    return set;
}

#endif
