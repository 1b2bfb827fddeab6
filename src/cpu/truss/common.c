/* common.c - the table of variants of common.h, and the portable variant, which merges or searches. */
#include "cpu/truss/common.h"

#include "base/search.h"
#include "cpu/intersect/merge.h"
#include "cpu/truss/common_bits.h"

enum { FAR_LONGER = 16 };

static void merge(tg_common *common)
{
    const tg_edge_row few = common->few, many = common->many;
    tg_common_edges *edges = common->edges;
    uint32_t i = 0, j = 0, count = edges->count;
    while (i < few.count && j < many.count && count < TG_COMMON_EDGES_MOST) {
        const uint32_t a = few.ids[i], b = many.ids[j];
        edges->of_few[count] = few.edges + i;
        edges->of_many[count] = many.edges + j;
        count += a == b;
        i += a <= b;
        j += b <= a;
    }
    edges->count = count;
    tg_edge_row_skip(&common->few, i);
    tg_edge_row_skip(&common->many, j);
}

static void search(tg_common *common)
{
    tg_edge_row few = common->few, many = common->many;
    while (few.count > 0 && many.count > 0 && common->edges->count < TG_COMMON_EDGES_MOST) {
        tg_edge_row_skip(&many, (uint32_t)tg_lower_bound_near(many.ids, 0, many.count, few.ids[0]));
        if (many.count > 0 && many.ids[0] == few.ids[0]) tg_common_list(common->edges, few.edges, many.edges);
        tg_edge_row_skip(&few, 1);
    }
    common->few = few;
    common->many = many;
}

const tg_common_variant tg_common_portable = {TG_ISA_PORTABLE, FAR_LONGER, merge, search, common_by_bits};

static const void *const variants[TG_ISA_COUNT] = {
  [TG_ISA_PORTABLE] = &tg_common_portable,
#if defined(__x86_64__)
  [TG_ISA_AVX2] = &tg_common_avx2,
  [TG_ISA_AVX512] = &tg_common_avx512,
#endif
};

const tg_common_variant *tg_common_variant_of(tg_isa isa)
{
    return tg_isa_variant(variants, isa);
}
