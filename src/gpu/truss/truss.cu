/* truss.cu - trussness on the context's GPU.
 *
 * - Rows from both ends are made on the GPU, by one radix sort of the edges.
 * - Each launch peels as many rounds as take some milliseconds, without the host; between
 *   launches the caller can cancel.
 */
#include "gpu/truss/peel.cuh"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <string.h>

#include "base/context.h"
#include "device/work.cuh"
#include "gpu/each.cuh"
#include "gpu/truss/crew.cuh"
#include "task/device_supported.h"
#include "task/device_task.h"

enum {
    MOST_TURNS = 1 << 12, /* this many turns of a launch take some ten milliseconds */
    /* Bytes beside the graph. An edge needs two ids, two places, entries of four arrays, and memory for sorting. */
    EDGE_BYTES = 4 * 4 + 5 * 4 + 2 * 4,
    VERTEX_BYTES = 8 + 4 + 4,
    FEW_BYTES = 1 << 20
};

/* Totals that are counted while the rows are made. */
typedef struct totals {
    unsigned int in_triangles, long_rows;
} totals;

typedef struct job {
    tricorn_context *context;
    tg_device_rows graph;
    uint32_t *made_sources, *long_rows;
    uint64_t *begins;
    totals *found;
    truss_progress *progress;
    truss_peel peel;
} job;

/* ---- rows from both ends ---- */

/* Adds the number of ids above each vertex to its length, and lists all edges. */
static __global__ void __launch_bounds__(EACH_THREADS) count_above(truss_peel peel, uint32_t edges)
{
    for (EACH(e, edges)) {
        atomicAdd(peel.lengths + peel.targets[e], 1u);
        peel.list[e] = (uint32_t)e;
    }
}

static __global__ void __launch_bounds__(EACH_THREADS) add_below(truss_peel peel, const uint32_t *offsets)
{
    for (EACH(v, peel.vertices)) peel.lengths[v] += offsets[v + 1] - offsets[v];
}

/* Fills the rows. The queue contains the edges in the order of the smaller of their ends, then
 * of the larger one. The place of an id above vertex v comes after all ids below vertices up to
 * v, and after the ids above vertices of the e edges before it in the queue. */
static __global__ void __launch_bounds__(EACH_THREADS)
  fill_rows(truss_peel peel, const uint32_t *offsets, uint32_t edges)
{
    for (EACH(e, edges)) {
        const uint32_t u = peel.sources[e], above = peel.queue[e];
        const uint64_t below = peel.begins[u] + (e - offsets[u]);
        const uint64_t behind = offsets[peel.targets[above] + 1] + e;
        peel.ids[below] = peel.targets[e];
        peel.places[below] = (uint32_t)e;
        peel.ids[behind] = peel.sources[above];
        peel.places[behind] = above;
    }
}

/* Counts the edges that are in triangles, and lists long rows. */
static __global__ void __launch_bounds__(EACH_THREADS)
  begin_peeling(truss_peel peel, uint32_t *long_rows, uint32_t edges, totals *found)
{
    unsigned int in_triangles = 0;
    for (EACH(e, edges)) {
        peel.rounds[e] = peel.support[e] > 0 ? TRUSS_STAYS : 0;
        in_triangles += peel.support[e] > 0;
    }
    each_add(&found->in_triangles, in_triangles);
    for (EACH(v, peel.vertices))
        if (peel.begins[v + 1] - peel.begins[v] > TRUSS_LONG_ROW)
            long_rows[atomicAdd(&found->long_rows, 1u)] = (uint32_t)v;
}

/* Sorts the edges by their smaller ends, into the queue; the sorted keys are in `spare`, which is not used yet. */
static tricorn_status sort_edges(job *own)
{
    const truss_peel *peel = &own->peel;
    const int bits = 32 - (peel->vertices > 1 ? __builtin_clz(peel->vertices - 1) : 31);
    return tg_with_work(own->context, [&](void *work, size_t &bytes) {
        return cub::DeviceRadixSort::SortPairs(work, bytes, own->graph.ids, peel->spare, peel->list, peel->queue,
          (int64_t)own->graph.id_count, 0, bits, tg_device_stream(own->context));
    });
}

static tricorn_status find_begins(job *own)
{
    return tg_with_work(own->context, [&](void *work, size_t &bytes) {
        return cub::DeviceScan::ExclusiveScan(work, bytes, own->peel.lengths, own->begins, cuda::std::plus<>{},
          (uint64_t)0, (int64_t)own->peel.vertices + 1, tg_device_stream(own->context));
    });
}

