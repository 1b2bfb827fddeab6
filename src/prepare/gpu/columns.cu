/* columns.cu - makes edges from columns or rows (CSR) of any integer type and stride that are in
 * the memory of a GPU, with one thread for each edge. No number is copied to the host. */
#include "prepare/gpu/columns.h"

#include <inttypes.h>

#include "device/search.cuh"
#include "prepare/gpu/launch.cuh"
#include "prepare/cpu/compact_ids.h"

/* A summary of the numbers that were read. */
typedef struct tg_read_numbers {
    unsigned long long most; /* the largest id; a negative id counts as larger than all others */
    unsigned long long count; /* the value of the last offset */
    unsigned int wrong; /* not 0 if the offsets do not begin with 0, or decrease */
} tg_read_numbers;

/* Returns number i, with its sign extended to 64 bits. */
static __device__ __forceinline__ unsigned long long number_at(const tricorn_integers &numbers, unsigned long long i)
{
    const char *at = (const char *)numbers.first + (long long)i * (long long)numbers.stride;
    switch (numbers.type) {
    case TRICORN_INT8: return (unsigned long long)(long long)*(const int8_t *)at;
    case TRICORN_INT16: return (unsigned long long)(long long)*(const int16_t *)at;
    case TRICORN_INT32: return (unsigned long long)(long long)*(const int32_t *)at;
    case TRICORN_INT64: return (unsigned long long)*(const int64_t *)at;
    case TRICORN_UINT8: return *(const uint8_t *)at;
    case TRICORN_UINT16: return *(const uint16_t *)at;
    case TRICORN_UINT32: return *(const uint32_t *)at;
    default: return (unsigned long long)*(const uint64_t *)at;
    }
}

/* Raises *most to the largest value in a warp, if that is larger. All lanes must call it. */
static __device__ __forceinline__ void keep_most(unsigned long long value, unsigned long long *most)
{
    for (uint32_t step = TG_WARP / 2; step > 0; step /= 2) {
        const unsigned long long other = __shfl_xor_sync(TG_ALL_LANES, value, step);
        value = other > value ? other : value;
    }
    if (threadIdx.x % TG_WARP == 0) atomicMax(most, value);
}

static __global__ void __launch_bounds__(TG_PREPARE_THREADS)
  read_columns(tricorn_edge_columns columns, tg_edge *edges, tg_read_numbers *found)
{
    const unsigned long long stride = (unsigned long long)gridDim.x * blockDim.x;
    unsigned long long most = 0;
    for (unsigned long long e = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; e < columns.edges;
         e += stride) {
        const unsigned long long u = number_at(columns.sources, e);
        const unsigned long long v = number_at(columns.targets, e);
        edges[e].u = (uint32_t)u;
        edges[e].v = (uint32_t)v;
        most = max(most, max(u, v));
    }
    keep_most(most, &found->most);
}

static __global__ void __launch_bounds__(TG_PREPARE_THREADS) check_offsets(tricorn_csr rows, tg_read_numbers *found)
{
    const unsigned long long stride = (unsigned long long)gridDim.x * blockDim.x;
    for (unsigned long long u = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; u < rows.vertices;
         u += stride)
        if (number_at(rows.offsets, u + 1) < number_at(rows.offsets, u)) found->wrong = 1;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        if (number_at(rows.offsets, 0) != 0) found->wrong = 1;
        found->count = number_at(rows.offsets, rows.vertices);
    }
}

/* Returns the row of entry e: the last row that begins at or before it. */
static __device__ __forceinline__ uint32_t row_of(const tricorn_csr &rows, unsigned long long e)
{
    const auto begins = [&](unsigned long long row) { return number_at(rows.offsets, row) <= e; };
    return (uint32_t)search_places(1ull, (unsigned long long)rows.vertices, begins) - 1;
}

