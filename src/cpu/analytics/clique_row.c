/* clique_row.c - the table of variants of clique_row.h, and the portable variant. */
#include "cpu/analytics/clique_row.h"

#include "cpu/analytics/clique_row_body.h"

static const tg_clique_counter portable = {TG_ISA_PORTABLE, count_cliques};

static const void *const variants[TG_ISA_COUNT] = {
  [TG_ISA_PORTABLE] = &portable,
#if defined(__x86_64__)
  [TG_ISA_AVX2] = &tg_clique_counter_avx2,
  [TG_ISA_AVX512] = &tg_clique_counter_avx512,
#endif
};

const tg_clique_counter *tg_clique_counter_of(tg_isa isa)
{
    return tg_isa_variant(variants, isa);
}
