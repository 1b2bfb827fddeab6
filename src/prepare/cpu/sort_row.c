/* sort_row.c - the table of row sorters, one for each instruction set with vectors. */
#include "prepare/cpu/sort_row.h"

#include <stdatomic.h>

static const void *const variants[TG_ISA_COUNT] = {
  [TG_ISA_PORTABLE] = NULL, /* NULL: rows.c uses a radix sort */
#if defined(__x86_64__)
  [TG_ISA_AVX2] = &tg_row_sorter_avx2,
  [TG_ISA_AVX512] = &tg_row_sorter_avx512,
#endif
};

static _Atomic uint32_t allowed_most = UINT32_MAX;

const tg_row_sorter *tg_row_sorter_of(tg_isa isa)
{
    return tg_isa_variant(variants, isa);
}

uint32_t tg_row_sorter_most(void)
{
    const uint32_t most = atomic_load_explicit(&allowed_most, memory_order_relaxed);
    return most < TG_SORT_ROW_MOST ? most : TG_SORT_ROW_MOST;
}

void tg_row_sorter_limit(uint32_t row_most)
{
    atomic_store_explicit(&allowed_most, row_most, memory_order_relaxed);
}
