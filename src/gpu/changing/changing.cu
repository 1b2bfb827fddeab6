/* changing.cu - a graph with all neighbours of each vertex in GPU memory, whose rows are made
 * anew by each batch: that is one copy of them, which costs less than to find room in place.
 */
#include "gpu/changing/changing.cuh"

#include <cub/device/device_scan.cuh>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "device/work.cuh"

enum {
    PLACES = 2048, /* of rows that a block copies at a time */
    HUBS = 1024    /* vertices with the smallest numbers, most third ones: blocks count them apart */
};

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
    made->bits = changing_bits(made->vertices);
    TG_TRY(TG_DEVICE_ALLOC(context, vertices + 1, &made->offsets));
    TG_TRY(TG_DEVICE_ALLOC(context, vertices + 1, &made->triangles));
    TG_TRY(TG_DEVICE_ALLOC(context, 1, &made->found));
    TG_TRY_CUDA(context, cudaMemsetAsync(made->offsets, 0, (vertices + 1) * sizeof *made->offsets,
                                         stream));
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

/* ---- new rows -------------------------------------------------------------------------------
 */

static __global__ void __launch_bounds__(EACH_THREADS)
    make_offsets(changing_rows rows, changing_changes changes, uint32_t vertices,
                 uint32_t *offsets)
{
    for (EACH(v, (uint64_t)vertices + 1))
        offsets[v] = changing_new_offset(&rows, &changes, (uint32_t)v);
}

static __global__ void __launch_bounds__(EACH_THREADS)
    move_ids(changing_rows rows, changing_changes changes, uint32_t count, uint32_t *ids)
{
    for (uint64_t begin = (uint64_t)blockIdx.x * PLACES; begin < count;
         begin += (uint64_t)gridDim.x * PLACES) {
        const uint32_t end = (uint32_t)(begin + PLACES < count ? begin + PLACES : count);
        const uint32_t first = changing_find(changes.places, 0, changes.count, (uint32_t)begin);
        const uint32_t last = changing_find(changes.places, first, changes.count, end);
        if (first == last && end - begin == PLACES) { /* as most are: a copy */
            uint32_t *const to = ids + begin + (uint64_t)(int64_t)changes.shifts[first];
            TG_UNROLL
            for (uint32_t i = 0; i < PLACES; i += EACH_THREADS)
                to[i + threadIdx.x] = rows.ids[begin + i + threadIdx.x];
            continue;
        }
        for (uint32_t place = (uint32_t)begin + threadIdx.x; place < end; place += EACH_THREADS)
            changing_move(&rows, &changes, first, last, place, ids);
    }
}

/* Sets the marks of a batch in both rows, or takes them away. */
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

static tricorn_status set_marks(tricorn_context *context, tg_changing_gpu *changing, bool set)
{
    tricorn_status status = TRICORN_OK;
    mark<<<each_blocks(context, changing->changes.count), EACH_THREADS, 0, tg_device_stream(context)>>>(
        rows_of(changing), changing->changes, set, changing->new_row_ids);
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
    make_offsets<<<each_blocks(context, vertices + 1), EACH_THREADS, 0, stream>>>(
        rows, changing->changes, changing->vertices, changing->new_offsets);
    TG_TRY_CUDA(context, cudaGetLastError());
    move_ids<<<tg_device_blocks(context, changing->ids, PLACES, EACH_BLOCKS), EACH_THREADS, 0, stream>>>(
        rows, changing->changes, (uint32_t)changing->ids, changing->new_row_ids);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(set_marks(context, changing, true));
cleanup:
    return status;
}

/* ---- by rows --------------------------------------------------------------------------------
 */

static __global__ void __launch_bounds__(EACH_THREADS)
    cut_work(changing_rows old, changing_rows now, changing_changes changes, uint64_t *chunks)
{
    for (EACH(i, (uint64_t)changes.count + 1))
        chunks[i] = i < changes.count ? changing_chunks(&old, &now, &changes, (uint32_t)i) : 0;
}

static __device__ void add_to_vertex(unsigned long long *hubs, unsigned long long *triangles,
                                     uint32_t vertex, unsigned long long count)
{
    atomicAdd(vertex < HUBS ? hubs + vertex : triangles + vertex, count);
}

