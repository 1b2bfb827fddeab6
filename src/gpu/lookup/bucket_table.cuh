/* bucket_table.cuh - a hash table of ids with a counter for each bucket, as in TRUST and H-INDEX.
 *
 * - The first levels of all buckets are in shared memory, the others in global memory.
 * - Slot `level` of bucket b is at [level * buckets + b], so that lanes that read the same level
 *   of neighbouring buckets read neighbouring memory.
 * - bucket.cuh says to which bucket an id belongs. If all slots of a bucket are full, further
 *   ids are inserted into the next bucket.  The bucket's counter counts these ids, too, so lookups
 *   know of them.  So no id is dropped while the table has a free slot.
 *
 * Source: Pandey et al., "H-INDEX", HPEC 2019, and "TRUST", TPDS 2021, sections 3.1 and 3.2.
 */
#ifndef TG_GPU_LOOKUP_BUCKET_TABLE_CUH
#define TG_GPU_LOOKUP_BUCKET_TABLE_CUH

#include "gpu/lookup/bucket.cuh"

/* A hash table; `buckets` is a power of two. */
typedef struct bucket_table {
    uint32_t *counters; /* a counter for each bucket, zero at first */
    uint32_t *near; /* levels * buckets slots in shared memory */
    uint32_t *far; /* (slots - levels) * buckets slots in global memory */
    uint32_t buckets, levels;
    uint32_t slots; /* how many slots each bucket has, at least `levels` */
    uint32_t key; /* of bucket_of */
} bucket_table;

/* Returns how many words of shared memory a table needs. */
static TG_BOTH uint32_t bucket_near_words(uint32_t buckets, uint32_t levels)
{
    return buckets * (1 + levels);
}

/* Returns how many levels of a table, at most `wanted`, fit into this many words of shared
 * memory; 0 if these are too few for a table. */
static TG_BOTH uint32_t bucket_levels(uint32_t buckets, uint32_t wanted, uint32_t words)
{
    const uint32_t all = words / buckets;
    return all < 2 ? 0 : least(wanted, all - 1);
}

/* Returns a table that uses bucket_near_words() words of shared memory and (slots - levels) *
 * buckets words of global memory; its key is 0. */
static TG_BOTH bucket_table bucket_table_in(
  uint32_t *shared, uint32_t *far, uint32_t buckets, uint32_t levels, uint32_t slots)
{
    const bucket_table table = {shared, shared + buckets, far, buckets, levels, slots > levels ? slots : levels, 0};
    return table;
}

/* Returns how many ids may be inserted into the table. */
static TG_BOTH uint32_t bucket_room(const bucket_table &table)
{
    return table.buckets * table.slots;
}

/* Adds one to a counter, and returns its value before. */
static TG_BOTH uint32_t bucket_count(uint32_t *counter)
{
#ifdef __CUDA_ARCH__
    return atomicAdd(counter, 1u);
#else
    return (*counter)++;
#endif
}

/* Inserts an id into the table. Many threads may call it at the same time, for at most
 * bucket_room() different ids. */
static TG_BOTH void bucket_insert(const bucket_table &table, uint32_t id)
{
    for (uint32_t bucket = bucket_of(id, table.buckets, table.key);; bucket = (bucket + 1) & (table.buckets - 1)) {
        const uint32_t level = bucket_count(table.counters + bucket);
        if (level < table.levels) {
            table.near[level * table.buckets + bucket] = id;
            return;
        }
        if (level < table.slots) {
            table.far[(level - table.levels) * table.buckets + bucket] = id;
            return;
        }
    }
}

/* Whether one of the first `filled` slots of a bucket contains the id. Each of the two loops
 * reads only one kind of memory, so that the compiler knows which. */
static TG_BOTH bool bucket_has(const bucket_table &table, uint32_t bucket, uint32_t filled, uint32_t id)
{
    const uint32_t levels = least(filled, table.levels);
    const uint32_t *near = table.near + bucket, *far = table.far + bucket;
    for (uint32_t level = 0; level < levels; level++, near += table.buckets)
        if (*near == id) return true;
    for (uint32_t level = table.levels; level < filled; level++, far += table.buckets)
        if (*far == id) return true;
    return false;
}

/* Whether the table contains an id; call it after all inserts. If a bucket's counter is larger
 * than the number of its slots, the next bucket contains some of its ids. */
static TG_BOTH bool bucket_contains(const bucket_table &table, uint32_t id)
{
    uint32_t bucket = bucket_of(id, table.buckets, table.key);
    for (uint32_t tried = 0; tried < table.buckets; tried++) {
        const uint32_t counted = table.counters[bucket];
        if (bucket_has(table, bucket, least(counted, table.slots), id)) return true;
        if (counted <= table.slots) return false;
        bucket = (bucket + 1) & (table.buckets - 1);
    }
    return false;
}

#endif
