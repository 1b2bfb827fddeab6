/* hub_matrix.h - the rows of the first vertices as bits, and counting with them.
 *
 * With hubs first, most ids in rows are small.  So the rows of the first `hubs` vertices are
 * stored as bits, in blocks of 512 (a cache line): line (b, v) has a bit for each of the ids 512b
 * to 512b + 511 that row v holds.  A row has no ids above its own number, so only lines with 512b
 * <= v exist.  They are stored block by block: the lines for one block of ids are close together.
 *
 * One AND for each block of row u that has ids then counts the common hubs of rows u and v.
 */
#ifndef TG_CPU_HUB_MATRIX_H
#define TG_CPU_HUB_MATRIX_H

#include "cpu/hub_sink.h"
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
    uint64_t *words;                    /* TG_BLOCK_WORDS a line */
    uint64_t first[TG_MOST_BLOCKS + 1]; /* line (b, v) is number first[b] + v, modulo 2^64 */
} tg_hub_matrix;

/* The part of a count for lines of blocks first_block to last_block - 1: ids that rows from[u]
 * and into[v] share in these blocks, for edges to v below the hubs. */
typedef struct tg_hub_pass {
    const tg_task *task;
    const tg_hub_matrix *matrix;
    uint32_t first_block, last_block;
} tg_hub_pass;

/* The line's first word. */
static inline const uint64_t *tg_hub_line(const tg_hub_matrix *matrix, uint32_t block, uint32_t v)
{
    return matrix->words + (matrix->first[block] + v) * TG_BLOCK_WORDS;
}

/* Bytes of a matrix of that many hubs. */
uint64_t tg_hub_matrix_bytes(uint32_t hubs);

/* The number of passes over all rows that counting the total takes. */
uint32_t tg_hub_matrix_passes(uint32_t hubs);

/* The most bytes that counting by vertex with that many threads takes beside the matrix. */
uint64_t tg_hub_matrix_sink_bytes(uint32_t hubs, uint32_t threads);

/* Makes the matrix of the task's `into`, whose rows must hold no id above their own number. hubs:
 * at most TG_MOST_HUBS and the number of rows of `into`.  Free it with
 * tg_hub_matrix_free(matrix). */
tricorn_status tg_hub_matrix_create(tricorn_context *context, const tg_task *task, uint32_t hubs,
                                    tg_hub_matrix *matrix);
void tg_hub_matrix_free(tg_hub_matrix *matrix);

/* Adds the part of the task's count with edges to hubs to *found; it includes all ids that the
 * rows share, because the row of a hub has only hubs.  Reports the task's edges as work.  With a
 * sink the task must be a whole graph. */
tricorn_status tg_hub_matrix_count(tricorn_context *context, const tg_task *task,
                                   const tg_hub_matrix *matrix, const tg_hub_sink *sink,
                                   uint64_t *found);

#endif
