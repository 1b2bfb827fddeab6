/* squares.h - counts cycles of four vertices in any order of vertices, and computes square
 * clustering coefficients. */
#pragma once

#include "cpu/analytics/squares.h"

/* Arrays with graph->vertices entries: the triangles of each vertex are given, its squares and
 * its coefficient are computed. */
typedef struct tg_square_arrays {
    const uint64_t *triangles;
    uint64_t *squares;
    double *coefficients;
} tg_square_arrays;

/* Counts as tg_squares_count() does, in the order of the vertices that is faster. `above` is the
 * transpose of the graph's rows. */
tricorn_status tg_squares_find(
  tricorn_context *context, const tricorn_graph *graph, const tg_rows *above, tg_squares *found);

tricorn_status tg_square_clustering(tricorn_context *context, const tricorn_graph *graph,
  const tg_square_arrays *arrays, tricorn_square_summary *summary);
