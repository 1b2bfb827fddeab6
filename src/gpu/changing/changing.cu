/* changing.cu - a graph with all neighbours of each vertex in GPU memory, which batches of edges change.
 *
 * - Each batch makes new rows: one copy takes less time than finding room in place. Ranges
 *   without a change are copied at the rate of memory.
 * - Only triangles of changed edges are counted: those of removed edges in the old rows, those of
 *   added edges in the new ones.
 * - The old rows remain until the batch is complete, so a batch that fails changes nothing.
 */
#include "gpu/changing/changing.cuh"

#include <cub/device/device_scan.cuh>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "device/work.cuh"
#include "gpu/lookup/warp.cuh"

/* ---- making and freeing ---- */

extern "C" tricorn_status tg_changing_gpu_create(
  tricorn_context *context, uint64_t vertices, tg_changing_gpu **changing)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    tg_changing_gpu *made = NULL;

    if (vertices >= CHANGING_MARK)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "a graph that changes on a GPU has less than 2^31 vertices; "
          "with " TG_OPTION("device=cpu") " it can have more");
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->device = made->rows_device = tg_context_device(context);
    tg_device_hold(made->device);
    tg_device_hold(made->rows_device);
    made->ordinal = tg_device_properties_of(context)->ordinal;
    made->vertices = (uint32_t)vertices;
    made->bits = changing_bits(made->vertices);
    TG_TRY(TG_DEVICE_ALLOC(context, vertices + 1, &made->offsets));
    TG_TRY(TG_DEVICE_ALLOC(context, vertices + 1, &made->triangles));
    TG_TRY(TG_DEVICE_ALLOC(context, 1, &made->found));
    TG_TRY_CUDA(context, cudaMemsetAsync(made->offsets, 0, (vertices + 1) * sizeof *made->offsets, stream));
    TG_TRY_CUDA(context, cudaMemsetAsync(made->triangles, 0, (vertices + 1) * sizeof *made->triangles, stream));
    *changing = made;
    made = NULL;
cleanup:
    tg_changing_gpu_free(made);
    return status;
}

void tg_changing_free_below(tg_changing_gpu *changing)
{
    tg_device_free_held(changing->batch_device, changing->below_offsets);
    tg_device_free_held(changing->batch_device, changing->below_ids);
    tg_device_free_held(changing->batch_device, changing->counts);
    changing->below_offsets = changing->below_ids = changing->counts = NULL;
}

static void free_batch(tg_changing_gpu *changing)
{
    tg_device *device = changing->batch_device;
    if (device == NULL) return;
    tg_changing_free_below(changing);
    tg_device_free_held(device, changing->changes.keys);
    tg_device_free_held(device, changing->changes.places);
    tg_device_free_held(device, changing->changes.shifts);
    tg_device_free_held(device, changing->new_offsets);
    tg_device_free_held(device, changing->new_row_ids);
    tg_device_free_held(device, changing->new_supports);
    memset(&changing->changes, 0, sizeof changing->changes);
    changing->new_offsets = changing->new_row_ids = changing->new_supports = NULL;
    changing->batch_device = NULL;
    tg_device_release(device);
}

static void free_rows(tg_changing_gpu *changing)
{
    tg_device_free_held(changing->rows_device, changing->offsets);
    tg_device_free_held(changing->rows_device, changing->row_ids);
    tg_device_release(changing->rows_device);
}

static void free_supports(tg_changing_gpu *changing)
{
    if (changing->supports == NULL) return;
    tg_device_free_held(changing->supports_device, changing->supports);
    tg_device_release(changing->supports_device);
}

extern "C" void tg_changing_gpu_free(tg_changing_gpu *changing)
{
    if (changing == NULL) return;
    free_batch(changing);
    free_rows(changing);
    free_supports(changing);
    tg_device_free_held(changing->device, changing->triangles);
    tg_device_free_held(changing->device, changing->found);
    tg_device_release(changing->device);
    tg_free(changing);
}

/* ---- new rows ---- */

static __global__ void __launch_bounds__(EACH_THREADS)
  make_offsets(changing_rows rows, changing_changes changes, uint32_t vertices, uint32_t *offsets)
{
    for (EACH(v, (uint64_t)vertices + 1)) offsets[v] = changing_new_offset(&rows, &changes, (uint32_t)v);
}

