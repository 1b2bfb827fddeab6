/* changing.cu - a graph with all neighbours of each vertex in GPU memory, whose rows are made anew by each
 * batch: that is one copy of them, which costs less than to find room in place.
 */
#include "task/changing_gpu.h"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "device/work.cuh"
#include "gpu/changing/steps.cuh"

enum {
    THREADS = 256,
    WARPS = THREADS / WARP_THREADS,
    BLOCKS = 8, /* of these a multiprocessor */
    PLACES = 2048, /* of rows that a block copies at a time */
    HUBS = 1024 /* vertices with the smallest numbers, which blocks count apart: most third ones */
};

/* What the device tells the host. */
typedef struct report {
    unsigned long long arcs; /* with an effect; those that are added in the upper half */
    unsigned long long looks;
    long long change; /* of triangles */
} report;

struct tg_changing_gpu {
    tg_device *device; /* that has these */
    unsigned long long *triangles; /* of each vertex */
    report *found;
    uint32_t ordinal, vertices, bits;
    tg_device *rows_device; /* that has the rows: of the context that made them */
    uint32_t *offsets, *row_ids;
    uint64_t ids; /* twice the edges */
    tg_device *batch_device; /* NULL: there is no batch */
    changing_changes changes;
    uint64_t looks, new_ids;
    uint32_t *new_offsets, *new_row_ids;
    uint32_t *below_offsets, *below_ids, *counts; /* for a count of all */
    bool marked;
};

#define EACH(i, count)                                                                           \
    uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;                                \
    i < (count);                                                                                 \
    i += (uint64_t)gridDim.x * blockDim.x

static unsigned blocks_for(const tricorn_context *context, uint64_t items)
{
    return tg_device_blocks(context, items, THREADS, BLOCKS);
}

static changing_rows rows_of(const tg_changing_gpu *changing)
{
    return {changing->offsets, changing->row_ids};
}

static changing_rows new_rows_of(const tg_changing_gpu *changing)
{
    return {changing->new_offsets, changing->new_row_ids};
}

/* ---- making and freeing ---------------------------------------------------------------------
 */

extern "C" tricorn_status tg_changing_gpu_create(tricorn_context *context, uint64_t vertices,
                                                 tg_changing_gpu **changing)
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
    made->bits = 1 + log2_floor(made->vertices);
    TG_TRY(TG_DEVICE_ALLOC(context, vertices + 1, &made->offsets));
    TG_TRY(TG_DEVICE_ALLOC(context, vertices + 1, &made->triangles));
    TG_TRY(TG_DEVICE_ALLOC(context, 1, &made->found));
    TG_TRY_CUDA(context, cudaMemsetAsync(made->offsets, 0,
                                         (vertices + 1) * sizeof *made->offsets, stream));
    TG_TRY_CUDA(context, cudaMemsetAsync(made->triangles, 0,
                                         (vertices + 1) * sizeof *made->triangles, stream));
    *changing = made;
    made = NULL;
cleanup:
    tg_changing_gpu_free(made);
    return status;
}

static void free_below(tg_changing_gpu *changing)
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
    free_below(changing);
    tg_device_free_held(device, changing->changes.keys);
    tg_device_free_held(device, changing->changes.places);
    tg_device_free_held(device, changing->changes.shifts);
    tg_device_free_held(device, changing->new_offsets);
    tg_device_free_held(device, changing->new_row_ids);
    memset(&changing->changes, 0, sizeof changing->changes);
    changing->new_offsets = changing->new_row_ids = NULL;
    changing->batch_device = NULL;
    tg_device_release(device);
}

static void free_rows(tg_changing_gpu *changing)
{
    tg_device_free_held(changing->rows_device, changing->offsets);
    tg_device_free_held(changing->rows_device, changing->row_ids);
    tg_device_release(changing->rows_device);
}

extern "C" void tg_changing_gpu_free(tg_changing_gpu *changing)
{
    if (changing == NULL) return;
    free_batch(changing);
    free_rows(changing);
    tg_device_free_held(changing->device, changing->triangles);
    tg_device_free_held(changing->device, changing->found);
    tg_device_release(changing->device);
    tg_free(changing);
}

