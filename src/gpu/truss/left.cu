/* left.cu - removes all edges in few triangles at once, and makes rows of the others, whose
 * supports are then counted again.
 *
 * - Prefix sums number the vertices and edges that remain, so each of them is moved by one
 *   thread, without atomic additions.
 */
#include <cub/device/device_scan.cuh>
#include <string.h>

#include "base/context.h"
#include "device/work.cuh"
#include "gpu/each.cuh"
#include "task/device_supported.h"
#include "task/device_task.h"

enum { WORD_BITS = 32 };

extern "C" void tg_device_supported_free(tricorn_context *context, tg_device_supported *edges)
{
    if (!edges->borrowed) {
        tg_device_rows_free(tg_context_device(context), &edges->rows);
        tg_device_free(context, (void *)edges->sources);
    }
    tg_device_free(context, edges->support);
    tg_device_free(context, edges->origins);
    memset(edges, 0, sizeof *edges);
}

/* ---- number of edges ---- */

static __global__ void __launch_bounds__(EACH_THREADS)
  count_below(tg_device_supported edges, uint32_t least, unsigned int *below)
{
    unsigned int found = 0;
    for (EACH(e, edges.rows.id_count)) found += edges.support[e] < least;
    each_add(below, found);
}

extern "C" tricorn_status tg_device_supported_below(
  tricorn_context *context, const tg_device_supported *edges, uint32_t least, uint32_t *below)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    unsigned int *found = NULL;

    TG_TRY(TG_DEVICE_ALLOC(context, 1, &found));
    TG_TRY_CUDA(context, cudaMemsetAsync(found, 0, sizeof *found, stream));
    count_below<<<each_blocks(context, edges->rows.id_count), EACH_THREADS, 0, stream>>>(*edges, least, found);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(tg_device_copy_out(context, below, found, sizeof *found));
cleanup:
    tg_device_free(context, found);
    return status;
}

/* ---- rows of the edges that remain ---- */

/* Where the vertices and edges that remain are moved to. Each entry first says whether it
 * remains; prefix sums then turn that into its new number. */
typedef struct placing {
    uint32_t *places; /* the new positions of edges; last, how many edges remain */
    uint32_t *numbers; /* the new numbers of vertices; last, how many vertices remain */
} placing;

static __global__ void __launch_bounds__(EACH_THREADS) mark(tg_device_supported edges, uint32_t least, placing to)
{
    for (EACH(e, edges.rows.id_count)) {
        const bool keep = edges.support[e] >= least;
        to.places[e] = keep;
        if (!keep) continue;
        to.numbers[edges.rows.ids[e]] = 1;
        to.numbers[edges.sources[e]] = 1;
    }
}

static __global__ void __launch_bounds__(EACH_THREADS)
  move_edges(tg_device_supported edges, placing to, uint32_t *ids, uint32_t *sources, uint32_t *origins)
{
    for (EACH(e, edges.rows.id_count)) {
        const uint32_t place = to.places[e];
        if (to.places[e + 1] == place) continue;
        ids[place] = to.numbers[edges.rows.ids[e]];
        sources[place] = to.numbers[edges.sources[e]];
        origins[place] = edges.origins ? edges.origins[e] : (uint32_t)e;
    }
}

/* The last offset is the number of edges. */
static __global__ void __launch_bounds__(EACH_THREADS) move_rows(tg_device_rows rows, placing to, uint32_t *offsets)
{
    for (EACH(v, (uint64_t)rows.count + 1))
        if (v == rows.count || to.numbers[v + 1] != to.numbers[v]) offsets[to.numbers[v]] = to.places[rows.offsets[v]];
}

static tricorn_status add_up(tricorn_context *context, uint32_t *values, uint64_t count)
{
    return tg_with_work(context, [&](void *work, size_t &bytes) {
        return cub::DeviceScan::ExclusiveSum(work, bytes, values, values, (int64_t)count, tg_device_stream(context));
    });
}

