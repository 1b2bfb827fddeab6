/* merge_thread_edge.cu - count a task with one thread for each edge, by merging.
 *
 * This is the simplest algorithm, and hard to beat where rows are short and even: it has no
 * tables and no barriers, and each step reads one id.  Where row lengths differ much, a warp
 * waits for its longest merge.
 * Source: Polak, "Counting Triangles in Large Graphs on GPU", IPDPS workshops 2016.
 */
#include "gpu/lookup/edge_chunks.cuh"
#include "gpu/lookup/merge.cuh"

enum { BLOCK_THREADS = 128, BLOCKS_PER_MULTIPROCESSOR = 16 };

/* Counts with one thread for each edge.  Neighbouring lanes take neighbouring edges.  Most of
 * these start in one row, so the lanes read that row together. */
static __global__ void __launch_bounds__(BLOCK_THREADS)
    count_edges(tg_device_task task, uint32_t draw, tg_tally *tally)
{
    uint64_t found = 0;
    visit_edge_chunks(task, draw, tally, [&](const edge_parts &parts) {
        found += merge_ids(task.from.ids + parts.from.start, parts.from.count,
                           task.into.ids + parts.into.start, parts.into.count);
    });
    __syncwarp();
    tally_add(tally, found);
}

static tricorn_status enqueue(tricorn_context *context, const tg_device_task *task,
                              tg_tally *tally)
{
    return launch_over_edges(context, count_edges, task, tally,
                             dim3(BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR));
}

static const tg_gpu_methods methods = {
    .needs = TG_NEEDS_SOURCES,
    .enqueue = enqueue,
};

TG_DEFINE_ALGORITHM(gpu_merge_thread_edge) = {
    .description =
        {
            .name = "gpu-merge-thread-edge",
            .alias = "polak",
            .summary = "a thread for each edge merges the rows of its ends",
            .device = "gpu",
            .source = "Polak 2016",
            .year = 2016,
            .iterator = "edge",
            .lookup = "merge",
            .granularity = "coarse",
        },
    .lookup = TG_LOOKUP_MERGE,
    .gpu = &methods,
};
