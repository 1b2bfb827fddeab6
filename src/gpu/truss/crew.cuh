/* crew.cuh - the grid as the crew of peel.cuh: all threads of a cooperative launch, which can wait for each other. */
#ifndef TG_GPU_TRUSS_CREW_CUH
#define TG_GPU_TRUSS_CREW_CUH

#include <cooperative_groups.h>

#include "gpu/lookup/cuda_host.cuh"

enum { TRUSS_THREADS = 512, TRUSS_WARPS = TRUSS_THREADS / WARP_THREADS };

/* Blocks of TRUSS_THREADS threads, which all run at the same time. */
struct truss_grid {
    uint32_t *sums; /* TRUSS_WARPS sums, in shared memory */

    __device__ uint32_t lane(void) const
    {
        return threadIdx.x % WARP_THREADS;
    }
    __device__ uint32_t lanes(void) const
    {
        return WARP_THREADS;
    }
    __device__ uint32_t warp(void) const
    {
        return blockIdx.x * TRUSS_WARPS + __shfl_sync(FULL_WARP, threadIdx.x / WARP_THREADS, 0);
    }
    __device__ uint32_t warps(void) const
    {
        return gridDim.x * TRUSS_WARPS;
    }
    __device__ uint32_t block(void) const
    {
        return blockIdx.x;
    }
    __device__ uint32_t blocks(void) const
    {
        return gridDim.x;
    }
    /* Returns the most edges of a round that blocks remove: in such a round warps would wait for the longest edge. */
    __device__ uint32_t few_edges(void) const
    {
        return gridDim.x;
    }
    __device__ uint32_t in_block(void) const
    {
        return threadIdx.x;
    }
    __device__ uint32_t block_threads(void) const
    {
        return TRUSS_THREADS;
    }
    __device__ bool is_first(void) const
    {
        return blockIdx.x == 0 && threadIdx.x == 0;
    }

    /* Waits for all threads of the grid; after this each thread sees what the others wrote. */
    __device__ void wait(void) const
    {
        cooperative_groups::this_grid().sync();
    }

    __device__ uint32_t read(const unsigned int *counter) const
    {
        return *(const volatile unsigned int *)counter;
    }
    /* Adds to a counter; returns the value before the addition. */
    __device__ uint32_t add(unsigned int *to, uint32_t value) const
    {
        return atomicAdd(to, value);
    }

    /* All lanes of a warp must call the following functions together; all threads of a block the last one. */

    /* Returns how many lanes before this one have is_one; sets *count to how many lanes of the warp have it. What
     * lanes read before the call is separate from what they write after it. */
    __device__ uint32_t rank_in_warp(bool is_one, uint32_t *count) const
    {
        __syncwarp();
        const uint32_t ones = __ballot_sync(FULL_WARP, is_one);
        __syncwarp();
        *count = (uint32_t)__popc(ones);
        return (uint32_t)__popc(ones & ((1u << lane()) - 1));
    }
    /* Adds to the counter how many lanes have is_one, and returns to each of them a place of its own. */
    __device__ uint32_t place(unsigned int *counter, bool is_one) const
    {
        uint32_t count, base = 0;
        const uint32_t rank = rank_in_warp(is_one, &count);
        if (lane() == 0 && count > 0) base = atomicAdd(counter, count);
        return __shfl_sync(FULL_WARP, base, 0) + rank;
    }
    __device__ void lower(unsigned int *least, uint32_t value) const
    {
        for (uint32_t step = WARP_THREADS / 2; step > 0; step /= 2) {
            const uint32_t other = __shfl_xor_sync(FULL_WARP, value, step);
            value = other < value ? other : value;
        }
        if (lane() == 0 && value < UINT32_MAX) atomicMin(least, value);
    }
    __device__ uint32_t rank_in_block(bool is_one, uint32_t *count) const
    {
        uint32_t of_warp, before = 0, all = 0;
        const uint32_t rank = rank_in_warp(is_one, &of_warp), own = threadIdx.x / WARP_THREADS;
        __syncthreads(); /* all threads have read the sums of the call before */
        if (lane() == 0) sums[own] = of_warp;
        __syncthreads();
        for (uint32_t w = 0; w < TRUSS_WARPS; w++) {
            before += w < own ? sums[w] : 0;
            all += sums[w];
        }
        *count = all;
        return before + rank;
    }
};

#endif
