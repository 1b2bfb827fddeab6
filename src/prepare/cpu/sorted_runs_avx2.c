/* sorted_runs_avx2.c - checks by AVX2 whether eight edges ascend. */
#include "prepare/cpu/sorted_runs.h"

#if defined(__x86_64__)
#include <immintrin.h>

enum { GROUP = 8, LANES = 4 };

/* Loads four edges and flips the highest bits, because AVX2 compares only signed numbers. */
static inline __m256i load(const tg_edge *edges)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)edges);
}

static inline __m256i turned(__m256i lanes)
{
    return _mm256_xor_si256(lanes, _mm256_set1_epi64x(INT64_MIN));
}

static inline __m256i exchanged(__m256i lanes)
{
    return _mm256_shuffle_epi32(lanes, _MM_SHUFFLE(2, 3, 0, 1));
}

/* Compares as the AVX-512 variant does: the smaller end of an edge is first if its lane is larger than its key. */
static inline bool ascend(const tg_edge *edges)
{
    __m256i all = _mm256_set1_epi64x(-1);
    for (int i = 0; i < GROUP; i += LANES) {
        const __m256i here = load(edges + i), before = load(edges + i - 1);
        const __m256i keys = turned(exchanged(here)), keys_before = turned(exchanged(before));
        const __m256i ascending = _mm256_cmpgt_epi64(keys, keys_before);
        const __m256i first =
          _mm256_and_si256(_mm256_cmpgt_epi64(turned(here), keys), _mm256_cmpgt_epi64(turned(before), keys_before));
        all = _mm256_and_si256(all, _mm256_and_si256(ascending, first));
    }
    return _mm256_movemask_epi8(all) == -1;
}

#include "prepare/cpu/sorted_runs_body.h"

const tg_sorted_runs tg_sorted_runs_avx2 = {TG_ISA_AVX2, count_run, sum_block, write_run, write_ranked};
#else
typedef int tg_no_empty_file;
#endif
