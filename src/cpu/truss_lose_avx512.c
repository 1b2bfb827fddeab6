/* truss_lose_avx512.c - rows of bits lose edges, compiled for AVX-512. */
#if defined(__x86_64__)
#include "cpu/truss_lose_body.h"

const tg_lose_variant tg_lose_avx512 = {TG_ISA_AVX512, lose_edge};
#else
typedef int tg_lose_has_no_avx512;
#endif
