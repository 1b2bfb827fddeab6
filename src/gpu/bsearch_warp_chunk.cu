/* bsearch_warp_chunk.cu - counts a task with one warp for each 32 edges, by binary search.
 *
 * - The ids of the shorter list of each edge are searched in the longer list.
 * - The short lists of 32 edges form one sequence, so that lanes have equal work. Longer lists
 *   are searched edge by edge, with two ids at once for each lane, so that their reads overlap.
 * - In the paper a block of n threads counts n edges, whose lists are in shared memory (parameter
 *   `chunk`).  A warp needs no barriers.
 *
 * Source: Li, Xu, Pham, Tu, Zhou, "A Comparative Study of Intersection-Based Triangle Counting
 * Algorithms on GPUs", 2024 (GroupTC).
 */
#include "gpu/bsearch_warp_chunk.h"

#include "gpu/lookup/edge_chunks.cuh"
#include "gpu/lookup/flatten.cuh"
#include "gpu/lookup/group_chunk.cuh"
#include "gpu/lookup/search.cuh"

enum {
    BLOCK_THREADS = 256,
    WARPS = BLOCK_THREADS / WARP_THREADS,
    BLOCKS_PER_MULTIPROCESSOR = 8,
    /* If the ids take more than this many times the size of the L2 cache, fewer warps count them,
     * so that the rows that they read stay cached. (On an H100 this takes 8 % less time on graph
     * s25, where the ids take 40 times the L2, but 2 % more on s24, where they take 20 times.) */
    LARGE_CACHES = 32,
    LARGE_BLOCKS_PER_MULTIPROCESSOR = 6,
    ROUND_KEYS = 2 * WARP_THREADS, /* this many keys of one edge are searched at once */
    /* a list with at least this many keys is searched by the whole warp */
    LONG_KEYS = WARP_THREADS / 2,
    /* chunks of a block in the paper's program: more blocks than can run at once, which evens out the work */
    BLOCK_CHUNKS = 20
};

/* Whether the list of u becomes the table, and that of v the keys. (On an H100, exchanging them
 * only if the list of v is less than half as long takes 2 % more time on graph s24 than always
 * searching in the longer list; only if it is less than a quarter as long, 17 % more.) */
template <bool OF_U> static __device__ __forceinline__ bool turned(const tg_device_task &task, const edge_parts &edge)
{
    return table_is_u(OF_U, task.values[TURN], edge.from.count, edge.into.count);
}

/* The lists of an edge, given by positions in the ids: each key is searched in the table. (With pointers to the
 * lists, as in key_search, counting takes 17 % more time on graph s25 and 10 % more on s24, but 4 % less on s18.) */
typedef struct placed_search {
    const uint32_t *key_ids, *table_ids;
    row_part keys, table;
} placed_search;

template <bool OF_U>
static __device__ __forceinline__ placed_search places_of(const tg_device_task &task, const edge_parts &edge)
{
    const bool turn = turned<OF_U>(task, edge);
    placed_search search;
    search.key_ids = turn ? task.into.ids : task.from.ids;
    search.table_ids = turn ? task.from.ids : task.into.ids;
    search.keys.start = turn ? edge.into.start : edge.from.start;
    search.keys.count = turn ? edge.into.count : edge.from.count;
    search.table.start = turn ? edge.from.start : edge.into.start;
    search.table.count = turn ? edge.from.count : edge.into.count;
    return search;
}

/* Counts one edge with the whole warp. RESUMED: because the keys ascend, each round searches only in the part of the
 * table that may contain later keys. (On an H100 this takes 3 to 7 % less time on Kronecker graphs.) */
template <bool RESUMED> static __device__ __forceinline__ uint32_t count_long(placed_search search)
{
    const uint32_t *const keys = search.key_ids + search.keys.start;
    const uint32_t *table = search.table_ids + search.table.start;
    uint32_t found = 0, place = 0, i = lane_id();
    for (uint32_t left = search.keys.count; left >= ROUND_KEYS; left -= ROUND_KEYS) {
        found += search_two(table, search.table.count, load_id(keys + i), load_id(keys + i + WARP_THREADS), &place);
        i += ROUND_KEYS;
        if (!RESUMED) continue;
        const uint32_t past = __shfl_sync(FULL_WARP, place, WARP_THREADS - 1);
        search.table.start += past;
        search.table.count -= past;
        table = search.table_ids + search.table.start;
    }
    if (i + WARP_THREADS < search.keys.count)
        found += search_two(table, search.table.count, load_id(keys + i), load_id(keys + i + WARP_THREADS), &place);
    else if (i < search.keys.count)
        found += search_ids(table, search.table.count, load_id(keys + i));
    return found;
}

/* Counts one edge for each lane; their lists are too short for a whole warp. In a whole task
 * both lists are in the same array of ids. In other tasks the keys are always those of `from`,
 * because a lane does not know which list another lane's keys are in. */
template <bool OF_U>
static __device__ __forceinline__ uint32_t count_short(
  const tg_device_task &task, flat_list *lists, const edge_parts &edge)
{
    const bool turn = task.whole && turned<OF_U>(task, edge);
    const row_part keys = turn ? edge.into : edge.from, table = turn ? edge.from : edge.into;
    uint32_t found = 0;
    visit_mostly_tiny_lists(lists, {keys.start, keys.count, table.start, table.count},
      [&](uint32_t position, uint32_t start, uint32_t count) {
          const uint32_t key = load_id(task.from.ids + position);
          found += search_ids(task.into.ids + start, count, key);
      });
    return found;
}

