/* clique_row_avx512.c - the body of clique_row_body.h, compiled for AVX-512. */
#include "cpu/analytics/clique_row.h"

#if defined(__x86_64__)
#include "cpu/analytics/clique_row_body.h"

const tg_clique_counter tg_clique_counter_avx512 = {TG_ISA_AVX512, count_cliques};
#else
typedef int tg_no_empty_file;
#endif