/* Copies `count` values, which are ids or supports, from the old rows to their places in the new ones. */
static __global__ void __launch_bounds__(EACH_THREADS)
  move_values(const uint32_t *values, changing_changes changes, uint32_t count, uint32_t *moved)
{
    for (uint64_t begin = (uint64_t)blockIdx.x * PLACES; begin < count; begin += (uint64_t)gridDim.x * PLACES) {
        const uint32_t end = (uint32_t)(begin + PLACES < count ? begin + PLACES : count);
        const uint32_t first = changing_find(changes.places, 0, changes.count, (uint32_t)begin);
        const uint32_t last = changing_find(changes.places, first, changes.count, end);
        /* most ranges have no change, and are just copied */
        if (first == last && end - begin == PLACES) {
            uint32_t *const to = moved + begin + (uint64_t)(int64_t)changes.shifts[first];
            TG_UNROLL
            for (uint32_t i = 0; i < PLACES; i += EACH_THREADS) to[i + threadIdx.x] = values[begin + i + threadIdx.x];
            continue;
        }
        for (uint32_t place = (uint32_t)begin + threadIdx.x; place < end; place += EACH_THREADS)
            changing_move(values, &changes, {first, last}, place, moved);
    }
}

static tricorn_status move_all(
  tricorn_context *context, const tg_changing_gpu *changing, const uint32_t *values, uint32_t *moved)
{
    tricorn_status status = TRICORN_OK;
    move_values<<<tg_device_blocks(context, changing->ids, PLACES, EACH_BLOCKS), EACH_THREADS, 0,
      tg_device_stream(context)>>>(values, changing->changes, (uint32_t)changing->ids, moved);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

static __global__ void __launch_bounds__(EACH_THREADS)
  mark(changing_rows rows, changing_changes changes, bool set, uint32_t *ids)
{
    for (EACH(i, changes.count)) {
        if (set)
            changing_mark(&rows, &changes, (uint32_t)i, ids);
        else
            changing_clear(&rows, &changes, (uint32_t)i, ids);
    }
}

tricorn_status tg_changing_set_marks(tricorn_context *context, tg_changing_gpu *changing, bool set)
{
    tricorn_status status = TRICORN_OK;
    mark<<<each_blocks(context, changing->changes.count), EACH_THREADS, 0, tg_device_stream(context)>>>(
      rows_of(changing), changing->changes, set, changing->new_row_ids);
    TG_TRY_CUDA(context, cudaGetLastError());
    changing->marked = set;
cleanup:
    return status;
}

extern "C" tricorn_status tg_changing_gpu_merge(tricorn_context *context, tg_changing_gpu *changing)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const changing_rows rows = rows_of(changing);
    const uint64_t vertices = changing->vertices;

    if (changing->new_ids > TG_MOST_DEVICE_EDGES)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "a graph that changes on a GPU has less than 2^31 edges; "
          "with " TG_OPTION("device=cpu") " it can have more");
    TG_TRY(TG_DEVICE_ALLOC(context, vertices + 1, &changing->new_offsets));
    TG_TRY(TG_DEVICE_ALLOC(context, changing->new_ids, &changing->new_row_ids));
    if (changing->supports) TG_TRY(TG_DEVICE_ALLOC(context, changing->new_ids + 1, &changing->new_supports));
    make_offsets<<<each_blocks(context, vertices + 1), EACH_THREADS, 0, stream>>>(
      rows, changing->changes, changing->vertices, changing->new_offsets);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(move_all(context, changing, rows.ids, changing->new_row_ids));
    TG_TRY(tg_changing_set_marks(context, changing, true));
cleanup:
    return status;
}

/* ---- by rows ---- */

static __global__ void __launch_bounds__(EACH_THREADS)
  cut_work(changing_rows old, changing_rows now, changing_changes changes, uint32_t kinds, uint64_t *chunks)
{
    for (EACH(i, (uint64_t)changes.count + 1))
        chunks[i] = i < changes.count ? changing_chunks(&old, &now, &changes, kinds, (uint32_t)i) : 0;
}

/* The counters to which the triangles of changed edges are added. */
typedef struct tallies {
    /* counts of vertices: of all in device memory, of hubs in shared memory */
    unsigned long long *triangles, *hubs;
    unsigned long long one; /* what a triangle of this edge adds: 1 or -1 */
    /* supports at the places of the rows that are counted; NULL: not maintained */
    uint32_t *supports;
    report *found;
} tallies;

/* Counts the triangles of an edge with `count` ids of its shorter row, from number `begin` on. A
 * warp looks these ids up, 32 at a time. */
