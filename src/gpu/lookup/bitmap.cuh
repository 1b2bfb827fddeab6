/* bitmap.cuh - sets of small ids as bitmaps, and a triangular bit matrix of the edges among hubs. */
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

/* Returns where the row of hub v starts in the bit matrix, in words. Row v has a bit for each w < v, and starts with
 * a new word. So rows 32k + 1 to 32k + 32 have k + 1 words, and row 0 has none. */
static TG_BOTH uint32_t matrix_row(uint32_t v)
{
    if (v == 0) return 0;
    const uint32_t block = (v - 1) / WORD_BITS, rest = (v - 1) % WORD_BITS;
    return WORD_BITS * (block * (block + 1) / 2) + rest * (block + 1);
}

/* Returns how many words the matrix of `hubs` hubs (at most 2^19) has, but at least one. */
static TG_BOTH uint32_t matrix_words(uint32_t hubs)
{
    return hubs < 2 ? 1 : matrix_row(hubs);
}

#endif
