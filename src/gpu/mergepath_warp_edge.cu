/* mergepath_warp_edge.cu - counts a task with one warp for each edge, by merging along a path.
 *
 * - The merge of an edge's lists is cut into ranges of equal length, one for each lane, which
 *   finds the start of its range by a search along a diagonal.  So all lanes have equal work on
 *   an edge, but for short lists the searches take much of the time.
 * - A range has at most 16 steps, so long lists are merged 512 steps at a time. With the longer
 *   ranges of the paper (`steps`), lanes read ids far from each other.
 * - In the paper lists are whole rows (`whole`).
 *
 * Source: Green, Yalamanchili, Munguia, "Fast Triangle Counting on the GPU", IA3 2014.
 */
#include "gpu/mergepath_warp_edge.h"

#include "gpu/lookup/edge_chunks.cuh"
#include "gpu/lookup/every_nth.cuh"
#include "gpu/lookup/intersect_path.cuh"

enum { BLOCKS_PER_MULTIPROCESSOR = 8 };

/* Counts edges with TEAM lanes for each. A warp has 32 edges, and counts as many of them at once
 * as it has teams of lanes. */
template <uint32_t TEAM>
static __global__ void __launch_bounds__(BLOCK_THREADS, TG_RESIDENT_BLOCKS(BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR))
  count_edges(tg_device_task task, uint32_t draw, tg_tally *tally)
{
    uint64_t found = 0;
    visit_edge_chunks(task, draw, queue_of_one(&tally->next[0]), [&](const edge_parts &lists) {
        visit_edges_by_teams<TEAM>(lists,
          [&](const edge_parts &edge) { found += merge_together(lists_to_merge(task, edge), lane_id() % TEAM, TEAM); });
    });
    tally_add(tally, found);
}

/* Counts edges with `lanes` lanes for each. Each team of lanes counts every n-th edge, and a
 * lane goes at most `most` steps at a time. */
static __global__ void __launch_bounds__(MOST_THREADS)
  count_every_nth(tg_device_task task, uint32_t lanes, uint32_t most, tg_tally *tally)
{
    const edge_turns turns = turns_of_team(this_place(), WARP_THREADS, lanes);
    const uint32_t edges = task.last_edge - task.first_edge;
    uint64_t found = 0;
    for (uint64_t i = turns.first; i < edges; i += turns.step) {
        const edge_parts parts = lists_of_edge(task, task.first_edge + (uint32_t)i, task.values[WHOLE_ROWS] != 0);
        if (parts.from.count > 0)
            found += merge_in_rounds(lists_to_merge(task, parts), threadIdx.x % lanes, lanes, most);
    }
    __syncwarp();
    tally_add(tally, found);
}

/* Launches as many blocks as the task has multiples of block_edges edges, or as many as fit. */
static tricorn_status enqueue_every_nth(
  tricorn_context *context, const tg_device_task *task, uint32_t lanes, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t threads = task->values[THREADS] / WARP_THREADS * WARP_THREADS;
    const uint32_t edges = task->last_edge - task->first_edge, given = task->values[BLOCK_EDGES];
    const uint32_t most = task->values[STEPS] ? task->values[STEPS] : UINT32_MAX;
    const unsigned blocks = given ? blocks_for_given(edges, given)
                                  : tg_device_blocks(context, edges, threads / lanes, MOST_THREADS * 2 / threads);
    count_every_nth<<<blocks, threads, 0, tg_device_stream(context)>>>(*task, lanes, most, tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

/* Whether warps draw edges from a queue, as they do if all other parameters have their defaults. */
static bool draws_edges(const tg_device_task *task)
{
    for (int p = STEPS; p <= WHOLE_ROWS; p++)
        if (task->values[p] != mergepath_warp_edge_parameters[p].standard) return false;
    return true;
}

static tricorn_status enqueue(tricorn_context *context, const tg_device_task *task, tg_tally *tally)
{
    static void (*const kernels[])(tg_device_task, uint32_t, tg_tally *) = {
      count_edges<1>, count_edges<2>, count_edges<4>, count_edges<8>, count_edges<16>, count_edges<WARP_THREADS>};
    const uint32_t bits = log2_floor(task->values[LANES]);
    if (!draws_edges(task)) return enqueue_every_nth(context, task, 1u << bits, tally);
    const edge_kernel<> kernel = {kernels[bits], BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR};
    return launch_over_edges(context, kernel, task, tally);
}

TG_DEFINE_GPU_METHODS(gpu_mergepath_warp_edge) = {
  .enqueue = enqueue,
};
