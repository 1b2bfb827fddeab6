/* adaptive/edges.cu - lists edges, and counts them one by one: each id of the shorter list is
 * searched in the longer one.
 *
 * - It counts the edges whose middle vertex is no hub, and tasks of any form.
 * - A list leaves out the edges that cannot have a triangle, or whose wedges blocks count, so
 *   that warps do not fetch rows for nothing.
 * - Warps draw edges from a queue. On sparse graphs the queue has many counters, because one
 *   would limit them.
 */
#include "gpu/adaptive/edges.cuh"
#include "gpu/adaptive/groups.cuh"
#include "gpu/adaptive/costs.cuh"

enum { BLOCK_THREADS = 256, BLOCKS_PER_MULTIPROCESSOR = 8 };

/* Selects the edges that blocks do not count completely: because v is beyond all blocks, or
 * because some ids have no keys. */
template <bool WHOLE> struct list_edge {
    tg_device_task task;
    uint32_t block_limits;
    tg_part part; /* only edges of this part are listed */
    const tg_row_keys *row_keys, *into_keys;
    uint32_t *listed;
    __device__ void operator()(ptrdiff_t i, uint32_t e) const
    {
        listed[i] = e;
    }
    __device__ bool operator()(uint32_t e) const
    {
        const uint32_t v = load_id(task.edges.ids + e), limit = limit_of<WHOLE>(task, v);
        if (limit < block_limits && limit <= TG_WINDOW_IDS) return false;
        if (!part_has_edge(part, e)) return false;
        const uint32_t u = load_id(task.sources + e);
        if (!has_wedge<WHOLE>(task, u, v, e)) return false;
        if (limit >= block_limits) return row_of(task.into, v).count > 0;
        const tg_row_keys row = load_row_keys(row_keys + u);
        if (wedges_of<WHOLE>(task, u, v, e) <= keys_of(row)) return false;
        return has_others(row, load_row_keys(into_keys + v));
    }
};

template <bool WHOLE>
static tricorn_status index_edges(tricorn_context *context, const tg_device_task *task, tg_adaptive *made)
{
    const list_edge<WHOLE> list = {*task, made->block_limits, made->part, made->row_keys, made->into_keys, NULL};
    return list_edges(context, task, list, &made->edges, &made->edge_count);
}

tricorn_status tg_adaptive_index_edges(tricorn_context *context, const tg_device_task *task, tg_adaptive *made)
{
    return task->whole ? index_edges<true>(context, task, made) : index_edges<false>(context, task, made);
}

/* Counts edges one by one. SPARSE: warps draw from the queue with many counters. */
template <bool WHOLE, bool SPARSE>
static __global__ void __launch_bounds__(BLOCK_THREADS, TG_RESIDENT_BLOCKS(BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR))
  count_edges(tg_device_task task, edge_view view, tg_tally *tally)
{
    __shared__ flat_list lists[BLOCK_THREADS];
    const uint32_t count = edges_of_list(view.list);
    const uint32_t chunk = edges_drawn(count, gridDim.x * (BLOCK_THREADS / WARP_THREADS));
    lane_count mine = {lists + threadIdx.x / WARP_THREADS * WARP_THREADS, 0};
    visit_draws(SPARSE ? queue_of_many(tally) : queue_of_one(&tally->next[1]), count, chunk, [&](uint32_t first) {
        const uint32_t last = first + least(chunk, count - first);
        count_edges_between<WHOLE, SPARSE>(task, view, first, last, &mine);
    });
    tally_add_block<BLOCK_THREADS>(tally, mine.found);
}

tricorn_status tg_adaptive_count_edges(tricorn_context *context, const tg_device_task *task, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t count = task->last_edge - task->first_edge;
    const edge_view view = view_of_edges(task);
    const unsigned grid = tg_device_blocks(context, count, BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR);
    const bool sparse = is_sparse(task);
    const uint64_t warps = (uint64_t)grid * (BLOCK_THREADS / WARP_THREADS);
    const auto kernel = sparse        ? count_edges<true, true>
                        : task->whole ? count_edges<true, false>
                                      : count_edges<false, false>;
    if (sparse) TG_TRY(zero_draws(context, count, warps, tally));
    kernel<<<grid, BLOCK_THREADS, 0, tg_device_stream(context)>>>(*task, view, tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}
