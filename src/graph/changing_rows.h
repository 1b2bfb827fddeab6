/* changing_rows.h - all neighbours of each vertex, ascending, in rows that can be changed.
 *
 * A row has room for more ids, and moves to other memory when it is full.  In a graph with
 * supports each id has one; an edge's support is in the row of its larger end.  Long rows have
 * their hubs, the ids below `columns`, also as bits.
 */
#ifndef TG_GRAPH_CHANGING_ROWS_H
#define TG_GRAPH_CHANGING_ROWS_H

#include "graph/graph.h"

typedef struct tg_changing_row {
    uint32_t *ids;
    uint32_t length, room;
    uint64_t *bits; /* bits of the ids below `columns`, aligned to 64 bytes; or NULL */
    uint32_t hubs;  /* the number of ids below `columns`, if bits is not NULL */
} tg_changing_row;

typedef struct tg_row_memory tg_row_memory;

typedef struct tg_changing_rows {
    tg_changing_row *rows; /* vertices entries */
    uint64_t vertices;
    uint64_t ids;          /* twice the edges */
    bool supported;        /* rows have supports */
    uint32_t columns;      /* a multiple of 512 */
    tg_row_memory *memory; /* the newest block of rows */
    uint64_t free_ids;     /* at the end of the newest block */
    tg_row_memory *bits_memory; /* the newest block of bits */
} tg_changing_rows;

/* The edges of a batch from both ends: from << 32 | to, ascending, without repetition. */
typedef struct tg_arcs {
    const uint64_t *keys;
    uint64_t count;
} tg_arcs;

/* Creates the rows of a graph; vertices without an edge, up to `vertices`, have empty rows.
 * supports: NULL, or the initial support of each edge, by its position in the rows.  The caller
 * frees the result.  Memory: 8 bytes for each edge, 16 with supports, 32 for each vertex.
 * Errors: TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_changing_rows_create(tricorn_context *context, const tg_rows *rows,
                                       uint64_t vertices, const uint32_t *supports,
                                       tg_changing_rows *changing);
void tg_changing_rows_free(tg_changing_rows *changing);

/* Makes room to insert these arcs.  Lengths and ids stay the same, also on failure. Errors:
 * TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_changing_rows_reserve(tricorn_context *context, tg_changing_rows *changing,
                                        const tg_arcs *arcs);

/* Adds bits to rows of these arcs that have become long.  Errors: TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_changing_rows_make_bits(tricorn_context *context, tg_changing_rows *changing,
                                          const tg_arcs *arcs);

/* Removes arcs that the rows have, or inserts arcs that they lack, after
 * tg_changing_rows_reserve. Uses the context's threads.
 */
void tg_changing_rows_remove(const tricorn_context *context, tg_changing_rows *changing,
                             const tg_arcs *arcs);
void tg_changing_rows_insert(const tricorn_context *context, tg_changing_rows *changing,
                             const tg_arcs *arcs);

/* The supports of a row; only those of ids below the row's vertex are valid. */
static inline uint32_t *tg_changing_supports(const tg_changing_row *row)
{
    return row->ids + row->room;
}

/* The number of ids of row u below v: the place of v, or where it would be inserted. */
uint32_t tg_changing_rows_below(const tg_changing_rows *changing, uint32_t u, uint32_t v);

/* The support of an edge of a graph with supports. */
uint32_t *tg_changing_rows_support(const tg_changing_rows *changing, uint32_t u, uint32_t v);

/* Sets places[i] to the place of arc i in its row, or where it would be inserted.  It searches
 * TG_SOUGHT rows at a time; no row may change meanwhile. */
enum { TG_SOUGHT = 16 };
void tg_changing_rows_find(const tg_changing_rows *changing, const uint64_t *keys, uint64_t count,
                           uint32_t *places);

bool tg_changing_rows_have(const tg_changing_rows *changing, uint32_t u, uint32_t v);

static inline uint32_t tg_arc_from(uint64_t key)
{
    return (uint32_t)(key >> 32);
}

/* The end of the arcs that begin at the same vertex as arc `first`. */
static inline uint64_t tg_arcs_end(const tg_arcs *arcs, uint64_t first)
{
    uint64_t end = first + 1;
    while (end < arcs->count && tg_arc_from(arcs->keys[end]) == tg_arc_from(arcs->keys[first]))
        end++;
    return end;
}

#endif
