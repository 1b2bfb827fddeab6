/* whole_rows.cuh - merges whole rows with a thread for each edge, by the loops of Polak 2016, and in the ways that
 * its section 3.4.6 tried without gain.
 *
 * - In a virtual warp neighbouring lanes share an edge. The paper does not say how they divide a merge; here each
 *   lane has an equal part of one list, and finds by binary search where it starts in the other one.
 * - Lanes of a warp together read the next ids of all their lists into shared memory, where each lane merges.
 * - Ids that follow in the lists are prefetched by an instruction of their own.
 *
 * The ids of a list are STRIDE words apart.
 *
 * Source: Polak, "Counting Triangles in Large Graphs on GPU", IPDPS workshops 2016, sections 3.4.3 and 3.4.6.
 */
#ifndef TG_GPU_LOOKUP_WHOLE_ROWS_CUH
#define TG_GPU_LOOKUP_WHOLE_ROWS_CUH

#include "gpu/lookup/bin_rule.cuh"
#include "gpu/lookup/merge.cuh"

/* How the lanes of a launch merge. */
typedef struct merging_form {
    uint32_t lanes; /* of each warp that merge */
    uint32_t team;  /* how many neighbouring lanes share an edge; at most `lanes` */
    uint32_t ahead; /* how far ahead ids are prefetched; 0: not at all */
    /* how many ids of each list of a lane are in shared memory, at most WARP_THREADS; 0: none */
    uint32_t tile;
} merging_form;

/* Shared memory of a block for ids. */
enum { TILE_WORDS = (47 << 10) / 4 };

/* Returns how many words of shared memory a list of a lane takes: an odd number, so that lanes that read the same
 * position of their lists read different banks. */
static TG_BOTH uint32_t tile_stride(const merging_form &form)
{
    return form.tile | 1;
}

/* Returns the form for blocks of `threads` threads that is nearest to the wanted one: with tiles of so few ids that
 * two of them for each thread fit into TILE_WORDS. */
static TG_BOTH merging_form form_that_fits(const merging_form &wanted, uint32_t threads)
{
    const merging_form form = {
      wanted.lanes, least(wanted.team, wanted.lanes), wanted.ahead, least(wanted.tile, TILE_WORDS / 2 / threads - 1)};
    return form;
}

/* Returns what lane number `lane` of `lanes` that share an edge merges: its part of list `a`, and of list `b` what
 * can have ids in common with that. */
template <uint32_t STRIDE> static TG_BOTH list_pair share_of_lane(list_pair lists, uint32_t lane, uint32_t lanes)
{
    const lane_part part = part_of_lane(lists.a_count, lane, lanes);
    lists.a_count = part.count;
    if (part.count == 0) return lists;
    lists.a += (uint64_t)part.first * STRIDE;
    const uint32_t *const b = lists.b, first = load_id(lists.a);
    const uint32_t skip =
      search_places(0u, lists.b_count, [=](uint32_t i) { return load_id(b + (uint64_t)i * STRIDE) < first; });
    lists.b += (uint64_t)skip * STRIDE;
    lists.b_count -= skip;
    return lists;
}

/* Asks the GPU to bring the id `ahead` places after `place` into its L1 cache, unless the list ends before. */
static TG_BOTH void prefetch_id(const uint32_t *place, const uint32_t *end, uint64_t ahead)
{
#ifdef __CUDA_ARCH__
    if ((uint64_t)(end - place) > ahead)
        asm volatile("prefetch.global.L1 [%0];" ::"l"(__cvta_generic_to_global(place + ahead)));
#else
    (void)place, (void)end, (void)ahead;
#endif
}

/* Returns how many ids two lists have in common, by the loops of section 3.4.3: with two reads for each step, or
 * with one if only one list moves on. If PREFETCHES, ids `ahead` places further on are prefetched. */
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
        if (PREFETCHES && along_u) prefetch_id(u, u_end, (uint64_t)ahead * STRIDE);
        if (PREFETCHES && along_v) prefetch_id(v, v_end, (uint64_t)ahead * STRIDE);
    }
}

/* Merges two lists whose ids are in shared memory, until one of them ends. Returns where, and adds the ids that it
 * met in both to *found. */
static TG_BOTH path_place merge_held(const list_pair &held, uint32_t *found)
{
    path_place at = {0, 0};
    while (at.i < held.a_count && at.j < held.b_count) {
        const uint32_t a = held.a[at.i], b = held.b[at.j];
        *found += a == b;
        at.i += a <= b;
        at.j += b <= a;
    }
    return at;
}

#ifdef __CUDACC__
/* Copies `count` ids of each lane, at most WARP_THREADS, to shared memory, those of lane i from tiles[i * stride] on.
 * All lanes of the warp read each list together. */
template <uint32_t STRIDE>
static __device__ __forceinline__ void read_together(
  const uint32_t *ids, uint32_t count, uint32_t *tiles, uint32_t stride)
{
    const uint32_t lane = threadIdx.x % WARP_THREADS;
    for (int owner = 0; owner < WARP_THREADS; owner++) {
        const uint32_t *const list = (const uint32_t *)__shfl_sync(FULL_WARP, (unsigned long long)ids, owner);
        const uint32_t length = __shfl_sync(FULL_WARP, count, owner);
        if (lane < length) tiles[owner * stride + lane] = load_id(list + lane * STRIDE);
    }
}

/* Returns how many ids the two lists of this lane have in common. All lanes of the warp call it; a lane without an
 * edge has empty lists. `tiles` is shared memory of the warp: two tiles for each lane. */
template <uint32_t STRIDE>
static __device__ __forceinline__ uint32_t merge_in_tiles(list_pair rest, const merging_form &form, uint32_t *tiles)
{
    const uint32_t stride = tile_stride(form), lane = threadIdx.x % WARP_THREADS;
    uint32_t *const a_tiles = tiles, *const b_tiles = tiles + WARP_THREADS * stride;
    uint32_t found = 0;
    for (;;) {
        const bool merges = rest.a_count > 0 && rest.b_count > 0;
        if (!__any_sync(FULL_WARP, merges)) return found;
        const list_pair held = {a_tiles + lane * stride, merges ? least(rest.a_count, form.tile) : 0,
          b_tiles + lane * stride, merges ? least(rest.b_count, form.tile) : 0};
        read_together<STRIDE>(rest.a, held.a_count, a_tiles, stride);
        read_together<STRIDE>(rest.b, held.b_count, b_tiles, stride);
        __syncwarp();
        const path_place at = merge_held(held, &found);
        rest.a += (uint64_t)at.i * STRIDE;
        rest.a_count -= at.i;
        rest.b += (uint64_t)at.j * STRIDE;
        rest.b_count -= at.j;
        __syncwarp();
    }
}
#endif

#endif
