/* sort_row_avx2.c - rows sorted in registers of eight keys. */
#include "prepare/sort_row.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include "base/cpu.h"

enum { LANES = 8 };
typedef __m256i vector;

/* All bits in the first n lanes. */
static inline vector first_lanes(uint32_t n)
{
    return _mm256_cmpgt_epi32(_mm256_set1_epi32((int)n),
                              _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0));
}

static inline vector load(const uint32_t *keys)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)keys);
}

static inline void store(uint32_t *keys, vector v)
{
    _mm256_storeu_si256((__m256i *)(void *)keys, v);
}

static inline vector load_first(const uint32_t *keys, uint32_t n)
{
    const vector lanes = first_lanes(n);
    return _mm256_or_si256(_mm256_maskload_epi32((const int *)(const void *)keys, lanes),
                           _mm256_xor_si256(lanes, _mm256_set1_epi32(-1)));
}

static inline void store_first(uint32_t *keys, uint32_t n, vector v)
{
    _mm256_maskstore_epi32((int *)(void *)keys, first_lanes(n), v);
}

static inline vector smaller(vector a, vector b)
{
    return _mm256_min_epu32(a, b);
}

static inline vector larger(vector a, vector b)
{
    return _mm256_max_epu32(a, b);
}

static inline vector reversed(vector v)
{
    return _mm256_permutevar8x32_epi32(v, _mm256_set_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

/* Lane i beside lane i ^ x, which stands in `others`: the lanes of the mask `upper` keep the
 * larger key. */
#define COMPARED(v, others, upper)                                                               \
    _mm256_blend_epi32(_mm256_min_epu32(v, others), _mm256_max_epu32(v, others), upper)

static inline vector by_1(vector v)
{
    const vector others = _mm256_shuffle_epi32(v, _MM_SHUFFLE(2, 3, 0, 1));
    return COMPARED(v, others, 0xAA);
}

static inline vector by_2(vector v)
{
    const vector others = _mm256_shuffle_epi32(v, _MM_SHUFFLE(1, 0, 3, 2));
    return COMPARED(v, others, 0xCC);
}

static inline vector by_3(vector v)
{
    const vector others = _mm256_shuffle_epi32(v, _MM_SHUFFLE(0, 1, 2, 3));
    return COMPARED(v, others, 0xCC);
}

static inline vector by_4(vector v)
{
    const vector others = _mm256_permute4x64_epi64(v, _MM_SHUFFLE(1, 0, 3, 2));
    return COMPARED(v, others, 0xF0);
}

static inline vector by_7(vector v)
{
    const vector others = reversed(v);
    return COMPARED(v, others, 0xF0);
}

static inline vector cleaned(vector v)
{
    return by_1(by_2(by_4(v)));
}

static inline vector sorted(vector v)
{
    v = by_1(by_3(by_1(v)));
    return by_1(by_2(by_7(v)));
}

static inline vector as_ids(vector v)
{
    return _mm256_srli_epi32(v, 1);
}

static inline vector none_before(void)
{
    return _mm256_set1_epi32(-1); /* no key: its id is too large */
}

static inline bool same_as_before(vector v, vector before, uint32_t n)
{
    /* The last lane of `before`, then the first seven of v. */
    const vector turned =
        _mm256_permutevar8x32_epi32(_mm256_blend_epi32(v, before, 1 << (LANES - 1)),
                                    _mm256_set_epi32(6, 5, 4, 3, 2, 1, 0, 7));
    const vector same = _mm256_and_si256(_mm256_cmpeq_epi32(as_ids(v), as_ids(turned)),
                                         first_lanes(n));
    return !_mm256_testz_si256(same, same);
}

#include "prepare/sort_row_body.h"

const tg_row_sorter tg_row_sorter_avx2 = {"avx2", TG_CPU_AVX2, sort_row};
#endif
