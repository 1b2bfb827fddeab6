/* common.c - the table of variants, and the portable one: by merging, or by searching the ids
 * of a row that is far shorter. */
#include "cpu/truss/common.h"

#include "base/search.h"
#include "cpu/intersect/merge.h"
#include "cpu/truss/common_bits.h"

enum { FAR_LONGER = 16 };

static void merge(tg_meet *meet)
{
    const tg_meet_row few = meet->few, many = meet->many;
    tg_met_edges *met = meet->met;
    uint32_t i = 0, j = 0, count = met->count;
    while (i < few.count && j < many.count && count < TG_MEET_MOST) {
        const uint32_t a = few.ids[i], b = many.ids[j];
        met->of_few[count] = few.edges + i;
        met->of_many[count] = many.edges + j;
        count += a == b;
        i += a <= b;
        j += b <= a;
    }
    met->count = count;
    tg_meet_skip(&meet->few, i);
    tg_meet_skip(&meet->many, j);
}

static void search(tg_meet *meet)
{
    tg_meet_row few = meet->few, many = meet->many;
    while (few.count > 0 && many.count > 0 && meet->met->count < TG_MEET_MOST) {
        tg_meet_skip(&many, (uint32_t)tg_lower_bound_near(many.ids, 0, many.count, few.ids[0]));
        if (many.count > 0 && many.ids[0] == few.ids[0])
            tg_meet_list(meet->met, few.edges, many.edges);
        tg_meet_skip(&few, 1);
    }
    meet->few = few;
    meet->many = many;
}

const tg_meet_variant tg_meet_portable = {TG_ISA_PORTABLE, FAR_LONGER, merge, search, meet_bits};

static const void *const variants[TG_ISA_COUNT] = {
    [TG_ISA_PORTABLE] = &tg_meet_portable,
#if defined(__x86_64__)
    [TG_ISA_AVX2] = &tg_meet_avx2,
    [TG_ISA_AVX512] = &tg_meet_avx512,
#endif
};

const tg_meet_variant *tg_meet_variant_of(tg_isa isa)
{
    return tg_isa_variant(variants, isa);
}
