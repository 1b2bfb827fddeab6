/* hub_rows.h - the layouts in which the rows of the first vertices (hubs) are stored as bits, for
 * the kernels that read them.
 *
 * - A matrix has lines of 512 bits, a cache line each: line (b, v) has a bit for each of the ids
 *   512b to 512b + 511 of row v.  A row has no ids above its own number, so lines with 512b > v
 *   do not exist.
 * - Lines are stored block by block, so that a pass over some blocks reads one range of memory.
 * - Words of 32 bits also have the position of their first id in the row: a triangle's third edge
 *   is found without a search.
 */
#ifndef TG_CPU_COMMON_HUB_ROWS_H
#define TG_CPU_COMMON_HUB_ROWS_H

#include "task/task.h"

enum {
    TG_BLOCK_BITS = 9, /* log2 of the ids in a block */
    TG_BLOCK_IDS = 1 << TG_BLOCK_BITS,
    TG_BLOCK_WORDS = TG_BLOCK_IDS / 64,
    TG_MOST_HUBS = 1 << 17,
    TG_MOST_BLOCKS = TG_MOST_HUBS / TG_BLOCK_IDS
};

typedef struct tg_hub_matrix {
    uint32_t hubs;
    uint64_t *words;                    /* TG_BLOCK_WORDS for each line */
    uint64_t first[TG_MOST_BLOCKS + 1]; /* line (b, v) is number first[b] + v, modulo 2^64 */
} tg_hub_matrix;

/* A pass over blocks first_block to last_block - 1: counts the common ids of from[u] and into[v]
 * in these blocks, for edges to hubs v. */
typedef struct tg_hub_pass {
    const tg_task *task;
    const tg_hub_matrix *matrix;
    uint32_t first_block, last_block;
} tg_hub_pass;

/* Returns the first word of line (block, v). */
static inline const uint64_t *tg_hub_bits(const tg_hub_matrix *matrix, uint32_t block, uint32_t v)
{
    return matrix->words + (matrix->first[block] + v) * TG_BLOCK_WORDS;
}

/* The rows of the first vertices in words of 32 ids: bits for the ids that a row holds, and the
 * position of the first of them, or else of the row's next id.  They are two arrays, because most
 * look-ups find no id and need only the bits. */
typedef struct tg_hub_words {
    uint32_t *bits, *places;
} tg_hub_words;

enum { TG_HUB_WORD_IDS = 32 };

/* Returns the number of words before those of row v; a row has one word for each 32 ids up to its
 * own. */
static inline uint64_t tg_hub_words_before(uint32_t v)
{
    const uint64_t group = v / TG_HUB_WORD_IDS, inside = v % TG_HUB_WORD_IDS;
    return TG_HUB_WORD_IDS * group * (group + 1) / 2 + inside * (group + 1);
}

#endif
