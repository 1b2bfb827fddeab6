/* remove_bits_avx2.c - rows of bits lose edges, compiled for AVX2. */
#if defined(__x86_64__)
#include "cpu/truss/remove_bits_rows.h"

#include "cpu/truss/remove_bits_body.h"

const tg_lose_variant tg_lose_avx2 = {TG_ISA_AVX2, lose_edge};
#else
typedef int tg_lose_has_no_avx2;
#endif
