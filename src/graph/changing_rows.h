/* changing_rows.h - all neighbours of each vertex, ascending, in rows that can be changed.
 *
 * A row has room for more ids; where it is too small, the row moves to other memory.  Where
 * supports are kept, each id has one; that of an edge is at its larger end.  Long rows have their
 * hubs, the ids below `columns`, also as bits.
 */
#ifndef TG_GRAPH_CHANGING_ROWS_H
#define TG_GRAPH_CHANGING_ROWS_H

#include "graph/graph.h"

typedef struct tg_changing_row {
    uint32_t *ids;
    uint32_t length, room;
    uint64_t *bits; /* of its ids below `columns`, aligned to 64 bytes; or NULL */
    uint32_t hubs;  /* with bits: how many these are */
} tg_changing_row;

typedef struct tg_row_memory tg_row_memory;

typedef struct tg_changing_rows {
    tg_changing_row *rows; /* vertices entries */
    uint64_t vertices;
    uint64_t ids;          /* twice the edges */
    bool supported;        /* supports are kept */
    uint32_t columns;      /* a multiple of 512 */
    tg_row_memory *memory; /* the newest piece */
    uint64_t free_ids;     /* behind rows, in the newest piece */
    tg_row_memory *bits_memory; /* likewise, for bits */
} tg_changing_rows;

/* Edges in a batch, both ways: from << 32 | to, ascending, without repetition. */
typedef struct tg_arcs {
    const uint64_t *keys;
    uint64_t count;
} tg_arcs;

/* The rows of a graph; vertices without an edge, `vertices` in all, have empty ones.  Free them.
 * supports: NULL, or of each edge by its position in the rows, to be kept. Memory: 8 bytes for
 * each edge, 16 with supports, 32 for each vertex.  Errors: TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_changing_rows_create(tricorn_context *context, const tg_rows *rows,
                                       uint64_t vertices, const uint32_t *supports,
                                       tg_changing_rows *changing);
void tg_changing_rows_free(tg_changing_rows *changing);

/* Makes room for these arcs, which can then be inserted.  The rows stay as they are, also on
 * failure.  Errors: TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_changing_rows_reserve(tricorn_context *context, tg_changing_rows *changing,
                                        const tg_arcs *arcs);

/* Gives those of the rows of these arcs that have become long their bits.  Errors likewise. */
tricorn_status tg_changing_rows_make_bits(tricorn_context *context, tg_changing_rows *changing,
                                          const tg_arcs *arcs);

/* Arcs that are all there; arcs of which none is there, and for which there is room.  Parallel.
 */
void tg_changing_rows_remove(const tricorn_context *context, tg_changing_rows *changing,
                             const tg_arcs *arcs);
void tg_changing_rows_insert(const tricorn_context *context, tg_changing_rows *changing,
                             const tg_arcs *arcs);

/* The supports of a row where they are kept; those of ids below the row's vertex count. */
static inline uint32_t *tg_changing_supports(const tg_changing_row *row)
{
    return row->ids + row->room;
}

/* The ids of row u that are below v: where v is, or would be. */
uint32_t tg_changing_rows_below(const tg_changing_rows *changing, uint32_t u, uint32_t v);

/* The support of an edge that is there, where supports are kept. */
uint32_t *tg_changing_rows_support(const tg_changing_rows *changing, uint32_t u, uint32_t v);

/* places[i]: of key i in the row of its vertex, or where it would be.  Many at once, as long as
 * no row changes. */
enum { TG_SOUGHT = 16 };
void tg_changing_rows_find(const tg_changing_rows *changing, const uint64_t *keys, uint64_t count,
                           uint32_t *places);

bool tg_changing_rows_have(const tg_changing_rows *changing, uint32_t u, uint32_t v);

static inline uint32_t tg_arc_from(uint64_t key)
{
    return (uint32_t)(key >> 32);
}

/* Where the arcs from the same vertex as arc `first` end. */
static inline uint64_t tg_arcs_end(const tg_arcs *arcs, uint64_t first)
{
    uint64_t end = first + 1;
    while (end < arcs->count && tg_arc_from(arcs->keys[end]) == tg_arc_from(arcs->keys[first]))
        end++;
    return end;
}

#endif