template <bool RESUMED, bool OF_U>
static __device__ __forceinline__ uint32_t count_chunk(
  const tg_device_task &task, flat_list *lists, const edge_parts &mine)
{
    const bool is_long = least(mine.from.count, mine.into.count) >= LONG_KEYS;
    edge_parts of_warp = mine, of_lane = mine;
    uint32_t found = 0;
    of_warp.from.count = is_long ? mine.from.count : 0;
    of_lane.from.count = is_long ? 0 : mine.from.count;
    of_lane.into.count = is_long ? 0 : mine.into.count;
    visit_each_edge(
      of_warp, [&](const edge_parts &edge) { found += count_long<RESUMED>(places_of<OF_U>(task, edge)); });
    return found + count_short<OF_U>(task, lists, of_lane);
}

/* Counts edges, with a warp for each 32 of them. */
template <bool RESUMED, bool OF_U>
static __global__ void __launch_bounds__(BLOCK_THREADS, TG_RESIDENT_BLOCKS(BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR))
  count_edges(tg_device_task task, uint32_t draw, tg_tally *tally)
{
    __shared__ flat_list lists[WARPS][WARP_THREADS];
    flat_list *const mine = lists[threadIdx.x / WARP_THREADS];
    uint64_t found = 0;
    visit_edge_chunks(task, draw, queue_of_many(tally),
      [&](const edge_parts &parts) { found += count_chunk<RESUMED, OF_U>(task, mine, parts); });
    tally_add(tally, found);
}

/* Counts this thread's keys of the chunk. RESUME: a thread's keys of one edge ascend, so each
 * search starts where the search for the key before has ended. */
static __device__ __forceinline__ uint32_t count_keys(
  const tg_device_task &task, const chunk_edge *edges, uint32_t count, uint32_t stride)
{
    const uint32_t teams = blockDim.x / stride;
    uint32_t found = 0, place = 0, searched = count;
    chunk_walk walk = chunk_start(threadIdx.x, stride);
    for (; chunk_find(edges, count, teams, &walk); walk.key += stride) {
        const chunk_edge edge = edges[walk.edge];
        const uint32_t *keys = edge.table_of_u ? task.into.ids : task.from.ids;
        const uint32_t *table = edge.table_of_u ? task.from.ids : task.into.ids;
        if (searched != walk.edge || !task.values[RESUME]) place = 0;
        searched = walk.edge;
        found +=
          search_from(table + edge.table.start, edge.table.count, load_id(keys + edge.keys.start + walk.key), &place);
    }
    return found;
}

/* Counts edges with one block for each chunk, which has as many edges as the block has threads. */
static __global__ void __launch_bounds__(MOST_CHUNK_EDGES, TG_RESIDENT_BLOCKS(MOST_CHUNK_EDGES, 2))
  count_blocks(tg_device_task task, uint32_t stride, tg_tally *tally)
{
    extern __shared__ chunk_edge edges[]; /* an entry for each thread */
    const uint64_t step = (uint64_t)gridDim.x * blockDim.x;
    uint64_t first = task.first_edge + (uint64_t)blockIdx.x * blockDim.x, found = 0;
    for (; first < task.last_edge; first += step) {
        const uint32_t count = least(task.last_edge - (uint32_t)first, blockDim.x);
        __syncthreads(); /* all threads have read the chunk before */
        if (threadIdx.x < count)
            edges[threadIdx.x] = chunk_edge_of(
              parts_of_edge(task, (uint32_t)first + threadIdx.x), task.values[TABLE] != 0, task.values[TURN]);
        __syncthreads();
        found += count_keys(task, edges, count, stride);
    }
    tally_add(tally, found);
}

static tricorn_status enqueue_blocks(
  tricorn_context *context, const tg_device_task *task, unsigned resident, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t warps = (task->values[CHUNK] + WARP_THREADS - 1) / WARP_THREADS;
    const uint32_t threads = warps * WARP_THREADS, edges = task->last_edge - task->first_edge;
    const uint32_t rows = task->last_row - task->first_row;
    const uint32_t stride = chunk_stride(threads, rows > 0 ? edges / rows : 0);
    const uint32_t fit = resident * BLOCK_THREADS / threads, turns = edges / threads / BLOCK_CHUNKS;
    const unsigned least_blocks = tg_device_blocks(context, edges, threads, fit > 0 ? fit : 1);
    const unsigned blocks = task->values[BLOCKS] == 0 && turns > least_blocks ? turns : least_blocks;
    count_blocks<<<blocks, threads, threads * sizeof(chunk_edge), tg_device_stream(context)>>>(*task, stride, tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

static tricorn_status enqueue(tricorn_context *context, const tg_device_task *task, tg_tally *tally)
{
    static void (*const kernels[2][2])(tg_device_task, uint32_t, tg_tally *) = {
      {count_edges<false, false>, count_edges<true, false>}, {count_edges<false, true>, count_edges<true, true>}};
    const uint64_t bytes = task->into.id_count * sizeof(uint32_t);
    const uint64_t cache = tg_device_properties_of(context)->cache_bytes;
    const unsigned by_size = bytes > LARGE_CACHES * cache ? LARGE_BLOCKS_PER_MULTIPROCESSOR : BLOCKS_PER_MULTIPROCESSOR;
    const unsigned blocks = task->values[BLOCKS] ? task->values[BLOCKS] : by_size;
    if (task->values[CHUNK] > 0) return enqueue_blocks(context, task, blocks, tally);
    const edge_kernel<> kernel = {kernels[task->values[TABLE]][task->values[RESUME]], BLOCK_THREADS, blocks};
    return launch_over_edges<true>(context, kernel, task, tally);
}

TG_DEFINE_GPU_METHODS(gpu_bsearch_warp_chunk) = {
  .enqueue = enqueue,
};