static tricorn_status find_places(
  tricorn_context *context, const tg_device_supported *edges, uint32_t least, placing *to)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const uint64_t m = edges->rows.id_count, n = edges->rows.count;

    TG_TRY(TG_DEVICE_ALLOC(context, m + 1, &to->places));
    TG_TRY(TG_DEVICE_ALLOC(context, n + 1, &to->numbers));
    TG_TRY_CUDA(context, cudaMemsetAsync(to->places + m, 0, sizeof *to->places, stream));
    TG_TRY_CUDA(context, cudaMemsetAsync(to->numbers, 0, (n + 1) * sizeof *to->numbers, stream));
    mark<<<each_blocks(context, m), EACH_THREADS, 0, stream>>>(*edges, least, *to);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(add_up(context, to->places, m + 1));
    TG_TRY(add_up(context, to->numbers, n + 1));
cleanup:
    return status;
}

extern "C" tricorn_status tg_device_supported_above(
  tricorn_context *context, const tg_device_supported *edges, uint32_t least, tg_device_supported *above)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const uint64_t m = edges->rows.id_count, n = edges->rows.count;
    uint32_t *offsets = NULL, *ids = NULL, *sources = NULL, *origins = NULL, *missing = NULL;
    placing to = {NULL, NULL};
    tg_device_supported from = *edges;
    uint32_t kept_edges, kept_vertices;

    if (from.sources == NULL) TG_TRY(tg_device_rows_sources(context, &from.rows, &missing));
    if (missing) from.sources = missing;
    TG_TRY(find_places(context, &from, least, &to));
    TG_TRY(tg_device_copy_out(context, &kept_edges, to.places + m, sizeof kept_edges));
    TG_TRY(tg_device_copy_out(context, &kept_vertices, to.numbers + n, sizeof kept_vertices));
    TG_TRY(TG_DEVICE_ALLOC(context, (uint64_t)kept_vertices + 1, &offsets));
    TG_TRY(TG_DEVICE_ALLOC(context, kept_edges, &ids));
    TG_TRY(TG_DEVICE_ALLOC(context, kept_edges, &sources));
    TG_TRY(TG_DEVICE_ALLOC(context, kept_edges, &origins));
    move_edges<<<each_blocks(context, m), EACH_THREADS, 0, stream>>>(from, to, ids, sources, origins);
    TG_TRY_CUDA(context, cudaGetLastError());
    move_rows<<<each_blocks(context, n + 1), EACH_THREADS, 0, stream>>>(from.rows, to, offsets);
    TG_TRY_CUDA(context, cudaGetLastError());
    *above = {{kept_vertices, kept_edges, offsets, ids}, sources, NULL, origins, false};
    offsets = ids = sources = origins = NULL;
cleanup:
    tg_device_free(context, missing);
    tg_device_free(context, to.places);
    tg_device_free(context, to.numbers);
    tg_device_free(context, offsets);
    tg_device_free(context, ids);
    tg_device_free(context, sources);
    tg_device_free(context, origins);
    return status;
}

/* ---- bits of the edges that remain ---- */

static __global__ void __launch_bounds__(EACH_THREADS)
  set_bits(tg_device_supported edges, uint32_t least, uint32_t *bits)
{
    for (EACH(e, edges.rows.id_count)) {
        if (edges.support[e] < least) continue;
        const uint32_t origin = edges.origins ? edges.origins[e] : (uint32_t)e;
        atomicOr(bits + origin / WORD_BITS, 1u << origin % WORD_BITS);
    }
}

extern "C" tricorn_status tg_device_supported_bits(
  tricorn_context *context, const tg_device_supported *edges, uint32_t least, uint64_t count, uint64_t *bits)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const uint64_t words = (count + 63) / 64;
    uint64_t *there = NULL;

    if (edges->rows.id_count == 0) return TRICORN_OK;
    TG_TRY(TG_DEVICE_ALLOC(context, words, &there));
    TG_TRY_CUDA(context, cudaMemsetAsync(there, 0, words * sizeof *there, stream));
    set_bits<<<each_blocks(context, edges->rows.id_count), EACH_THREADS, 0, stream>>>(*edges, least, (uint32_t *)there);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(tg_device_copy_out(context, bits, there, words * sizeof *bits));
cleanup:
    tg_device_free(context, there);
    return status;
}
