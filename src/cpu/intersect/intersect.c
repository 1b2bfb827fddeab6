/* intersect.c - the table of variants, from which tg_isa_variant() chooses the best one for the CPU. */
#include "cpu/intersect/intersect.h"

static const void *const variants[TG_ISA_COUNT] = {
  [TG_ISA_PORTABLE] = &tg_kernels_portable,
#if defined(__x86_64__)
  [TG_ISA_AVX2] = &tg_kernels_avx2,
  [TG_ISA_AVX512] = &tg_kernels_avx512,
#elif defined(__aarch64__)
  [TG_ISA_NEON] = &tg_kernels_neon,
#endif
};

const tg_kernels *tg_kernels_of(tg_isa isa)
{
    return tg_isa_variant(variants, isa);
}