template <bool SUPPORTS>
static __device__ uint32_t count_chunk(
  const changing_rows *rows, const changing_ends *ends, uint32_t begin, uint32_t count, const tallies *to)
{
    const uint32_t first = ends->first + begin, last = least(first + count, ends->last);
    uint32_t found = 0;
    for (uint32_t place = first + threadIdx.x % WARP_THREADS; place < last; place += WARP_THREADS) {
        changing_corner third;
        if (!changing_closes(rows, ends, place, &third)) continue;
        add_to_vertex(to->hubs, to->triangles, third.id, to->one);
        if (SUPPORTS) {
            atomicAdd(to->supports + place, (uint32_t)to->one);
            atomicAdd(to->supports + third.place, (uint32_t)to->one);
        }
        found++;
    }
    return warp_sum(found);
}

/* Counts the triangles of all changes. chunks[i] is how many chunks the changes before i have;
 * the last entry, how many all have. An edge that is removed has no support to add to. */
template <bool SUPPORTS>
static __global__ void __launch_bounds__(EACH_THREADS)
  count_changes(changing_rows old, changing_rows now, changing_changes changes, const uint64_t *chunks, tallies to)
{
    __shared__ unsigned long long hubs[HUBS];
    begin_hubs(hubs);
    to.hubs = hubs;
    const uint64_t all = chunks[changes.count];
    unsigned long long change = 0;
    for (uint64_t item = (uint64_t)blockIdx.x * WARPS + threadIdx.x / WARP_THREADS; item < all;
         item += (uint64_t)gridDim.x * WARPS) {
        const uint32_t i = changing_find(chunks, 0, changes.count, item + 1) - 1;
        const uint64_t key = changes.keys[i];
        const bool added = changing_is_added(key);
        const changing_rows rows = added ? now : old;
        const changing_ends ends = changing_ends_of(&rows, key, changes.bits);
        const uint32_t begin = (uint32_t)(item - chunks[i]) * changes.chunk;
        to.one = added ? 1 : ~0ull;
        const uint32_t here = count_chunk<SUPPORTS>(&rows, &ends, begin, changes.chunk, &to);
        if (threadIdx.x % WARP_THREADS != 0 || here == 0) continue;
        add_to_vertex(hubs, to.triangles, ends.u, here * to.one);
        add_to_vertex(hubs, to.triangles, ends.v, here * to.one);
        if (SUPPORTS && added) atomicAdd(to.supports + changing_added_place(&changes, i), here);
        change += here * to.one;
    }
    if (change != 0) atomicAdd((unsigned long long *)&to.found->change, change);
    add_hubs(hubs, to.triangles);
}

/* Sets *sums to the prefix sums of the chunks of changes, for these kinds of edges; to NULL if
 * the batch has no such edges. The caller frees *sums. */
static tricorn_status cut(tricorn_context *context, const tg_changing_gpu *changing, uint32_t kinds, uint64_t **sums)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const changing_changes *changes = &changing->changes;
    const uint64_t count = (uint64_t)changes->count + 1;
    const uint32_t there =
      (changing->added < changes->count ? CHANGING_REMOVED : 0) | (changing->added > 0 ? CHANGING_ADDED : 0);
    uint64_t *chunks = NULL;

    if (!(kinds & there)) return TRICORN_OK;
    TG_TRY(TG_DEVICE_ALLOC(context, count, &chunks));
    TG_TRY(TG_DEVICE_ALLOC(context, count, sums));
    cut_work<<<each_blocks(context, count), EACH_THREADS, 0, stream>>>(
      rows_of(changing), new_rows_of(changing), *changes, kinds, chunks);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
        return cub::DeviceScan::ExclusiveSum(work, bytes, chunks, *sums, (int64_t)count, stream);
    }));
cleanup:
    tg_device_free(context, chunks);
    return status;
}

/* Counts the triangles of the edges that have chunks by these sums. `supports` are at the places
 * of the rows that contain these edges, or NULL. */
static tricorn_status count_cut(
  tricorn_context *context, const tg_changing_gpu *changing, const uint64_t *sums, uint32_t *supports)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const changing_rows old = rows_of(changing), now = new_rows_of(changing);
    const changing_changes *changes = &changing->changes;
    const uint64_t about = changing->looks / changes->chunk + changes->count;
    const unsigned blocks = tg_device_blocks(context, about, WARPS, EACH_BLOCKS);
    const tallies to = {changing->triangles, NULL, 0, supports, changing->found};

    if (sums == NULL) return TRICORN_OK;
    if (supports)
        count_changes<true><<<blocks, EACH_THREADS, 0, stream>>>(old, now, *changes, sums, to);
    else
        count_changes<false><<<blocks, EACH_THREADS, 0, stream>>>(old, now, *changes, sums, to);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

static __global__ void __launch_bounds__(EACH_THREADS) begin_supports(changing_changes changes, uint32_t *supports)
{
    for (EACH(i, changes.count)) changing_begin_support(&changes, (uint32_t)i, supports);
}

