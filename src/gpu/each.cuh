/* gpu/each.cuh - loops in which a thread processes each of many items, in a grid that may have fewer threads. */
#ifndef TG_GPU_EACH_CUH
#define TG_GPU_EACH_CUH

#include "device/cuda.cuh"
#include "gpu/lookup/cuda_host.cuh"

enum {
    EACH_THREADS = 256 /* threads of a block */,
    EACH_BLOCKS = 8 /* blocks for each multiprocessor */
};

static inline unsigned each_blocks(const tricorn_context *context, uint64_t items)
{
    return tg_device_blocks(context, items, EACH_THREADS, EACH_BLOCKS);
}

/* The loop `for (EACH(i, count))` runs with the numbers i below `count` that belong to this thread. */
#define EACH(i, count) \
    uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; \
    i < (count); \
    i += (uint64_t)gridDim.x * blockDim.x

/* Adds the values of all lanes of a warp to *total; all lanes must call it. */
template <typename T> static __device__ __forceinline__ void each_add(T *total, T value)
{
    for (uint32_t step = WARP_THREADS / 2; step > 0; step /= 2) value += __shfl_down_sync(FULL_WARP, value, step);
    if (threadIdx.x % WARP_THREADS == 0 && value > 0) atomicAdd(total, value);
}

#endif
