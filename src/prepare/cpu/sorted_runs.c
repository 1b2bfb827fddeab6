/* sorted_runs.c - the table of variants by instruction set, and the portable variant. */
#include "prepare/cpu/sorted_runs.h"

enum { GROUP = 8 };

static inline bool ascend(const tg_edge *edges)
{
    uint64_t before = (uint64_t)edges[-1].u << 32 | edges[-1].v;
    bool other = edges[-1].u >= edges[-1].v;
#pragma GCC unroll 8
    for (int i = 0; i < GROUP; i++) {
        const uint64_t key = (uint64_t)edges[i].u << 32 | edges[i].v;
        other |= (key <= before) | (edges[i].u >= edges[i].v);
        before = key;
    }
    return !other;
}

#include "prepare/cpu/sorted_runs_body.h"

static const tg_sorted_runs portable = {TG_ISA_PORTABLE, count_run, sum_block, write_run, write_ranked};

static const void *const variants[TG_ISA_COUNT] = {
  [TG_ISA_PORTABLE] = &portable,
#if defined(__x86_64__)
  [TG_ISA_AVX2] = &tg_sorted_runs_avx2,
  [TG_ISA_AVX512] = &tg_sorted_runs_avx512,
#endif
};

const tg_sorted_runs *tg_sorted_runs_of(tg_isa isa)
{
    return tg_isa_variant(variants, isa);
}
