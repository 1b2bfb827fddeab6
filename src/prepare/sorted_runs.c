/* sorted_runs.c - the table of variants, and the one that runs everywhere. */
#include "prepare/sorted_runs.h"

#include "base/cpu.h"

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

#include "prepare/sorted_runs_body.h"

static const tg_sorted_runs portable = {"portable", 0,         count_run,
                                        sum_block,  write_run, write_ranked};

/* Best first, and NULL. */
static const tg_sorted_runs *const variants[] = {
#if defined(__x86_64__)
    &tg_sorted_runs_avx512,
    &tg_sorted_runs_avx2,
#endif
    &portable,
    NULL,
};

const tg_sorted_runs *tg_sorted_runs_at(size_t index)
{
    const tg_sorted_runs *const *at = variants;
    while (*at && ((*at)->needs & ~tg_cpu_features() || index-- > 0)) at++;
    return *at;
}

const tg_sorted_runs *tg_sorted_runs_best(void)
{
    return tg_sorted_runs_at(0);
}
