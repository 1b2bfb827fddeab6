/* opposite_supports.h - for each vertex, adds up the supports of the edges opposite to it. */
#pragma once

#include "graph/graph.h"

/* Adds to sums[v], for each triangle of v, the number of other triangles of its edge that is not at v. So it counts
 * the diamonds (two triangles of one edge, with or without the sixth edge) in which v is not on that edge. `support`
 * has the triangles of each edge by position in `rows`, which are those of an oriented graph. No sum is above the sum
 * of all supports. Time: for each edge in a triangle, about the length of the shorter row of its ends. Memory: 12
 * bytes for each vertex and thread. Errors: TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
tricorn_status tg_opposite_supports(
  tricorn_context *context, const tg_rows *rows, const uint32_t *support, uint64_t *sums);
