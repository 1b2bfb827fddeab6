/* number_gpu.cuh - vertices numbered by where they belong; private to this folder. */
#ifndef TG_PREPARE_NUMBER_GPU_CUH
#define TG_PREPARE_NUMBER_GPU_CUH

#include <cub/device/device_radix_sort.cuh>

#include "device/work.cuh"

enum { TG_NUMBER_THREADS = 256, TG_NUMBER_BLOCKS = 8 /* a multiprocessor */ };

static __global__ void __launch_bounds__(TG_NUMBER_THREADS)
    invert_order(const uint32_t *order, uint32_t count, uint32_t *new_ids)
{
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < count;
         i += (uint64_t)gridDim.x * blockDim.x)
        new_ids[order[i]] = (uint32_t)i;
}

/* Sorts `count` vertices by places of so many bits; those of the same place stay as they come.
 * place(blocks, places, ids) enqueues, with so many blocks of TG_NUMBER_THREADS, what writes each
 * vertex's place and its number.  (*order)[i] is vertex i of the new order, (*new_ids)[x] where x
 * comes; both are the caller's.  Errors: TRICORN_OUT_OF_DEVICE_MEMORY, TRICORN_DEVICE_ERROR. */
template <typename Key, typename Place>
static tricorn_status number_by_place(tricorn_context *context, uint32_t count, uint32_t bits,
                                      Place place, uint32_t **order, uint32_t **new_ids)
{
    tricorn_status status = TRICORN_OK;
    const cudaStream_t stream = tg_device_stream(context);
    const unsigned blocks = tg_device_blocks(context, count, TG_NUMBER_THREADS, TG_NUMBER_BLOCKS);
    Key *places[2] = {NULL, NULL};
    uint32_t *ids[2] = {NULL, NULL}, *inverse = NULL;

    for (int i = 0; i < 2; i++) {
        TG_TRY(TG_DEVICE_ALLOC(context, count, &places[i]));
        TG_TRY(TG_DEVICE_ALLOC(context, count, &ids[i]));
    }
    TG_TRY(TG_DEVICE_ALLOC(context, count, &inverse));
    place(blocks, places[0], ids[0]);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(tg_with_work(context, [&](void *work, size_t &bytes) {
        return cub::DeviceRadixSort::SortPairs(work, bytes, places[0], places[1], ids[0], ids[1],
                                               (int64_t)count, 0, (int)bits, stream);
    }));
    invert_order<<<blocks, TG_NUMBER_THREADS, 0, stream>>>(ids[1], count, inverse);
    TG_TRY_CUDA(context, cudaGetLastError());
    *order = ids[1];
    *new_ids = inverse;
    ids[1] = inverse = NULL;
cleanup:
    for (int i = 0; i < 2; i++) {
        tg_device_free(context, places[i]);
        tg_device_free(context, ids[i]);
    }
    tg_device_free(context, inverse);
    return status;
}

#endif