/* ---- what a batch changes -------------------------------------------------------------------
 */

/* pairs: those to remove, then those to add. */
static __global__ void __launch_bounds__(THREADS)
    make_keys(const uint32_t *pairs, uint64_t removed, uint64_t count, uint32_t bits,
              uint64_t *keys)
{
    for (EACH(i, count)) {
        const uint32_t u = pairs[2 * i], v = pairs[2 * i + 1];
        keys[2 * i] = changing_key(u, v, i >= removed, bits);
        keys[2 * i + 1] = changing_key(v, u, i >= removed, bits);
    }
}

/* kept[i]: 1 if the key has an effect, and 2^32 more if it is added; kept[count] is 0. */
static __global__ void __launch_bounds__(THREADS)
    judge(changing_rows rows, const uint64_t *keys, uint32_t count, uint32_t bits,
          uint64_t *kept, uint32_t *places, report *found)
{
    unsigned long long looks = 0;
    for (EACH(i, (uint64_t)count + 1)) {
        uint64_t value = 0;
        if (i < count && changing_judge(&rows, keys, count, (uint32_t)i, bits, places + i)) {
            const changing_ends ends = changing_ends_of(&rows, keys[i], bits);
            value = changing_is_added(keys[i]) ? UINT64_C(1) << 32 | 1 : 1;
            if (changing_from(keys[i], bits) > changing_to(keys[i], bits))
                looks += ends.last - ends.first;
        }
        kept[i] = value;
    }
    for (uint32_t step = WARP_THREADS / 2; step > 0; step /= 2)
        looks += __shfl_down_sync(FULL_WARP, looks, step);
    if (threadIdx.x % WARP_THREADS == 0 && looks > 0) atomicAdd(&found->looks, looks);
}

/* ranks: the sums of `kept` before each key, and of all. */
static __global__ void __launch_bounds__(THREADS)
    gather(const uint64_t *keys, const uint32_t *places, const uint64_t *ranks, uint32_t count,
           changing_changes changes, report *found)
{
    for (EACH(i, (uint64_t)count + 1)) {
        const uint32_t rank = (uint32_t)ranks[i], added = (uint32_t)(ranks[i] >> 32);
        if (i == count) found->arcs = ranks[i];
        if (i < count && (uint32_t)ranks[i + 1] == rank) continue;
        changes.shifts[rank] = (int32_t)(2 * added - rank);
        if (i == count) continue;
        changes.keys[rank] = keys[i];
        changes.places[rank] = places[i];
    }
}

typedef struct sorting {
    uint32_t *pairs, *places;
    uint64_t *keys, *sorted, *kept;
    uint32_t arcs;
} sorting;

static tricorn_status sort_keys(tricorn_context *context, const tg_changing_gpu *changing,
                                const tg_pairs_batch *batch, sorting *own)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t removed = batch->removed_count, count = removed + batch->added_count;
    const cudaStream_t stream = tg_device_stream(context);

    TG_TRY(TG_DEVICE_ALLOC(context, 2 * count, &own->pairs));
    TG_TRY(TG_DEVICE_ALLOC(context, 2 * count + 1, &own->keys));
    TG_TRY(TG_DEVICE_ALLOC(context, 2 * count, &own->sorted));
    if (removed > 0)
        TG_TRY(tg_device_copy_in(context, own->pairs, batch->removed,
                                 2 * removed * sizeof *own->pairs));
    if (batch->added_count > 0)
        TG_TRY(tg_device_copy_in(context, own->pairs + 2 * removed, batch->added,
                                 2 * batch->added_count * sizeof *own->pairs));
    make_keys<<<blocks_for(context, count), THREADS, 0, stream>>>(own->pairs, removed, count,
                                                                  changing->bits, own->keys);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
        return cub::DeviceRadixSort::SortKeys(work, bytes, own->keys, own->sorted,
                                              (int64_t)own->arcs, 0,
                                              (int)(2 * changing->bits + 1), stream);
    }));
cleanup:
    return status;
}

