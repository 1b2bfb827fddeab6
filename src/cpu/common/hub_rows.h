/* hub_rows.h - how the rows of the first vertices (hubs) are stored as bits, for the functions of
 * cpu/intersect that read them.
 *
 * - A matrix consists of lines of 512 bits, one cache line each: line (b, v) has a bit for each
 *   id from 512b to 512b + 511, which tells whether row v contains it.  A row has no id above its
 *   own number, so no line has 512b > v.
 * - The lines of one block b are consecutive, so that a pass over some blocks reads one range of
 *   memory.
 * - Each word of 32 bits also has the position of its first id in the row. So the third edge of
 *   a triangle is found without a search.
 */
#pragma once

#include <stdbool.h>

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
    uint64_t *words; /* TG_BLOCK_WORDS words per line */
    uint64_t first[TG_MOST_BLOCKS + 1]; /* line (b, v) has number first[b] + v, modulo 2^64 */
} tg_hub_matrix;

/* What passes that follow each other read of row u of a task. */
typedef struct tg_hub_cursor {
    uint32_t next; /* the position in from[u] of the first id that no earlier pass has read */
    uint32_t end; /* the position behind the last id that can be in the row of a hub v */
    uint32_t edges; /* how many edges u -> v lead to hubs v */
} tg_hub_cursor;

/* A pass over blocks `first_block` to last_block - 1. It counts, for edges u -> v to hubs v, the
 * common ids of from[u] and into[v] in these blocks. */
typedef struct tg_hub_pass {
    const tg_task *task;
    const tg_hub_matrix *matrix;
    uint32_t first_block, last_block;
    /* for each row of the task, from task->first_row on, or NULL: rows are searched instead */
    tg_hub_cursor *cursors;
} tg_hub_pass;

/* What a pass reads of row u. */
typedef struct tg_hub_row {
    const uint32_t *from, *end; /* ids w, from the first id of the pass's blocks on */
    const uint32_t *edges, *edges_end; /* the hubs v that may have a common id w with u */
} tg_hub_row;

/* Returns the address of line (block, v). */
static inline const uint64_t *tg_hub_bits(const tg_hub_matrix *matrix, uint32_t block, uint32_t v)
{
    return matrix->words + (matrix->first[block] + v) * TG_BLOCK_WORDS;
}

/* Sets *row to all of row u of a task. In a whole graph no triangle is counted at the first edge of a row. */
static inline void tg_hub_row_whole(const tg_task *task, uint32_t u, bool whole, tg_hub_row *row)
{
    row->from = task->from.ids + task->from.offsets[u];
    row->end = task->from.ids + task->from.offsets[u + 1];
    row->edges = task->edges.ids + task->edges.offsets[u];
    row->edges_end = task->edges.ids + task->edges.offsets[u + 1];
    if (whole && row->edges < row->edges_end) row->edges++;
}

/* Sets *row to what the pass reads of row u; returns whether that is anything. */
static inline bool tg_hub_row_begin(const tg_hub_pass *pass, uint32_t u, bool whole, tg_hub_row *row)
{
    const uint64_t first_id = (uint64_t)pass->first_block * TG_BLOCK_IDS;
    if (pass->cursors) {
        const tg_hub_cursor at = pass->cursors[u - pass->task->first_row];
        if (at.next >= at.end) return false;
        tg_hub_row_whole(pass->task, u, whole, row);
        row->edges_end = pass->task->edges.ids + pass->task->edges.offsets[u] + at.edges;
        row->end = row->from + at.end;
        row->from += at.next;
        if (whole && row->edges < row->from) row->edges = row->from;
        return true;
    }
    tg_hub_row_whole(pass->task, u, whole, row);
    while (row->edges_end > row->edges && row->edges_end[-1] >= pass->matrix->hubs) row->edges_end--;
    if (row->edges == row->edges_end || row->edges_end[-1] < first_id) return false;
    while (row->from < row->end && *row->from < first_id) row->from++;
    return row->from < row->end;
}

/* Records that the pass has read row u up to the id at row->from. */
static inline void tg_hub_row_end(const tg_hub_pass *pass, uint32_t u, const tg_hub_row *row)
{
    if (pass->cursors)
        pass->cursors[u - pass->task->first_row].next =
          (uint32_t)(row->from - (pass->task->from.ids + pass->task->from.offsets[u]));
}

/* The rows of the first vertices in words of 32 ids: the bits of the ids in a row, and the
 * position of the first of these ids in the row, or of the row's next id if the word is empty.
 * These are two arrays, because most look-ups find no id and need only the bits. */
typedef struct tg_hub_words {
    uint32_t *bits, *places;
} tg_hub_words;

enum { TG_HUB_WORD_IDS = 32 };

/* Returns the number of words of all rows before row v. A row has one word per 32 ids, up to its own number. */
static inline uint64_t tg_hub_words_before(uint32_t v)
{
    const uint64_t group = v / TG_HUB_WORD_IDS, inside = v % TG_HUB_WORD_IDS;
    return TG_HUB_WORD_IDS * group * (group + 1) / 2 + inside * (group + 1);
}
