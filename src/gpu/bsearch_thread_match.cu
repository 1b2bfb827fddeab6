/* bsearch_thread_match.cu - counts a task as a system for subgraph matching does.
 *
 * - A filter by degrees selects the candidates of the query's edge u->v. Traversing the query's
 *   tree from them makes partial matches (u, v, w), one for each wedge, which are written to a
 *   table.
 * - Joining the table with the edges v->w makes a table of triangles, which are counted last.
 * - Both tables have room for a batch of partial matches, and batches follow one another, so
 *   tables cannot overflow, and stay in the L2 cache.
 *
 * Source: see gpu/lookup/match.cuh.
 */
#include "gpu/bsearch_thread_match.h"

#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include "device/work.cuh"
#include "gpu/lookup/index.cuh"
#include "gpu/lookup/match.cuh"
#include "gpu/lookup/warp.cuh"

enum { BLOCK_THREADS = 256, BLOCKS_PER_MULTIPROCESSOR = 8 };

/* ---- candidates ---- */

static __global__ void __launch_bounds__(BLOCK_THREADS) count_in_edges(tg_device_task task, uint32_t *in_degrees)
{
    for (uint64_t e = (uint64_t)blockIdx.x * BLOCK_THREADS + threadIdx.x; e < task.edges.id_count;
         e += (uint64_t)gridDim.x * BLOCK_THREADS)
        atomicAdd(in_degrees + load_id(task.edges.ids + e), 1u);
}

/* Whether an edge may be matched to u->v: the filter asks for enough edges at both of its ends. */
struct may_be_edge {
    tg_device_task task;
    bool filters;
    __device__ bool operator()(uint32_t edge) const
    {
        if (!filters) return true;
        return may_be_root(task, load_id(task.sources + edge)) && may_be_v(task, load_id(task.edges.ids + edge));
    }
};

/* Returns how many partial matches a candidate has. The candidate after the last one has 0, so
 * that an exclusive prefix sum ends with the total. */
struct partial_of {
    tg_device_task task;
    const uint32_t *edges;
    uint32_t count;
    __device__ uint64_t operator()(uint32_t candidate) const
    {
        if (candidate >= count) return 0;
        const uint32_t edge = load_id(edges + candidate);
        return from_part(task, load_id(task.sources + edge), edge).count;
    }
};

static tricorn_status select_edges(tricorn_context *context, const tg_device_task *task, match_candidates *of)
{
    tricorn_status status = TRICORN_OK;
    const may_be_edge member = {*task, task->values[FILTER] > 0};
    const thrust::counting_iterator<uint32_t> edges(task->first_edge);
    const int64_t count = (int64_t)(task->last_edge - task->first_edge);
    uint32_t *selected = NULL;

    TG_TRY(TG_DEVICE_ALLOC(context, 1, &selected));
    TG_TRY(TG_DEVICE_ALLOC(context, (uint64_t)count, &of->edges));
    TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
        return cub::DeviceSelect::If(work, bytes, edges, of->edges, selected, count, member, tg_device_stream(context));
    }));
    TG_TRY(tg_device_copy_out(context, &of->count, selected, sizeof of->count));
cleanup:
    tg_device_free(context, selected);
    return status;
}

static tricorn_status number_partial(tricorn_context *context, const tg_device_task *task, match_candidates *of)
{
    tricorn_status status = TRICORN_OK;
    const int64_t count = (int64_t)of->count + 1;
    const partial_of lengths_of = {*task, of->edges, of->count};
    const auto lengths = thrust::make_transform_iterator(thrust::counting_iterator<uint32_t>(0), lengths_of);

    TG_TRY(TG_DEVICE_ALLOC(context, (uint64_t)count, &of->firsts));
    TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
        return cub::DeviceScan::ExclusiveSum(work, bytes, lengths, of->firsts, count, tg_device_stream(context));
    }));
    TG_TRY(tg_device_copy_out(context, &of->partial, of->firsts + of->count, sizeof of->partial));
cleanup:
    return status;
}

/* Counts how many edges lead to each w, if the task is whole, so that w is a vertex of the same rows. All edges of
 * the graph are counted, even if the task has only some of them, because v->w may be any edge. */
static tricorn_status count_degrees(tricorn_context *context, const tg_device_task *task, match_candidates *of)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t count = task->edges.count, edges = task->edges.id_count;
    const cudaStream_t stream = tg_device_stream(context);
    if (!task->whole || task->values[FILTER] == 0) return TRICORN_OK;
    TG_TRY(TG_DEVICE_ALLOC(context, count, &of->in_degrees));
    TG_TRY_CUDA(context, cudaMemsetAsync(of->in_degrees, 0, count * sizeof *of->in_degrees, stream));
    count_in_edges<<<tg_device_blocks(context, edges, BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR), BLOCK_THREADS, 0,
      stream>>>(*task, of->in_degrees);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

static void free_candidates(tg_device *device, void *data)
{
    match_candidates *of = (match_candidates *)data;
    tg_device_free_held(device, of->edges);
    tg_device_free_held(device, of->firsts);
    tg_device_free_held(device, of->in_degrees);
    tg_free(of);
}

static tricorn_status make_index(tricorn_context *context, tg_device_task *task)
{
    tricorn_status status = TRICORN_OK;
    match_candidates *of = NULL;
    TG_TRY(alloc_index(context, task, free_candidates, &of));
    if (task->first_edge == task->last_edge) return TRICORN_OK;
    TG_TRY(count_degrees(context, task, of));
    TG_TRY(select_edges(context, task, of));
    TG_TRY(number_partial(context, task, of));
cleanup:
    return status;
}

