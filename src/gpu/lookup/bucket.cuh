/* bucket.cuh - which bucket of a hash table an id belongs to.
 *
 * - By the papers it is id % buckets, so that ids which follow one another have different buckets.
 * - Here each range of `buckets` ids is turned by another number of buckets, which the range and a
 *   random key decide (multiply-shift: Dietzfelbinger et al., J. Algorithms 1997): who writes a
 *   file does not know which ids of different ranges collide.
 */
#ifndef TG_GPU_LOOKUP_BUCKET_CUH
#define TG_GPU_LOOKUP_BUCKET_CUH

#include "gpu/lookup/cuda_host.cuh"

/* Returns the highest 32 bits of a product. */
static TG_BOTH uint32_t high_product(uint32_t a, uint32_t b)
{
#ifdef __CUDA_ARCH__
    return __umulhi(a, b);
#else
    return (uint32_t)((uint64_t)a * b >> 32);
#endif
}

/* Returns the bucket of an id; `buckets` is a power of two, and the key odd, or 0: id % buckets. */
static TG_BOTH uint32_t bucket_of(uint32_t id, uint32_t buckets, uint32_t key)
{
    const uint32_t low = buckets - 1;
    return (id + high_product(id & ~low, key)) & low;
}

#endif