static tricorn_status find_changes(tricorn_context *context, tg_changing_gpu *changing,
                                   sorting *own)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const unsigned blocks = blocks_for(context, own->arcs);

    TG_TRY(TG_DEVICE_ALLOC(context, own->arcs, &own->places));
    TG_TRY(TG_DEVICE_ALLOC(context, (uint64_t)own->arcs + 1, &own->kept));
    TG_TRY(TG_DEVICE_ALLOC(context, own->arcs, &changing->changes.keys));
    TG_TRY(TG_DEVICE_ALLOC(context, own->arcs, &changing->changes.places));
    TG_TRY(TG_DEVICE_ALLOC(context, (uint64_t)own->arcs + 1, &changing->changes.shifts));
    judge<<<blocks, THREADS, 0, stream>>>(rows_of(changing), own->sorted, own->arcs,
                                          changing->bits, own->kept, own->places,
                                          changing->found);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
        return cub::DeviceScan::ExclusiveSum(work, bytes, own->kept, own->keys,
                                             (int64_t)own->arcs + 1, stream);
    }));
    gather<<<blocks, THREADS, 0, stream>>>(own->sorted, own->places, own->keys, own->arcs,
                                           changing->changes, changing->found);
    TG_TRY_CUDA(context, cudaGetLastError());
cleanup:
    return status;
}

static void free_sorting(tricorn_context *context, sorting *own)
{
    tg_device_free(context, own->pairs);
    tg_device_free(context, own->places);
    tg_device_free(context, own->keys);
    tg_device_free(context, own->sorted);
    tg_device_free(context, own->kept);
}

extern "C" tricorn_status tg_changing_gpu_find(tricorn_context *context,
                                               tg_changing_gpu *changing,
                                               const tg_pairs_batch *batch,
                                               tg_batch_effect *effect)
{
    tricorn_status status = TRICORN_OK;
    sorting own;
    report read = {0, 0, 0};

    memset(&own, 0, sizeof own);
    changing->batch_device = tg_context_device(context);
    tg_device_hold(changing->batch_device);
    changing->changes.bits = changing->bits;
    own.arcs = (uint32_t)(2 * (batch->removed_count + batch->added_count));
    if (own.arcs > 0) {
        TG_TRY_CUDA(context, cudaMemsetAsync(changing->found, 0, sizeof *changing->found,
                                             tg_device_stream(context)));
        TG_TRY(sort_keys(context, changing, batch, &own));
        TG_TRY(find_changes(context, changing, &own));
        TG_TRY(tg_device_copy_out(context, &read, changing->found, sizeof read));
    }
    changing->changes.count = (uint32_t)read.arcs;
    changing->looks = read.looks;
    effect->added = (read.arcs >> 32) / 2;
    effect->removed = changing->changes.count / 2 - effect->added;
    effect->looks = read.looks;
    changing->new_ids = changing->ids + 2 * effect->added - 2 * effect->removed;
cleanup:
    free_sorting(context, &own);
    return status;
}

/* ---- new rows -------------------------------------------------------------------------------
 */

static __global__ void __launch_bounds__(THREADS)
    make_offsets(changing_rows rows, changing_changes changes, uint32_t vertices,
                 uint32_t *offsets)
{
    for (EACH(v, (uint64_t)vertices + 1))
        offsets[v] = changing_new_offset(&rows, &changes, (uint32_t)v);
}

static __global__ void __launch_bounds__(THREADS)
    move_ids(changing_rows rows, changing_changes changes, uint32_t count, uint32_t *ids)
{
    for (uint64_t begin = (uint64_t)blockIdx.x * PLACES; begin < count;
         begin += (uint64_t)gridDim.x * PLACES) {
        const uint32_t end = (uint32_t)(begin + PLACES < count ? begin + PLACES : count);
        const uint32_t first =
            changing_find(changes.places, 0, changes.count, (uint32_t)begin);
        const uint32_t last = changing_find(changes.places, first, changes.count, end);
        for (uint32_t place = (uint32_t)begin + threadIdx.x; place < end; place += THREADS)
            changing_move(&rows, &changes, first, last, place, ids);
    }
}

/* Sets the marks of a batch in both rows, or takes them away. */
static __global__ void __launch_bounds__(THREADS)
    mark(changing_rows rows, changing_changes changes, bool set, uint32_t *ids)
{
    for (EACH(i, changes.count)) {
        if (set)
            changing_mark(&rows, &changes, (uint32_t)i, ids);
        else
            changing_clear(&rows, &changes, (uint32_t)i, ids);
    }
}

