/* hub_rows.h - how the rows of the first vertices (hubs) are stored as bits, for the functions of
 * cpu/intersect that read them.
 *
 * - A matrix consists of lines of 512 bits, one cache line each: line (b, v) has a bit for each
 *   id from 512b to 512b + 511, which tells whether row v contains it.  A row has no id above its
 *   own number, so no line has 512b > v.
 * - The lines of one block b are consecutive, so that a pass over some blocks reads one range of
 *   memory.
 * - Each word of 32 bits also has the position of its first id in the row.  So the third edge of
 *   a triangle is found without a search.
 */
#pragma once

#include "task/task.h"

enum {
    TG_BLOCK_BITS = 9, /* log2 of the number of ids in a block */
    TG_BLOCK_IDS = 1 << TG_BLOCK_BITS,
    TG_BLOCK_WORDS = TG_BLOCK_IDS / 64,
    TG_MOST_HUBS = 1 << 17,
    TG_MOST_BLOCKS = TG_MOST_HUBS / TG_BLOCK_IDS
};

typedef struct tg_hub_matrix {
    uint32_t hubs;
    uint64_t *words;                    /* TG_BLOCK_WORDS words per line */
    uint64_t first[TG_MOST_BLOCKS + 1]; /* line (b, v) has number first[b] + v, modulo 2^64 */
} tg_hub_matrix;

/* A pass over blocks `first_block` to last_block - 1.  It counts, for edges u -> v to hubs v, the
 * common ids of from[u] and into[v] in these blocks. */
typedef struct tg_hub_pass {
    const tg_task *task;
    const tg_hub_matrix *matrix;
    uint32_t first_block, last_block;
} tg_hub_pass;

/* Returns the address of line (block, v). */
static inline const uint64_t *tg_hub_bits(const tg_hub_matrix *matrix, uint32_t block, uint32_t v)
{
    return matrix->words + (matrix->first[block] + v) * TG_BLOCK_WORDS;
}

/* The rows of the first vertices in words of 32 ids: the bits of the ids in a row, and the
 * position of the first of these ids in the row, or of the row's next id if the word is empty.
 * These are two arrays, because most look-ups find no id and need only the bits. */
typedef struct tg_hub_words {
    uint32_t *bits, *places;
} tg_hub_words;

enum { TG_HUB_WORD_IDS = 32 };

/* Returns the number of words of all rows before row v.  A row has one word per 32 ids, up to its
 * own number. */
static inline uint64_t tg_hub_words_before(uint32_t v)
{
    const uint64_t group = v / TG_HUB_WORD_IDS, inside = v % TG_HUB_WORD_IDS;
    return TG_HUB_WORD_IDS * group * (group + 1) / 2 + inside * (group + 1);
}
