/* reorder.h - renumbers a prepared graph in an order that the user chooses, to compare with
 * papers. */
#pragma once

#include "graph/graph.h"
#include "prepare/order_names.h"

/* Renumbers the vertices that have edges, and orients the edges again.  Nobody else may use the
 * graph yet.  Orders:
 *   auto, NULL           unchanged
 *   degree               by descending degree
 *   input                as in the input
 *   in-degree            by descending in-degree of the graph oriented by degree
 *   collective           in the order of first occurrence in rows, which are sorted by the
 *                        descending sum of out-degrees, in three classes of the vertices'
 *                        own out-degrees
 *   collective-degree    the same without classes
 *   random               by a hash of the input's numbers
 *   core                 reverse order of peeling by least degree: the longest row is shortest
 * TRUST numbers vertices by in-degree or collective, but keeps the orientation: that is
 * relabel.h.  All threads sort vertices and orient edges.
 * Memory: about 12 bytes an edge and 48 a vertex meanwhile.
 * Errors: TRICORN_INVALID_ARGUMENT for another name, TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED;
 * the graph is then unchanged or in the order of degrees. */
tricorn_status tg_graph_reorder(tricorn_context *context, tricorn_graph *graph, const char *order);

/* Sets places[v] to the position of vertex v in an order, without changing the graph, whose rows
 * are `rows`; `above` is their transpose.
 * Errors: TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
tricorn_status tg_graph_places(tricorn_context *context, const tricorn_graph *graph,
                               const tg_rows *rows, const tg_rows *above, uint32_t *places,
                               tg_order_by by);

/* Makes *larger, whose row p has the larger places of the neighbours, in any order, of the vertex
 * with place p.  `above` is the transpose of `rows`.  The caller calls tg_rows_free(larger).
 * Errors: TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_larger_places(tricorn_context *context, const tg_rows *rows,
                                const tg_rows *above, const uint32_t *places, tg_rows *larger);
