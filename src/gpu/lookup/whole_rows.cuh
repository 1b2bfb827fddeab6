/* whole_rows.cuh - a thread merges the rows of an edge, by the loops of Polak 2016 (section 3.4.3), and in two of the
 * ways that he tried without gain (3.4.6): with prefetching, and from shared memory, to which the lanes of a warp
 * bring the next ids of all their lists together.
 */
#ifndef TG_GPU_LOOKUP_WHOLE_ROWS_CUH
#define TG_GPU_LOOKUP_WHOLE_ROWS_CUH

#include "gpu/lookup/merge.cuh"

/* Brings the word that is `ahead` words after `place` into the L1 cache, unless the list ends before. */
static TG_BOTH void prefetch_id(const uint32_t *place, const uint32_t *end, uint32_t ahead)
{
    if (end - place > ahead) {
#ifdef __CUDA_ARCH__
        asm volatile("prefetch.global.L1 [%0];" ::"l"(__cvta_generic_to_global(place + ahead)));
#endif
    }
}

/* Returns how many ids two lists have in common, whose ids are STRIDE words apart, with two reads for each step, or
 * with one if only one list moves on. PREFETCHES: ids `ahead` places further on are prefetched. */
template <uint32_t STRIDE, uint32_t WORDS_READ, bool PREFETCHES>
static TG_BOTH uint32_t merge_rows(const list_pair &lists, uint32_t ahead)
{
    const uint32_t *u = lists.a, *const u_end = u + (uint64_t)lists.a_count * STRIDE;
    const uint32_t *v = lists.b, *const v_end = v + (uint64_t)lists.b_count * STRIDE;
    uint32_t found = 0;
    if (u == u_end || v == v_end) return 0;
    uint32_t a = load_id(u), b = load_id(v);
    for (;;) {
        const bool along_u = a <= b, along_v = b <= a;
        found += a == b;
        if (along_u) u += STRIDE;
        if (along_v) v += STRIDE;
        if (u == u_end || v == v_end) return found;
        if (along_u || WORDS_READ == 2) a = load_id(u);
        if (along_v || WORDS_READ == 2) b = load_id(v);
        if (PREFETCHES && along_u) prefetch_id(u, u_end, ahead * STRIDE);
        if (PREFETCHES && along_v) prefetch_id(v, v_end, ahead * STRIDE);
    }
}

enum { TILE_WORDS = (47 << 10) / 4 }; /* in the shared memory of a block */

/* Returns how many ids of a list are in shared memory at a time, at most `wanted`, so that two lists for each thread
 * fit. A list takes tile | 1 words: then lanes at the same position read different banks. */
static TG_BOTH uint32_t tile_that_fits(uint32_t wanted, uint32_t threads)
{
    return least(wanted, TILE_WORDS / 2 / threads - 1);
}

/* Merges two lists, which are in shared memory, until one of them ends, and returns where. */
static TG_BOTH path_place merge_tile(const list_pair &tile, uint32_t *found)
{
    path_place at = {0, 0};
    while (at.i < tile.a_count && at.j < tile.b_count) {
        const uint32_t a = tile.a[at.i], b = tile.b[at.j];
        *found += a == b;
        at.i += a <= b;
        at.j += b <= a;
    }
    return at;
}

#ifdef __CUDACC__
/* Copies `count` ids of each lane, at most WARP_THREADS, to tiles[lane * stride]. */
static __device__ __forceinline__ void read_together(
  const uint32_t *ids, uint32_t count, uint32_t *tiles, uint32_t stride)
{
    const uint32_t lane = threadIdx.x % WARP_THREADS;
    for (int owner = 0; owner < WARP_THREADS; owner++) {
        const uint32_t *const list = (const uint32_t *)__shfl_sync(FULL_WARP, (unsigned long long)ids, owner);
        const uint32_t length = __shfl_sync(FULL_WARP, count, owner);
        if (lane < length) tiles[owner * stride + lane] = load_id(list + lane);
    }
}

/* Returns how many ids this lane's lists have in common. All lanes of the warp call it; `tiles` is their shared
 * memory, for two lists of each. */
static __device__ __forceinline__ uint32_t merge_in_tiles(list_pair rest, uint32_t tile, uint32_t *tiles)
{
    const uint32_t stride = tile | 1, lane = threadIdx.x % WARP_THREADS;
    uint32_t *const b_tiles = tiles + WARP_THREADS * stride;
    uint32_t found = 0;
    for (;;) {
        const uint32_t most = rest.a_count > 0 && rest.b_count > 0 ? tile : 0;
        if (!__any_sync(FULL_WARP, most > 0)) return found;
        const list_pair held = {
          tiles + lane * stride, least(rest.a_count, most), b_tiles + lane * stride, least(rest.b_count, most)};
        read_together(rest.a, held.a_count, tiles, stride);
        read_together(rest.b, held.b_count, b_tiles, stride);
        __syncwarp();
        const path_place at = merge_tile(held, &found);
        rest = {rest.a + at.i, rest.a_count - at.i, rest.b + at.j, rest.b_count - at.j};
        __syncwarp();
    }
}
#endif

#endif