/* A warp looks up `count` ids of an edge's shorter row, 32 at a time; returns the triangles. */
static __device__ uint32_t count_chunk(const changing_rows *rows, const changing_ends *ends,
                                       uint32_t begin, uint32_t count, unsigned long long one,
                                       unsigned long long *hubs, unsigned long long *triangles)
{
    const uint32_t first = ends->first + begin, last = least(first + count, ends->last);
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
static __global__ void __launch_bounds__(EACH_THREADS)
    count_changes(changing_rows old, changing_rows now, changing_changes changes,
                  const uint64_t *chunks, unsigned long long *triangles, report *found)
{
    __shared__ unsigned long long hubs[HUBS];
    for (uint32_t v = threadIdx.x; v < HUBS; v += EACH_THREADS) hubs[v] = 0;
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
        const uint32_t begin = (uint32_t)(item - chunks[i]) * changes.chunk;
        const uint32_t here =
            count_chunk(&rows, &ends, begin, changes.chunk, one, hubs, triangles);
        if (threadIdx.x % WARP_THREADS != 0 || here == 0) continue;
        add_to_vertex(hubs, triangles, ends.u, here * one);
        add_to_vertex(hubs, triangles, ends.v, here * one);
        change += here * one;
    }
    if (change != 0) atomicAdd((unsigned long long *)&found->change, change);
    __syncthreads();
    for (uint32_t v = threadIdx.x; v < HUBS; v += EACH_THREADS)
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
    const uint64_t about = changing->looks / changes->chunk + count;
    uint64_t *chunks = NULL, *sums = NULL;
    report read;

    TG_TRY(TG_DEVICE_ALLOC(context, count, &chunks));
    TG_TRY(TG_DEVICE_ALLOC(context, count, &sums));
    cut_work<<<each_blocks(context, count), EACH_THREADS, 0, stream>>>(old, now, *changes, chunks);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
        return cub::DeviceScan::ExclusiveSum(work, bytes, chunks, sums, (int64_t)count, stream);
    }));
    count_changes<<<tg_device_blocks(context, about, WARPS, EACH_BLOCKS), EACH_THREADS, 0, stream>>>(
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
static __global__ void __launch_bounds__(EACH_THREADS)
    measure_below(changing_rows rows, uint32_t vertices, uint32_t *lengths)
{
    for (EACH(v, (uint64_t)vertices + 1)) {
        const uint32_t first = v < vertices ? rows.offsets[v] : 0;
        lengths[v] =
            v < vertices
                ? changing_find_id(rows.ids, first, rows.offsets[v + 1], (uint32_t)v) - first
                : 0;
    }
}

static __global__ void __launch_bounds__(EACH_THREADS)
    copy_below(changing_rows rows, uint32_t vertices, uint32_t count, const uint32_t *offsets,
               uint32_t *ids)
{
    for (uint64_t begin = (uint64_t)blockIdx.x * PLACES; begin < count;
         begin += (uint64_t)gridDim.x * PLACES) {
        const uint32_t end = (uint32_t)(begin + PLACES < count ? begin + PLACES : count);
        const uint32_t first = changing_row_of(rows.offsets, 0, vertices, (uint32_t)begin);
        const uint32_t last = changing_row_of(rows.offsets, first, vertices, end - 1) + 1;
        for (uint32_t place = (uint32_t)begin + threadIdx.x; place < end; place += EACH_THREADS) {
            const uint32_t row = changing_row_of(rows.offsets, first, last, place);
            if (rows.ids[place] < row)
                ids[offsets[row] + (place - rows.offsets[row])] = rows.ids[place];
        }
    }
}

static __global__ void __launch_bounds__(EACH_THREADS)
    widen(const uint32_t *counts, uint32_t vertices, unsigned long long *triangles)
{
    for (EACH(v, vertices)) triangles[v] = counts[v];
}

extern "C" tricorn_status tg_changing_gpu_below(tricorn_context *context,
                                                tg_changing_gpu *changing, tg_device_rows *below,
                                                uint32_t **counts)
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
    TG_TRY_CUDA(context,
                cudaMemsetAsync(changing->counts, 0, offsets * sizeof *changing->counts, stream));
    measure_below<<<each_blocks(context, offsets), EACH_THREADS, 0, stream>>>(rows, vertices, lengths);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
        return cub::DeviceScan::ExclusiveSum(work, bytes, lengths, changing->below_offsets,
                                             (int64_t)offsets, stream);
    }));
    copy_below<<<tg_device_blocks(context, changing->new_ids, PLACES, EACH_BLOCKS), EACH_THREADS, 0,
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

extern "C" tricorn_status tg_changing_gpu_set(tricorn_context *context, tg_changing_gpu *changing)
{
    tricorn_status status = TRICORN_OK;
    widen<<<each_blocks(context, changing->vertices), EACH_THREADS, 0, tg_device_stream(context)>>>(
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
