/* adaptive/work.cu - what edges cost gpu-adaptive, from a sample of them.
 *
 * Where hubs are counted in blocks, a row is read once for each block that it leads to, as far as
 * its last neighbour there; what has no keys is searched.  Elsewhere edges cost about the same,
 * and a little for each of their wedges.
 */
#include "gpu/adaptive/adaptive.cuh"
#include "gpu/lookup/rows.cuh"
#include "gpu/lookup/search.cuh"

enum {
    SAMPLES_PER_BIN = 1024,
    BLOCK_THREADS = 256,
    BLOCK_IDS = 1 << 19, /* v below are in blocks, at the most */
    KEY_IDS = TG_WINDOWS * TG_HUBS,
    WIDE_IDS = 1 << 14,
    HALF_IDS = 1 << 15
};

/* In tests of a table: an edge that is searched, each id sent there, an edge of a flat graph, and
 * an entry of a block with its part of the table, by the block's width; from shares of Kronecker
 * graphs on an H100. */
static const float edge_tests = 24, sent_tests = 8, flat_tests = 8, wide_entry = 16,
                   half_entry = 24, narrow_entry = 80;

/* Wedges of an edge with which there are blocks, as in adaptive.cu. */
static const double hub_wedges = 16;

static __device__ __forceinline__ uint32_t width_at(uint32_t v)
{
    return v < WIDE_IDS ? 32 : v < HALF_IDS ? 16 : 8;
}

/* Of an edge of row u with `before` ids before it. */
static __device__ float hub_cost(const tg_device_task &task, uint32_t e, row_part row)
{
    const uint32_t *const ids = task.edges.ids;
    const uint32_t v = load_id(ids + e), before = e - row.start, width = width_at(v);
    const row_part into = row_of(task.edges, v);
    float cost = 0;
    if (before == 0) return 0;
    if (v >= BLOCK_IDS) return edge_tests + sent_tests * least(before, into.count);
    const uint32_t keys =
        v <= KEY_IDS ? before
                     : count_up_to(ids + row.start, before, (uint32_t)KEY_IDS - 1);
    const bool last = e + 1 == row.start + row.count || load_id(ids + e + 1) / width != v / width;
    if (last) cost = keys + (width == 32 ? wide_entry : width == 16 ? half_entry : narrow_entry);
    if (before > keys) {
        const uint32_t there =
            into.count - count_up_to(ids + into.start, into.count, (uint32_t)KEY_IDS - 1);
        if (there > 0) cost += edge_tests + sent_tests * least(before - keys, there);
    }
    return cost;
}

static __global__ void __launch_bounds__(BLOCK_THREADS)
    sample_work(tg_device_task task, uint64_t samples, bool hubs, double *work)
{
    const uint64_t i = (uint64_t)blockIdx.x * BLOCK_THREADS + threadIdx.x;
    if (i >= samples) return;
    const uint64_t edges = task.last_edge - task.first_edge;
    const uint32_t e = task.first_edge + (uint32_t)(edges * i / samples);
    const row_part row = row_of(task.edges, load_id(task.sources + e));
    const float cost = hubs ? hub_cost(task, e, row) : flat_tests + (e - row.start);
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
