/* directed_triangles.h - counts the triangles of a directed graph by their kind. */
#pragma once

#include "graph/graph.h"

/* The kinds of triangles, by the names of Holland and Leinhardt. */
typedef enum tg_closed { TG_030T, TG_030C, TG_120D, TG_120U, TG_120C, TG_210, TG_300, TG_CLOSED_KINDS } tg_closed;

/* The counts of one vertex. They fill a cache line. */
typedef struct tg_closed_counts {
    uint64_t of[TG_CLOSED_KINDS];
    uint64_t weight; /* the sum of what tg_weigh says of its triangles */
} tg_closed_counts;

/* Returns the kind of triangle u, v, w. `uv`, `uw` and `vw` are the directions of its edges, 1
 * to 3, as stored in graph->directions in the row of the first vertex. */
tg_closed tg_closed_kind(unsigned uv, unsigned uw, unsigned vw);

/* Returns the weight, below 256, of a triangle i, j, k at its vertex i, from the directions of
 * its edges as seen from their first vertex; at j it has that of j, i, k, for example. */
typedef unsigned tg_weigh(unsigned ij, unsigned ik, unsigned jk);

/* Adds the triangles of the whole graph to *total, by kind; does not change its `weight`. Unless of_vertices is NULL,
 * it has graph->active entries, zero before, which are set to the counts of each vertex; their weights are 0 if
 * `weigh` is NULL. Errors: TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
tricorn_status tg_closed_count(tricorn_context *context, const tricorn_graph *graph, tg_weigh *weigh,
  tg_closed_counts *of_vertices, tg_closed_counts *total);
