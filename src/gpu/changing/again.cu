/* again.cu - counts a graph that changes on a GPU from the start: passes to a counting algorithm
 * the ids below each vertex, as rows, and stores the algorithm's counts for vertices and edges.
 *
 * - These ids are copied, because the graph's rows have all neighbours of each vertex, but a
 *   count needs each edge once.
 * - Counts of hubs are first added in shared memory, so that few additions access the same
 *   addresses.
 */
#include "gpu/changing/changing.cuh"

#include <cub/device/device_scan.cuh>

#include "base/context.h"
#include "device/work.cuh"

/* ---- the ids below each vertex ---- */

/* Sets lengths[v] to the number of ids of row v below v; lengths[vertices] becomes 0. */
static __global__ void __launch_bounds__(EACH_THREADS)
  measure_below(changing_rows rows, uint32_t vertices, uint32_t *lengths)
{
    for (EACH(v, (uint64_t)vertices + 1)) {
        const uint32_t first = v < vertices ? rows.offsets[v] : 0;
        lengths[v] = v < vertices ? changing_find_id(rows.ids, first, rows.offsets[v + 1], (uint32_t)v) - first : 0;
    }
}

static __global__ void __launch_bounds__(EACH_THREADS)
  copy_below(changing_rows rows, uint32_t vertices, uint32_t count, const uint32_t *offsets, uint32_t *ids)
{
    for (uint64_t begin = (uint64_t)blockIdx.x * PLACES; begin < count; begin += (uint64_t)gridDim.x * PLACES) {
        const uint32_t end = (uint32_t)(begin + PLACES < count ? begin + PLACES : count);
        const uint32_t first = changing_row_of(rows.offsets, 0, vertices, (uint32_t)begin);
        const uint32_t last = changing_row_of(rows.offsets, first, vertices, end - 1) + 1;
        for (uint32_t place = (uint32_t)begin + threadIdx.x; place < end; place += EACH_THREADS) {
            const uint32_t row = changing_row_of(rows.offsets, first, last, place);
            if (rows.ids[place] < row) ids[offsets[row] + (place - rows.offsets[row])] = rows.ids[place];
        }
    }
}

/* Returns the rows to count: those that the batch has made, if it has made some, otherwise the graph's. */
static changing_rows latest_rows(const tg_changing_gpu *changing)
{
    return changing->new_offsets ? new_rows_of(changing) : rows_of(changing);
}

static tricorn_status make_below(tricorn_context *context, tg_changing_gpu *changing)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const changing_rows rows = latest_rows(changing);
    const uint32_t vertices = changing->vertices;
    const uint64_t offsets = (uint64_t)vertices + 1;
    uint32_t *lengths = NULL;

    TG_TRY(TG_DEVICE_ALLOC(context, offsets, &lengths));
    TG_TRY(TG_DEVICE_ALLOC(context, offsets, &changing->below_offsets));
    TG_TRY(TG_DEVICE_ALLOC(context, changing->new_ids / 2 + 1, &changing->below_ids));
    measure_below<<<each_blocks(context, offsets), EACH_THREADS, 0, stream>>>(rows, vertices, lengths);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
        return cub::DeviceScan::ExclusiveSum(work, bytes, lengths, changing->below_offsets, (int64_t)offsets, stream);
    }));
    copy_below<<<tg_device_blocks(context, changing->new_ids, PLACES, EACH_BLOCKS), EACH_THREADS, 0, stream>>>(
      rows, vertices, (uint32_t)changing->new_ids, changing->below_offsets, changing->below_ids);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    tg_device_free(context, lengths);
    return status;
}

