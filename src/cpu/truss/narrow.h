/* narrow.h - peels with each edge in one row, supports of 16 bits and two bits for each edge: in
 * little more than 6 bytes for each edge, where other methods do not fit in memory.
 */
#pragma once

#include "cpu/truss/leaving.h"
#include "cpu/truss/narrow_support.h"

typedef struct tg_narrow {
    uint32_t vertices;
    /* The oriented rows: the caller fills them, `labels` and `support` before the first round. */
    uint64_t *offsets; /* vertices + 1 entries */
    uint32_t *ids;
    uint32_t *labels; /* the caller's name of each vertex */
    tg_narrow_support support;

    uint64_t edges; /* in the rows */
    uint64_t edges_left; /* and how many of these have not left */
    tg_leaving round; /* fewer threads peel than may, if vertices are many */
} tg_narrow;

/* Returns how many bytes tg_narrow_create allocates; `wide` edges are in the table of supports.
 */
uint64_t tg_narrow_bytes(const tricorn_context *context, uint64_t edges, uint64_t vertices, uint64_t wide);

/* Allocates for own->edges and own->vertices. tg_narrow_free() must be called also after a failure. */
tricorn_status tg_narrow_create(tricorn_context *context, uint64_t wide, tg_narrow *own);
void tg_narrow_free(tg_narrow *own);

/* Begins a round: the edges in at most `limit` triangles leave. Returns how many these are. */
uint64_t tg_narrow_select(tg_narrow *own, uint32_t limit);

/* Ends the round: subtracts its triangles from the supports of the edges that stay. Reports the
 * edges as progress. Errors: TRICORN_CANCELLED. */
tricorn_status tg_narrow_remove(tricorn_context *context, tg_narrow *own, uint64_t selected);

/* Deletes the edges that have left, and vertices without an edge, and frees their memory. */
void tg_narrow_compact(tricorn_context *context, tg_narrow *own);
