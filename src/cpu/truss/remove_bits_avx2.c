/* remove_bits_avx2.c - visits common bits one after another (remove_bits_rows.h), compiled for AVX2. */
#if defined(__x86_64__)
#include "cpu/truss/remove_bits_rows.h"

#include "cpu/truss/remove_bits_body.h"

const tg_remove_variant tg_remove_avx2 = {TG_ISA_AVX2, remove_edge};
#else
typedef int tg_remove_has_no_avx2;
#endif
