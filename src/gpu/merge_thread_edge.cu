/* merge_thread_edge.cu - counts a task with one thread for each edge, by merging.
 *
 * - This is the simplest algorithm, and hard to beat if rows are short and of similar length: it
 *   has no tables and no barriers, and each step reads one id.
 * - If row lengths differ much, a warp waits for its longest merge.
 *
 * The paper's threads count every n-th edge, with 64 threads in a block and 8 blocks for each multiprocessor (section
 * 3.3), and merge the whole row of u (`lanes`, `threads`, `blocks`). The variants that its section 3.4 compares can
 * be set: ids in an array of pairs (3.4.1), two reads for each step (3.4.3), idle lanes (3.4.4).
 *
 * Source: Polak, "Counting Triangles in Large Graphs on GPU", IPDPS workshops 2016.
 */
#include "gpu/merge_thread_edge.h"

#include "device/cuda.cuh"
#include "gpu/lookup/index.cuh"
#include "gpu/lookup/every_nth.cuh"
#include "gpu/lookup/merge.cuh"
#include "gpu/lookup/rows.cuh"
#include "gpu/lookup/warp.cuh"
#include "gpu/lookup/thread_merge.cuh"

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

/* Returns how many ids two rows have in common, whose ids are STRIDE words apart, by the loops of
 * section 3.4.3: with two reads for each step, or with one if only one list moves on. */
template <uint32_t STRIDE, uint32_t WORDS_READ>
static __device__ __forceinline__ uint32_t merge_rows(
  const uint32_t *u, uint32_t u_count, const uint32_t *v, uint32_t v_count)
{
    const uint32_t *const u_end = u + (uint64_t)u_count * STRIDE;
    const uint32_t *const v_end = v + (uint64_t)v_count * STRIDE;
    uint32_t found = 0;
    if (u == u_end || v == v_end) return 0;
    uint32_t a = load_id(u), b = load_id(v);
    for (;;) {
        const bool along_u = a <= b, along_v = b <= a;
        found += a == b;
        if (along_u) u += STRIDE;
        if (along_v) v += STRIDE;
        if (u == u_end || v == v_end) return found;
        if (along_u || WORDS_READ == 2) a = load_id(u);
        if (along_v || WORDS_READ == 2) b = load_id(v);
    }
}

/* Counts edges with a thread for each, on the first `lanes` lanes of each warp, by the whole rows
 * of both ends. Each thread counts every n-th edge. */
template <uint32_t STRIDE, uint32_t WORDS_READ>
static __global__ void __launch_bounds__(MOST_THREADS)
  count_whole_rows(tg_device_task task, paired_ids ids, uint32_t lanes, tg_tally *tally)
{
    const edge_turns turns = turns_of_lane(this_place(), lanes);
    const uint64_t edges = task.last_edge - task.first_edge;
    uint64_t found = 0;
    for (uint64_t i = turns.first; i < edges; i += turns.step) {
        const uint64_t edge = task.first_edge + i;
        const row_part from = row_of(task.from, load_id(task.sources + edge));
        const row_part into = row_of(task.into, load_id(task.edges.ids + edge));
        found += merge_rows<STRIDE, WORDS_READ>(
          ids.from + (uint64_t)from.start * STRIDE, from.count, ids.into + (uint64_t)into.start * STRIDE, into.count);
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
    static void (*const kernels[2][2])(tg_device_task, paired_ids, uint32_t, tg_tally *) = {
      {count_whole_rows<1, 1>, count_whole_rows<1, 2>}, {count_whole_rows<2, 1>, count_whole_rows<2, 2>}};
    tricorn_status status = TRICORN_OK;
    const uint32_t *const values = task->values;
    const uint32_t edges = task->last_edge - task->first_edge;
    const uint32_t threads = values[THREADS] / WARP_THREADS * WARP_THREADS;
    const uint32_t of_block = threads / WARP_THREADS * values[LANES];
    const paired_ids plain = {(uint32_t *)task->from.ids, (uint32_t *)task->into.ids};
    kernels[values[PAIRS]][values[READS] - 1]<<<tg_device_blocks(context, edges, of_block, values[BLOCKS]), threads,
      0, tg_device_stream(context)>>>(
      *task, values[PAIRS] ? *(const paired_ids *)task->index.data : plain, values[LANES], tally);
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
