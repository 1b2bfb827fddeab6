/* signed_triangles.h - counts the triangles of a graph by their negative edges. */
#pragma once

#include "graph/graph.h"

/* Triangles by their number of negative edges, 0 to 3. */
typedef struct tg_signed {
    const uint8_t *negative; /* of each edge by its position in the rows: 1 or 0 */
    /* Each is NULL or receives the triangles of each vertex, or edge: an array for each number of
     * negative edges. The entries must be 0 before. */
    uint64_t *vertices[TRICORN_SIGNS], *edges[TRICORN_SIGNS];
    uint64_t total[TRICORN_SIGNS]; /* out */
} tg_signed;

/* Counts the triangles of the graph with these rows. Memory: 4 bytes per vertex and thread; for edges, 32 bytes per
 * thread for each id of the longest row. Errors: TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
tricorn_status tg_signed_count(tricorn_context *context, const tg_rows *rows, tg_signed *counts);
