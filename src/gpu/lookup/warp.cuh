/* warp.cuh - functions that the lanes of a warp call together: sums, prefix sums, draws of work.
 *
 * - Draws distribute work whose cost is not known before: a warp that is done draws the next
 *   items, so that all warps end at about the same time.
 * - Values that are the same in all lanes are broadcast, which spares registers.
 */
#ifndef TG_GPU_LOOKUP_WARP_CUH
#define TG_GPU_LOOKUP_WARP_CUH

#include "device/cuda.cuh"
#include "gpu/lookup/cuda_host.cuh"
#include "task/device_task.h"

static __device__ __forceinline__ uint32_t lane_id(void)
{
    return threadIdx.x % WARP_THREADS;
}

/* Returns the value of lane 0, for values that are the same in all lanes, which the compiler
 * cannot know: for loops and branches that depend on a value that may differ, it makes a second
 * version of each shuffle inside, for lanes that have diverged. This takes more registers and
 * moves (tricore takes 2 to 9 % longer on an H100). All lanes of the warp must call it. */
static __device__ __forceinline__ uint32_t same_in_warp(uint32_t value)
{
    return __shfl_sync(FULL_WARP, value, 0);
}

/* Returns the number of this warp in its block. */
static __device__ __forceinline__ uint32_t warp_id(void)
{
    return same_in_warp(threadIdx.x / WARP_THREADS);
}

/* Adds the results of all lanes to the tally. All lanes of the warp call it. */
static __device__ __forceinline__ void tally_add(tg_tally *tally, uint64_t found)
{
    for (uint32_t step = WARP_THREADS / 2; step > 0; step /= 2) found += __shfl_down_sync(FULL_WARP, found, step);
    if (lane_id() == 0 && found > 0) atomicAdd(&tally->found, (unsigned long long)found);
}

/* Adds the results of all lanes to the tally, for a block of at most THREADS threads, which must all call it. It
 * makes one addition instead of one for each warp, because additions to the tally take a nanosecond each, and
 * thousands of warps that end together would wait for them. But the shared memory that it needs reduces the L1 cache,
 * in steps of 8 to 36 KiB per multiprocessor. */
template <uint32_t THREADS> static __device__ __forceinline__ void tally_add_block(tg_tally *tally, uint64_t found)
{
    __shared__ uint64_t sums[THREADS / WARP_THREADS];
    for (uint32_t step = WARP_THREADS / 2; step > 0; step /= 2) found += __shfl_down_sync(FULL_WARP, found, step);
    if (lane_id() == 0) sums[threadIdx.x / WARP_THREADS] = found;
    __syncthreads();
    if (threadIdx.x >= WARP_THREADS) return;
    tally_add(tally, lane_id() < blockDim.x / WARP_THREADS ? sums[lane_id()] : 0);
}

/* Returns the inclusive prefix sum: the sum of the values of this lane and of the lanes before it. */
static __device__ __forceinline__ uint32_t warp_sum_through(uint32_t value)
{
    for (uint32_t step = 1; step < WARP_THREADS; step *= 2) {
        const uint32_t below = __shfl_up_sync(FULL_WARP, value, step);
        if (lane_id() >= step) value += below;
    }
    return value;
}

/* Returns the sum of the values of all lanes. */
static __device__ __forceinline__ uint32_t warp_sum(uint32_t value)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(FULL_WARP, value);
#else
    for (uint32_t step = WARP_THREADS / 2; step > 0; step /= 2) value += __shfl_xor_sync(FULL_WARP, value, step);
    return value;
#endif
}

static __device__ __forceinline__ uint32_t warp_or(uint32_t value)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_or_sync(FULL_WARP, value);
#else
    for (uint32_t step = WARP_THREADS / 2; step > 0; step /= 2) value |= __shfl_xor_sync(FULL_WARP, value, step);
    return value;
#endif
}

/* Draws the warp's next `count` items from a queue and returns the first of them. */
static __device__ __forceinline__ uint32_t warp_draw(unsigned int *next, uint32_t count)
{
    uint32_t first = 0;
    if (lane_id() == 0) first = atomicAdd(next, count);
    return same_in_warp(first);
}

/* A queue of work. A counter answers one draw per nanosecond, so 8,000 warps with short items would wait for it most
 * of the time. So a queue may have several counters, TG_DRAW_STRIDE words apart: of n counters, each is used by every
 * n-th block, and hands out every n-th chunk of the items. */
typedef struct draw_queue {
    unsigned int *next;
    uint32_t counters;
} draw_queue;

static __device__ __forceinline__ draw_queue queue_of_one(unsigned int *next)
{
    const draw_queue queue = {next, 1};
    return queue;
}

/* Returns the tally's queue of many counters. Call zero_draws() before launching a kernel that uses it. */
static __device__ __forceinline__ draw_queue queue_of_many(tg_tally *tally)
{
    const draw_queue queue = {tally->draws, TG_DRAW_COUNTERS};
    return queue;
}

/* Zeroes the counters of queue_of_many() for a kernel with `chunks` chunks of work, unless each
 * warp has at most one chunk, so that none draws. */
static inline tricorn_status zero_draws(tricorn_context *context, uint64_t chunks, uint64_t warps, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    if (chunks > warps)
        TG_TRY_CUDA(context, cudaMemsetAsync(tally->draws, 0, sizeof tally->draws, tg_device_stream(context)));
cleanup:
    return status;
}

/* Calls visit(first), with all lanes of a warp, for a chunk of items, `first` to first + size -
 * 1, and then for further chunks until all items below `count` have been visited. The first
 * chunk of each warp is fixed, and not drawn. */
template <typename Visit>
static __device__ __forceinline__ void visit_draws(const draw_queue &queue, uint32_t count, uint32_t size, Visit visit)
{
    const uint32_t warps = blockDim.x / WARP_THREADS, given = gridDim.x * warps;
    const uint32_t chunks = count / size + (count % size > 0);
    const uint32_t counters = least(queue.counters, gridDim.x);
    const uint32_t counter = blockIdx.x % counters;
    uint32_t chunk = blockIdx.x * warps + warp_id();
    while (chunk < chunks) {
        visit(chunk * size);
        if (given >= chunks) return;
        chunk = given + counter + counters * warp_draw(queue.next + counter * TG_DRAW_STRIDE, 1);
    }
}

#endif
