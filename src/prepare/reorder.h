/* reorder.h - a prepared graph numbered in another order, on request: for comparison with papers. */
#ifndef TG_PREPARE_REORDER_H
#define TG_PREPARE_REORDER_H

#include "graph/graph.h"

/* Renumbers the vertices that have edges, and so turns the edges, of a graph that nobody else has
 * yet.  Orders:
 *   auto, NULL           as it is
 *   degree               by falling degree
 *   input                as in the input
 *   in-degree            by falling in-degree of the oriented graph (TRUST)
 *   collective           neighbours of the largest collective out-degrees first, in three classes
 *                        of out-degree (TRUST)
 *   random               by a hash of the input's numbers
 *   core                 the reverse of peeling off the least degree: rows as short as can be
 * Memory: about 12 bytes an edge and 48 a vertex while it lasts.  Vertices are sorted by all threads,
 * edges turned by one.
 * Errors, which leave the graph as it was or in the order of degrees: TRICORN_INVALID_ARGUMENT for
 * another name, TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
tricorn_status tg_graph_reorder(tricorn_context *context, tricorn_graph *graph, const char *order);

#endif
