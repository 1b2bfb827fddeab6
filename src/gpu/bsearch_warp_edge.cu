/* bsearch_warp_edge.cu - counts a task with one warp for each edge, by binary search.
 *
 * - The lanes search the ids of the shorter list in turn in the longer list.
 * - First they read 32 pivots of the longer list into shared memory, which save five steps of
 *   each search.
 * - This is good if lengths differ much; on short lists most lanes are idle.
 * - In the paper lists are whole rows (`whole`).
 * - With `stream` the edge list stays in host memory, and is copied chunk by chunk.
 *
 * Source: Hu, Liu, Huang, "TriCore: Parallel Triangle Counting on GPUs", SC 2018.
 */
#include "gpu/bsearch_warp_edge.h"

#include "gpu/lookup/edge_stream.cuh"
#include "gpu/lookup/pivots.cuh"

enum { BLOCK_THREADS = 256, WARPS = BLOCK_THREADS / WARP_THREADS, BLOCKS_PER_MULTIPROCESSOR = 8 };
/* a multiple of edges to copy at a time; copying fewer is not faster */
enum { STREAM_UNIT = 1024 };

/* Counts edges, with a warp for each. WHOLE: lists are whole rows. */
template <bool WHOLE>
static __global__ void __launch_bounds__(BLOCK_THREADS, TG_RESIDENT_BLOCKS(BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR))
  count_edges(tg_device_task task, uint32_t draw, tg_tally *tally)
{
    __shared__ uint32_t pivots[WARPS][PIVOTS];
    uint32_t *const mine = pivots[threadIdx.x / WARP_THREADS];
    uint64_t found = 0;
    const draw_queue queue = queue_of_one(&tally->next[0]);
    visit_edge_chunks<WHOLE>(task, draw, queue, [&](const edge_parts &lists) {
        visit_each_edge(lists, [&](const edge_parts &edge) {
            const key_search search = search_in_longer(task, edge);
            found +=
              takes_pivots(task.values[PIVOT_KEYS], search) ? search_by_pivots(mine, search) : search_directly(search);
        });
    });
    tally_add(tally, found);
}

static tricorn_status make_index(tricorn_context *context, tg_device_task *task)
{
    return task->values[STREAM] > 0 ? edge_stream_make(context, task) : TRICORN_OK;
}

static tricorn_status enqueue(tricorn_context *context, const tg_device_task *task, tg_tally *tally)
{
    const edge_kernel<> kernel = {
      task->values[WHOLE_ROWS] ? count_edges<true> : count_edges<false>, BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR};
    if (task->values[STREAM] > 0)
        return launch_over_stream(context, kernel, task, task->values[STREAM] * STREAM_UNIT, tally);
    return launch_over_edges(context, kernel, task, tally);
}

TG_DEFINE_GPU_METHODS(gpu_bsearch_warp_edge) = {
  .make_index = make_index,
  .enqueue = enqueue,
};
