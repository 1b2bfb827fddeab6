/* adaptive/chunks.cuh - draws work at two levels: thread blocks draw chunks of entries from a
 * queue in device memory, and their warps draw the entries of a chunk from a queue in shared
 * memory. So neither thread blocks nor warps wait for each other. */
#ifndef TG_GPU_ADAPTIVE_CHUNKS_CUH
#define TG_GPU_ADAPTIVE_CHUNKS_CUH

#include "gpu/adaptive/adaptive.cuh"
#include "gpu/lookup/warp.cuh"

/* Draws the thread block's next chunk from a queue, and returns its number. All threads of the block call it. */
static __device__ __forceinline__ uint32_t draw_chunk(unsigned int *next, uint32_t *drawn)
{
    __syncthreads(); /* all threads have finished the chunk before */
    if (threadIdx.x == 0) *drawn = atomicAdd(next, 1u);
    __syncthreads();
    return *drawn;
}

/* Returns how many entries of a chunk a warp draws at a time: few if the chunk has few for each warp. */
static __device__ __forceinline__ uint32_t entries_drawn(const tg_chunk &chunk, uint32_t warps)
{
    const uint32_t even = (chunk.last - chunk.first) / (2 * warps) + 1;
    return even < WARP_THREADS ? even : WARP_THREADS;
}

/* Draws the warp's next entries, one for each lane, from the queue of its thread block. A lane for
 * which no entry is left gets one of zeros. */
template <typename Entry>
static __device__ __forceinline__ Entry next_entry(
  const Entry *entries, unsigned int *next, uint32_t batch, uint32_t last, uint32_t *first)
{
    Entry entry = {};
    *first = warp_draw(next, batch);
    if (lane_id() < batch && *first < last && last - *first > lane_id()) entry = entries[*first + lane_id()];
    return entry;
}

#endif
