/* keys.cuh - makes, sorts and splits keys of 64 bits that stand for edges, and finds where their
 * rows start, on the GPU; private to this folder.
 *
 * - The key of an edge is its row, above id_bits bits for its id: one radix sort of the keys puts
 *   rows and ids into order.
 * - After the sort, repetitions are neighbours. One pass drops them and splits the keys.
 */
#ifndef TG_PREPARE_GPU_KEYS_CUH
#define TG_PREPARE_GPU_KEYS_CUH

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <cuda/std/functional>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/tabulate_output_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include "device/work.cuh"
#include "graph/edges.h"
#include "prepare/gpu/describe.cuh"
#include "prepare/gpu/launch.cuh"

static inline uint32_t bits_of(uint64_t most)
{
    uint32_t bits = 1;
    while (bits < 64 && most >> bits != 0) bits++;
    return bits;
}

/* ---- keys from edges ---- */

/* Replaces each edge by its key, in place; the larger of its new ids becomes the row. new_ids is
 * NULL if the edges have their new ids already. `turned` is TURNED to set that bit for edges
 * whose row came first in the input, or 0. */
static __global__ void __launch_bounds__(TG_PREPARE_THREADS)
  make_keys(uint64_t *keys, uint64_t count, const uint32_t *new_ids, uint32_t id_bits, uint64_t turned)
{
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < count;
         i += (uint64_t)gridDim.x * blockDim.x) {
        const tg_edge edge = reinterpret_cast<const tg_edge *>(keys)[i];
        uint64_t key = LOOP_KEY;
        if (edge.u != edge.v) {
            const uint32_t a = new_ids ? new_ids[edge.u] : edge.u;
            const uint32_t b = new_ids ? new_ids[edge.v] : edge.v;
            key = a > b ? (uint64_t)a << id_bits | b | turned : (uint64_t)b << id_bits | a;
        }
        keys[i] = key;
    }
}

/* Sorts *keys stably by the bits `bits`. *spare must be as large; the two pointers may be swapped. */
static tricorn_status radix_sort_keys(
  tricorn_context *context, uint64_t **keys, uint64_t **spare, uint64_t count, tg_bits bits)
{
    tricorn_status status = TRICORN_OK;
    cub::DoubleBuffer<uint64_t> buffer(*keys, *spare);
    TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
        return cub::DeviceRadixSort::SortKeys(
          work, bytes, buffer, (int64_t)count, (int)bits.first, (int)bits.last, tg_device_stream(context));
    }));
    *keys = buffer.Current();
    *spare = buffer.Alternate();
cleanup:
    return status;
}

/* ---- edges from keys ---- */

/* Splits keys into rows and ids. */
struct split_key {
    uint32_t *sources, *ids; /* `sources` may be NULL if the rows are not wanted */
    uint32_t id_bits;
    template <typename Index> __device__ void operator()(Index i, uint64_t key) const
    {
        if (sources) sources[i] = (uint32_t)(key >> id_bits);
        ids[i] = (uint32_t)(key & ((UINT64_C(1) << id_bits) - 1));
    }
};

/* Writes each distinct key of sorted keys once to `out`, and sets *kept, in device memory, to the
 * number of distinct keys. */
template <typename Keys, typename Out>
static tricorn_status write_once(tricorn_context *context, Keys keys, uint64_t count, Out out, unsigned long long *kept)
{
    return tg_with_work(context, [&](void *work, size_t &bytes) {
        return cub::DeviceSelect::Unique(work, bytes, keys, out, kept, (int64_t)count, tg_device_stream(context));
    });
}

/* ---- rows ---- */

/* Two ways to find the row of edge e: from sorted keys, or from the sources that were split from them. */
struct row_of_key {
    const uint64_t *keys;
    uint32_t id_bits;
    __device__ uint32_t operator()(uint64_t e) const
    {
        return (uint32_t)(keys[e] >> id_bits);
    }
};
struct row_of_source {
    const uint32_t *sources;
    __device__ uint32_t operator()(uint64_t e) const
    {
        return sources[e];
    }
};

/* Sets the offsets of rows that have edges, and the last offset; those of other rows keep their
 * values, which are larger than all offsets. */
template <typename RowAt>
static __global__ void __launch_bounds__(TG_PREPARE_THREADS)
  mark_starts(RowAt row_at, uint32_t edges, uint32_t rows, uint32_t *offsets)
{
    for (uint64_t e = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; e <= edges;
         e += (uint64_t)gridDim.x * blockDim.x) {
        if (e == edges)
            offsets[rows] = edges;
        else if (e == 0 || row_at(e) != row_at(e - 1))
            offsets[row_at(e)] = (uint32_t)e;
    }
}

/* Splits sorted keys into rows and ids; if `offsets` is not NULL, also sets offsets as mark_starts does. */
static __global__ void __launch_bounds__(TG_PREPARE_THREADS)
  split_keys(split_key split, const uint64_t *keys, uint32_t edges, uint32_t rows, uint32_t *offsets)
{
    for (uint64_t e = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; e < edges;
         e += (uint64_t)gridDim.x * blockDim.x) {
        const uint64_t key = keys[e], row = key >> split.id_bits;
        split(e, key);
        if (offsets == NULL) continue;
        if (e == 0 || keys[e - 1] >> split.id_bits != row) offsets[row] = (uint32_t)e;
        if (e + 1 == edges) offsets[rows] = edges;
    }
}

/* Makes the offsets of rows, whose counts must be set. mark(offsets) must enqueue a kernel that
 * sets the offsets of rows with edges, and the last one; a row without edges then gets the start
 * of the next row with edges. The caller frees rows->offsets, also on failure. */
template <typename Mark>
static tricorn_status make_row_offsets(tricorn_context *context, tg_device_rows *rows, Mark mark)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const uint64_t count = (uint64_t)rows->count + 1;
    uint32_t *offsets = NULL;

    TG_TRY(TG_DEVICE_ALLOC(context, count, &offsets));
    rows->offsets = offsets;
    TG_TRY_CUDA(context, cudaMemsetAsync(offsets, 0xff, count * sizeof *offsets, stream));
    mark(offsets);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
        return cub::DeviceScan::InclusiveScan(work, bytes, thrust::make_reverse_iterator(offsets + count),
          thrust::make_reverse_iterator(offsets + count), cuda::minimum<uint32_t>(), (int64_t)count, stream);
    }));
cleanup:
    return status;
}

/* Makes the offsets of rows; row_at(e) is the row of edge e: a row_of_key or a row_of_source. */
template <typename RowAt>
static tricorn_status find_row_offsets(tricorn_context *context, RowAt row_at, tg_device_rows *rows)
{
    return make_row_offsets(context, rows, [&](uint32_t *offsets) {
        mark_starts<<<prepare_blocks(context, (uint64_t)rows->id_count + 1), TG_PREPARE_THREADS, 0,
          tg_device_stream(context)>>>(row_at, rows->id_count, rows->count, offsets);
    });
}

/* Makes rows from sorted keys, which must be at least one and all distinct: splits the keys, and
 * makes the offsets. */
static inline tricorn_status split_into_rows(
  tricorn_context *context, const uint64_t *keys, const split_key &split, tg_device_rows *rows)
{
    return make_row_offsets(context, rows, [&](uint32_t *offsets) {
        split_keys<<<prepare_blocks(context, rows->id_count), TG_PREPARE_THREADS, 0, tg_device_stream(context)>>>(
          split, keys, rows->id_count, rows->count, offsets);
    });
}

#endif