static tricorn_status make_rows(job *own)
{
    tricorn_status status = TRICORN_OK;
    tricorn_context *context = own->context;
    const cudaStream_t stream = tg_device_stream(context);
    truss_peel *peel = &own->peel;
    const uint32_t edges = own->graph.id_count, *offsets = own->graph.offsets;
    const unsigned blocks = each_blocks(context, edges);
    totals read;

    TG_TRY_CUDA(
      context, cudaMemsetAsync(peel->lengths, 0, ((uint64_t)peel->vertices + 1) * sizeof *peel->lengths, stream));
    TG_TRY_CUDA(context, cudaMemsetAsync(own->found, 0, sizeof *own->found, stream));
    count_above<<<blocks, EACH_THREADS, 0, stream>>>(*peel, edges);
    TG_TRY_CUDA(context, cudaGetLastError());
    add_below<<<each_blocks(context, peel->vertices), EACH_THREADS, 0, stream>>>(*peel, offsets);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(find_begins(own));
    TG_TRY(sort_edges(own));
    fill_rows<<<blocks, EACH_THREADS, 0, stream>>>(*peel, offsets, edges);
    TG_TRY_CUDA(context, cudaGetLastError());
    begin_peeling<<<blocks, EACH_THREADS, 0, stream>>>(*peel, own->long_rows, edges, own->found);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(tg_device_copy_out(context, &read, own->found, sizeof read));
    peel->total = read.in_triangles;
    peel->long_row_count = read.long_rows;
cleanup:
    return status;
}

/* ---- peeling ---- */

static __global__ void __launch_bounds__(TRUSS_THREADS)
  peel_some(truss_peel peel, truss_progress *progress, uint32_t most_turns)
{
    __shared__ uint32_t sums[TRUSS_WARPS];
    const truss_grid crew = {sums};
    truss_progress now = *progress;
    crew.wait(); /* all threads have read the progress */
    truss_peel_some(peel, now, crew, most_turns);
    if (crew.is_first()) *progress = now;
}

static tricorn_status launch(job *own, unsigned blocks)
{
    tricorn_status status = TRICORN_OK;
    tricorn_context *context = own->context;
    uint32_t most_turns = MOST_TURNS;
    void *arguments[] = {&own->peel, &own->progress, &most_turns};
    TG_TRY_CUDA(context, cudaLaunchCooperativeKernel((const void *)peel_some, dim3(blocks), dim3(TRUSS_THREADS),
                           arguments, 0, tg_device_stream(context)));
cleanup:
    return status;
}

/* Sets *blocks to how many blocks run at the same time. */
static tricorn_status find_blocks(tricorn_context *context, uint64_t edges, unsigned *blocks)
{
    tricorn_status status = TRICORN_OK;
    int each = 0;
    TG_TRY_CUDA(
      context, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, (const void *)peel_some, TRUSS_THREADS, 0));
    *blocks = tg_device_blocks(context, edges, WARP_THREADS, (uint32_t)each);
cleanup:
    return status;
}

static truss_progress begin_progress(const truss_peel *peel, uint32_t edges, uint32_t level)
{
    truss_progress now;
    memset(&now, 0, sizeof now);
    now.limit = level ? level - 2 : 0;
    now.round = 1;
    now.listed = edges;
    now.in_rows = edges;
    now.only = level > 0;
    now.finished = peel->total == 0;
    return now;
}

static tricorn_status peel_all(job *own, tg_peel_there *wanted)
{
    tricorn_status status = TRICORN_OK;
    tricorn_context *context = own->context;
    const uint32_t edges = own->graph.id_count;
    truss_counters counters[TRUSS_COUNTERS];
    truss_progress now = begin_progress(&own->peel, edges, wanted->level);
    unsigned blocks = 1;

    for (int i = 0; i < TRUSS_COUNTERS; i++) counters[i] = {0, 0, 0, UINT32_MAX};
    TG_TRY(find_blocks(context, edges, &blocks));
    TG_TRY(tg_device_copy_in(context, own->peel.counters, counters, sizeof counters));
    TG_TRY(tg_device_copy_in(context, own->progress, &now, sizeof now));
    tg_work_add(context, edges - own->peel.total);
    while (!now.finished) {
        const uint32_t before = now.done;
        TG_TRY(launch(own, blocks));
        if (before == 0 && wanted->clear) wanted->clear(context, wanted->support, edges * sizeof *wanted->support);
        TG_TRY(tg_device_copy_out(context, &now, own->progress, sizeof now));
        tg_work_add(context, now.done - before);
        TG_TRY(tg_check_cancelled(context));
    }
    wanted->peeled.rounds = now.round - 1;
    if (wanted->support)
        TG_TRY(tg_device_copy_out(context, wanted->support, own->peel.support, edges * sizeof *wanted->support));
cleanup:
    return status;
}

