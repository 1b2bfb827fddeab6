/* hub_bit_rows.h - the rows of the first vertices (hubs) as bits, row after row.
 *
 * hub_matrix.h stores the same bits block by block. The order row by row is faster for callers
 * that read all blocks of a row.
 */
#pragma once

#include "cpu/hub_matrix.h"

typedef struct tg_hub_bit_rows {
    uint32_t hubs; /* the number of rows; 0: none were made */
    uint64_t *words;
} tg_hub_bit_rows;

/* Makes the bits of the first `hubs` rows, which must be at most TG_MOST_HUBS and at most all rows. No row may have
 * an id above its own number. Free them by tg_hub_bit_rows_free(bit_rows). */
tricorn_status tg_hub_bit_rows_create(
  tricorn_context *context, const tg_rows *rows, uint32_t hubs, tg_hub_bit_rows *bit_rows);
void tg_hub_bit_rows_free(tg_hub_bit_rows *bit_rows);

/* Returns the number of words of all rows before row v. A row has 512 bits for each block up to
 * its own, so each block's rows are 512 bits longer than those of the block before it. */
static inline uint64_t tg_hub_bit_rows_before(uint32_t v)
{
    const uint64_t block = v >> TG_BLOCK_BITS, inside = v % TG_BLOCK_IDS;
    return (TG_BLOCK_IDS * block * (block + 1) / 2 + inside * (block + 1)) * TG_BLOCK_WORDS;
}

/* Returns the words of row v, which must be below `hubs`. */
static inline uint64_t *tg_hub_bit_rows_of(const tg_hub_bit_rows *bit_rows, uint32_t v)
{
    return bit_rows->words + tg_hub_bit_rows_before(v);
}
