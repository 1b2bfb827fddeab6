/* sort_row_avx512.c - rows sorted in registers of sixteen keys. */
#include "prepare/sort_row.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include "base/cpu.h"

enum { LANES = 16 };
typedef __m512i vector;

static inline __mmask16 first_lanes(uint32_t n)
{
    return (__mmask16)((UINT32_C(1) << n) - 1);
}

static inline vector load(const uint32_t *keys)
{
    return _mm512_loadu_si512(keys);
}

static inline void store(uint32_t *keys, vector v)
{
    _mm512_storeu_si512(keys, v);
}

static inline vector load_first(const uint32_t *keys, uint32_t n)
{
    return _mm512_mask_loadu_epi32(_mm512_set1_epi32(-1), first_lanes(n), keys);
}

static inline void store_first(uint32_t *keys, uint32_t n, vector v)
{
    _mm512_mask_storeu_epi32(keys, first_lanes(n), v);
}

static inline vector smaller(vector a, vector b)
{
    return _mm512_min_epu32(a, b);
}

static inline vector larger(vector a, vector b)
{
    return _mm512_max_epu32(a, b);
}

static inline vector reversed(vector v)
{
    return _mm512_permutexvar_epi32(
        _mm512_set_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), v);
}

/* Each lane beside the one that stands in `others`: those of `upper` keep the larger key. */
static inline vector compared(vector v, vector others, __mmask16 upper)
{
    return _mm512_mask_max_epu32(_mm512_min_epu32(v, others), upper, v, others);
}

/* Lane i with lane i ^ 1, i ^ 2, i ^ 4, i ^ 8; with i ^ 3, i ^ 7, i ^ 15. */
static inline vector by_1(vector v)
{
    return compared(v, _mm512_shuffle_epi32(v, _MM_PERM_CDAB), 0xAAAA);
}

static inline vector by_2(vector v)
{
    return compared(v, _mm512_shuffle_epi32(v, _MM_PERM_BADC), 0xCCCC);
}

static inline vector by_4(vector v)
{
    return compared(v, _mm512_shuffle_i32x4(v, v, _MM_SHUFFLE(2, 3, 0, 1)), 0xF0F0);
}

static inline vector by_8(vector v)
{
    return compared(v, _mm512_shuffle_i32x4(v, v, _MM_SHUFFLE(1, 0, 3, 2)), 0xFF00);
}

static inline vector by_3(vector v)
{
    return compared(v, _mm512_shuffle_epi32(v, _MM_PERM_ABCD), 0xCCCC);
}

static inline vector by_7(vector v)
{
    const vector others = _mm512_permutexvar_epi32(
        _mm512_set_epi32(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7), v);
    return compared(v, others, 0xF0F0);
}

static inline vector by_15(vector v)
{
    return compared(v, reversed(v), 0xFF00);
}

static inline vector cleaned(vector v)
{
    return by_1(by_2(by_4(by_8(v))));
}

static inline vector sorted(vector v)
{
    v = by_1(by_3(by_1(v)));
    v = by_1(by_2(by_7(v)));
    return by_1(by_2(by_4(by_15(v))));
}

static inline vector as_ids(vector v)
{
    return _mm512_srli_epi32(v, 1);
}

static inline vector none_before(void)
{
    return _mm512_set1_epi32(-1); /* no key: its id is too large */
}

static inline bool same_as_before(vector v, vector before, uint32_t n)
{
    const vector others = _mm512_alignr_epi32(v, before, LANES - 1);
    return _mm512_mask_cmpeq_epi32_mask(first_lanes(n), as_ids(v), as_ids(others)) != 0;
}

#include "prepare/sort_row_body.h"

const tg_row_sorter tg_row_sorter_avx512 = {"avx512", TG_CPU_AVX2 | TG_CPU_AVX512, sort_row};
#endif