/* ---- edges in GPU memory ---- */

static tricorn_status allocate(job *own, const tg_device_supported *edges)
{
    tricorn_status status = TRICORN_OK;
    tricorn_context *context = own->context;
    truss_peel *peel = &own->peel;
    const uint64_t m = edges->rows.id_count, n = edges->rows.count;

    if (edges->sources == NULL) TG_TRY(tg_device_rows_sources(context, &edges->rows, &own->made_sources));
    TG_TRY(TG_DEVICE_ALLOC(context, n + 1, &own->begins));
    TG_TRY(TG_DEVICE_ALLOC(context, n, &own->long_rows));
    TG_TRY(TG_DEVICE_ALLOC(context, 1, &own->found));
    TG_TRY(TG_DEVICE_ALLOC(context, 1, &own->progress));
    TG_TRY(TG_DEVICE_ALLOC(context, n + 1, &peel->lengths));
    TG_TRY(TG_DEVICE_ALLOC(context, 2 * m, &peel->ids));
    TG_TRY(TG_DEVICE_ALLOC(context, 2 * m, &peel->places));
    TG_TRY(TG_DEVICE_ALLOC(context, m, &peel->rounds));
    TG_TRY(TG_DEVICE_ALLOC(context, m, &peel->queue));
    TG_TRY(TG_DEVICE_ALLOC(context, m, &peel->list));
    TG_TRY(TG_DEVICE_ALLOC(context, m, &peel->spare));
    TG_TRY(TG_DEVICE_ALLOC(context, TRUSS_COUNTERS, &peel->counters));
    peel->vertices = (uint32_t)n;
    peel->targets = edges->rows.ids;
    peel->sources = edges->sources ? edges->sources : own->made_sources;
    peel->support = edges->support;
    peel->begins = own->begins;
    peel->long_rows = own->long_rows;
cleanup:
    return status;
}

static void release(job *own)
{
    tricorn_context *context = own->context;
    truss_peel *peel = &own->peel;
    tg_device_free(context, own->made_sources);
    tg_device_free(context, own->begins);
    tg_device_free(context, own->long_rows);
    tg_device_free(context, own->found);
    tg_device_free(context, own->progress);
    tg_device_free(context, peel->lengths);
    tg_device_free(context, peel->ids);
    tg_device_free(context, peel->places);
    tg_device_free(context, peel->rounds);
    tg_device_free(context, peel->queue);
    tg_device_free(context, peel->list);
    tg_device_free(context, peel->spare);
    tg_device_free(context, peel->counters);
}

extern "C" tricorn_status tg_device_supported_peel(
  tricorn_context *context, const tg_device_supported *edges, tg_peel_there *peel)
{
    tricorn_status status = TRICORN_OK;
    job own;

    memset(&own, 0, sizeof own);
    own.context = context;
    own.graph = edges->rows;
    tg_work_begin(context, "peeling", edges->rows.id_count);
    if (edges->rows.id_count == 0) return TRICORN_OK;
    TG_TRY(allocate(&own, edges));
    TG_TRY(make_rows(&own));
    TG_TRY(peel_all(&own, peel));
cleanup:
    release(&own);
    return status;
}

/* ---- edges in host memory ---- */

extern "C" bool tg_truss_gpu_fits(const tricorn_context *context, const tg_rows *rows)
{
    const uint64_t edges = rows->offsets[rows->count];
    const uint64_t bytes = edges * (2 * sizeof(uint32_t) + EDGE_BYTES) +
                           (uint64_t)rows->count * (sizeof(uint32_t) + VERTEX_BYTES) + FEW_BYTES;
    return edges > 0 && edges <= TG_MOST_DEVICE_EDGES && bytes <= tg_device_room(context);
}

extern "C" tricorn_status tg_truss_gpu_peel(tricorn_context *context, tg_peel *wanted)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t bytes = wanted->rows->offsets[wanted->rows->count] * sizeof(uint32_t);
    tg_peel_there there = {wanted->level, wanted->support, nullptr, {0}};
    tg_device_supported edges;

    memset(&edges, 0, sizeof edges);
    TG_TRY(tg_device_rows_upload(context, wanted->rows, &edges.rows));
    TG_TRY(TG_DEVICE_ALLOC(context, edges.rows.id_count, &edges.support));
    TG_TRY(tg_device_copy_in(context, edges.support, wanted->support, bytes));
    TG_TRY(tg_device_supported_peel(context, &edges, &there));
    wanted->peeled = there.peeled;
cleanup:
    tg_device_supported_free(context, &edges);
    return status;
}
