/* describe.h - describes a graph, and counts the degrees of its vertices, in memory or on disk. */
#pragma once

#include "graph/graph.h"

/* Fills all members except struct_size. */
tricorn_status tg_describe(
  tricorn_context *context, const tricorn_graph *graph, tricorn_graph_description *description);

/* Sets degrees[i] to the degree of vertex first + i, for `count` vertices. */
tricorn_status tg_degrees_of_some(
  tricorn_context *context, const tricorn_graph *graph, uint32_t first, uint32_t count, uint64_t *degrees);

/* Sets degrees[v] for each vertex v of the graph. If a GPU has the rows, it counts them. */
tricorn_status tg_degrees_of_all(tricorn_context *context, const tricorn_graph *graph, uint64_t *degrees);
