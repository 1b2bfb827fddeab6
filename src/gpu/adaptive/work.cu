/* adaptive/work.cu - estimates the cost of edges and of blocks, from a sample of the edges, so
 * that several GPUs have equal work.
 *
 * - If hubs are counted in blocks, a row is read once for each block that it leads to, up to its
 *   last neighbour in the block; ids without keys are searched.
 * - Otherwise all edges cost about the same, and a little more for each of their wedges.
 */
#include "gpu/adaptive/adaptive.cuh"
#include "gpu/adaptive/costs.cuh"
#include "gpu/adaptive/wedges.cuh"

#include "base/memory.h"

enum { SAMPLES_PER_BIN = 1024, BLOCK_THREADS = 256 };

/* Whether v, which has this limit, is the last neighbour of u in its block. */
static __device__ __forceinline__ bool ends_block(const tg_device_task &task, uint32_t e, uint32_t u, uint32_t limit)
{
    if (e + 1 == load_id(task.edges.offsets + u + 1)) return true;
    const uint32_t next = limit_of<false>(task, load_id(task.edges.ids + e + 1));
    const uint32_t width = width_at(all_widths(), limit);
    return next / width != limit / width;
}

/* Returns how many of the first `wedges` ids of row u have keys. */
static __device__ uint32_t keys_within(const tg_device_task &task, row_part from, uint32_t limit, uint32_t wedges)
{
    return limit <= TG_KEY_IDS ? wedges : end_below(task.from.ids + from.start, 0, wedges, TG_KEY_IDS);
}

static __device__ float hub_cost(const tg_device_task &task, uint32_t e, uint32_t u)
{
    const uint32_t v = load_id(task.edges.ids + e), limit = limit_of<false>(task, v);
    const uint32_t wedges = wedges_of_any(task, u, v, e);
    const row_part from = row_of(task.from, u), into = row_of(task.into, v);
    float cost = 0;
    if (wedges == 0) return 0;
    if (limit >= TG_MOST_BLOCK_LIMITS) return edge_tests + sent_tests * least(wedges, into.count);
    const uint32_t keys = keys_within(task, from, limit, wedges);
    if (ends_block(task, e, u, limit)) cost = keys + entry_tests(limit);
    if (wedges > keys) {
        const uint32_t there = into.count - end_below(task.into.ids + into.start, 0, into.count, TG_KEY_IDS);
        if (there > 0) cost += edge_tests + sent_tests * least(wedges - keys, there);
    }
    return cost;
}

static __device__ float flat_cost(const tg_device_task &task, uint32_t e, uint32_t u)
{
    return flat_tests + wedges_of_any(task, u, load_id(task.edges.ids + e), e);
}

/* Adds up the costs of the sampled edges, in bins of consecutive edges. */
static __global__ void __launch_bounds__(BLOCK_THREADS)
  sample_work(tg_device_task task, uint64_t samples, bool hubs, double *work)
{
    const uint64_t i = (uint64_t)blockIdx.x * BLOCK_THREADS + threadIdx.x;
    if (i >= samples) return;
    const uint64_t edges = task.last_edge - task.first_edge;
    const uint32_t e = task.first_edge + (uint32_t)(edges * i / samples);
    const uint32_t u = load_id(task.sources + e);
    const float cost = hubs ? hub_cost(task, e, u) : flat_cost(task, e, u);
    if (cost > 0) atomicAdd(work + i * TG_WORK_BINS / samples, (double)cost);
}

tricorn_status tg_adaptive_work(tricorn_context *context, const tg_device_task *task, double *work)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const uint64_t samples = (uint64_t)TG_WORK_BINS * SAMPLES_PER_BIN;
    tg_gpu_features features;
    double *sums = NULL;

    TG_TRY(tg_gpu_features_measure(context, task, &features));
    TG_TRY(TG_DEVICE_ALLOC(context, TG_WORK_BINS, &sums));
    TG_TRY_CUDA(context, cudaMemsetAsync(sums, 0, TG_WORK_BINS * sizeof *sums, stream));
    if (task->first_edge < task->last_edge)
        sample_work<<<(unsigned)(samples / BLOCK_THREADS), BLOCK_THREADS, 0, stream>>>(
          *task, samples, features.wedges >= hub_wedges * features.edges, sums);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(tg_device_copy_out(context, work, sums, TG_WORK_BINS * sizeof *sums));
cleanup:
    tg_device_free(context, sums);
    return status;
}

/* ---- blocks ---- */

/* The number of samples that are taken for each part; with it, the work of 1,024 parts of a
 * Kronecker graph differs by 1 %. */
enum { SAMPLES_PER_PART = 1 << 19 };

/* Adds up how many tests the entries that sampled edges make will need (see make_block_entry in blocks.cu). */
static __global__ void __launch_bounds__(BLOCK_THREADS)
  sample_blocks(tg_device_task task, tg_hub_bounds hubs, uint32_t limits, uint64_t samples, unsigned long long *tests)
{
    const uint64_t i = (uint64_t)blockIdx.x * BLOCK_THREADS + threadIdx.x;
    if (i >= samples) return;
    const uint64_t edges = task.last_edge - task.first_edge;
    const uint32_t e = task.first_edge + (uint32_t)(edges * i / samples);
    const uint32_t v = load_id(task.edges.ids + e), limit = limit_of<true>(task, v);
    if (limit >= limits) return;
    const uint32_t u = load_id(task.sources + e);
    if (is_within(hubs, u, v) || !ends_block(task, e, u, limit)) return;
    const uint32_t keys = keys_within(task, row_of(task.from, u), limit, wedges_of<true>(task, u, v, e));
    if (keys > 0) atomicAdd(tests + block_of(all_widths(), limit), (unsigned long long)(keys + entry_tests(limit)));
}

tricorn_status tg_adaptive_block_work(
  tricorn_context *context, const tg_device_task *task, const tg_adaptive *made, uint32_t parts, double *work)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const uint64_t edges = task->last_edge - task->first_edge;
    const uint64_t wanted = (uint64_t)SAMPLES_PER_PART * parts;
    const uint64_t samples = wanted < edges ? wanted : edges;
    const uint32_t blocks = block_of(all_widths(), made->block_limits - 1) + 1;
    const first_of_block first_of = {all_widths()};
    unsigned long long *tests = NULL, *found = NULL;

    TG_TRY(TG_ALLOC(context, blocks, &found));
    TG_TRY(TG_DEVICE_ALLOC(context, blocks, &tests));
    TG_TRY_CUDA(context, cudaMemsetAsync(tests, 0, blocks * sizeof *tests, stream));
    if (samples > 0)
        sample_blocks<<<(unsigned)((samples + BLOCK_THREADS - 1) / BLOCK_THREADS), BLOCK_THREADS, 0, stream>>>(
          *task, made->hubs.bounds, made->block_limits, samples, tests);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(tg_device_copy_out(context, found, tests, blocks * sizeof *tests));
    /* Adds the tests of one entry, so that a block of which no edge was sampled has some work. */
    for (uint32_t b = 0; b < blocks; b++)
        work[b] = (double)found[b] * (double)edges / (double)samples + entry_tests(first_of(b));
cleanup:
    tg_device_free(context, tests);
    tg_free(found);
    return status;
}
