/* sort_rows_device.cuh - sorts the ids within rows, with the whole grid of any kernel; private to this folder.
 *
 * - In short rows each edge has a thread, which counts the smaller ids: the row is in the cache,
 *   and all threads of the row read the same id at the same time.
 * - A thread block sorts each long row in shared memory, or in place if the row is too large
 *   for it.
 */
#ifndef TG_PREPARE_GPU_SORT_ROWS_DEVICE_CUH
#define TG_PREPARE_GPU_SORT_ROWS_DEVICE_CUH

#include <stdint.h>

enum {
    TG_RANKED_IDS = 256,
    TG_SHARED_IDS = 8192,
    TG_RANKED_AT_ONCE = 2 /* edges of a thread at a time: their reads overlap */
};

/* The edges that are sorted. Key e is the row of edge e, above id_bits (at most 32) bits for its id. */
typedef struct tg_sort_view {
    const uint64_t *keys;
    uint32_t id_bits, edges;
    const uint32_t *offsets;
    uint32_t *sources, *ids;
    /* the list of long rows, with room for edges / TG_RANKED_IDS + 1 rows, and their number, 0 at first */
    uint32_t *long_rows, *long_count;
    /* rows of up to `ranked` ids are ranked; rows of up to `unlisted` ids are not listed as long */
    uint32_t ranked, unlisted;
} tg_sort_view;

static __device__ __forceinline__ uint32_t id_of_key(const tg_sort_view &view, uint64_t key)
{
    return (uint32_t)(key & ((UINT64_C(1) << view.id_bits) - 1));
}

/* Returns how many keys of the row are smaller; within a row the lower 32 bits of keys decide that. */
static __device__ __forceinline__ uint32_t rank_in_row(
  const uint64_t *keys, uint32_t first, uint32_t last, uint64_t key)
{
    const uint32_t *const words = reinterpret_cast<const uint32_t *>(keys + first);
    const uint32_t word = (uint32_t)key, count = last - first;
    uint32_t rank = 0;
#pragma unroll 4
    for (uint32_t i = 0; i < count; i++) rank += words[2 * (uint64_t)i] < word;
    return rank;
}

/* If the row of edge e is short, writes the edge's id to its sorted position; if it is long, lists the row. */
static __device__ __forceinline__ void rank_edge(
  const tg_sort_view &view, uint32_t e, uint64_t key, uint32_t first, uint32_t last)
{
    const uint32_t row = (uint32_t)(key >> view.id_bits);
    view.sources[e] = row;
    if (last - first <= view.ranked)
        view.ids[first + rank_in_row(view.keys, first, last, key)] = id_of_key(view, key);
    else if (last - first > view.unlisted && e == first)
        view.long_rows[atomicAdd(view.long_count, 1u)] = row;
}

/* Sorts all short rows, and lists long ones. */
static __device__ __forceinline__ void rank_all_ids(const tg_sort_view &view)
{
    const uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < view.edges;
         i += TG_RANKED_AT_ONCE * stride) {
        uint64_t keys[TG_RANKED_AT_ONCE];
        uint32_t firsts[TG_RANKED_AT_ONCE], lasts[TG_RANKED_AT_ONCE];
#pragma unroll
        for (int j = 0; j < TG_RANKED_AT_ONCE; j++) {
            const uint64_t e = i + j * stride;
            keys[j] = view.keys[e < view.edges ? e : i];
        }
#pragma unroll
        for (int j = 0; j < TG_RANKED_AT_ONCE; j++) {
            const uint32_t row = (uint32_t)(keys[j] >> view.id_bits);
            firsts[j] = view.offsets[row];
            lasts[j] = view.offsets[row + 1];
        }
#pragma unroll
        for (int j = 0; j < TG_RANKED_AT_ONCE; j++)
            if (i + j * stride < view.edges) rank_edge(view, (uint32_t)(i + j * stride), keys[j], firsts[j], lasts[j]);
    }
}

/* Sorts ids in place by Batcher's network, with a thread block. All comparisons put the larger id at the higher
 * position. So ids that fill up the row to a power of 2 would never move, and are left out. */
static __device__ void sort_by_block(uint32_t *ids, uint32_t count)
{
    for (uint32_t size = 2; size / 2 < count; size *= 2)
        for (uint32_t half = size / 2, turns = 1; half > 0; half /= 2, turns = 0) {
            for (uint32_t i = threadIdx.x;; i += blockDim.x) {
                const uint32_t place = i & (half - 1), base = 2 * (i - place);
                const uint32_t low = base + place;
                const uint32_t high = turns ? base + 2 * half - 1 - place : low + half;
                if (low >= count) break;
                if (high >= count) continue;
                const uint32_t a = ids[low], b = ids[high];
                if (a > b) ids[low] = b, ids[high] = a;
            }
            __syncthreads();
        }
}

/* Sorts the listed rows, each with a thread block; `shared` has TG_SHARED_IDS words of shared memory. */
static __device__ __forceinline__ void sort_listed_rows(const tg_sort_view &view, uint32_t *shared)
{
    for (uint32_t r = blockIdx.x; r < *view.long_count; r += gridDim.x) {
        const uint32_t row = view.long_rows[r], first = view.offsets[row];
        const uint32_t count = view.offsets[row + 1] - first;
        const bool fits = count <= TG_SHARED_IDS;
        uint32_t *const ids = fits ? shared : view.ids + first;
        for (uint32_t i = threadIdx.x; i < count; i += blockDim.x) ids[i] = id_of_key(view, view.keys[first + i]);
        __syncthreads();
        sort_by_block(ids, count);
        for (uint32_t i = threadIdx.x; fits && i < count; i += blockDim.x) view.ids[first + i] = ids[i];
        __syncthreads();
    }
}

#endif
