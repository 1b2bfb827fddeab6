/* pivots.cuh - one warp searches many ids in one list, whose pivots are in shared memory.
 *
 * - Each of the 32 lanes reads one pivot, and the 32 pivots save each search five reads of the
 *   list.
 *
 * Source: Hu, Liu, Huang, "TriCore: Parallel Triangle Counting on GPUs", SC 2018, section IV.
 */
#ifndef TG_GPU_LOOKUP_PIVOTS_CUH
#define TG_GPU_LOOKUP_PIVOTS_CUH

#include "gpu/lookup/rows.cuh"
#include "gpu/lookup/search.cuh"
#include "gpu/lookup/warp.cuh"

enum { PIVOTS = WARP_THREADS };

/* Whether a warp reads pivots for a search: it has more keys than `least_keys`, and a list in which pivots differ. If
 * `least_keys` is 0 it always does, as in the paper, which caches the top of the tree for every edge. */
static TG_BOTH bool takes_pivots(uint32_t least_keys, const key_search &search)
{
    return least_keys == 0 || (search.key_count > least_keys && search.table_count > PIVOTS);
}

/* Returns the position of a pivot: pivot p of a list of `count` ids is at p * count / PIVOTS. */
static TG_BOTH uint32_t pivot_position(uint32_t count, uint32_t pivot)
{
    return (uint32_t)((uint64_t)count * pivot / PIVOTS);
}

/* Whether the list contains the key. Only the ids from the last pivot <= key to the next pivot are searched. In a
 * list of fewer than PIVOTS ids pivots repeat, and that range has at most one id. */
static TG_BOTH bool search_pivots(const uint32_t *pivots, const uint32_t *ids, uint32_t count, uint32_t key)
{
    uint32_t pivot = 0;
    for (uint32_t step = PIVOTS / 2; step > 0; step /= 2)
        if (pivots[pivot + step] <= key) pivot += step;
    const uint32_t first = pivot_position(count, pivot);
    return search_ids(ids + first, pivot_position(count, pivot + 1) - first, key);
}

/* Returns how many of this lane's keys (every 32nd key) are in the table. */
static __device__ __forceinline__ uint32_t search_directly(const key_search &search)
{
    uint32_t found = 0;
    for (uint32_t i = lane_id(); i < search.key_count; i += WARP_THREADS)
        found += search_ids(search.table, search.table_count, load_id(search.keys + i));
    return found;
}

/* Returns the same as search_directly, but uses pivots, for a list that is not empty. Reading
 * pivots saves time if the keys are many and the list has more ids than pivots. All lanes must
 * call it. pivots[PIVOTS] is shared memory that only this warp uses. */
static __device__ __forceinline__ uint32_t search_by_pivots(uint32_t *pivots, const key_search &search)
{
    uint32_t found = 0;
    __syncwarp(); /* all lanes have read the pivots of the list before */
    pivots[lane_id()] = load_id(search.table + pivot_position(search.table_count, lane_id()));
    __syncwarp();
    for (uint32_t i = lane_id(); i < search.key_count; i += WARP_THREADS)
        found += search_pivots(pivots, search.table, search.table_count, load_id(search.keys + i));
    return found;
}

#endif