/* ---- tables ---- */

/* A table of matches, with a column for u, one for v and one for w. */
typedef struct match_table {
    uint32_t *length; /* how many matches the table has */
    uint32_t *u, *v, *w;
} match_table;

/* Appends the matches of those threads whose `kept` is true. All threads of the block call it. It adds to the table's
 * length once for the whole block, because additions to one address take a nanosecond each. */
static __device__ __forceinline__ void append(const match_table &table, bool kept, const triangle_match &match)
{
    __shared__ uint32_t of_block, first;
    const uint32_t lanes = __ballot_sync(FULL_WARP, kept);
    uint32_t place = 0;
    if (threadIdx.x == 0) of_block = 0;
    __syncthreads();
    if (lane_id() == 0) place = atomicAdd(&of_block, bits_set(lanes));
    place = same_in_warp(place) + bits_set(lanes & ((1u << lane_id()) - 1));
    __syncthreads();
    if (threadIdx.x == 0) first = of_block > 0 ? atomicAdd(table.length, of_block) : 0;
    __syncthreads();
    if (!kept) return;
    table.u[first + place] = match.u;
    table.v[first + place] = match.v;
    table.w[first + place] = match.w;
}

/* Makes the partial matches `first` to first + count - 1, and appends those whose w passes the filter. */
static __global__ void __launch_bounds__(BLOCK_THREADS)
  traverse_tree(tg_device_task task, match_candidates of, uint64_t first, uint32_t count, match_table partial)
{
    /* the candidates to which the first and the last match of this block in this round belong */
    __shared__ uint32_t ends[2];
    for (uint32_t i = blockIdx.x * BLOCK_THREADS; i < count; i += gridDim.x * BLOCK_THREADS) {
        const uint32_t turn = least(count - i, BLOCK_THREADS);
        triangle_match match = {0, 0, 0};
        bool kept = false;
        __syncthreads();
        if (threadIdx.x < 2) ends[threadIdx.x] = candidate_with(of, first + i + (threadIdx.x ? turn - 1 : 0));
        __syncthreads();
        if (threadIdx.x < turn) {
            match = partial_match(task, of, ends[0], ends[1], first + i + threadIdx.x);
            kept = may_be_w(of, match.w);
        }
        __syncwarp();
        append(partial, kept, match);
    }
}

/* Joins the partial matches with the edges v->w. */
static __global__ void __launch_bounds__(BLOCK_THREADS)
  join_edges(tg_device_task task, match_table partial, match_table triangles)
{
    const uint32_t count = *partial.length;
    for (uint32_t i = blockIdx.x * BLOCK_THREADS; i < count; i += gridDim.x * BLOCK_THREADS) {
        const uint32_t place = i + threadIdx.x;
        triangle_match match = {0, 0, 0};
        bool kept = false;
        if (place < count) {
            match = {partial.u[place], partial.v[place], partial.w[place]};
            kept = closes(task, match);
        }
        __syncwarp();
        append(triangles, kept, match);
    }
}

/* Adds the triangles of a batch to the tally, and empties both tables for the next batch. */
static __global__ void end_batch(match_table partial, match_table triangles, tg_tally *tally)
{
    tally->found += *triangles.length;
    *triangles.length = 0;
    *partial.length = 0;
}

static match_table table_in(uint32_t *words, uint32_t number, uint64_t batch)
{
    uint32_t *const columns = words + 2 + number * 3 * batch;
    const match_table table = {words + number, columns, columns + batch, columns + 2 * batch};
    return table;
}

/* Each count allocates tables of its own, because other counts of the same task may run at the same time. */
static tricorn_status enqueue(tricorn_context *context, const tg_device_task *task, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const match_candidates *const of = (const match_candidates *)task->index.data;
    const cudaStream_t stream = tg_device_stream(context);
    const uint64_t batch = of->partial < task->values[BATCH] ? of->partial : task->values[BATCH];
    const unsigned blocks = tg_device_blocks(context, batch, BLOCK_THREADS, BLOCKS_PER_MULTIPROCESSOR);
    uint32_t *words = NULL;
    if (of->partial == 0) return TRICORN_OK;
    TG_TRY(TG_DEVICE_ALLOC(context, 2 + 6 * batch, &words));
    TG_TRY_CUDA(context, cudaMemsetAsync(words, 0, 2 * sizeof *words, stream));
    for (uint64_t first = 0; first < of->partial; first += batch) {
        const match_table partial = table_in(words, 0, batch), found = table_in(words, 1, batch);
        const uint64_t left = of->partial - first;
        traverse_tree<<<blocks, BLOCK_THREADS, 0, stream>>>(
          *task, *of, first, (uint32_t)(left < batch ? left : batch), partial);
        join_edges<<<blocks, BLOCK_THREADS, 0, stream>>>(*task, partial, found);
        end_batch<<<1, 1, 0, stream>>>(partial, found, tally);
        TG_TRY_CUDA(context, cudaGetLastError());
    }
cleanup:
    tg_device_free(context, words); /* the stream frees this memory after the kernels */
    return status;
}

/* ---- the algorithm ---- */

TG_DEFINE_GPU_METHODS(gpu_bsearch_thread_match) = {
  .make_index = make_index,
  .enqueue = enqueue,
};