static tricorn_status move_supports(tricorn_context *context, const tg_changing_gpu *changing)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(move_all(context, changing, changing->supports, changing->new_supports));
    begin_supports<<<each_blocks(context, changing->changes.count), EACH_THREADS, 0, tg_device_stream(context)>>>(
      changing->changes, changing->new_supports);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

/* First the triangles of removed edges are subtracted from supports at their old places; then supports move to their
 * new places; then the triangles of added edges are added. All memory is allocated before any support changes. */
extern "C" tricorn_status tg_changing_gpu_count(tricorn_context *context, tg_changing_gpu *changing, int64_t *change)
{
    tricorn_status status = TRICORN_OK;
    const bool apart = changing->supports != NULL;
    uint64_t *first = NULL, *second = NULL;
    report read;

    TG_TRY(cut(context, changing, apart ? CHANGING_REMOVED : CHANGING_REMOVED | CHANGING_ADDED, &first));
    if (apart) TG_TRY(cut(context, changing, CHANGING_ADDED, &second));
    TG_TRY(count_cut(context, changing, first, changing->supports));
    if (apart) {
        TG_TRY(move_supports(context, changing));
        TG_TRY(count_cut(context, changing, second, changing->new_supports));
    }
    TG_TRY(tg_changing_set_marks(context, changing, false));
    TG_TRY(tg_device_copy_out(context, &read, changing->found, sizeof read));
    *change = read.change;
cleanup:
    tg_device_free(context, first);
    tg_device_free(context, second);
    return status;
}

/* ---- the new state ---- */

extern "C" void tg_changing_gpu_finish(tricorn_context *context, tg_changing_gpu *changing, bool keep)
{
    if (changing->marked) tg_changing_set_marks(context, changing, false);
    if (keep && changing->new_offsets) {
        free_rows(changing);
        changing->rows_device = changing->batch_device;
        tg_device_hold(changing->rows_device);
        changing->offsets = changing->new_offsets;
        changing->row_ids = changing->new_row_ids;
        changing->ids = changing->new_ids;
        changing->new_offsets = changing->new_row_ids = NULL;
    }
    if (keep && changing->new_supports) {
        free_supports(changing);
        changing->supports_device = changing->batch_device;
        tg_device_hold(changing->supports_device);
        changing->supports = changing->new_supports;
        changing->new_supports = NULL;
    }
    free_batch(changing);
}

/* ---- the state ---- */

extern "C" uint64_t tg_changing_gpu_edges(const tg_changing_gpu *changing)
{
    return changing->ids / 2;
}

extern "C" uint32_t tg_changing_gpu_ordinal(const tg_changing_gpu *changing)
{
    return changing->ordinal;
}

/* needs no stream: the host has waited for all streams that changed the count */
extern "C" uint64_t tg_changing_gpu_vertex(const tg_changing_gpu *changing, uint32_t vertex)
{
    unsigned long long triangles = 0;
    if (cudaSetDevice((int)changing->ordinal) == cudaSuccess &&
        cudaMemcpy(&triangles, changing->triangles + vertex, sizeof triangles, cudaMemcpyDeviceToHost) == cudaSuccess)
        return triangles;
    cudaGetLastError();
    return UINT64_MAX;
}

extern "C" tricorn_status tg_changing_gpu_vertices(
  tricorn_context *context, const tg_changing_gpu *changing, uint64_t *triangles)
{
    return tg_device_copy_out(context, triangles, changing->triangles, changing->vertices * sizeof *triangles);
}

extern "C" tricorn_status tg_changing_gpu_rows(tricorn_context *context, const tg_changing_gpu *changing, tg_rows *rows)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t count = (uint64_t)changing->vertices + 1;
    uint32_t *narrow = NULL, *ids = NULL;
    uint64_t *offsets = NULL;

    TG_TRY(TG_ALLOC(context, count, &narrow));
    TG_TRY(TG_ALLOC(context, count, &offsets));
    TG_TRY(TG_ALLOC(context, changing->ids + 1, &ids));
    TG_TRY(tg_device_copy_out(context, narrow, changing->offsets, count * sizeof *narrow));
    if (changing->ids > 0) TG_TRY(tg_device_copy_out(context, ids, changing->row_ids, changing->ids * sizeof *ids));
    for (uint64_t v = 0; v < count; v++) offsets[v] = narrow[v];
    *rows = {changing->vertices, offsets, ids};
    offsets = NULL;
    ids = NULL;
cleanup:
    tg_free(narrow);
    tg_free(offsets);
    tg_free(ids);
    return status;
}
