/* common_avx512.c - finds common neighbours with AVX-512: compares 16 ids of one row with 16 ids
 * of the other one at a time. */
#if defined(__x86_64__)
#include <immintrin.h>

#include "cpu/truss/common_bits.h"

enum {
    LANES = 16,
    FAR = 16 * LANES, /* ids of the longer row that one step of a search skips */
    FAR_LONGER = 12, /* a row that is more than this many times as long is searched */
    FEW_MATCHES = 3 /* up to this many matches in 16 ids are listed one by one */
};

static inline uint32_t lanes_of(const tg_edge_row *row)
{
    return row->count < LANES ? row->count : LANES;
}

/* Loads up to 16 ids. All bits of the other lanes are set, as in no id. */
static inline __m512i load(const uint32_t *ids, uint32_t lanes)
{
    const __mmask16 some = (__mmask16)((1u << lanes) - 1);
    return _mm512_mask_loadu_epi32(_mm512_set1_epi32(-1), some, ids);
}

/* Returns those of the lanes `some` of `a` that equal no lane of `b` in the same quarter. The result of each
 * comparison is the mask of the next, so that no further instructions are needed to combine masks. */
static inline __mmask16 unequal_quarters(__mmask16 some, __m512i a, __m512i b)
{
    some = _mm512_mask_cmpneq_epi32_mask(some, a, b);
    some = _mm512_mask_cmpneq_epi32_mask(some, a, _mm512_shuffle_epi32(b, 0x39));
    some = _mm512_mask_cmpneq_epi32_mask(some, a, _mm512_shuffle_epi32(b, 0x4e));
    return _mm512_mask_cmpneq_epi32_mask(some, a, _mm512_shuffle_epi32(b, 0x93));
}

/* Returns those of the lanes `some` of `a` that equal any lane of `b`. */
static inline uint32_t equal_lanes(__mmask16 some, __m512i a, __m512i b)
{
    const __mmask16 same = unequal_quarters(some, a, b);
    const __mmask16 by_1 = unequal_quarters(some, a, _mm512_shuffle_i32x4(b, b, 0x39));
    const __mmask16 by_2 = unequal_quarters(some, a, _mm512_shuffle_i32x4(b, b, 0x4e));
    const __mmask16 by_3 = unequal_quarters(some, a, _mm512_shuffle_i32x4(b, b, 0x93));
    return _kandn_mask16(_kand_mask16(_kand_mask16(same, by_1), _kand_mask16(by_2, by_3)), some);
}

/* Stores the addresses of the edges of some lanes one after another. */
static inline void store_places(const uint32_t **to, const uint32_t *edges, uint32_t lanes)
{
    const __m512i steps = _mm512_setr_epi64(0, 4, 8, 12, 16, 20, 24, 28);
    const __m512i first = _mm512_add_epi64(_mm512_set1_epi64((long long)(intptr_t)edges), steps);
    const __m512i second = _mm512_add_epi64(first, _mm512_set1_epi64(LANES * 2));
    const __mmask8 low = (__mmask8)lanes, high = (__mmask8)(lanes >> 8);
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi64(low, first));
    _mm512_storeu_si512(to + __builtin_popcount(low), _mm512_maskz_compress_epi64(high, second));
}

/* Lists several matches at once. Rows ascend, so the matches have the same order in both. */
static inline void list_many(
  tg_common_edges *edges, const tg_edge_row *few, uint32_t of_few, const tg_edge_row *many, uint32_t of_many)
{
    store_places(edges->of_few + edges->count, few->edges, of_few);
    store_places(edges->of_many + edges->count, many->edges, of_many);
    __builtin_prefetch(few->edges);
    __builtin_prefetch(few->edges + LANES - 1);
    __builtin_prefetch(many->edges);
    __builtin_prefetch(many->edges + LANES - 1);
    edges->count += (uint32_t)__builtin_popcount(of_few);
}

static void merge(tg_common *common)
{
    tg_edge_row few = common->few, many = common->many;
    while (few.count > 0 && many.count > 0 && common->edges->count < TG_COMMON_EDGES_MOST) {
        const uint32_t of_few = lanes_of(&few), of_many = lanes_of(&many);
        const __m512i a = load(few.ids, of_few), b = load(many.ids, of_many);
        uint32_t equal = equal_lanes((__mmask16)((1u << of_few) - 1), a, b);
        if (__builtin_popcount(equal) > FEW_MATCHES) {
            const uint32_t there = equal_lanes((__mmask16)((1u << of_many) - 1), b, a);
            list_many(common->edges, &few, equal, &many, there);
            equal = 0;
        }
        for (; equal; equal &= equal - 1) {
            const uint32_t i = (uint32_t)__builtin_ctz(equal);
            const __m512i id = _mm512_set1_epi32((int)few.ids[i]);
            const int j = __builtin_ctz(_mm512_cmpeq_epi32_mask(b, id));
            tg_common_list(common->edges, few.edges + i, many.edges + j);
        }
        const uint32_t last_few = few.ids[of_few - 1], last_many = many.ids[of_many - 1];
        tg_edge_row_skip(&few, last_few <= last_many ? of_few : 0);
        tg_edge_row_skip(&many, last_many <= last_few ? of_many : 0);
    }
    common->few = few;
    common->many = many;
}

static void search(tg_common *common)
{
    tg_edge_row few = common->few, many = common->many;
    while (few.count > 0 && many.count > 0 && common->edges->count < TG_COMMON_EDGES_MOST) {
        const uint32_t id = few.ids[0];
        while (many.count > FAR && many.ids[FAR - 1] < id) tg_edge_row_skip(&many, FAR);
        while (many.count > LANES && many.ids[LANES - 1] < id) tg_edge_row_skip(&many, LANES);
        const __m512i b = load(many.ids, lanes_of(&many));
        const uint32_t equal = _mm512_cmpeq_epi32_mask(b, _mm512_set1_epi32((int)id));
        if (equal) tg_common_list(common->edges, few.edges, many.edges + __builtin_ctz(equal));
        tg_edge_row_skip(&few, 1);
    }
    common->few = few;
    common->many = many;
}

const tg_common_variant tg_common_avx512 = {TG_ISA_AVX512, FAR_LONGER, merge, search, common_by_bits};
#else
typedef int tg_common_has_no_avx512;
#endif