static __global__ void __launch_bounds__(TG_PREPARE_THREADS)
  read_rows(tricorn_csr rows, unsigned long long count, tg_edge *edges, tg_read_numbers *found)
{
    const unsigned long long stride = (unsigned long long)gridDim.x * blockDim.x;
    unsigned long long most = 0;
    for (unsigned long long e = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; e < count; e += stride) {
        const unsigned long long v = number_at(rows.targets, e);
        edges[e].u = row_of(rows, e);
        edges[e].v = (uint32_t)v;
        most = max(most, v);
    }
    keep_most(most, &found->most);
}

extern "C" tricorn_status tg_device_open_of(tricorn_context *context, const void *address)
{
    tricorn_status status = TRICORN_OK;
    cudaPointerAttributes of;
    if (tg_device_count() == 0) TG_TRY(tg_fail(context, TRICORN_UNSUPPORTED, "there is no GPU, or no driver for it"));
    TG_TRY_CUDA(context, cudaPointerGetAttributes(&of, address));
    if (of.type != cudaMemoryTypeDevice && of.type != cudaMemoryTypeManaged)
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT, "the array is not in the memory of a GPU"));
    TG_TRY(tg_device_open(context, (uint32_t)of.device));
    TG_TRY_CUDA(context, cudaDeviceSynchronize());
cleanup:
    return status;
}

/* Allocates memory for edges, and sets *found to zero. */
static tricorn_status begin(tricorn_context *context, uint64_t count, tg_device_edges *edges, tg_read_numbers *found)
{
    tricorn_status status = TRICORN_OK;
    edges->count = count;
    edges->describe = true;
    TG_TRY(TG_DEVICE_ALLOC(context, count, &edges->edges));
    TG_TRY_CUDA(context, cudaMemsetAsync(found, 0, sizeof *found, tg_device_stream(context)));
cleanup:
    return status;
}

extern "C" tricorn_status tg_edges_of_columns(
  tricorn_context *context, const tricorn_edge_columns *columns, tg_device_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    tg_read_numbers *found = NULL, read;

    TG_TRY(TG_DEVICE_ALLOC(context, 1, &found));
    TG_TRY(begin(context, columns->edges, edges, found));
    read_columns<<<prepare_blocks(context, columns->edges), TG_PREPARE_THREADS, 0, tg_device_stream(context)>>>(
      *columns, edges->edges, found);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(tg_device_copy_out(context, &read, found, sizeof read));
    if (read.most >= UINT32_MAX || !tg_ids_are_dense(read.most + 1, columns->edges))
        TG_TRY(tg_fail(context, TRICORN_UNSUPPORTED,
          "an id is negative, or ids are far from dense (the largest is %" PRIu64
          "): such edges are read from host memory only",
          (uint64_t)read.most));
    edges->numbers = (uint32_t)read.most + 1;
cleanup:
    tg_device_free(context, found);
    return status;
}

extern "C" tricorn_status tg_edges_of_rows(
  tricorn_context *context, const tricorn_csr *rows, uint64_t entries, tg_device_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    tg_read_numbers *found = NULL, read;

    TG_TRY(TG_DEVICE_ALLOC(context, 1, &found));
    TG_TRY(begin(context, entries, edges, found));
    check_offsets<<<prepare_blocks(context, rows->vertices), TG_PREPARE_THREADS, 0, tg_device_stream(context)>>>(
      *rows, found);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(tg_device_copy_out(context, &read, found, sizeof read));
    if (read.wrong) TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT, "offsets do not begin with 0, or decrease"));
    if (read.count != entries)
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "the last offset is %" PRIu64 ", but there are %" PRIu64 " targets", (uint64_t)read.count, entries));
    read_rows<<<prepare_blocks(context, entries), TG_PREPARE_THREADS, 0, tg_device_stream(context)>>>(
      *rows, entries, edges->edges, found);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(tg_device_copy_out(context, &read, found, sizeof read));
    if (entries > 0 && read.most >= rows->vertices)
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "a target is %" PRIu64 ", but there are only %" PRIu64 " vertices", (uint64_t)read.most, rows->vertices));
    edges->numbers = (uint32_t)rows->vertices;
    edges->declared = true;
cleanup:
    tg_device_free(context, found);
    return status;
}
