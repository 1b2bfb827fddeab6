/* remove_bits.c - the table of variants of remove_bits.h, and the portable variant. */
#include "cpu/truss/remove_bits_rows.h"

#include "cpu/truss/remove_bits_body.h"

const tg_remove_variant tg_remove_portable = {TG_ISA_PORTABLE, remove_edge};

static const void *const variants[TG_ISA_COUNT] = {
  [TG_ISA_PORTABLE] = &tg_remove_portable,
#if defined(__x86_64__)
  [TG_ISA_AVX2] = &tg_remove_avx2,
  [TG_ISA_AVX512] = &tg_remove_avx512,
#endif
};

const tg_remove_variant *tg_remove_variant_of(tg_isa isa)
{
    return tg_isa_variant(variants, isa);
}
