/* live_rows.h - rows of the live edges, which peeling has not removed, with each edge at both of its ends. */
#pragma once

#include "graph/graph.h"

/* The state of an edge: one of these, or the number of the round that removes it. */
enum {
    TG_EDGE_REMOVED = 0, /* a round of an earlier level removed it, or it was in no triangle */
    TG_EDGE_LIVE = 255
};

/* Row v contains the live neighbours of v, ascending, and for each of them the position of the
 * edge in the rows of the graph. Removed edges stay in the rows until these are compacted. */
typedef struct tg_live_rows {
    uint32_t vertices;
    uint64_t *begins; /* vertices + 1 entries: where each row begins */
    uint32_t *lengths; /* the length of each row */
    uint32_t *ids;
    uint32_t *edges;
    uint8_t *states; /* the state of each edge of the graph, by position */
    /* for each edge, by position: the vertex whose row contains it in the graph */
    uint32_t *from;
} tg_live_rows;

/* Returns how many bytes the rows of these numbers of vertices and edges need while they are made. */
uint64_t tg_live_rows_bytes(const tricorn_context *context, uint64_t vertices, uint64_t edges);

/* Makes the rows, without the edges in no triangle; these become TG_EDGE_REMOVED. The graph must
 * have fewer than 2^32 edges. */
tricorn_status tg_live_rows_create(
  tricorn_context *context, const tg_rows *rows, const uint32_t *support, tg_live_rows *live);
void tg_live_rows_free(tg_live_rows *live);

/* Deletes from the rows all edges that peeling has removed. */
void tg_live_rows_compact(const tricorn_context *context, const tg_live_rows *live);