static tricorn_status set_marks(tricorn_context *context, tg_changing_gpu *changing, bool set)
{
    tricorn_status status = TRICORN_OK;
    mark<<<blocks_for(context, changing->changes.count), THREADS, 0,
           tg_device_stream(context)>>>(rows_of(changing), changing->changes, set,
                                        changing->new_row_ids);
    TG_TRY_CUDA(context, cudaGetLastError());
    changing->marked = set;
cleanup:
    return status;
}

extern "C" tricorn_status tg_changing_gpu_merge(tricorn_context *context,
                                                tg_changing_gpu *changing)
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
    make_offsets<<<blocks_for(context, vertices + 1), THREADS, 0, stream>>>(
        rows, changing->changes, changing->vertices, changing->new_offsets);
    TG_TRY_CUDA(context, cudaGetLastError());
    move_ids<<<tg_device_blocks(context, changing->ids, PLACES, BLOCKS), THREADS, 0, stream>>>(
        rows, changing->changes, (uint32_t)changing->ids, changing->new_row_ids);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(set_marks(context, changing, true));
cleanup:
    return status;
}

/* ---- by rows --------------------------------------------------------------------------------
 */

static __global__ void __launch_bounds__(THREADS)
    cut_work(changing_rows old, changing_rows now, changing_changes changes, uint64_t *chunks)
{
    for (EACH(i, (uint64_t)changes.count + 1))
        chunks[i] =
            i < changes.count ? changing_chunks(&old, &now, changes.keys[i], changes.bits) : 0;
}

static __device__ void add_to_vertex(unsigned long long *hubs, unsigned long long *triangles,
                                     uint32_t vertex, unsigned long long count)
{
    atomicAdd(vertex < HUBS ? hubs + vertex : triangles + vertex, count);
}

/* A warp looks up one chunk of an edge's shorter row, 32 ids at a time; returns the triangles. */
static __device__ uint32_t count_chunk(const changing_rows *rows, const changing_ends *ends,
                                       uint64_t chunk, unsigned long long one,
                                       unsigned long long *hubs, unsigned long long *triangles)
{
    const uint32_t first = ends->first + (uint32_t)chunk * CHANGING_CHUNK;
    const uint32_t last = least(first + CHANGING_CHUNK, ends->last);
    uint32_t found = 0, third = 0;
    for (uint32_t place = first + threadIdx.x % WARP_THREADS; place < last;
         place += WARP_THREADS) {
        if (!changing_closes(rows, ends, place, &third)) continue;
        add_to_vertex(hubs, triangles, third, one);
        found++;
    }
    return __reduce_add_sync(FULL_WARP, found);
}

/* chunks: the sums before each change, and of all. */
static __global__ void __launch_bounds__(THREADS)
    count_changes(changing_rows old, changing_rows now, changing_changes changes,
                  const uint64_t *chunks, unsigned long long *triangles, report *found)
{
    __shared__ unsigned long long hubs[HUBS];
    for (uint32_t v = threadIdx.x; v < HUBS; v += THREADS) hubs[v] = 0;
    __syncthreads();
    const uint64_t all = chunks[changes.count];
    unsigned long long change = 0;
    for (uint64_t item = (uint64_t)blockIdx.x * WARPS + threadIdx.x / WARP_THREADS; item < all;
         item += (uint64_t)gridDim.x * WARPS) {
        const uint32_t i = changing_find(chunks, 0, changes.count, item + 1) - 1;
        const uint64_t key = changes.keys[i];
        const changing_rows rows = changing_is_added(key) ? now : old;
        const unsigned long long one = changing_is_added(key) ? 1 : ~0ull;
        const changing_ends ends = changing_ends_of(&rows, key, changes.bits);
        const uint32_t here = count_chunk(&rows, &ends, item - chunks[i], one, hubs, triangles);
        if (threadIdx.x % WARP_THREADS != 0 || here == 0) continue;
        add_to_vertex(hubs, triangles, ends.u, here * one);
        add_to_vertex(hubs, triangles, ends.v, here * one);
        change += here * one;
    }
    if (change != 0) atomicAdd((unsigned long long *)&found->change, change);
    __syncthreads();
    for (uint32_t v = threadIdx.x; v < HUBS; v += THREADS)
        if (hubs[v] != 0) atomicAdd(triangles + v, hubs[v]);
}

