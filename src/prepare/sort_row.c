/* sort_row.c - the table of variants. */
#include "prepare/sort_row.h"

#include <stdatomic.h>

#include "base/cpu.h"

/* Best first, and NULL. */
static const tg_row_sorter *const variants[] = {
#if defined(__x86_64__)
    &tg_row_sorter_avx512,
    &tg_row_sorter_avx2,
#endif
    NULL,
};

static _Atomic uint32_t allowed = UINT32_MAX, allowed_most = UINT32_MAX;

static const tg_row_sorter *first_within(uint32_t features, size_t skipped)
{
    const tg_row_sorter *const *at = variants;
    while (*at && ((*at)->needs & ~features || skipped-- > 0)) at++;
    return *at;
}

const tg_row_sorter *tg_row_sorter_best(void)
{
    return first_within(tg_cpu_features() & atomic_load_explicit(&allowed, memory_order_relaxed),
                        0);
}

const tg_row_sorter *tg_row_sorter_at(size_t index)
{
    return first_within(tg_cpu_features(), index);
}

uint32_t tg_row_sorter_most(void)
{
    const uint32_t most = atomic_load_explicit(&allowed_most, memory_order_relaxed);
    return most < TG_SORT_ROW_MOST ? most : TG_SORT_ROW_MOST;
}

void tg_row_sorters_limit(uint32_t features, uint32_t row_most)
{
    atomic_store_explicit(&allowed, features, memory_order_relaxed);
    atomic_store_explicit(&allowed_most, row_most, memory_order_relaxed);
}
