/* changing_rows.h - all neighbours of each vertex, ascending, in rows that can be changed.
 *
 * A row has room for more ids, and moves to other memory when it is full. In a graph with
 * supports each id has one; an edge's support is in the row of its larger end. Long rows have
 * their hubs, the ids below `columns`, also as bits.
 */
#pragma once

#include "graph/graph.h"

typedef struct tg_changing_row {
    uint32_t *ids;
    uint32_t length, room;
    /* a bit for each id below `columns`, aligned to 64 bytes; NULL for short rows */
    uint64_t *bits;
    uint32_t hubs; /* how many ids of the row are below `columns`, if `bits` is not NULL */
} tg_changing_row;

typedef struct tg_row_memory tg_row_memory;

typedef struct tg_changing_rows {
    tg_changing_row *rows; /* an array of `room` + 1 rows, of which `vertices` are used */
    uint64_t vertices, room;
    uint64_t wedges; /* pairs of edges at one vertex */
    uint64_t ids; /* the number of all ids: twice the edges */
    bool supported; /* whether the ids have supports */
    uint32_t columns; /* how many ids the bits of a row cover; a multiple of 512 */
    tg_row_memory *memory; /* the newest block of memory for rows */
    uint64_t free_ids; /* how many ids still fit at the end of the newest block */
    tg_row_memory *bits_memory; /* the newest block of memory for bits */
} tg_changing_rows;

/* The edges of a batch, each from both of its ends: keys are from << 32 | to, ascending, without
 * repetition. */
typedef struct tg_arcs {
    const uint64_t *keys;
    uint64_t count;
} tg_arcs;

/* Creates the rows of a graph; vertices without an edge, up to `vertices`, get empty rows.
 * `supports` is NULL, or contains the initial support of each edge, by its position in the rows.
 * The caller frees the result. Memory: 8 bytes for each edge, 16 with supports, 32 for each
 * vertex. Errors: TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_changing_rows_create(tricorn_context *context, const tg_rows *rows, uint64_t vertices,
  const uint32_t *supports, tg_changing_rows *changing);
void tg_changing_rows_free(tg_changing_rows *changing);

/* Makes room for inserting these arcs. The rows' lengths and ids stay the same, also on failure.
 * Errors: TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_changing_rows_reserve(tricorn_context *context, tg_changing_rows *changing, const tg_arcs *arcs);

/* Creates the bits of those rows that have become long enough by these arcs. Errors:
 * TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_changing_rows_make_bits(tricorn_context *context, tg_changing_rows *changing, const tg_arcs *arcs);

/* The first function removes arcs that the rows contain; the second one inserts arcs that they
 * lack, after tg_changing_rows_reserve. Both use the context's threads. */
void tg_changing_rows_remove(const tricorn_context *context, tg_changing_rows *changing, const tg_arcs *arcs);
void tg_changing_rows_insert(const tricorn_context *context, tg_changing_rows *changing, const tg_arcs *arcs);

/* Returns the supports of a row; only those of ids below the row's vertex are valid. */
static inline uint32_t *tg_changing_supports(const tg_changing_row *row)
{
    return row->ids + row->room;
}

/* Returns the number of ids of row u below v: the place where v is, or would be inserted. */
uint32_t tg_changing_rows_below(const tg_changing_rows *changing, uint32_t u, uint32_t v);

/* Returns where the support of an edge is stored, in a graph with supports. */
uint32_t *tg_changing_rows_support(const tg_changing_rows *changing, uint32_t u, uint32_t v);

/* Sets places[i] to the place in its row where arc i is, or would be inserted. It searches
 * TG_SOUGHT rows at a time; no row may change meanwhile. */
enum { TG_SOUGHT = 16 };
void tg_changing_rows_find(const tg_changing_rows *changing, const uint64_t *keys, uint64_t count, uint32_t *places);

bool tg_changing_rows_have(const tg_changing_rows *changing, uint32_t u, uint32_t v);

static inline uint32_t tg_arc_from(uint64_t key)
{
    return (uint32_t)(key >> 32);
}

/* Returns the end of the run of arcs that have the same `from` as arc `first`. */
static inline uint64_t tg_arcs_end(const tg_arcs *arcs, uint64_t first)
{
    uint64_t end = first + 1;
    while (end < arcs->count && tg_arc_from(arcs->keys[end]) == tg_arc_from(arcs->keys[first])) end++;
    return end;
}
