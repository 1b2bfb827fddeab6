/* bitmap.cuh - sets of small ids as bits, and a triangular matrix of bits among hubs. */
#ifndef TG_GPU_LOOKUP_BITMAP_CUH
#define TG_GPU_LOOKUP_BITMAP_CUH

#include "gpu/lookup/cuda_host.cuh"

enum { WORD_BITS = 32 };

static TG_BOTH void bitmap_set(uint32_t *words, uint64_t bit)
{
    const uint32_t mask = 1u << (bit % WORD_BITS);
#ifdef __CUDA_ARCH__
    atomicOr(words + bit / WORD_BITS, mask);
#else
    words[bit / WORD_BITS] |= mask;
#endif
}

static TG_BOTH bool bitmap_has(const uint32_t *words, uint64_t bit)
{
    return words[bit / WORD_BITS] >> (bit % WORD_BITS) & 1u;
}

/* The bit of hubs v > w: row v has v bits and follows row v - 1. */
static TG_BOTH uint64_t matrix_bit(uint32_t v, uint32_t w)
{
    return (uint64_t)v * (v - 1u) / 2u + w; /* 0 for v = 0 has no w below it */
}

/* Words of the matrix of so many hubs. */
static TG_BOTH uint64_t matrix_words(uint32_t hubs)
{
    return hubs < 2 ? 1 : (matrix_bit(hubs - 1, hubs - 2) + WORD_BITS) / WORD_BITS;
}

#endif