extern "C" tricorn_status tg_changing_gpu_count(tricorn_context *context,
                                                tg_changing_gpu *changing, int64_t *change)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const changing_rows old = rows_of(changing), now = new_rows_of(changing);
    const changing_changes *changes = &changing->changes;
    const uint64_t count = (uint64_t)changes->count + 1;
    const uint64_t about = changing->looks / CHANGING_CHUNK + count;
    uint64_t *chunks = NULL, *sums = NULL;
    report read;

    TG_TRY(TG_DEVICE_ALLOC(context, count, &chunks));
    TG_TRY(TG_DEVICE_ALLOC(context, count, &sums));
    cut_work<<<blocks_for(context, count), THREADS, 0, stream>>>(old, now, *changes, chunks);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
        return cub::DeviceScan::ExclusiveSum(work, bytes, chunks, sums, (int64_t)count, stream);
    }));
    count_changes<<<tg_device_blocks(context, about, WARPS, BLOCKS), THREADS, 0, stream>>>(
        old, now, *changes, sums, changing->triangles, changing->found);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(set_marks(context, changing, false));
    TG_TRY(tg_device_copy_out(context, &read, changing->found, sizeof read));
    *change = read.change;
cleanup:
    tg_device_free(context, chunks);
    tg_device_free(context, sums);
    return status;
}

/* ---- all ------------------------------------------------------------------------------------
 */

/* How many ids of each row are below its vertex; lengths[vertices] is 0. */
static __global__ void __launch_bounds__(THREADS)
    measure_below(changing_rows rows, uint32_t vertices, uint32_t *lengths)
{
    for (EACH(v, (uint64_t)vertices + 1)) {
        const uint32_t first = v < vertices ? rows.offsets[v] : 0;
        lengths[v] = v < vertices ? changing_find_id(rows.ids, first, rows.offsets[v + 1],
                                                     (uint32_t)v) -
                                        first
                                  : 0;
    }
}

static __global__ void __launch_bounds__(THREADS)
    copy_below(changing_rows rows, uint32_t vertices, uint32_t count, const uint32_t *offsets,
               uint32_t *ids)
{
    for (uint64_t begin = (uint64_t)blockIdx.x * PLACES; begin < count;
         begin += (uint64_t)gridDim.x * PLACES) {
        const uint32_t end = (uint32_t)(begin + PLACES < count ? begin + PLACES : count);
        const uint32_t first = changing_row_of(rows.offsets, 0, vertices, (uint32_t)begin);
        const uint32_t last = changing_row_of(rows.offsets, first, vertices, end - 1) + 1;
        for (uint32_t place = (uint32_t)begin + threadIdx.x; place < end; place += THREADS) {
            const uint32_t row = changing_row_of(rows.offsets, first, last, place);
            if (rows.ids[place] < row)
                ids[offsets[row] + (place - rows.offsets[row])] = rows.ids[place];
        }
    }
}

static __global__ void __launch_bounds__(THREADS)
    widen(const uint32_t *counts, uint32_t vertices, unsigned long long *triangles)
{
    for (EACH(v, vertices)) triangles[v] = counts[v];
}

