/* sort_row_avx512.c - sorts rows in AVX-512 registers of sixteen keys, and drops repetitions by masks. */
#include "prepare/cpu/sort_row.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include "prepare/cpu/sort_row_eight.h"

enum { LANES = 16, SHORT = LANES, EIGHT = 8 };
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
    return _mm512_permutexvar_epi32(_mm512_set_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), v);
}

/* Compares each lane with the same lane of `others`, and keeps the larger key in the lanes of the
 * mask `upper`, the smaller one in the others. */
static inline vector compared(vector v, vector others, __mmask16 upper)
{
    return _mm512_mask_max_epu32(_mm512_min_epu32(v, others), upper, v, others);
}

/* by_x compares lane i with lane i ^ x, for x = 1, 2, 4, 8 and 3, 7, 15. */
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
    const vector others =
      _mm512_permutexvar_epi32(_mm512_set_epi32(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7), v);
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
    return _mm512_set1_epi32(-1); /* this word stands for no key: its id is too large */
}

static inline bool same_as_before(vector v, vector before, uint32_t n)
{
    const vector others = _mm512_alignr_epi32(v, before, LANES - 1);
    return _mm512_mask_cmpeq_epi32_mask(first_lanes(n), as_ids(v), as_ids(others)) != 0;
}

/* Sorts up to eight keys, and writes the distinct ids, each from the first lane that has it. */
static inline uint32_t sort_eight(const uint32_t *keys, uint32_t n, uint32_t room, uint32_t *to, uint64_t *both)
{
    const __mmask8 row = (__mmask8)((UINT32_C(1) << n) - 1);
    const tg_eight all = _mm256_loadu_si256((const __m256i *)(const void *)keys);
    const tg_eight v = tg_eight_sorted(_mm256_mask_mov_epi32(_mm256_set1_epi32(-1), row, all));
    const tg_eight before = tg_eight_before(v), ids = _mm256_srli_epi32(v, 1);
    const __mmask8 later = (__mmask8)(row & ~1u);
    const __mmask8 same = _mm256_mask_cmpeq_epi32_mask(later, ids, _mm256_srli_epi32(before, 1));
    const __mmask8 turned = _mm256_mask_cmpneq_epi32_mask(same, v, before);
    const __mmask8 kept = (__mmask8)(row & ~same);
    const tg_eight out = _mm256_maskz_compress_epi32(kept, ids);
    *both += (uint64_t)__builtin_popcount(turned);
    if (room >= EIGHT)
        _mm256_storeu_si256((__m256i *)(void *)to, out);
    else
        _mm256_mask_storeu_epi32(to, row, out);
    return (uint32_t)__builtin_popcount(kept);
}

static inline uint32_t sort_sixteen(const uint32_t *keys, uint32_t n, uint32_t room, uint32_t *to, uint64_t *both)
{
    const __mmask16 row = first_lanes(n), later = (__mmask16)(row & ~1u);
    const vector v = sorted(_mm512_mask_mov_epi32(_mm512_set1_epi32(-1), row, load(keys)));
    const vector before = _mm512_alignr_epi32(v, v, LANES - 1), ids = as_ids(v);
    const __mmask16 same = _mm512_mask_cmpeq_epi32_mask(later, ids, as_ids(before));
    const __mmask16 turned = _mm512_mask_cmpneq_epi32_mask(same, v, before);
    const __mmask16 kept = (__mmask16)(row & ~same);
    const vector out = _mm512_maskz_compress_epi32(kept, ids);
    *both += (uint64_t)__builtin_popcount(turned);
    if (room >= LANES)
        store(to, out);
    else
        store_first(to, n, out);
    return (uint32_t)__builtin_popcount(kept);
}

static inline uint32_t sort_short(const uint32_t *keys, uint32_t n, uint32_t room, uint32_t *to, uint64_t *both)
{
    return n <= EIGHT ? sort_eight(keys, n, room, to, both) : sort_sixteen(keys, n, room, to, both);
}

#include "prepare/cpu/sort_row_body.h"

const tg_row_sorter tg_row_sorter_avx512 = {TG_ISA_AVX512, sort_row, sort_batch};
#endif
