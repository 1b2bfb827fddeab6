/* adaptive_into.cu - triangles of vertices and edges: those found edge by edge, and all together.
 *
 * Lists are searched as in adaptive_edges.cu, but by position: a triangle u, v, w counts for w, or
 * for the edges u->w and v->w, where it is found, and once for all of a list for u and v, or for
 * the edge u->v that the list is of.
 */
#include "gpu/adaptive_edges.cuh"
#include "gpu/lookup/flatten.cuh"
#include "gpu/lookup/search.cuh"

enum {
    BLOCK_THREADS = 256,
    WARPS = BLOCK_THREADS / WARP_THREADS,
    BLOCKS_PER_MULTIPROCESSOR = 6,
    DRAWN = WARP_THREADS /* edges by a warp at a time */
};

/* A lane's list, for the lanes that take items of the other list of its edge. */
typedef struct into_list {
    uint32_t start, length; /* of the list that is searched */
    uint32_t found;
} into_list;

/* An id that both rows have, at these positions. */
static __device__ __forceinline__ void count_third(const tg_device_sink &sink, uint32_t w,
                                                   uint32_t position, uint32_t other)
{
    if (sink.vertices) atomicAdd(sink.vertices + w, 1u);
    if (sink.edges) {
        atomicAdd(sink.edges + position, 1u);
        atomicAdd(sink.edges + other, 1u);
    }
}

static __device__ __forceinline__ void count_edge(const tg_device_task &task,
                                                  const tg_device_sink &sink, uint32_t edge,
                                                  uint32_t found)
{
    if (sink.vertices) {
        atomicAdd(sink.vertices + load_id(task.sources + edge), found);
        atomicAdd(sink.vertices + load_id(task.edges.ids + edge), found);
    }
    if (sink.edges) atomicAdd(sink.edges + edge, found);
}

/* The edge of each lane that has one; all lanes are here.  The task is whole, so positions in its
 * rows are those of its edges. */
static __device__ __forceinline__ uint32_t count_lane_edges(const tg_device_task &task,
                                                            const tg_device_sink &sink,
                                                            const edge_parts &parts,
                                                            uint32_t edge, flat_list *lists,
                                                            into_list *mine)
{
    const uint32_t *const ids = task.edges.ids;
    const bool flip = parts.into.count < parts.from.count;
    const row_part sent = flip ? parts.into : parts.from;
    const row_part kept = flip ? parts.from : parts.into;
    const into_list list = {kept.start, kept.count, 0};
    __syncwarp(); /* the lists of the edges before are done with */
    mine[lane_id()] = list;
    __syncwarp();
    visit_lists(lists, sent.start, sent.count, lane_id(), 0,
                [&](uint32_t position, uint32_t owner, uint32_t) {
                    into_list *const of = mine + owner;
                    const uint32_t w = load_id(ids + position);
                    const uint32_t at =
                        search_between(ids, of->start, of->start + of->length, w);
                    if (load_id(ids + at) != w) return;
                    count_third(sink, w, position, at);
                    atomicAdd(&of->found, 1u);
                });
    __syncwarp();
    const uint32_t found = mine[lane_id()].found;
    if (found > 0) count_edge(task, sink, edge, found);
    return found;
}

static __global__ void
__launch_bounds__(BLOCK_THREADS, TG_RESIDENT_BLOCKS(BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR))
    count_edges_into(tg_device_task task, edge_view view, tg_device_sink sink, tg_tally *tally)
{
    __shared__ flat_list lists[WARPS][WARP_THREADS];
    __shared__ into_list mine[WARPS][WARP_THREADS];
    const uint32_t warp = threadIdx.x / WARP_THREADS;
    const uint32_t count = view.listed ? *view.listed_count : view.count;
    uint64_t found = 0;
    for (uint32_t first = warp_draw(&tally->next[1], DRAWN); first < count;
         first = warp_draw(&tally->next[1], DRAWN)) {
        const uint32_t i = first + lane_id();
        edge_parts parts = {{0, 0}, {0, 0}};
        uint32_t edge = 0;
        if (i < count) {
            parts = listed_parts(task, view, i);
            edge = view.listed ? load_id(view.listed + i) : task.first_edge + i;
        }
        if (parts.into.count == 0) parts.from.count = 0;
        if (parts.from.count == 0) parts.into.count = 0;
        found += count_lane_edges(task, sink, parts, edge, lists[warp], mine[warp]);
    }
    tally_add(tally, found);
}

trigon_status tg_adaptive_count_into(trigon_context *context, const tg_device_task *task,
                                     const tg_device_sink *sink, tg_tally *tally)
{
    trigon_status status = TRIGON_OK;
    const uint32_t count = task->last_edge - task->first_edge;
    const edge_view all = {NULL, NULL, count, 0, NULL};
    const unsigned grid =
        tg_device_blocks(context, count, BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR);
    count_edges_into<<<grid, BLOCK_THREADS, 0, tg_device_stream(context)>>>(*task, all, *sink,
                                                                            tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}
