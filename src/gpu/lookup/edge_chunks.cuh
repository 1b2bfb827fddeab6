/* edge_chunks.cuh - the loop of the algorithms that work edge by edge: warps draw edges from a
 * queue, so that none waits long for another, and each lane looks up the lists of one edge. */
#ifndef TG_GPU_LOOKUP_EDGE_CHUNKS_CUH
#define TG_GPU_LOOKUP_EDGE_CHUNKS_CUH

#include "device/cuda.cuh"
#include "gpu/lookup/rows.cuh"
#include "gpu/lookup/warp.cuh"

/* Edges for one draw: a warp gets about DRAWS of them, so that none has much more to do than
 * another, but each long enough for the atomic to cost nothing.  No longer than that: warps that
 * are close to each other in the graph read the same rows (on an H100 the searches of s24 take
 * 9 % more time with draws of 1024 edges). */
enum { DRAWS = 16, LEAST_DRAW = WARP_THREADS, MOST_DRAW = 4 * WARP_THREADS };

/* Calls visit(edge_parts) with all lanes of the warp, until the task's edges are used up; lanes
 * without an edge bring empty lists, at least one brings others.  `draw` as launched. */
template <typename Visit>
static __device__ __forceinline__ void
visit_edge_chunks(const tg_device_task &task, uint32_t draw, tg_tally *tally, Visit visit)
{
    const uint32_t edges = task.last_edge - task.first_edge;
    visit_draws(&tally->next[0], edges, draw, [&](uint32_t first) {
        for (uint32_t i = 0; i < draw; i += WARP_THREADS) {
            const uint64_t edge = (uint64_t)first + i + lane_id();
            edge_parts parts = {{0, 0}, {0, 0}};
            if (edge < edges) parts = parts_of_edge(task, task.first_edge + (uint32_t)edge);
            if (__any_sync(FULL_WARP, parts.from.count > 0)) visit(parts);
        }
    });
}

/* Calls visit(edge_parts) with all lanes of the warp for one edge after the other: those of which
 * the lanes hold the lists, as visit_edge_chunks brings them; not those with an empty list. */
template <typename Visit>
static __device__ __forceinline__ void visit_each_edge(const edge_parts &mine, Visit visit)
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

/* The same for teams of TEAM neighbouring lanes, a power of two, each with an edge of its own:
 * visit is called by a whole team. */
template <uint32_t TEAM, typename Visit>
static __device__ __forceinline__ void visit_edges_by_teams(const edge_parts &mine, Visit visit)
{
    if constexpr (TEAM == WARP_THREADS) {
        visit_each_edge(mine, visit);
    } else {
        for (uint32_t i = lane_id() / TEAM; i < WARP_THREADS; i += WARP_THREADS / TEAM) {
            edge_parts parts;
            __syncwarp(); /* teams come back from their edges */
            parts.from.start = __shfl_sync(FULL_WARP, mine.from.start, (int)i);
            parts.from.count = __shfl_sync(FULL_WARP, mine.from.count, (int)i);
            parts.into.start = __shfl_sync(FULL_WARP, mine.into.start, (int)i);
            parts.into.count = __shfl_sync(FULL_WARP, mine.into.count, (int)i);
            if (parts.from.count > 0) visit(parts);
        }
        __syncwarp();
    }
}

/* Starts a kernel that draws edges, with blocks for all of the device.  `more` is what the kernel
 * takes beside. */
template <typename... More>
static tricorn_status
launch_over_edges(tricorn_context *context,
                  void (*kernel)(tg_device_task, uint32_t, tg_tally *, More...),
                  const tg_device_task *task, tg_tally *tally,
                  dim3 shape /* threads, blocks a multiprocessor */, More... more)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t edges = task->last_edge - task->first_edge;
    const unsigned blocks = tg_device_blocks(context, edges, shape.x, shape.y);
    const uint32_t warps = blocks * (shape.x / WARP_THREADS);
    uint32_t draw = edges / (warps * DRAWS) / WARP_THREADS * WARP_THREADS;
    if (draw < LEAST_DRAW) draw = LEAST_DRAW;
    if (draw > MOST_DRAW) draw = MOST_DRAW;
    kernel<<<blocks, shape.x, 0, tg_device_stream(context)>>>(*task, draw, tally, more...);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

#endif
