/* hub_bit_rows.h - the rows of the first vertices as bits, row after row.
 *
 * hub_matrix.h stores them block by block; this order is for users of all blocks of one row.
 */
#ifndef TG_CPU_HUB_BIT_ROWS_H
#define TG_CPU_HUB_BIT_ROWS_H

#include "cpu/hub_matrix.h"

typedef struct tg_hub_bit_rows {
    uint32_t hubs; /* 0: no lines */
    uint64_t *words;
} tg_hub_bit_rows;

/* hubs: at most TG_MOST_HUBS and the rows, which must hold no id above their own number.
 * tg_hub_bit_rows_free(bit_rows) takes it back. */
tricorn_status tg_hub_bit_rows_create(tricorn_context *context, const tg_rows *rows,
                                      uint32_t hubs, tg_hub_bit_rows *bit_rows);
void tg_hub_bit_rows_free(tg_hub_bit_rows *bit_rows);

/* Words before those of row v: a row has one line for each block up to its own, so one more than
 * the rows of the previous block. */
static inline uint64_t tg_hub_bit_rows_before(uint32_t v)
{
    const uint64_t block = v >> TG_BLOCK_BITS, inside = v % TG_BLOCK_IDS;
    return (TG_BLOCK_IDS * block * (block + 1) / 2 + inside * (block + 1)) * TG_BLOCK_WORDS;
}

/* The bits of row v; v is a hub. */
static inline uint64_t *tg_hub_bit_rows_of(const tg_hub_bit_rows *bit_rows, uint32_t v)
{
    return bit_rows->words + tg_hub_bit_rows_before(v);
}

#endif