extern "C" tricorn_status tg_changing_gpu_below(
  tricorn_context *context, tg_changing_gpu *changing, bool supports, tg_device_rows *below, tg_device_sink *sink)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t edges = changing->new_ids / 2;
    const uint64_t counts = supports ? edges + 1 : (uint64_t)changing->vertices + 1;
    uint32_t **const made = &changing->new_supports;

    tg_changing_free_below(changing); /* the rows that an earlier call made */
    if (changing->marked) TG_TRY(tg_changing_set_marks(context, changing, false));
    TG_TRY(make_below(context, changing));
    if (supports && *made == NULL) TG_TRY(TG_DEVICE_ALLOC(context, changing->new_ids + 1, made));
    TG_TRY(TG_DEVICE_ALLOC(context, counts, &changing->counts));
    TG_TRY_CUDA(
      context, cudaMemsetAsync(changing->counts, 0, counts * sizeof *changing->counts, tg_device_stream(context)));
    changing->edge_counts = supports;
    *below = {changing->vertices, (uint32_t)edges, changing->below_offsets, changing->below_ids};
    *sink = {};
    if (supports)
        sink->edges = sink->from = sink->into = changing->counts;
    else
        sink->u = sink->v = sink->w = changing->counts;
cleanup:
    return status;
}

/* ---- counts of vertices and edges ---- */

static __global__ void __launch_bounds__(EACH_THREADS)
  widen(const uint32_t *counts, uint32_t vertices, unsigned long long *triangles)
{
    for (EACH(v, vertices)) triangles[v] = counts[v];
}

/* Copies the supports to the arcs from each vertex to the ids below it, which are the first ids
 * of its row; all other arcs get 0. Adds each support to the triangles of both ends, so that
 * triangles[v] becomes twice the number of triangles of v. */
static __global__ void __launch_bounds__(EACH_THREADS) spread(
  changing_rows rows, tg_device_rows below, const uint32_t *counts, uint32_t *supports, unsigned long long *triangles)
{
    __shared__ unsigned long long hubs[HUBS];
    begin_hubs(hubs);
    for (uint64_t v = (uint64_t)blockIdx.x * WARPS + threadIdx.x / WARP_THREADS; v < below.count;
         v += (uint64_t)gridDim.x * WARPS) {
        const uint32_t first = below.offsets[v], length = below.offsets[v + 1] - first;
        const uint32_t row = rows.offsets[v];
        unsigned long long own = 0;
        for (uint32_t i = threadIdx.x % WARP_THREADS; i < length; i += WARP_THREADS) {
            const uint32_t support = counts[first + i];
            if (support == 0) continue;
            supports[row + i] = support;
            add_to_vertex(hubs, triangles, rows.ids[row + i], support);
            own += support;
        }
        each_add(triangles + v, own);
    }
    add_hubs(hubs, triangles);
}

static __global__ void __launch_bounds__(EACH_THREADS) halve(uint32_t vertices, unsigned long long *triangles)
{
    for (EACH(v, vertices)) triangles[v] /= 2;
}

static tricorn_status set_supports(tricorn_context *context, const tg_changing_gpu *changing)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const uint32_t vertices = changing->vertices;
    const tg_device_rows below = {
      vertices, (uint32_t)(changing->new_ids / 2), changing->below_offsets, changing->below_ids};

    TG_TRY_CUDA(
      context, cudaMemsetAsync(changing->new_supports, 0, changing->new_ids * sizeof *changing->new_supports, stream));
    TG_TRY_CUDA(context, cudaMemsetAsync(changing->triangles, 0, vertices * sizeof *changing->triangles, stream));
    spread<<<tg_device_blocks(context, vertices, WARPS, EACH_BLOCKS), EACH_THREADS, 0, stream>>>(
      latest_rows(changing), below, changing->counts, changing->new_supports, changing->triangles);
    TG_TRY_CUDA(context, cudaGetLastError());
    halve<<<each_blocks(context, vertices), EACH_THREADS, 0, stream>>>(vertices, changing->triangles);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

extern "C" tricorn_status tg_changing_gpu_set(tricorn_context *context, tg_changing_gpu *changing)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    if (changing->edge_counts)
        TG_TRY(set_supports(context, changing));
    else
        widen<<<each_blocks(context, changing->vertices), EACH_THREADS, 0, stream>>>(
          changing->counts, changing->vertices, changing->triangles);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY_CUDA(context, cudaStreamSynchronize(stream));
cleanup:
    return status;
}
