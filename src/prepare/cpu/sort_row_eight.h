/* sort_row_eight.h - sorts eight keys in a register of AVX2. */
#pragma once

#include <immintrin.h>

typedef __m256i tg_eight;

static inline tg_eight tg_eight_reversed(tg_eight v)
{
    return _mm256_permutevar8x32_epi32(v, _mm256_set_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

/* Compares each lane i with lane i ^ x, which the caller has put into lane i of `others`; lanes
 * in the mask `upper` get the larger key. */
#define TG_EIGHT_COMPARED(v, others, upper) \
    _mm256_blend_epi32(_mm256_min_epu32(v, others), _mm256_max_epu32(v, others), upper)

static inline tg_eight tg_eight_by_1(tg_eight v)
{
    const tg_eight others = _mm256_shuffle_epi32(v, _MM_SHUFFLE(2, 3, 0, 1));
    return TG_EIGHT_COMPARED(v, others, 0xAA);
}

static inline tg_eight tg_eight_by_2(tg_eight v)
{
    const tg_eight others = _mm256_shuffle_epi32(v, _MM_SHUFFLE(1, 0, 3, 2));
    return TG_EIGHT_COMPARED(v, others, 0xCC);
}

static inline tg_eight tg_eight_by_3(tg_eight v)
{
    const tg_eight others = _mm256_shuffle_epi32(v, _MM_SHUFFLE(0, 1, 2, 3));
    return TG_EIGHT_COMPARED(v, others, 0xCC);
}

static inline tg_eight tg_eight_by_4(tg_eight v)
{
    const tg_eight others = _mm256_permute4x64_epi64(v, _MM_SHUFFLE(1, 0, 3, 2));
    return TG_EIGHT_COMPARED(v, others, 0xF0);
}

static inline tg_eight tg_eight_by_7(tg_eight v)
{
    const tg_eight others = tg_eight_reversed(v);
    return TG_EIGHT_COMPARED(v, others, 0xF0);
}

/* Sorts v, which is bitonic, ascending. */
static inline tg_eight tg_eight_cleaned(tg_eight v)
{
    return tg_eight_by_1(tg_eight_by_2(tg_eight_by_4(v)));
}

/* Sorts v ascending. */
static inline tg_eight tg_eight_sorted(tg_eight v)
{
    v = tg_eight_by_1(tg_eight_by_3(tg_eight_by_1(v)));
    return tg_eight_by_1(tg_eight_by_2(tg_eight_by_7(v)));
}

/* Moves each lane to the next place, and keeps a copy of the first lane in its own. */
static inline tg_eight tg_eight_before(tg_eight v)
{
    return _mm256_permutevar8x32_epi32(v, _mm256_set_epi32(6, 5, 4, 3, 2, 1, 0, 0));
}
