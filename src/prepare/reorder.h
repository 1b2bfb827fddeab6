/* reorder.h - renumbers a prepared graph in an order on request, for comparison with papers. */
#ifndef TG_PREPARE_REORDER_H
#define TG_PREPARE_REORDER_H

#include "graph/graph.h"
#include "prepare/order_names.h"

/* Renumbers the vertices that have edges, and orients the edges anew.  Nobody else may use the
 * graph yet.  Orders:
 *   auto, NULL           unchanged
 *   degree               by falling degree
 *   input                as in the input
 *   in-degree            by falling in-degree of the graph oriented by degree
 *   collective           as the ids in the rows with the largest sums of out-degrees come, in three
 *                        classes by the out-degree of the vertex that gets the position
 *   random               by a hash of the input's numbers
 *   core                 reverse order of peeling by least degree: the longest row is shortest
 * TRUST numbers vertices in these two, but leaves the orientation as it is: that is relabel.h.
 * Memory: about 12 bytes an edge and 48 a vertex while it lasts.  All threads sort
 * vertices, one orients edges.
 * Errors leave the graph as it was or in the order of degrees: TRICORN_INVALID_ARGUMENT for
 * another name, TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
tricorn_status tg_graph_reorder(tricorn_context *context, tricorn_graph *graph, const char *order);

/* Finds places[v], the position of each of the rows' vertices in an order, without changing the
 * graph.  rows: of the graph; above: their transpose.  Errors: TRICORN_OUT_OF_MEMORY,
 * TRICORN_CANCELLED. */
tricorn_status tg_graph_places(tricorn_context *context, const tricorn_graph *graph,
                               const tg_rows *rows, const tg_rows *above, uint32_t *places,
                               tg_order_by by);

#endif
