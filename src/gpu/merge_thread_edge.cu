/* merge_thread_edge.cu - count a task with one thread for each edge, by merging.
 *
 * This is the simplest algorithm, and hard to beat where rows are short and even: it has no
 * tables and no barriers, and each step reads one id.  Where row lengths differ much, a warp
 * waits for its longest merge.
 *
 * The paper's threads take every n-th edge, 64 of them in a block and 8 blocks for each
 * multiprocessor (section 3.3), and merge the whole row of u (`lanes`, `threads`, `blocks`).  Half
 * of the lanes of each warp may be left idle (section 3.4.4).
 * Source: Polak, "Counting Triangles in Large Graphs on GPU", IPDPS workshops 2016.
 */
#include "gpu/lookup/edge_chunks.cuh"
#include "gpu/lookup/merge.cuh"

enum { BLOCK_THREADS = 128, BLOCKS_PER_MULTIPROCESSOR = 16, MOST_THREADS = 1024 };
enum { THREADS, BLOCKS, LANES }; /* numbers of its parameters */

/* Counts with one thread for each edge.  Neighbouring lanes take neighbouring edges.  Most of
 * these start in one row, so the lanes read that row together. */
static __global__ void __launch_bounds__(MOST_THREADS)
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

/* Counts with one thread for each edge, on the first `lanes` lanes of each warp, with the whole rows
 * of both ends.  Each of them takes every n-th edge. */
static __global__ void __launch_bounds__(MOST_THREADS)
    count_whole_rows(tg_device_task task, uint32_t lanes, tg_tally *tally)
{
    const uint64_t warps = (uint64_t)gridDim.x * (blockDim.x / WARP_THREADS);
    const uint64_t warp = (uint64_t)blockIdx.x * (blockDim.x / WARP_THREADS) + warp_id();
    uint64_t edge = task.first_edge + warp * lanes + lane_id(), found = 0;
    if (lane_id() >= lanes) edge = task.last_edge;
    for (; edge < task.last_edge; edge += warps * lanes) {
        const row_part from = row_of(task.from, load_id(task.sources + edge));
        const row_part into = row_of(task.into, load_id(task.edges.ids + edge));
        found += merge_ids(task.from.ids + from.start, from.count, task.into.ids + into.start,
                           into.count);
    }
    __syncwarp();
    tally_add(tally, found);
}

static tricorn_status enqueue(tricorn_context *context, const tg_device_task *task,
                              tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t lanes = task->values[LANES], edges = task->last_edge - task->first_edge;
    const dim3 shape(task->values[THREADS] / WARP_THREADS * WARP_THREADS, task->values[BLOCKS]);
    if (lanes == 0) return launch_over_edges(context, count_edges, task, tally, shape);
    count_whole_rows<<<tg_device_blocks(context, edges, shape.x / WARP_THREADS * lanes, shape.y),
                       shape.x, 0, tg_device_stream(context)>>>(*task, lanes, tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

static const tricorn_parameter_description parameters[] = {
    {"threads", "of a block: the multiple of 32 at or below", WARP_THREADS, MOST_THREADS,
     BLOCK_THREADS},
    {"blocks", "for each multiprocessor", 1, 64, BLOCKS_PER_MULTIPROCESSOR},
    {"lanes", "of each warp that take every n-th edge, and merge whole rows; 0: warps draw edges, and "
              "row u ends before v", 0, WARP_THREADS, 0},
};

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
            TG_PARAMETERS(parameters),
            .paper = "polak.threads=64 polak.blocks=8 polak.lanes=32",
        },
    .lookup = TG_LOOKUP_MERGE,
    .gpu = &methods,
};
