/* squares.h - counts the cycles of four vertices. */
#pragma once

#include "graph/graph.h"

/* The cycles of four vertices of a graph, each once, with or without further edges between them.
 */
typedef struct tg_squares {
    /* Each is NULL or receives the cycles that contain a vertex, or an edge by its position in
     * the rows; the entries must be 0 before. */
    uint64_t *vertices, *edges;
    uint64_t total; /* out */
} tg_squares;

/* Counts the cycles of the graph with the rows `below`, whose transpose is `above`. Time: for each edge, the number
 * of neighbours of its larger end that are above its smaller end; with hubs first this is about the lower degree of
 * the edge's ends. Memory: 4 bytes per edge and 4 per vertex and thread; for edges, 8 more for each. Errors: TRICORN_UNSUPPORTED
 * for 2^64 cycles or more, TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. Sources: Chiba, Nishizeki, "Arboricity and
 * subgraph listing algorithms", SIAM Journal on Computing 1985; Wang, Lin, Qin, Zhang, Zhang, "Vertex Priority Based
 * Butterfly Counting for Large-scale Bipartite Networks", PVLDB 2019. */
tricorn_status tg_squares_count(
  tricorn_context *context, const tg_rows *below, const tg_rows *above, tg_squares *squares);