extern "C" tricorn_status tg_changing_gpu_below(tricorn_context *context,
                                                tg_changing_gpu *changing,
                                                tg_device_rows *below, uint32_t **counts)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const changing_rows rows = new_rows_of(changing);
    const uint32_t vertices = changing->vertices;
    const uint64_t offsets = (uint64_t)vertices + 1;
    uint32_t *lengths = NULL;

    free_below(changing); /* of an earlier call */
    if (changing->marked) TG_TRY(set_marks(context, changing, false));
    TG_TRY(TG_DEVICE_ALLOC(context, offsets, &lengths));
    TG_TRY(TG_DEVICE_ALLOC(context, offsets, &changing->below_offsets));
    TG_TRY(TG_DEVICE_ALLOC(context, changing->new_ids / 2 + 1, &changing->below_ids));
    TG_TRY(TG_DEVICE_ALLOC(context, offsets, &changing->counts));
    TG_TRY_CUDA(context, cudaMemsetAsync(changing->counts, 0,
                                         offsets * sizeof *changing->counts, stream));
    measure_below<<<blocks_for(context, offsets), THREADS, 0, stream>>>(rows, vertices, lengths);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
        return cub::DeviceScan::ExclusiveSum(work, bytes, lengths, changing->below_offsets,
                                             (int64_t)offsets, stream);
    }));
    copy_below<<<tg_device_blocks(context, changing->new_ids, PLACES, BLOCKS), THREADS, 0,
                 stream>>>(rows, vertices, (uint32_t)changing->new_ids, changing->below_offsets,
                           changing->below_ids);
    TG_TRY_CUDA(context, cudaGetLastError());
    *below = {vertices, (uint32_t)(changing->new_ids / 2), changing->below_offsets,
              changing->below_ids};
    *counts = changing->counts;
cleanup:
    tg_device_free(context, lengths);
    return status;
}

extern "C" tricorn_status tg_changing_gpu_set(tricorn_context *context,
                                              tg_changing_gpu *changing)
{
    tricorn_status status = TRICORN_OK;
    widen<<<blocks_for(context, changing->vertices), THREADS, 0, tg_device_stream(context)>>>(
        changing->counts, changing->vertices, changing->triangles);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY_CUDA(context, cudaStreamSynchronize(tg_device_stream(context)));
cleanup:
    return status;
}

extern "C" void tg_changing_gpu_finish(tricorn_context *context, tg_changing_gpu *changing,
                                       bool keep)
{
    if (changing->marked) set_marks(context, changing, false);
    if (keep && changing->new_offsets) {
        free_rows(changing);
        changing->rows_device = changing->batch_device;
        tg_device_hold(changing->rows_device);
        changing->offsets = changing->new_offsets;
        changing->row_ids = changing->new_row_ids;
        changing->ids = changing->new_ids;
        changing->new_offsets = changing->new_row_ids = NULL;
    }
    free_batch(changing);
}

/* ---- the state ------------------------------------------------------------------------------
 */

extern "C" uint64_t tg_changing_gpu_edges(const tg_changing_gpu *changing)
{
    return changing->ids / 2;
}

extern "C" uint32_t tg_changing_gpu_ordinal(const tg_changing_gpu *changing)
{
    return changing->ordinal;
}

/* All streams that have changed it were waited for. */
extern "C" uint64_t tg_changing_gpu_vertex(const tg_changing_gpu *changing, uint32_t vertex)
{
    unsigned long long triangles = 0;
    cudaSetDevice((int)changing->ordinal);
    if (cudaMemcpy(&triangles, changing->triangles + vertex, sizeof triangles,
                   cudaMemcpyDeviceToHost) == cudaSuccess)
        return triangles;
    cudaGetLastError();
    return UINT64_MAX;
}

extern "C" tricorn_status tg_changing_gpu_vertices(tricorn_context *context,
                                                   const tg_changing_gpu *changing,
                                                   uint64_t *triangles)
{
    return tg_device_copy_out(context, triangles, changing->triangles,
                              changing->vertices * sizeof *triangles);
}

extern "C" tricorn_status tg_changing_gpu_rows(tricorn_context *context,
                                               const tg_changing_gpu *changing, tg_rows *rows)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t count = (uint64_t)changing->vertices + 1;
    uint32_t *narrow = NULL, *ids = NULL;
    uint64_t *offsets = NULL;

    TG_TRY(TG_ALLOC(context, count, &narrow));
    TG_TRY(TG_ALLOC(context, count, &offsets));
    TG_TRY(TG_ALLOC(context, changing->ids + 1, &ids));
    TG_TRY(tg_device_copy_out(context, narrow, changing->offsets, count * sizeof *narrow));
    if (changing->ids > 0)
        TG_TRY(tg_device_copy_out(context, ids, changing->row_ids, changing->ids * sizeof *ids));
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
