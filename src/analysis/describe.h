/* describe.h - what is known of a graph, and the degrees of its vertices, wherever its rows are.
 */
#ifndef TG_ANALYSIS_DESCRIBE_H
#define TG_ANALYSIS_DESCRIBE_H

#include "graph/graph.h"

/* Fills all members but the size. */
tricorn_status tg_describe(tricorn_context *context, const tricorn_graph *graph,
                           tricorn_graph_description *description);

/* degrees[i]: of vertex first + i, for `count` vertices of the graph. */
tricorn_status tg_degrees_of_some(tricorn_context *context, const tricorn_graph *graph,
                                  uint32_t first, uint32_t count, uint64_t *degrees);

/* degrees[v]: of each vertex v of the graph.  The GPU that has the rows, if one has, counts them. */
tricorn_status tg_degrees_of_all(tricorn_context *context, const tricorn_graph *graph,
                                 uint64_t *degrees);

#endif
