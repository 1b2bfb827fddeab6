/* clique_row_avx2.c - the body of clique_row_body.h, compiled for AVX2. */
#include "cpu/analytics/clique_row.h"

#if defined(__x86_64__)
#include "cpu/analytics/clique_row_body.h"

const tg_clique_counter tg_clique_counter_avx2 = {TG_ISA_AVX2, count_cliques};
#else
typedef int tg_no_empty_file;
#endif
