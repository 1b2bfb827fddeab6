/* adaptive/edges.cuh - counts edges one by one: each id of the shorter list is searched in the
 * longer one. edges.cu uses it in a kernel of its own, blocks.cu after the blocks.
 *
 * - Each lane fetches the lists of one edge; the warp then searches the ids of all 32 shorter
 *   lists as one sequence (lookup/flatten.cuh), so no lane is idle because its list is short.
 * - Ids whose wedges were tested in blocks are skipped at the start of both lists.
 */
#ifndef TG_GPU_ADAPTIVE_EDGES_CUH
#define TG_GPU_ADAPTIVE_EDGES_CUH

#include "gpu/adaptive/keys.cuh"
#include "gpu/adaptive/listed.cuh"
#include "gpu/lookup/flatten.cuh"
#include "gpu/lookup/search.cuh"

typedef struct edge_view {
    edge_list list;
    /* for edges u->v whose v has a limit below this, blocks have counted the ids with keys */
    uint32_t block_limits;
    const tg_row_keys *row_keys, *into_keys;
} edge_view;

/* Returns those parts of both lists of edge number i of the view that blocks have not compared. */
template <bool WHOLE>
static __device__ __forceinline__ edge_parts listed_parts(const tg_device_task &task, const edge_view &view, uint32_t i)
{
    const uint32_t edge = edge_of_list(task, view.list, i);
    edge_parts parts = wedge_parts<WHOLE>(task, edge);
    const uint32_t v = load_id(task.edges.ids + edge);
    if (limit_of<WHOLE>(task, v) >= view.block_limits || parts.from.count == 0) return parts;
    const tg_row_keys row = load_row_keys(view.row_keys + load_id(task.sources + edge));
    const tg_row_keys there = load_row_keys(view.into_keys + v);
    const uint32_t from = keys_of(row), into = others_start(row, there);
    parts.from.start += from, parts.from.count -= from;
    parts.into.start += into, parts.into.count -= into;
    return parts;
}

static inline edge_view view_of_edges(const tg_device_task *task)
{
    const tg_adaptive *made = tg_adaptive_of(task);
    const edge_view view = {{made->edges, made->edge_count, task->last_edge - task->first_edge}, made->block_limits,
      made->row_keys, made->into_keys};
    return view;
}

/* Returns how many edges a warp draws at a time, if `warps` warps count `count` edges. */
static __device__ __forceinline__ uint32_t edges_drawn(uint32_t count, uint32_t warps)
{
    enum { MOST_WARPS = 4 }; /* a draw has at most MOST_WARPS * 32 edges */
    const uint32_t even = count / (2 * warps * WARP_THREADS);
    return WARP_THREADS * (even < 1 ? 1 : least(even, MOST_WARPS));
}

/* Whether a list of the edge has 2^31 ids or more. search_parts() cannot count such a list,
 * because it needs the lowest bit of a length for a flag. */
static __device__ __forceinline__ bool has_long_part(const edge_parts &parts)
{
    return (parts.from.count | parts.into.count) >> 31;
}

/* Adds the triangles of those lanes' edges that have a list of 2^31 ids or more: the whole warp
 * counts them one by one. */
static __device__ __forceinline__ void search_long_parts(
  const tg_device_task &task, const edge_parts &parts, uint32_t lanes, uint64_t *found)
{
    for (; lanes; lanes &= lanes - 1) {
        const int lane = __ffs((int)lanes) - 1;
        const edge_parts edge = {
          {__shfl_sync(FULL_WARP, parts.from.start, lane), __shfl_sync(FULL_WARP, parts.from.count, lane)},
          {__shfl_sync(FULL_WARP, parts.into.start, lane), __shfl_sync(FULL_WARP, parts.into.count, lane)}};
        const key_search search = search_in_longer(task, edge);
        for (uint32_t i = lane_id(); i < search.key_count; i += WARP_THREADS)
            *found += search_ids(search.table, search.table_count, load_id(search.keys + i));
    }
}

/* Adds the triangles of each lane's edge: the whole warp searches the ids of the shorter list in
 * the longer one. lists[32] is shared memory that only this warp uses. TINY says that the lists
 * of all lanes are often tiny, so that a branch for this case pays off. */
template <bool TINY = false>
static __device__ __forceinline__ void search_parts(
  const tg_device_task &task, edge_parts parts, flat_list *lists, uint64_t *found)
{
    const uint32_t long_parts = __ballot_sync(FULL_WARP, has_long_part(parts));
    if (long_parts) {
        search_long_parts(task, parts, long_parts, found);
        if (has_long_part(parts)) parts.from.count = parts.into.count = 0;
    }
    const bool flip = parts.into.count < parts.from.count;
    const row_part sent = flip ? parts.into : parts.from;
    const row_part kept = flip ? parts.from : parts.into;
    const lane_list mine = {sent.start, sent.count, kept.start, kept.count << 1 | flip};
    const auto search = [&](uint32_t position, uint32_t start, uint32_t length) {
        const bool other = length & 1; /* the shorter list is row v */
        const uint32_t *const ids = other ? task.into.ids : task.from.ids;
        const uint32_t *const in = other ? task.from.ids : task.into.ids;
        *found += search_ids(in + start, length >> 1, load_id(ids + position));
    };
    if (TINY)
        visit_mostly_tiny_lists(lists, mine, search);
    else
        visit_lists(lists, mine, search);
}

/* The shared memory of a warp, and how many triangles this lane of it has found. */
typedef struct lane_count {
    flat_list *lists; /* WARP_THREADS lists */
    uint64_t found;
} lane_count;

/* Counts edges number `first` to `last` - 1 of the view. */
template <bool WHOLE, bool TINY = false>
static __device__ __forceinline__ void count_edges_between(
  const tg_device_task &task, const edge_view &view, uint32_t first, uint32_t last, lane_count *count)
{
    for (; first < last; first += WARP_THREADS) {
        edge_parts parts = {{0, 0}, {0, 0}};
        if (last - first > lane_id()) parts = listed_parts<WHOLE>(task, view, first + lane_id());
        search_parts<TINY>(task, parts, count->lists, &count->found);
    }
}

#endif
