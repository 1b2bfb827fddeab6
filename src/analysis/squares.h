/* squares.h - computes square clustering coefficients. */
#pragma once

#include "graph/graph.h"

/* Arrays with graph->vertices entries: the triangles of each vertex are given, its squares and
 * its coefficient are computed. */
typedef struct tg_square_arrays {
    const uint64_t *triangles;
    uint64_t *squares;
    double *coefficients;
} tg_square_arrays;

/* Sets squares[v], for each vertex v with an edge, to the number of cycles of four vertices that
 * contain v, with or without further edges; the entries must be 0 before.  Sets *total as
 * tg_squares_total(). */
tricorn_status tg_squares_of_vertices(tricorn_context *context, const tricorn_graph *graph,
                                      const tg_rows *above, uint64_t *squares, uint64_t *total);

/* Sets *total to the number of cycles of four vertices, each once, with or without further edges.
 * `above` is the transpose of the graph's rows. */
tricorn_status tg_squares_total(tricorn_context *context, const tricorn_graph *graph,
                                const tg_rows *above, uint64_t *total);

tricorn_status tg_square_clustering(tricorn_context *context, const tricorn_graph *graph,
                                    const tg_square_arrays *arrays,
                                    tricorn_square_summary *summary);
