/* hash_block_chunk.cu - counts a task with one block and one hash set for each 256 edges.
 *
 * - The rows in which the edges of a chunk start are stored in one set, each id together with its
 *   row.  The ids of the rows at the other ends are looked up in the set.
 * - So short rows share a block, and the set of a long row is used for 256 edges.
 * - If the other row of an edge is much longer, the edge is counted by searching in it instead.
 *
 * Source: the hashing form of GroupTC that Li, Xu, Pham, Tu, Zhou, "A Comparative Study of
 * Intersection-Based Triangle Counting Algorithms on GPUs", 2024, leave for future work.
 */
#include "gpu/hash_block_chunk.h"

#include "gpu/lookup/pair_set.cuh"
#include "gpu/lookup/rows.cuh"
#include "gpu/lookup/search.cuh"
#include "gpu/lookup/two_hop.cuh"

enum {
    BLOCK_THREADS = TEAM_BLOCK_THREADS,
    CHUNK_EDGES = BLOCK_THREADS,
    BLOCKS_PER_MULTIPROCESSOR = 8,
    /* slots take 16 KiB; with twice as many, fewer blocks run and graph s24 takes 20 % longer */
    MOST_SLOTS = 2048,
    LEAST_SLOTS = 64,
    ROOM = MOST_SLOTS / PAIR_LOAD
};

/* The ids of `from` that a block puts into its set: those at positions `first` to `last` - 1,
 * which are in rows first_row to last_row. */
typedef struct chunk_rows {
    uint32_t first, last;
    uint32_t first_row, last_row;
} chunk_rows;

/* The edge of this thread, and whether it is counted by the hash set. */
typedef struct chunk_edge {
    edge_parts parts;
    uint32_t row;
    bool hashed;
} chunk_edge;

static __device__ __forceinline__ chunk_rows rows_of_chunk(const tg_device_task &task, uint32_t first, uint32_t count)
{
    chunk_rows rows;
    rows.first_row = load_id(task.sources + first);
    rows.last_row = load_id(task.sources + first + count - 1);
    rows.first = load_id(task.from.offsets + rows.first_row);
    rows.last = task.whole ? first + count : load_id(task.from.offsets + rows.last_row + 1);
    return rows;
}

/* Returns the row that contains a position of the ids of `from`. */
static __device__ __forceinline__ uint32_t row_at(const tg_device_task &task, const chunk_rows &rows, uint32_t position)
{
    if (task.whole) return load_id(task.sources + position);
    const uint32_t count = rows.last_row - rows.first_row + 1;
    return rows.first_row + count_up_to(task.from.offsets + rows.first_row, count, position) - 1;
}

/* Returns how many slots a set of `ids` ids gets: a power of two, with at least two slots for
 * each id, so that half of them stay free. */
static __device__ __forceinline__ uint32_t slots_for(uint32_t ids)
{
    const uint32_t slots = ids < LEAST_SLOTS / PAIR_LOAD ? (uint32_t)LEAST_SLOTS : 2 * PAIR_LOAD << log2_floor(ids);
    return least(slots, MOST_SLOTS);
}

/* Counts the hashed edge of each thread, as far as the ids in `range`, which are in the set, belong to it. */
static __device__ __forceinline__ uint32_t count_range(
  const tg_device_task &task, const pair_set &set, flat_list *lists, const chunk_edge &edge, row_part range)
{
    const bool touched = edge.hashed && edge.parts.from.start < range.start + range.count &&
                         edge.parts.from.start + edge.parts.from.count > range.start;
    uint32_t found = 0;
    const lane_list list = {edge.parts.into.start, touched ? edge.parts.into.count : 0, edge.row, 0};
    visit_mostly_tiny_lists(lists, list, [&](uint32_t position, uint32_t row, uint32_t) {
        found += pair_contains(set, row, load_id(task.into.ids + position));
    });
    return found;
}

