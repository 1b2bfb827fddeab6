/* every_nth.cuh - launches of a fixed size, in which a thread counts every n-th edge, as in Polak
 * 2016 and in Green et al. 2014. Other algorithms draw edges from a queue (edge_chunks.cuh). */
#ifndef TG_GPU_LOOKUP_EVERY_NTH_CUH
#define TG_GPU_LOOKUP_EVERY_NTH_CUH

#include "gpu/lookup/cuda_host.cuh"

/* Where a thread is in a launch. */
typedef struct launch_place {
    /* the blocks of the launch, and the threads of each block, a multiple of 32 */
    uint32_t blocks, threads;
    uint32_t block, thread; /* this thread's block, and the thread's number in the block */
} launch_place;

/* The edges that a thread counts: number `first`, and every `step`-th after it. */
typedef struct edge_turns {
    uint64_t first, step;
} edge_turns;

/* the value of `first` if the thread counts no edges */
static const uint64_t NO_TURN = UINT64_MAX;

/* Returns the edges of a thread if each edge is counted by `team` neighbouring lanes of a warp (Green: 32), and only
 * the first `lanes` lanes of each warp count edges, so that warps diverge less (Polak 3.4.4: 16). `team` is at most
 * `lanes`, of which those without a whole team count no edges. */
static TG_BOTH edge_turns turns_of_team(const launch_place &at, uint32_t lanes, uint32_t team)
{
    const uint64_t teams = lanes / team, warps = at.threads / WARP_THREADS;
    const uint64_t warp = at.block * warps + at.thread / WARP_THREADS, turn = at.thread % WARP_THREADS / team;
    const edge_turns turns = {turn < teams ? warp * teams + turn : NO_TURN, at.blocks * warps * teams};
    return turns;
}

/* Returns how many blocks are needed if each counts `given` edges (Green: 10). */
static TG_BOTH uint32_t blocks_for_given(uint32_t edges, uint32_t given)
{
    return edges / given + (edges % given > 0);
}

#ifdef __CUDACC__
static __device__ __forceinline__ launch_place this_place(void)
{
    const launch_place place = {gridDim.x, blockDim.x, blockIdx.x, threadIdx.x};
    return place;
}
#endif

#endif
