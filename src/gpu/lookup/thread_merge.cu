/* thread_merge.cu - the kernel in which one thread merges the rows of each edge. */
#include "gpu/lookup/thread_merge.cuh"

#include "gpu/lookup/edge_chunks.cuh"
#include "gpu/lookup/merge.cuh"

enum { MOST_THREADS = 1024 };

/* Counts edges, with a thread for each. Neighbouring lanes count neighbouring edges, most of
 * which start in one row, so the lanes read that row together. */
static __global__ void __launch_bounds__(MOST_THREADS) count_edges(tg_device_task task, uint32_t draw, tg_tally *tally)
{
    uint64_t found = 0;
    visit_edge_chunks(task, draw, queue_of_many(tally), [&](const edge_parts &parts) {
        found += merge_ids(
          task.from.ids + parts.from.start, parts.from.count, task.into.ids + parts.into.start, parts.into.count);
    });
    __syncwarp();
    tally_add(tally, found);
}

tricorn_status tg_thread_merge_count(
  tricorn_context *context, const tg_device_task *task, uint32_t threads, uint32_t blocks, tg_tally *tally)
{
    const edge_kernel<> kernel = {count_edges, threads / WARP_THREADS * WARP_THREADS, blocks};
    return launch_over_edges<true>(context, kernel, task, tally);
}
