/* adaptive_edges.cu - edges one by one: the shorter list sent through the longer by search.
 *
 * For what has no hubs in the middle, and for tasks of any form.
 */
#include "gpu/adaptive_groups.cuh"
#include "gpu/lookup/flatten.cuh"
#include "gpu/lookup/rows.cuh"
#include "gpu/lookup/search.cuh"

enum { BLOCK_THREADS = 256, BLOCKS_PER_MULTIPROCESSOR = 8, DRAWN_EDGES = 128 };

struct is_listed_edge {
    tg_device_task task;
    uint32_t from; /* v below are counted elsewhere */
    __device__ bool operator()(uint32_t e) const
    {
        const uint32_t v = load_id(task.edges.ids + e);
        return v >= from && e != load_id(task.edges.offsets + load_id(task.sources + e)) &&
               row_of(task.edges, v).count > 0;
    }
};

trigon_status tg_adaptive_arrange_edges(trigon_context *context, const tg_device_task *task,
                                        tg_adaptive *made)
{
    trigon_status status = TRIGON_OK;
    const uint64_t edges = task->last_edge - task->first_edge;
    const is_listed_edge is_listed = {*task, made->vertex_ids};
    const auto numbers = thrust::counting_iterator<uint32_t>(task->first_edge);
    uint32_t *found = NULL;

    TG_TRY(TG_DEVICE_ALLOC(context, edges, &made->edges));
    TG_TRY(TG_DEVICE_ALLOC(context, 1, &found));
    TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
        return cub::DeviceSelect::If(work, bytes, numbers, made->edges, found, (int64_t)edges,
                                     is_listed, tg_device_stream(context));
    }));
    TG_TRY(tg_device_copy_out(context, &made->edge_count, found, sizeof made->edge_count));
cleanup:
    tg_device_free(context, found);
    return status;
}

static __global__ void
__launch_bounds__(BLOCK_THREADS, TG_RESIDENT_BLOCKS(BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR))
    count_edges(tg_device_task task, const uint32_t *listed, uint32_t count, tg_tally *tally)
{
    __shared__ flat_list lists[BLOCK_THREADS / WARP_THREADS][WARP_THREADS];
    uint64_t found = 0;
    for (;;) {
        const uint32_t drawn = warp_draw(&tally->next[2], DRAWN_EDGES);
        if (drawn >= count) break;
        for (uint32_t first = drawn; first < drawn + DRAWN_EDGES && first < count;
             first += WARP_THREADS) {
            edge_parts parts = {{0, 0}, {0, 0}};
            if (count - first > lane_id())
                parts = parts_of_edge(task, listed ? load_id(listed + first + lane_id())
                                                   : task.first_edge + first + lane_id());
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
    tally_add(tally, found);
}

trigon_status tg_adaptive_count_edges(trigon_context *context, const tg_device_task *task,
                                      tg_tally *tally)
{
    trigon_status status = TRIGON_OK;
    const tg_adaptive *made = task->arranged.adaptive;
    const uint32_t count = made->edges ? made->edge_count : task->last_edge - task->first_edge;
    const unsigned grid = tg_device_blocks(
        context, count, DRAWN_EDGES * BLOCK_THREADS / WARP_THREADS, BLOCKS_PER_MULTIPROCESSOR);
    if (count == 0) return TRIGON_OK;
    count_edges<<<grid, BLOCK_THREADS, 0, tg_device_stream(context)>>>(*task, made->edges, count,
                                                                       tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}
