/* adaptive/edges.cu - edges one by one: the shorter list sent through the longer by search.
 *
 * For what has no hubs in the middle, and for tasks of any form.
 */
#include "gpu/adaptive/edges.cuh"
#include "gpu/adaptive/groups.cuh"

enum { BLOCK_THREADS = 256, BLOCKS_PER_MULTIPROCESSOR = 8 };

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

tricorn_status tg_adaptive_arrange_edges(tricorn_context *context, const tg_device_task *task,
                                         tg_adaptive *made)
{
    tricorn_status status = TRICORN_OK;
    list_edge list = {*task, made->block_ids, made->row_keys, NULL};

    TG_TRY(TG_DEVICE_ALLOC(context, task->last_edge - task->first_edge, &made->edges));
    list.listed = made->edges;
    TG_TRY(collect(context, task, list, &made->edge_count));
cleanup:
    return status;
}

static __global__ void
__launch_bounds__(BLOCK_THREADS, TG_RESIDENT_BLOCKS(BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR))
    count_edges(tg_device_task task, edge_view view, tg_tally *tally)
{
    __shared__ flat_list lists[BLOCK_THREADS];
    const uint32_t count = view.listed ? *view.listed_count : view.count;
    const uint32_t share = edges_drawn(count, gridDim.x * (BLOCK_THREADS / WARP_THREADS));
    flat_list *const mine = lists + threadIdx.x / WARP_THREADS * WARP_THREADS;
    /* What all warps begin with is not drawn, so that few edges wait for no queue. */
    uint64_t drawn = (uint64_t)share * (blockIdx.x * (BLOCK_THREADS / WARP_THREADS) + warp_id());
    uint64_t found = 0;
    while (drawn < count) {
        const uint32_t first = (uint32_t)drawn;
        count_edges_between(task, view, first, first + least(share, count - first), mine, &found);
        drawn = (uint64_t)share * gridDim.x * (BLOCK_THREADS / WARP_THREADS);
        if (drawn < count) drawn += warp_draw(&tally->next[1], share);
    }
    tally_add_block<BLOCK_THREADS>(tally, found);
}

tricorn_status tg_adaptive_count_edges(tricorn_context *context, const tg_device_task *task,
                                       tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t count = task->last_edge - task->first_edge;
    const edge_view view = view_of_edges(task);
    const unsigned grid =
        tg_device_blocks(context, count, BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR);
    count_edges<<<grid, BLOCK_THREADS, 0, tg_device_stream(context)>>>(*task, view, tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}
