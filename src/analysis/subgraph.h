/* subgraph.h - makes a graph of some of a graph's edges. */
#pragma once

#include <stdbool.h>

#include "graph/graph.h"

/* Returns whether to select the edge of vertices u and v, which is at position `edge` in the
 * rows; any thread may call it. */
typedef bool tg_keep_edge(const void *user, uint32_t u, uint32_t v, uint64_t edge);

/* Makes a graph of the selected edges, with their ids; vertices without a selected edge are not in it. The rows of
 * the graph must be in memory. Uses all threads. Memory: that of tg_prepare, and the ids. Errors:
 * TRICORN_OUT_OF_MEMORY, TRICORN_DEVICE_ERROR, TRICORN_CANCELLED. */
tricorn_status tg_subgraph(
  tricorn_context *context, const tricorn_graph *graph, tg_keep_edge *keep, const void *user, tricorn_graph **subgraph);
