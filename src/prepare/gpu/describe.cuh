/* describe.cuh - finds figures that only descriptions of a graph need, while the graph is
 * prepared; private to this folder. */
#ifndef TG_PREPARE_GPU_DESCRIBE_CUH
#define TG_PREPARE_GPU_DESCRIBE_CUH

#include "prepare/gpu/launch.cuh"
#include "prepare/gpu/prepare.h"

/* The key of a loop, which is larger than the key of any edge, because the two ends of an edge differ. */
static const uint64_t LOOP_KEY = UINT64_MAX;
/* The bit of a key that says that the edge had its larger end first in the input, if that is
 * asked for. The sort ignores it. */
static const uint64_t TURNED = UINT64_C(1) << 63;

/* Sums in device memory, for a graph's description. */
typedef struct tg_described {
    unsigned long long both_directions, wedges;
    unsigned int longest;
} tg_described;

/* Counts the edges that the input contains in both directions, among sorted keys: runs of keys
 * that are equal but for the bit TURNED, with and without it. */
static __global__ void __launch_bounds__(TG_PREPARE_THREADS)
  count_turns(const uint64_t *keys, uint64_t count, tg_described *sums)
{
    unsigned long long found = 0;
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x + 1; i < count;
         i += (uint64_t)gridDim.x * blockDim.x) {
        if ((keys[i] ^ keys[i - 1]) != TURNED || keys[i] == LOOP_KEY) continue;
        uint64_t first = i - 1;
        while (first > 0 && keys[first - 1] == keys[i - 1]) first--;
        found += first == 0 || (keys[first - 1] ^ keys[i - 1]) != TURNED;
    }
    if (found > 0) atomicAdd(&sums->both_directions, found);
}

struct without_turn {
    __device__ uint64_t operator()(uint64_t key) const
    {
        return key & ~TURNED;
    }
};

/* Updates a thread's longest row and its number of wedges for a row of this length. */
static __device__ __forceinline__ void measure_row(uint32_t length, uint32_t *longest, unsigned long long *wedges)
{
    *longest = length > *longest ? length : *longest;
    if (length > 1) *wedges += (unsigned long long)length * (length - 1) / 2;
}

static __global__ void __launch_bounds__(TG_PREPARE_THREADS)
  measure_rows(const uint32_t *offsets, uint32_t rows, tg_described *sums)
{
    unsigned long long wedges = 0;
    uint32_t longest = 0;
    for (uint64_t r = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; r < rows; r += (uint64_t)gridDim.x * blockDim.x)
        measure_row(offsets[r + 1] - offsets[r], &longest, &wedges);
    longest = prepare_warp_most(longest);
    wedges = prepare_warp_sum(wedges);
    if (threadIdx.x % TG_WARP != 0 || longest == 0) return;
    atomicMax(&sums->longest, longest);
    atomicAdd(&sums->wedges, wedges);
}

/* Sets the figures of a graph whose rows are complete. *sums is in device memory; it contains the number of edges in
 * both directions, which is added to the graph's, and zeros for the rows. Waits for the GPU. */
static inline tricorn_status measure_graph(tricorn_context *context, tg_described *sums, tg_device_graph *graph)
{
    tricorn_status status = TRICORN_OK;
    const tg_device_rows *rows = &graph->rows;
    tg_described read;
    measure_rows<<<prepare_blocks(context, rows->count), TG_PREPARE_THREADS, 0, tg_device_stream(context)>>>(
      rows->offsets, rows->count, sums);
    TG_TRY_CUDA(context, cudaGetLastError());
    TG_TRY(tg_device_copy_out(context, &read, sums, sizeof read));
    graph->longest = read.longest;
    graph->wedges = read.wedges;
    graph->both_directions += read.both_directions;
cleanup:
    return status;
}

#endif
