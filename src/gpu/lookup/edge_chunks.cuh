/* edge_chunks.cuh - the loop of the algorithms that count edge by edge.
 *
 * - Warps draw edges from a queue, so that no warp waits long for another.
 * - Each lane fetches the lists of one edge, so 32 edges are fetched at once.
 */
#ifndef TG_GPU_LOOKUP_EDGE_CHUNKS_CUH
#define TG_GPU_LOOKUP_EDGE_CHUNKS_CUH

#include "device/cuda.cuh"
#include "gpu/lookup/rows.cuh"
#include "gpu/lookup/warp.cuh"

/* How many edges a draw has. A warp makes about DRAWS draws, so that no warp has much more work
 * than another. A draw is long enough for the cost of its atomic addition not to matter, but no
 * longer, because warps that count edges close to each other read the same rows. (On an H100 the
 * searches in graph s24 take 9 % more time with draws of 1024 edges.) */
enum { DRAWS = 16, LEAST_DRAW = WARP_THREADS, MOST_DRAW = 4 * WARP_THREADS };

/* Calls visit(edge_parts) with all lanes of the warp, until the queue is empty. A lane without
 * an edge passes empty lists, but at least one lane has an edge. `draw` is how many edges a draw
 * has, as the kernel was told when it was launched. WHOLE: lists are whole rows. */
template <bool WHOLE = false, typename Visit>
static __device__ __forceinline__ void visit_edge_chunks(
  const tg_device_task &task, uint32_t draw, const draw_queue &queue, Visit visit)
{
    const uint32_t edges = task.last_edge - task.first_edge;
    visit_draws(queue, edges, draw, [&](uint32_t first) {
        for (uint32_t i = 0; i < draw; i += WARP_THREADS) {
            const uint64_t edge = (uint64_t)first + i + lane_id();
            edge_parts parts = {{0, 0}, {0, 0}};
            if (edge < edges) parts = lists_of_edge(task, task.first_edge + (uint32_t)edge, WHOLE);
            if (__any_sync(FULL_WARP, parts.from.count > 0)) visit(parts);
        }
    });
}

/* Calls visit(edge_parts) with all lanes of the warp for each lane's edge, one edge after the
 * other; `mine` is passed by visit_edge_chunks. Edges with an empty list are left out. */
template <typename Visit> static __device__ __forceinline__ void visit_each_edge(const edge_parts &mine, Visit visit)
{
    for (uint32_t left = __ballot_sync(FULL_WARP, mine.from.count > 0); left; left &= left - 1) {
        const int lane = __ffs((int)left) - 1;
        edge_parts parts;
        parts.from.start = __shfl_sync(FULL_WARP, mine.from.start, lane);
        parts.from.count = __shfl_sync(FULL_WARP, mine.from.count, lane);
        parts.into.start = __shfl_sync(FULL_WARP, mine.into.start, lane);
        parts.into.count = __shfl_sync(FULL_WARP, mine.into.count, lane);
        visit(parts);
    }
}

/* Calls visit for teams of TEAM neighbouring lanes, where TEAM is a power of two. Each team has
 * its own edge, and all lanes of the team call visit. */
template <uint32_t TEAM, typename Visit>
static __device__ __forceinline__ void visit_edges_by_teams(const edge_parts &mine, Visit visit)
{
    if constexpr (TEAM == WARP_THREADS) {
        visit_each_edge(mine, visit);
    } else {
        for (uint32_t i = lane_id() / TEAM; i < WARP_THREADS; i += WARP_THREADS / TEAM) {
            edge_parts parts;
            __syncwarp(); /* all teams have finished their edges */
            parts.from.start = __shfl_sync(FULL_WARP, mine.from.start, (int)i);
            parts.from.count = __shfl_sync(FULL_WARP, mine.from.count, (int)i);
            parts.into.start = __shfl_sync(FULL_WARP, mine.into.start, (int)i);
            parts.into.count = __shfl_sync(FULL_WARP, mine.into.count, (int)i);
            if (parts.from.count > 0) visit(parts);
        }
        __syncwarp();
    }
}

/* A kernel that draws edges, and the shape of its launches. */
template <typename... More> struct edge_kernel {
    void (*run)(tg_device_task, uint32_t draw, tg_tally *, More...);
    uint32_t threads, blocks; /* threads of a block; blocks for each multiprocessor */
};

/* Launches a kernel that draws edges, with enough thread blocks to fill the GPU. `more` are
 * further arguments of the kernel.
 *
 * MANY: the kernel draws from the queue of many counters, which saves time if each thread counts
 * an edge. If each warp counts an edge, a draw takes long compared with an addition to a
 * counter, and with one counter the edges that are counted at the same time are closer together
 * and share more of the cache (tricore takes 4 % less time on graph s20). */
template <bool MANY = false, typename... More>
static tricorn_status launch_over_edges(tricorn_context *context, const edge_kernel<More...> &kernel,
  const tg_device_task *task, tg_tally *tally, More... more)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t edges = task->last_edge - task->first_edge;
    const unsigned blocks = tg_device_blocks(context, edges, kernel.threads, kernel.blocks);
    const uint32_t warps = blocks * (kernel.threads / WARP_THREADS);
    uint32_t draw = edges / (warps * DRAWS) / WARP_THREADS * WARP_THREADS;
    if (draw < LEAST_DRAW) draw = LEAST_DRAW;
    if (draw > MOST_DRAW) draw = MOST_DRAW;
    if (MANY) TG_TRY(zero_draws(context, edges / draw + 1, warps, tally));
    kernel.run<<<blocks, kernel.threads, 0, tg_device_stream(context)>>>(*task, draw, tally, more...);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

#endif
