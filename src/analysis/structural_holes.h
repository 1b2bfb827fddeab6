/* structural_holes.h - Burt's constraint and effective size of vertices. */
#pragma once

#include "graph/graph.h"

/* degrees, triangles: of the vertices that have an edge. The others: out, of all vertices. */
typedef struct tg_hole_arrays {
    const uint64_t *degrees, *triangles;
    double *constraints, *effective_sizes;
} tg_hole_arrays;

/* Fills all but the seconds of *found, and the arrays, as tricorn_structural_holes() says.   Errors: TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
tricorn_status tg_structural_holes(
  tricorn_context *context, const tricorn_graph *graph, const tg_hole_arrays *arrays, tricorn_holes *found);
