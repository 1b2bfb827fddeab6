/* adaptive/shares.cuh - how blocks of threads draw shares of entries, and their warps the
 * entries. */
#ifndef TG_GPU_ADAPTIVE_SHARES_CUH
#define TG_GPU_ADAPTIVE_SHARES_CUH

#include "gpu/adaptive/adaptive.cuh"
#include "gpu/lookup/warp.cuh"

/* The number of the block's next share, of those that are drawn from one queue; all its threads
 * are here. */
static __device__ __forceinline__ uint32_t draw_share(unsigned int *next, uint32_t *drawn)
{
    __syncthreads(); /* the share before is done with */
    if (threadIdx.x == 0) *drawn = atomicAdd(next, 1u);
    __syncthreads();
    return *drawn;
}

/* Entries of a share that a warp of the block draws at a time: few where there are few for each.
 */
static __device__ __forceinline__ uint32_t entries_drawn(const tg_share &share, uint32_t warps)
{
    const uint32_t even = (share.last - share.first) / (2 * warps) + 1;
    return even < WARP_THREADS ? even : WARP_THREADS;
}

/* The next entries of the warp, one a lane, from where all warps of the block draw; lanes without
 * one have one of zeroes. */
template <typename Entry>
static __device__ __forceinline__ Entry next_entry(const Entry *entries, unsigned int *next,
                                                   uint32_t batch, uint32_t last, uint32_t *first)
{
    Entry entry = {};
    *first = warp_draw(next, batch);
    if (lane_id() < batch && *first < last && last - *first > lane_id())
        entry = entries[*first + lane_id()];
    return entry;
}

#endif
