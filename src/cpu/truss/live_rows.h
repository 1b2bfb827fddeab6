/* live_rows.h - the edges that peeling has not removed yet, as rows from both ends. */
#ifndef TG_CPU_TRUSS_LIVE_ROWS_H
#define TG_CPU_TRUSS_LIVE_ROWS_H

#include "graph/graph.h"

typedef enum tg_edge_state {
    TG_EDGE_LIVE,
    TG_EDGE_IN_ROUND, /* removed in this round */
    TG_EDGE_REMOVED   /* removed before */
} tg_edge_state;

/* Row v has the neighbours of v, ascending, and beside each the position of the edge in the rows
 * of the graph.  Edges that were removed may be there until the rows are compacted. */
typedef struct tg_live_rows {
    uint32_t vertices;
    uint64_t *begins;  /* vertices + 1 */
    uint32_t *lengths; /* vertices */
    uint32_t *ids;
    uint32_t *edges;
    uint8_t *states; /* of each edge of the graph, by position: a tg_edge_state */
    uint32_t *from;  /* of each edge, by position: the vertex whose row it is in */
} tg_live_rows;

/* Bytes that the rows of so many vertices and edges take, and while they are made. */
uint64_t tg_live_rows_bytes(const tricorn_context *context, uint64_t vertices, uint64_t edges);

/* Leaves out edges in no triangle, which are GONE at once.  Fewer than 2^32 edges. */
tricorn_status tg_live_rows_create(tricorn_context *context, const tg_rows *rows,
                                   const uint32_t *support, tg_live_rows *live);
void tg_live_rows_free(tg_live_rows *live);

/* Drops what was removed from the rows. */
void tg_live_rows_compact(const tricorn_context *context, const tg_live_rows *live);

#endif
