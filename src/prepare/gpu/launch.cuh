/* launch.cuh - what all kernels of this folder share: sizes of launches, the bits that sorts use,
 * and functions of a whole warp; private to this folder. */
#ifndef TG_PREPARE_GPU_LAUNCH_CUH
#define TG_PREPARE_GPU_LAUNCH_CUH

#include "device/cuda.cuh"

enum { TG_PREPARE_THREADS = 256, TG_PREPARE_BLOCKS = 8 /* for each multiprocessor */ };
enum { TG_WARP = 32 };
#define TG_ALL_LANES 0xffffffffu

/* The bits that keys are sorted by: `first` to `last` - 1. */
typedef struct tg_bits {
    uint32_t first, last;
} tg_bits;

static inline unsigned prepare_blocks(const tricorn_context *context, uint64_t items)
{
    return tg_device_blocks(context, items, TG_PREPARE_THREADS, TG_PREPARE_BLOCKS);
}

/* All lanes of a warp must call these functions together. */

/* Returns the value of lane 0. For a value that is the same in all lanes, this tells the
 * compiler that it is (docs/notes/gpu-counting.md#uniform-loops). */
static __device__ __forceinline__ uint32_t prepare_warp_same(uint32_t value)
{
    return __shfl_sync(TG_ALL_LANES, value, 0);
}

/* Returns the number of the warp's first thread in its block. */
static __device__ __forceinline__ uint32_t prepare_warp_first(void)
{
    return prepare_warp_same(threadIdx.x - threadIdx.x % TG_WARP);
}

static __device__ __forceinline__ uint32_t prepare_warp_sum(uint32_t value)
{
    for (uint32_t step = TG_WARP / 2; step > 0; step /= 2) value += __shfl_xor_sync(TG_ALL_LANES, value, step);
    return value;
}

static __device__ __forceinline__ unsigned long long prepare_warp_sum(unsigned long long value)
{
    for (uint32_t step = TG_WARP / 2; step > 0; step /= 2) value += __shfl_xor_sync(TG_ALL_LANES, value, step);
    return value;
}

static __device__ __forceinline__ unsigned long long prepare_warp_or(unsigned long long value)
{
    for (uint32_t step = TG_WARP / 2; step > 0; step /= 2) value |= __shfl_xor_sync(TG_ALL_LANES, value, step);
    return value;
}

static __device__ __forceinline__ uint32_t prepare_warp_most(uint32_t value)
{
    for (uint32_t step = TG_WARP / 2; step > 0; step /= 2) {
        const uint32_t other = __shfl_xor_sync(TG_ALL_LANES, value, step);
        value = other > value ? other : value;
    }
    return value;
}

#endif
