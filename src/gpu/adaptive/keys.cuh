/* adaptive/keys.cuh - how many keys a row has in each window, unpacked. */
#ifndef TG_GPU_ADAPTIVE_KEYS_CUH
#define TG_GPU_ADAPTIVE_KEYS_CUH

#include "gpu/adaptive/adaptive.cuh"

static __device__ __forceinline__ tg_row_keys load_row_keys(const tg_row_keys *place)
{
    const uint2 words = __ldg(reinterpret_cast<const uint2 *>(place));
    return *reinterpret_cast<const tg_row_keys *>(&words);
}

static __device__ __forceinline__ uint32_t keys_in(const tg_row_keys &row, uint32_t window)
{
    return window + 1 < TG_WINDOWS ? row.in[window] : row.in[TG_WINDOWS - 1] & TG_KEY_COUNT;
}

/* The first ids of the row, those that have keys. */
static __device__ __forceinline__ uint32_t keys_of(const tg_row_keys &row)
{
    uint32_t keys = 0;
#pragma unroll
    for (uint32_t k = 0; k < TG_WINDOWS; k++) keys += keys_in(row, k);
    return keys;
}

static __device__ __forceinline__ bool has_mark(const tg_row_keys &row, uint32_t mark)
{
    return (row.in[TG_WINDOWS - 1] & mark) != 0;
}

#endif
