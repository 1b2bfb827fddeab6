/* common_avx2.c - finds common neighbours with AVX2: compares 8 ids of one row with 8 ids of the
 * other one at a time. */
#if defined(__x86_64__)
#include <immintrin.h>

#include "cpu/truss/common_bits.h"

enum {
    LANES = 8,
    FAR = 16 * LANES, /* ids of the longer row that one step of a search skips */
    FAR_LONGER = 12 /* a row that is more than this many times as long is searched */
};

static inline uint32_t equal_lanes(__m256i a, __m256i b)
{
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(a, b)));
}

/* Returns the lanes of `a` that equal any of the four lanes of `b` in the same half. */
static inline __m256i equal_halves(__m256i a, __m256i b)
{
    const __m256i same = _mm256_cmpeq_epi32(a, b);
    const __m256i by_1 = _mm256_cmpeq_epi32(a, _mm256_shuffle_epi32(b, 0x39));
    const __m256i by_2 = _mm256_cmpeq_epi32(a, _mm256_shuffle_epi32(b, 0x4e));
    const __m256i by_3 = _mm256_cmpeq_epi32(a, _mm256_shuffle_epi32(b, 0x93));
    return _mm256_or_si256(_mm256_or_si256(same, by_1), _mm256_or_si256(by_2, by_3));
}

static inline uint32_t equal_any(__m256i a, __m256i b)
{
    const __m256i all = _mm256_or_si256(equal_halves(a, b), equal_halves(a, _mm256_permute2x128_si256(b, b, 1)));
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(all));
}

static inline __m256i load(const uint32_t *ids)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)ids);
}

/* Merges the rest of both rows, when a row has fewer ids than a vector has lanes. */
static void merge_rest(tg_common *common)
{
    tg_edge_row few = common->few, many = common->many;
    while (few.count > 0 && many.count > 0 && common->edges->count < TG_COMMON_EDGES_MOST) {
        const uint32_t a = few.ids[0], b = many.ids[0];
        if (a == b) tg_common_list(common->edges, few.edges, many.edges);
        tg_edge_row_skip(&few, a <= b);
        tg_edge_row_skip(&many, b <= a);
    }
    common->few = few;
    common->many = many;
}

static void merge(tg_common *common)
{
    tg_edge_row few = common->few, many = common->many;
    while (few.count >= LANES && many.count >= LANES && common->edges->count < TG_COMMON_EDGES_MOST) {
        const __m256i a = load(few.ids), b = load(many.ids);
        for (uint32_t equal = equal_any(a, b); equal; equal &= equal - 1) {
            const uint32_t i = (uint32_t)__builtin_ctz(equal);
            const uint32_t at = equal_lanes(b, _mm256_set1_epi32((int)few.ids[i]));
            tg_common_list(common->edges, few.edges + i, many.edges + __builtin_ctz(at));
        }
        const uint32_t last_few = few.ids[LANES - 1], last_many = many.ids[LANES - 1];
        tg_edge_row_skip(&few, last_few <= last_many ? LANES : 0);
        tg_edge_row_skip(&many, last_many <= last_few ? LANES : 0);
    }
    common->few = few;
    common->many = many;
    merge_rest(common);
}

static void search(tg_common *common)
{
    tg_edge_row few = common->few, many = common->many;
    while (few.count > 0 && many.count >= LANES && common->edges->count < TG_COMMON_EDGES_MOST) {
        const uint32_t id = few.ids[0];
        while (many.count > FAR && many.ids[FAR - 1] < id) tg_edge_row_skip(&many, FAR);
        while (many.count >= LANES && many.ids[LANES - 1] < id) tg_edge_row_skip(&many, LANES);
        if (many.count < LANES) break;
        const uint32_t equal = equal_lanes(load(many.ids), _mm256_set1_epi32((int)id));
        if (equal) tg_common_list(common->edges, few.edges, many.edges + __builtin_ctz(equal));
        tg_edge_row_skip(&few, 1);
    }
    common->few = few;
    common->many = many;
    merge_rest(common);
}

const tg_common_variant tg_common_avx2 = {TG_ISA_AVX2, FAR_LONGER, merge, search, common_by_bits};
#else
typedef int tg_common_has_no_avx2;
#endif
