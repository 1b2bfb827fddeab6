/* degrees_there.cu - counts the degrees of a graph whose rows are on a GPU.
 *
 * - Each id adds 1 to the counter of its vertex, and each row adds its length.
 * - The counters of the first vertices, which are hubs, are in shared memory: otherwise the
 *   additions of all thread blocks to the same counters in the L2 cache would wait for each
 *   other.
 */
#include "device/cuda.cuh"
#include "prepare/on_gpu.h"
#include "schedule/device/on_device.h"

enum {
    THREADS = 512,
    BLOCKS = 4, /* thread blocks for each multiprocessor */
    OWN_COUNTS = 12288, /* counters of a thread block in shared memory, for the first vertices */
    UNROLLED = 4
};

/* Counts, for each vertex, the rows that contain it. In the order of degrees the first vertices
 * are in most rows, so each thread block counts them in shared memory. */
static __global__ void __launch_bounds__(THREADS)
  count_ids(const uint32_t *ids, uint64_t count, uint32_t vertices, uint32_t *degrees)
{
    __shared__ uint32_t own[OWN_COUNTS];
    for (uint32_t v = threadIdx.x; v < OWN_COUNTS; v += THREADS) own[v] = 0;
    __syncthreads();
#pragma unroll UNROLLED
    for (uint64_t i = (uint64_t)blockIdx.x * THREADS + threadIdx.x; i < count; i += (uint64_t)gridDim.x * THREADS) {
        const uint32_t id = ids[i];
        if (id < OWN_COUNTS)
            atomicAdd(&own[id], 1);
        else
            atomicAdd(&degrees[id], 1);
    }
    __syncthreads();
    for (uint32_t v = threadIdx.x; v < OWN_COUNTS && v < vertices; v += THREADS)
        if (own[v] > 0) atomicAdd(&degrees[v], own[v]);
}

static __global__ void __launch_bounds__(THREADS) add_lengths(tg_device_rows rows, uint32_t *degrees)
{
    for (uint64_t v = (uint64_t)blockIdx.x * THREADS + threadIdx.x; v < rows.count; v += (uint64_t)gridDim.x * THREADS)
        degrees[v] += rows.offsets[v + 1] - rows.offsets[v];
}

extern "C" tricorn_status tg_device_degrees_count(
  tricorn_context *context, const tg_device_rows *rows, uint32_t **degrees)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    uint32_t *made = NULL;

    TG_TRY(tg_device_counts_create(context, rows->count, &made));
    if (rows->count > 0) {
        count_ids<<<tg_device_blocks(context, rows->id_count, THREADS, BLOCKS), THREADS, 0, stream>>>(
          rows->ids, rows->id_count, rows->count, made);
        TG_TRY_CUDA(context, cudaGetLastError());
        add_lengths<<<tg_device_blocks(context, rows->count, THREADS, BLOCKS), THREADS, 0, stream>>>(*rows, made);
        TG_TRY_CUDA(context, cudaGetLastError());
    }
    *degrees = made;
    made = NULL;
cleanup:
    tg_device_free(context, made);
    return status;
}

static tricorn_status count_there(tricorn_context *context, const tg_device_rows *rows, uint64_t *degrees)
{
    tricorn_status status = TRICORN_OK;
    uint32_t *counts = NULL;

    TG_TRY(tg_device_degrees_count(context, rows, &counts));
    TG_TRY(tg_device_counts_copy(context, counts, rows->count, degrees));
cleanup:
    tg_device_free(context, counts);
    return status;
}

extern "C" tricorn_status tg_on_gpu_degrees(
  tricorn_context *context, const tricorn_graph *graph, uint64_t *degrees, bool *done)
{
    tricorn_status status = TRICORN_OK;
    tg_device_rows rows;
    const uint32_t *sources;
    uint32_t gpu = 0;

    *done = false;
    if (!tg_graph_is_on(graph, &gpu) || !tg_on_gpu_borrow(graph, &rows, &sources)) return TRICORN_OK;
    status = tg_device_open(context, gpu);
    if (status == TRICORN_OK) status = count_there(context, &rows, degrees);
    tg_on_gpu_return(graph);
    *done = status == TRICORN_OK;
    for (uint64_t v = rows.count; *done && v < graph->vertices; v++) degrees[v] = 0;
    return status == TRICORN_OUT_OF_DEVICE_MEMORY ? TRICORN_OK : status;
}
