/* sort_row_avx2.c - sorts rows in AVX2 registers of eight keys each; rows of up to eight keys in
 * a single register. */
#include "prepare/cpu/sort_row.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include "prepare/cpu/sort_row_eight.h"

enum { LANES = 8, SHORT = LANES };
typedef tg_eight vector;

/* Returns a vector in which all bits of the first n lanes are set. */
static inline vector first_lanes(uint32_t n)
{
    return _mm256_cmpgt_epi32(_mm256_set1_epi32((int)n), _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0));
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
    return _mm256_or_si256(
      _mm256_maskload_epi32((const int *)(const void *)keys, lanes), _mm256_xor_si256(lanes, _mm256_set1_epi32(-1)));
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
    return tg_eight_reversed(v);
}

static inline vector cleaned(vector v)
{
    return tg_eight_cleaned(v);
}

static inline vector sorted(vector v)
{
    return tg_eight_sorted(v);
}

static inline vector as_ids(vector v)
{
    return _mm256_srli_epi32(v, 1);
}

static inline vector none_before(void)
{
    return _mm256_set1_epi32(-1); /* this word stands for no key: its id is too large */
}

static inline bool same_as_before(vector v, vector before, uint32_t n)
{
    /* The first lane is the last lane of `before`; then come the first seven lanes of v. */
    const vector turned = _mm256_permutevar8x32_epi32(
      _mm256_blend_epi32(v, before, 1 << (LANES - 1)), _mm256_set_epi32(6, 5, 4, 3, 2, 1, 0, 7));
    const vector same = _mm256_and_si256(_mm256_cmpeq_epi32(as_ids(v), as_ids(turned)), first_lanes(n));
    return !_mm256_testz_si256(same, same);
}

static uint32_t drop_repeated(uint32_t *keys, uint32_t count, uint64_t *both_directions);

static inline uint32_t sort_short(const uint32_t *keys, uint32_t n, uint32_t room, uint32_t *to, uint64_t *both)
{
    const vector lanes = first_lanes(n), ones = _mm256_set1_epi32(-1);
    const vector v = sorted(_mm256_blendv_epi8(ones, load(keys), lanes));
    /* The lanes after the row are all equal, so only equal lanes within the row count. */
    const vector same = _mm256_cmpeq_epi32(as_ids(v), as_ids(tg_eight_before(v)));
    const uint32_t rows = (UINT32_C(1) << n) - 1;
    const uint32_t repeated = (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(same)) & rows & ~UINT32_C(1);
    const vector out = repeated ? v : as_ids(v);
    if (room >= LANES)
        store(to, out);
    else
        store_first(to, n, out);
    return repeated ? drop_repeated(to, n, both) : n;
}

#include "prepare/cpu/sort_row_body.h"

const tg_row_sorter tg_row_sorter_avx2 = {TG_ISA_AVX2, sort_row, sort_batch};
#endif
