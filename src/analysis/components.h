/* components.h - finds the connected components of a graph. */
#pragma once

#include "graph/graph.h"

/* Sets components[v] to the number of the component of vertex v, for all graph->vertices
 * vertices. Components are numbered 0, 1, ... in the order of their first vertices; *count
 * receives their number. Uses the context's threads. Memory: 8 bytes for each vertex.
 * Errors: TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED, TRICORN_UNSUPPORTED (a graph on disk). */
tricorn_status tg_find_components(
  tricorn_context *context, const tricorn_graph *graph, uint32_t *components, uint32_t *count);
