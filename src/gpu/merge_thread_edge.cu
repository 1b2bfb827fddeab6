/* merge_thread_edge.cu - counts a task with one thread for each edge, by merging.
 *
 * - This is the simplest algorithm, and hard to beat if rows are short and of similar length: it
 *   has no tables and no barriers, and each step reads one id.
 * - If row lengths differ much, a warp waits for its longest merge.
 *
 * The paper's threads count every n-th edge, with 64 threads in a block and 8 blocks for each multiprocessor (section
 * 3.3), and merge the whole row of u (`lanes`, `threads`, `blocks`). The variants that its section 3.4 compares can
 * be set: ids in an array of pairs (3.4.1), two reads for each step (3.4.3), idle lanes (3.4.4); and what it tried
 * without gain (3.4.6): virtual warps, reading together into shared memory, and prefetching.
 *
 * Source: Polak, "Counting Triangles in Large Graphs on GPU", IPDPS workshops 2016.
 */
#include "gpu/merge_thread_edge.h"

#include "device/cuda.cuh"
#include "gpu/lookup/every_nth.cuh"
#include "gpu/lookup/index.cuh"
#include "gpu/lookup/intersect_path.cuh"
#include "gpu/lookup/rows.cuh"
#include "gpu/lookup/thread_merge.cuh"
#include "gpu/lookup/warp.cuh"
#include "gpu/lookup/whole_rows.cuh"

/* ---- as in the paper ---- */

/* The ids of rows; with the parameter `pairs` each id is the first word of a pair. */
typedef struct paired_ids {
    /* in device memory; both are the same array if the rows are the same */
    uint32_t *from, *into;
} paired_ids;

static __global__ void __launch_bounds__(MOST_THREADS) pair_ids(const uint32_t *ids, uint32_t count, uint32_t *pairs)
{
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < count;
         i += (uint64_t)gridDim.x * blockDim.x) {
        pairs[2 * i] = ids[i];
        pairs[2 * i + 1] = 0; /* in the paper this is the edge's other end, which merging never reads */
    }
}

/* Adds count(e) of every n-th edge e to the tally. `team` neighbours of the first `lanes` lanes of a warp share an edge. */
template <typename Count>
static __device__ __forceinline__ void count_every_nth(
  const tg_device_task &task, uint32_t lanes, uint32_t team, tg_tally *tally, Count count)
{
    const edge_turns turns = turns_of_team(this_place(), lanes, team);
    const uint64_t edges = task.last_edge - task.first_edge;
    uint64_t found = 0;
    for (uint64_t i = turns.first; i < edges; i += turns.step) found += count(task.first_edge + (uint32_t)i);
    __syncwarp();
    tally_add_block<MOST_THREADS>(tally, found);
}

/* A thread merges the whole rows of both ends of an edge. */
template <uint32_t STRIDE, uint32_t WORDS_READ, bool PREFETCHES>
static __global__ void __launch_bounds__(MOST_THREADS)
  count_whole_rows(tg_device_task task, paired_ids ids, uint32_t lanes, uint32_t ahead, tg_tally *tally)
{
    count_every_nth(task, lanes, 1, tally, [&](uint32_t edge) {
        const row_part from = row_of(task.from, load_id(task.sources + edge));
        const row_part into = row_of(task.into, load_id(task.edges.ids + edge));
        const list_pair lists = {
          ids.from + (uint64_t)from.start * STRIDE, from.count, ids.into + (uint64_t)into.start * STRIDE, into.count};
        return merge_rows<STRIDE, WORDS_READ, PREFETCHES>(lists, ahead);
    });
}

/* The lanes of a virtual warp share an edge: each has an equal piece of the merge. */
static __global__ void __launch_bounds__(MOST_THREADS)
  count_in_virtual_warps(tg_device_task task, uint32_t lanes, uint32_t team, tg_tally *tally)
{
    count_every_nth(task, lanes, team, tally, [&](uint32_t edge) {
        return intersect_path::count_range(task, whole_rows_of_edge(task, edge), lane_id() % team, team);
    });
}

