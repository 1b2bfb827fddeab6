/* live_rows.h - the live edges, which peeling has not removed, as rows from both ends. */
#ifndef TG_CPU_TRUSS_LIVE_ROWS_H
#define TG_CPU_TRUSS_LIVE_ROWS_H

#include "graph/graph.h"

typedef enum tg_edge_state {
    TG_EDGE_LIVE,
    TG_EDGE_IN_ROUND, /* this round removes it */
    TG_EDGE_REMOVED   /* an earlier round removed it */
} tg_edge_state;

/* Row v has the neighbours of v, ascending, and for each the position of the edge in the rows of
 * the graph.  Removed edges may be in the rows until these are compacted. */
typedef struct tg_live_rows {
    uint32_t vertices;
    uint64_t *begins;  /* vertices + 1: where each row begins */
    uint32_t *lengths; /* of each row */
    uint32_t *ids;
    uint32_t *edges;
    uint8_t *states; /* of each edge of the graph, by position: a tg_edge_state */
    uint32_t *from;  /* of each edge, by position: the vertex whose row has it in the graph */
} tg_live_rows;

/* Returns the bytes that the rows of these numbers of vertices and edges need while they are
 * made. */
uint64_t tg_live_rows_bytes(const tricorn_context *context, uint64_t vertices, uint64_t edges);

/* Makes the rows, without the edges in no triangle, which are TG_EDGE_REMOVED.  The graph must
 * have fewer than 2^32 edges. */
tricorn_status tg_live_rows_create(tricorn_context *context, const tg_rows *rows,
                                   const uint32_t *support, tg_live_rows *live);
void tg_live_rows_free(tg_live_rows *live);

/* Removes edges that peeling has removed from the rows. */
void tg_live_rows_compact(const tricorn_context *context, const tg_live_rows *live);

#endif
