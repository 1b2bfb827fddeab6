/* listing.h - lists vertices, triangles and edges, either in an order that depends on the graph
 * alone, or sorted by the user's ids.
 *
 * "Sorted by ids" means by the vertices' numbers in the input: ids that are numbers ascend, and
 * words come in the order of the input.
 */
#pragma once

#include <stdbool.h>

#include "cpu/list_rows.h"
#include "schedule/plan.h"

/* Allocates an array of all graph->vertices vertices, sorted by their ids. The caller frees it with tg_free(). */
tricorn_status tg_sorted_vertices(tricorn_context *context, const tricorn_graph *graph, uint32_t **vertices);

/* Lists every triangle of the plan's graph once, as three vertices, part by part if the plan
 * names a partition into tasks. If `sorted` is true, the vertices of each triangle are sorted by
 * their ids, and the triangles by first, then second, then third vertex. */
tricorn_status tg_list_triangles(
  tricorn_context *context, const tg_plan *plan, bool sorted, tg_take_triangles *take, void *user, uint64_t *triangles);

/* Receives the next edges: edge i has the vertices ends[2i] and ends[2i + 1], the one with the
 * smaller id first, and the support support[i]. If it fails, the listing ends. */
typedef tricorn_status tg_take_edges(
  tricorn_context *context, void *user, const uint32_t *ends, const uint32_t *support, uint64_t count);

/* The supports of a graph's edges: for a graph in memory an array by position in its rows, for a
 * graph on disk `stored`. If both are NULL, all supports are listed as 0. */
typedef struct tg_supported {
    const tricorn_graph *graph;
    uint32_t *support;
    struct tg_level_support *stored;
    /* For a graph in memory whose edges are not sorted: the share of them that is listed;
     * `shares` is 0: all are. */
    uint32_t share, shares;
} tg_supported;
void tg_supported_free(tg_supported *edges);

/* Lists every edge once. If `sorted` is true, edges are sorted by the first vertex, then by the
 * second; this needs 8 bytes of memory for each edge, or for a graph on disk 12 bytes on disk. */
tricorn_status tg_list_edges(
  tricorn_context *context, const tg_supported *edges, bool sorted, tg_take_edges *take, void *user);