/* A thread merges in shared memory. Lanes without an edge read for the others, too. */
static __global__ void __launch_bounds__(MOST_THREADS)
  count_in_tiles(tg_device_task task, uint32_t lanes, uint32_t tile, tg_tally *tally)
{
    extern __shared__ uint32_t tiles[];
    uint32_t *const of_warp = tiles + 2 * (threadIdx.x - lane_id()) * (tile | 1);
    const edge_turns turns = turns_of_team(this_place(), lanes, 1);
    const uint64_t edges = task.last_edge - task.first_edge;
    uint64_t found = 0;
    for (uint64_t i = turns.first; __any_sync(FULL_WARP, i < edges); i += i < edges ? turns.step : 0) {
        edge_parts rows = {{0, 0}, {0, 0}};
        if (i < edges) rows = whole_rows_of_edge(task, task.first_edge + (uint32_t)i);
        found += merge_in_tiles(lists_to_merge(task, rows), tile, of_warp);
    }
    __syncwarp();
    tally_add_block<MOST_THREADS>(tally, found);
}

static void free_pairs(tg_device *device, void *data)
{
    paired_ids *pairs = (paired_ids *)data;
    if (pairs->into != pairs->from) tg_device_free_held(device, pairs->into);
    tg_device_free_held(device, pairs->from);
    tg_free(pairs);
}

static tricorn_status make_pairs(tricorn_context *context, const tg_device_rows *rows, uint32_t **pairs)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(TG_DEVICE_ALLOC(context, 2 * (uint64_t)rows->id_count, pairs));
    if (rows->id_count == 0) return TRICORN_OK;
    pair_ids<<<tg_device_blocks(context, rows->id_count, MOST_THREADS, 2), MOST_THREADS, 0,
      tg_device_stream(context)>>>(rows->ids, rows->id_count, *pairs);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

static tricorn_status make_index(tricorn_context *context, tg_device_task *task)
{
    tricorn_status status = TRICORN_OK;
    paired_ids *made = NULL;
    if (task->values[LANES] == 0 || task->values[PAIRS] == 0) return TRICORN_OK;
    TG_TRY(alloc_index(context, task, free_pairs, &made));
    TG_TRY(make_pairs(context, &task->from, &made->from));
    if (task->into.ids == task->from.ids)
        made->into = made->from;
    else
        TG_TRY(make_pairs(context, &task->into, &made->into));
cleanup:
    return status;
}

static tricorn_status enqueue_whole_rows(tricorn_context *context, const tg_device_task *task, tg_tally *tally)
{
    static void (*const kernels[2][2][2])(tg_device_task, paired_ids, uint32_t, uint32_t, tg_tally *) = {
      {{count_whole_rows<1, 1, false>, count_whole_rows<1, 1, true>},
        {count_whole_rows<1, 2, false>, count_whole_rows<1, 2, true>}},
      {{count_whole_rows<2, 1, false>, count_whole_rows<2, 1, true>},
        {count_whole_rows<2, 2, false>, count_whole_rows<2, 2, true>}}};
    tricorn_status status = TRICORN_OK;
    const uint32_t *const values = task->values;
    const uint32_t edges = task->last_edge - task->first_edge, lanes = values[LANES], ahead = values[PREFETCH];
    const uint32_t threads = values[THREADS] / WARP_THREADS * WARP_THREADS;
    const uint32_t tile = tile_that_fits(values[SHARED], threads);
    const uint32_t team = tile > 0 ? 1 : least(values[VIRTUAL_WARP], lanes);
    const uint32_t of_block = threads / WARP_THREADS * (lanes / team);
    const unsigned blocks = tg_device_blocks(context, edges, of_block, values[BLOCKS]);
    const size_t tiles = 2 * threads * (tile | 1) * sizeof(uint32_t);
    const cudaStream_t stream = tg_device_stream(context);
    const paired_ids plain = {(uint32_t *)task->from.ids, (uint32_t *)task->into.ids};
    if (tile > 0)
        count_in_tiles<<<blocks, threads, tiles, stream>>>(*task, lanes, tile, tally);
    else if (team > 1)
        count_in_virtual_warps<<<blocks, threads, 0, stream>>>(*task, lanes, team, tally);
    else
        kernels[values[PAIRS]][values[READS] - 1][ahead > 0]<<<blocks, threads, 0, stream>>>(
          *task, values[PAIRS] ? *(const paired_ids *)task->index.data : plain, lanes, ahead, tally);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

/* ---- the algorithm ---- */

static tricorn_status enqueue(tricorn_context *context, const tg_device_task *task, tg_tally *tally)
{
    if (task->values[LANES] > 0) return enqueue_whole_rows(context, task, tally);
    return tg_thread_merge_count(context, task, task->values[THREADS], task->values[BLOCKS], tally);
}

TG_DEFINE_GPU_METHODS(gpu_merge_thread_edge) = {
  .make_index = make_index,
  .enqueue = enqueue,
};
