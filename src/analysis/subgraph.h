/* subgraph.h - the graph of some of the edges of a graph. */
#ifndef TG_ANALYSIS_SUBGRAPH_H
#define TG_ANALYSIS_SUBGRAPH_H

#include <stdbool.h>

#include "graph/graph.h"

/* Whether to keep the edge of vertices u and v, number `edge` of all rows; from any thread. */
typedef bool tg_keep_edge(const void *user, uint32_t u, uint32_t v, uint64_t edge);

/* A graph of the edges to keep, with the ids that they have; vertices without such an edge are
 * not in it.  The rows of the graph are in memory.  Parallel.  Memory: that of tg_prepare, and
 * the ids. Errors: TRICORN_OUT_OF_MEMORY, TRICORN_DEVICE_ERROR, TRICORN_CANCELLED. */
tricorn_status tg_subgraph(tricorn_context *context, const tricorn_graph *graph,
                           tg_keep_edge *keep, const void *user, tricorn_graph **subgraph);

#endif
