/* cuda_host.cuh - lets lookups compile for the GPU and, for their tests, for the host. */
#ifndef TG_GPU_LOOKUP_CUDA_HOST_CUH
#define TG_GPU_LOOKUP_CUDA_HOST_CUH

#include <stdint.h>

#include "device/resident.cuh"
#include "gpu/lookup/sizes.h"

#define TG_BOTH __host__ __device__ __forceinline__

/* Unrolls a short loop on the GPU; the host's compiler does not know the pragma. */
#ifdef __CUDA_ARCH__
#define TG_UNROLL _Pragma("unroll")
#else
#define TG_UNROLL
#endif

static const uint32_t FULL_WARP = 0xffffffffu;
static const uint32_t NO_ID = 0xffffffffu; /* no id: all ids are below 2^32 - 1 */

/* Reads an id of the graph through the read-only cache. No kernel may write this memory while
 * another one reads it. */
static TG_BOTH uint32_t load_id(const uint32_t *place)
{
#ifdef __CUDA_ARCH__
    return __ldg(place);
#else
    return *place;
#endif
}

static TG_BOTH uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static TG_BOTH uint32_t bits_set(uint32_t word)
{
#ifdef __CUDA_ARCH__
    return (uint32_t)__popc(word);
#else
    return (uint32_t)__builtin_popcount(word);
#endif
}

/* Returns the position of the highest set bit; 0 for 0. */
static TG_BOTH uint32_t log2_floor(uint32_t word)
{
#ifdef __CUDA_ARCH__
    return 31u - (uint32_t)__clz((int)(word | 1u));
#else
    return 31u - (uint32_t)__builtin_clz(word | 1u);
#endif
}

#endif
