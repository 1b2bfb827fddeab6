/* reorder.h - renumbers a prepared graph in an order that the user chooses, to compare with papers. */
#pragma once

#include "graph/graph.h"
#include "prepare/order_names.h"

/* Renumbers the vertices that have edges, and orients the edges again. Nobody else may use the graph yet. Orders:
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
 * TRUST numbers vertices by in-degree or collective, but keeps the orientation: that is relabel.h. All threads sort
 * vertices and orient edges. Memory: about 12 bytes an edge and 48 a vertex meanwhile. Errors:
 * TRICORN_INVALID_ARGUMENT for another name, TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED; the graph is then unchanged or
 * in the order of degrees. */
tricorn_status tg_graph_reorder(tricorn_context *context, tricorn_graph *graph, const char *order);

/* Sets places[v] to the position of vertex v in an order, without changing the graph, whose rows are `rows`; `above`
 * is their transpose. Errors: TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
tricorn_status tg_graph_places(tricorn_context *context, const tricorn_graph *graph, const tg_rows *rows,
  const tg_rows *above, uint32_t *places, tg_order_by by);

/* Allocates *sorted, and sorts the numbers below `count` by their keys; those with equal keys by number. The lower
 * half of each word of *sorted is a number. Errors: TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
tricorn_status tg_sort_by_keys(tricorn_context *context, const uint64_t *keys, uint32_t count, uint64_t **sorted);

/* The collective orders: vertices get places as they come, within their class. */
typedef struct tg_collective {
    const uint32_t *out_degrees;
    uint32_t *places; /* UINT32_MAX: the vertex did not come yet */
    bool classes; /* three classes by out-degree; otherwise all vertices are of one */
    uint32_t next[3]; /* the next place of each class */
} tg_collective;
void tg_collective_begin(
  tg_collective *to, tg_order_by by, const uint32_t *out_degrees, uint32_t count, uint32_t *places);
/* Gives the next places to those of these vertices that have none. */
void tg_place_collectively(tg_collective *to, const uint32_t *vertices, uint64_t count);

/* Makes *larger, whose row p has the larger places of the neighbours, in any order, of the vertex with place p.
 * `above` is the transpose of `rows`. The caller calls tg_rows_free(larger). Errors: TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_larger_places(
  tricorn_context *context, const tg_rows *rows, const tg_rows *above, const uint32_t *places, tg_rows *larger);
