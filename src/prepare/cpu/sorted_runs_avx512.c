/* sorted_runs_avx512.c - checks by AVX-512 whether eight edges ascend. */
#include "prepare/cpu/sorted_runs.h"

#if defined(__x86_64__)
#include <immintrin.h>

enum { GROUP = 8 };

/* Whether eight edges and the one before ascend. An edge's second end is the upper half of its lane, and its key is
 * the lane with its halves exchanged: so the smaller end is first if the lane is larger than the key. */
static inline bool ascend(const tg_edge *edges)
{
    const __m512i here = _mm512_loadu_si512(edges), before = _mm512_loadu_si512(edges - 1);
    const __m512i keys = _mm512_rol_epi64(here, 32), keys_before = _mm512_rol_epi64(before, 32);
    const unsigned ascending = _mm512_cmpgt_epu64_mask(keys, keys_before);
    return (ascending & _mm512_cmpgt_epu64_mask(here, keys) & _mm512_cmpgt_epu64_mask(before, keys_before)) == 0xFF;
}

#include "prepare/cpu/sorted_runs_body.h"

const tg_sorted_runs tg_sorted_runs_avx512 = {TG_ISA_AVX512, count_run, sum_block, write_run, write_ranked};
#else
typedef int tg_no_empty_file;
#endif
