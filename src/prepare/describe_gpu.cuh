/* describe_gpu.cuh - what only descriptions of a graph tell, found while it is prepared. */
#ifndef TG_PREPARE_DESCRIBE_GPU_CUH
#define TG_PREPARE_DESCRIBE_GPU_CUH

#include <stdint.h>

/* The key of a loop: larger than any edge's, whose ends differ. */
static const uint64_t LOOP_KEY = UINT64_MAX;
/* Of a key, where asked for: the edge came with its larger end first.  Not sorted by. */
static const uint64_t TURNED = UINT64_C(1) << 63;

enum { TG_DESCRIBE_THREADS = 256 }; /* of a block, at the most */

/* Summed on the device. */
typedef struct tg_described {
    unsigned long long both_directions, wedges;
    unsigned int longest;
} tg_described;

/* Counts the edges that came in both directions: the first turn in each run of equal keys. */
static __global__ void __launch_bounds__(TG_DESCRIBE_THREADS)
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
    __device__ uint64_t operator()(uint64_t key) const { return key & ~TURNED; }
};

/* The longest row and the pairs in rows. */
static __global__ void __launch_bounds__(TG_DESCRIBE_THREADS)
    measure_rows(const uint32_t *offsets, uint32_t rows, tg_described *sums)
{
    unsigned long long wedges = 0;
    uint32_t longest = 0;
    for (uint64_t r = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; r < rows;
         r += (uint64_t)gridDim.x * blockDim.x) {
        const uint32_t length = offsets[r + 1] - offsets[r];
        longest = length > longest ? length : longest;
        if (length > 1) wedges += (unsigned long long)length * (length - 1) / 2;
    }
    for (int lanes = 16; lanes > 0; lanes /= 2) {
        const uint32_t other = __shfl_down_sync(0xffffffffu, longest, lanes);
        wedges += __shfl_down_sync(0xffffffffu, wedges, lanes);
        longest = other > longest ? other : longest;
    }
    if (threadIdx.x % 32 != 0 || longest == 0) return;
    atomicMax(&sums->longest, longest);
    atomicAdd(&sums->wedges, wedges);
}

#endif