static __device__ __forceinline__ uint32_t count_hashed(const tg_device_task &task, unsigned long long *slots,
  flat_list *lists, const chunk_rows &rows, const chunk_edge &edge)
{
    uint32_t found = 0;
    for (uint64_t at = rows.first; at < rows.last; at += ROOM) {
        const row_part range = {(uint32_t)at, least(rows.last - (uint32_t)at, ROOM)};
        const pair_set set = pair_set_of(slots, slots_for(range.count), task.key);
        __syncthreads(); /* all threads have read the set before */
        for (uint32_t i = threadIdx.x; i < set.slot_count; i += BLOCK_THREADS) slots[i] = NO_PAIR;
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < range.count; i += BLOCK_THREADS)
            pair_insert(set, row_at(task, rows, range.start + i), load_id(task.from.ids + range.start + i));
        __syncthreads();
        found += count_range(task, set, lists, edge, range);
    }
    return found;
}

static __device__ __forceinline__ uint32_t count_searched(
  const tg_device_task &task, flat_list *lists, const chunk_edge &edge)
{
    const edge_parts &parts = edge.parts;
    uint32_t found = 0;
    const lane_list list = {parts.from.start, edge.hashed ? 0 : parts.from.count, parts.into.start, parts.into.count};
    visit_mostly_tiny_lists(lists, list, [&](uint32_t position, uint32_t start, uint32_t count) {
        found += search_ids(task.into.ids + start, count, load_id(task.from.ids + position));
    });
    return found;
}

/* Returns the edge of this thread. Neighbouring edges are counted by different warps, so that
 * each warp has some of the long rows. */
static __device__ __forceinline__ chunk_edge edge_of_thread(const tg_device_task &task, uint32_t first, uint32_t count)
{
    const uint32_t place = lane_id() * TEAM_BLOCK_WARPS + threadIdx.x / WARP_THREADS;
    chunk_edge edge = {{{0, 0}, {0, 0}}, 0, false};
    if (place >= count) return edge;
    edge.parts = parts_of_edge(task, first + place);
    edge.row = load_id(task.sources + first + place);
    edge.hashed =
      edge.parts.from.count > 0 && edge.parts.into.count <= (uint64_t)edge.parts.from.count * task.values[TURN];
    return edge;
}

/* Counts edges, with a block for each 256 of them. */
static __global__ void __launch_bounds__(BLOCK_THREADS, TG_RESIDENT_BLOCKS(BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR))
  count_chunks(tg_device_task task, tg_tally *tally)
{
    __shared__ unsigned long long slots[MOST_SLOTS];
    __shared__ flat_list lists[TEAM_BLOCK_WARPS][WARP_THREADS];
    __shared__ uint32_t drawn;
    flat_list *const mine = lists[threadIdx.x / WARP_THREADS];
    const uint32_t edges = task.last_edge - task.first_edge;
    uint64_t found = 0;
    for (;;) {
        const uint32_t next = team_draw<block_team>(&tally->next[0], CHUNK_EDGES, &drawn);
        if (next >= edges) break;
        const uint32_t first = task.first_edge + next, count = least(edges - next, CHUNK_EDGES);
        const chunk_edge edge = edge_of_thread(task, first, count);
        if (__syncthreads_or(edge.hashed))
            found += count_hashed(task, slots, mine, rows_of_chunk(task, first, count), edge);
        found += count_searched(task, mine, edge);
    }
    tally_add(tally, found);
}

static tricorn_status enqueue(tricorn_context *context, const tg_device_task *task, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const unsigned blocks =
      tg_device_blocks(context, task->last_edge - task->first_edge, CHUNK_EDGES, BLOCKS_PER_MULTIPROCESSOR);
    count_chunks<<<blocks, BLOCK_THREADS, 0, tg_device_stream(context)>>>(*task, tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

TG_DEFINE_GPU_METHODS(gpu_hash_block_chunk) = {
  .enqueue = enqueue,
};
