/* mergepath_warp_edge.cu - count a task with one warp for each edge, by merging along a path.
 *
 * The merge of an edge's lists is cut into pieces of equal length, one for each lane.  A lane
 * finds where its piece begins by a search along a diagonal.  So all lanes have equal work on an
 * edge, but short lists have much overhead.  A piece has at most 16 steps, so long lists are
 * merged 512 steps at a time.  With the longer pieces of the paper, lanes would read far from
 * each other.
 * Source: Green, Yalamanchili, Munguia, "Fast Triangle Counting on the GPU", IA3 2014.
 */
#include "gpu/lookup/edge_chunks.cuh"
#include "gpu/lookup/merge.cuh"

enum { BLOCK_THREADS = 256, BLOCKS_PER_MULTIPROCESSOR = 8 };
enum { LANES }; /* number of its parameter */

/* Counts edges with TEAM lanes for each.  A warp has 32 edges, and counts as many of them at once
 * as it has teams. */
template <uint32_t TEAM>
static __global__ void
__launch_bounds__(BLOCK_THREADS, TG_RESIDENT_BLOCKS(BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR))
    count_edges(tg_device_task task, uint32_t draw, tg_tally *tally)
{
    uint64_t found = 0;
    visit_edge_chunks(task, draw, tally, [&](const edge_parts &lists) {
        visit_edges_by_teams<TEAM>(lists, [&](const edge_parts &edge) {
            found += merge_together(task.from.ids + edge.from.start, edge.from.count,
                                    task.into.ids + edge.into.start, edge.into.count,
                                    lane_id() % TEAM, TEAM);
        });
    });
    tally_add(tally, found);
}

static tricorn_status enqueue(tricorn_context *context, const tg_device_task *task, tg_tally *tally)
{
    static void (*const kernels[])(tg_device_task, uint32_t, tg_tally *) = {
        count_edges<1>, count_edges<2>, count_edges<4>, count_edges<8>, count_edges<16>,
        count_edges<WARP_THREADS>};
    return launch_over_edges(context, kernels[log2_floor(task->values[LANES])], task, tally,
                             dim3(BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR));
}

static const tricorn_parameter_description parameters[] = {
    {"lanes", "that share an edge: the power of two at or below", 1, WARP_THREADS, WARP_THREADS},
};

static const tg_gpu_methods methods = {
    .needs = TG_NEEDS_SOURCES,
    .enqueue = enqueue,
};

TG_DEFINE_ALGORITHM(gpu_mergepath_warp_edge) = {
    .description =
        {
            .name = "gpu-mergepath-warp-edge",
            .alias = "green",
            .summary =
                "a warp for each edge merges its rows, each lane an equal piece of the path",
            .device = "gpu",
            .source = "Green, Yalamanchili and Munguia 2014",
            .year = 2014,
            .iterator = "edge",
            .lookup = "merge",
            .granularity = "fine",
            TG_PARAMETERS(parameters),
        },
    .lookup = TG_LOOKUP_MERGE,
    .gpu = &methods,
};
