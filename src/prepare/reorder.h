/* reorder.h - renumbers a prepared graph in an order on request, for comparison with papers. */
#ifndef TG_PREPARE_REORDER_H
#define TG_PREPARE_REORDER_H

#include "graph/graph.h"

/* Renumbers the vertices that have edges, and orients the edges anew.  Nobody else may use the
 * graph yet.  Orders:
 *   auto, NULL           unchanged
 *   degree               by falling degree
 *   input                as in the input
 *   in-degree            by falling in-degree of the oriented graph (TRUST)
 *   collective           neighbours of the largest collective out-degrees first, in three classes
 *                        of out-degree (TRUST)
 *   random               by a hash of the input's numbers
 *   core                 reverse order of peeling by least degree: the longest row is shortest
 * Memory: about 12 bytes an edge and 48 a vertex while it lasts.  All threads sort
 * vertices, one orients edges.
 * Errors leave the graph as it was or in the order of degrees: TRICORN_INVALID_ARGUMENT for
 * another name, TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
tricorn_status tg_graph_reorder(tricorn_context *context, tricorn_graph *graph, const char *order);

#endif
