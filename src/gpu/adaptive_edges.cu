/* adaptive_edges.cu - edges one by one: the shorter list sent through the longer by search.
 *
 * For what has no hubs in the middle, and for tasks of any form.
 */
#include "gpu/adaptive_groups.cuh"
#include "gpu/adaptive_keys.cuh"
#include "gpu/lookup/flatten.cuh"
#include "gpu/lookup/rows.cuh"
#include "gpu/lookup/search.cuh"

enum {
    BLOCK_THREADS = 256,
    BLOCKS_PER_MULTIPROCESSOR = 8,
    MOST_DRAWN = 128 /* edges by a warp at a time; a multiple of its threads */
};

/* Where the ids of row v begin that blocks have not tested against those of row u without keys:
 * if these are beyond all windows, behind the keys of row v.  A row that is cut may have its other
 * ids anywhere behind the hubs. */
static __device__ __forceinline__ uint32_t others_start(const tg_row_keys &u, const tg_row_keys &v)
{
    return has_mark(u, TG_IS_CUT) || has_mark(v, TG_IS_CUT) ? v.in[0] : keys_of(v);
}

struct list_edge {
    tg_device_task task;
    uint32_t block_ids;
    const tg_row_keys *row_keys;
    uint32_t *listed;
    __device__ void operator()(ptrdiff_t i, uint32_t e) const
    {
        listed[i] = e;
    }
    __device__ bool operator()(uint32_t e) const
    {
        const uint32_t v = load_id(task.edges.ids + e);
        if (v < block_ids && v <= TG_HUBS) return false;
        const uint32_t u = load_id(task.sources + e);
        if (e == task.first_edge || load_id(task.sources + e - 1) != u) return false;
        if (v >= block_ids) return row_of(task.edges, v).count > 0;
        const tg_row_keys row = load_row_keys(row_keys + u);
        if (e - load_id(task.edges.offsets + u) <= keys_of(row)) return false;
        const tg_row_keys into = load_row_keys(row_keys + v);
        return has_mark(into, TG_HAS_OTHERS) || others_start(row, into) < keys_of(into);
    }
};

trigon_status tg_adaptive_arrange_edges(trigon_context *context, const tg_device_task *task,
                                        tg_adaptive *made)
{
    trigon_status status = TRIGON_OK;
    list_edge list = {*task, made->block_ids, made->row_keys, NULL};

    TG_TRY(TG_DEVICE_ALLOC(context, task->last_edge - task->first_edge, &made->edges));
    list.listed = made->edges;
    TG_TRY(collect(context, task, list, &made->edge_count));
cleanup:
    return status;
}

/* The edges to be counted: listed, or NULL for all. */
typedef struct edge_view {
    const uint32_t *listed, *listed_count;
    uint32_t count;     /* where they are not listed */
    uint32_t block_ids; /* v below: keys are done with */
    const tg_row_keys *row_keys;
} edge_view;

static __device__ __forceinline__ edge_parts listed_parts(const tg_device_task &task,
                                                          const edge_view &view, uint32_t i)
{
    const uint32_t edge = view.listed ? load_id(view.listed + i) : task.first_edge + i;
    edge_parts parts = parts_of_edge(task, edge);
    if (load_id(task.edges.ids + edge) >= view.block_ids || parts.from.count == 0) return parts;
    const tg_row_keys row = load_row_keys(view.row_keys + load_id(task.sources + edge));
    const tg_row_keys there = load_row_keys(view.row_keys + load_id(task.edges.ids + edge));
    const uint32_t from = keys_of(row), into = others_start(row, there);
    parts.from.start += from, parts.from.count -= from;
    parts.into.start += into, parts.into.count -= into;
    return parts;
}

static __global__ void
__launch_bounds__(BLOCK_THREADS, TG_RESIDENT_BLOCKS(BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR))
    count_edges(tg_device_task task, edge_view view, tg_tally *tally)
{
    __shared__ flat_list lists[BLOCK_THREADS / WARP_THREADS][WARP_THREADS];
    const uint32_t count = view.listed ? *view.listed_count : view.count;
    const uint32_t even = count / (gridDim.x * BLOCK_THREADS * 2) * WARP_THREADS;
    const uint32_t most = even < MOST_DRAWN ? even : (uint32_t)MOST_DRAWN;
    const uint32_t share = most > 0 ? most : (uint32_t)WARP_THREADS;
    /* What all warps begin with is not drawn, so that few edges wait for no queue. */
    const uint32_t warp = (blockIdx.x * BLOCK_THREADS + threadIdx.x) / WARP_THREADS;
    const uint64_t begun = (uint64_t)share * gridDim.x * (BLOCK_THREADS / WARP_THREADS);
    uint64_t found = 0;
    for (uint64_t drawn = (uint64_t)share * warp; drawn < count;
         drawn = begun < count ? begun + warp_draw(&tally->next[1], share) : count) {
        for (uint32_t first = (uint32_t)drawn; first < drawn + share && first < count;
             first += WARP_THREADS) {
            edge_parts parts = {{0, 0}, {0, 0}};
            if (count - first > lane_id()) parts = listed_parts(task, view, first + lane_id());
            const bool flip = parts.into.count < parts.from.count;
            const row_part sent = flip ? parts.into : parts.from;
            const row_part kept = flip ? parts.from : parts.into;
            /* A row has fewer than 2^31 ids where it is the shorter; the lowest bit of its length
             * says which rows the list is of. */
            visit_lists(lists[threadIdx.x / WARP_THREADS], sent.start, sent.count, kept.start,
                        kept.count << 1 | flip,
                        [&](uint32_t position, uint32_t start, uint32_t length) {
                            const bool other = length & 1;
                            const uint32_t *const ids = other ? task.into.ids : task.from.ids;
                            const uint32_t *const in = other ? task.from.ids : task.into.ids;
                            found += search_ids(in + start, length >> 1, load_id(ids + position));
                        });
        }
    }
    tally_add_block<BLOCK_THREADS>(tally, found);
}

trigon_status tg_adaptive_count_edges(trigon_context *context, const tg_device_task *task,
                                      tg_tally *tally)
{
    trigon_status status = TRIGON_OK;
    const tg_adaptive *made = task->arranged.adaptive;
    const uint32_t count = task->last_edge - task->first_edge;
    const edge_view view = {made->edges, made->edge_count, count, made->block_ids, made->row_keys};
    const unsigned grid =
        tg_device_blocks(context, count, BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR);
    count_edges<<<grid, BLOCK_THREADS, 0, tg_device_stream(context)>>>(*task, view, tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}
