/* columns.c - converts the binary digits of all columns to numbers, and adds these to counts. */
#include "cpu/common/columns.h"

#include <string.h>

enum { WORD_BITS = 64 };

static void sum_block(const uint64_t *block, uint64_t worth, uint64_t *counts)
{
    for (int i = 0; i < TG_COLUMN_WORDS; i++)
        for (uint64_t bits = block[i]; bits; bits &= bits - 1) counts[i * WORD_BITS + __builtin_ctzll(bits)] += worth;
}

void tg_columns_sum(tg_columns *columns, uint64_t *counts)
{
    uint64_t worth = 1;
    for (int l = 0; l < TG_COLUMN_LEVELS; l++, worth *= TG_COLUMN_GROUP) {
        const tg_column_level *level = &columns->levels[l];
        for (int p = 0; p < TG_COLUMN_PLANES; p++) sum_block(level->planes[p], worth << p, counts);
        for (uint32_t i = 0; i < columns->waiting[l]; i++) sum_block(level->waiting[i], worth, counts);
    }
    memset(columns, 0, sizeof *columns);
}
