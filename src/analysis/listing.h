/* listing.h - triangles and edges one after the other, in an order that depends on the graph
 * alone, or in the order of the user's ids.
 *
 * The order of the ids is that of the input's numbers: numbers ascend, words are in the order of
 * the input.
 */
#ifndef TG_ANALYSIS_LISTING_H
#define TG_ANALYSIS_LISTING_H

#include <stdbool.h>

#include "cpu/list_rows.h"

/* All vertices in the order of their ids: graph->vertices of them, or none for an empty graph.
 * tg_free() them. */
tricorn_status tg_sorted_vertices(tricorn_context *context, const tricorn_graph *graph,
                                  uint32_t **vertices);

/* Lists every triangle once, as three vertices.  Sorted: the vertices of each in the order of
 * their ids, and triangles by first, then second, then third vertex. */
tricorn_status tg_list_triangles(tricorn_context *context, const tricorn_graph *graph,
                                 bool sorted, tg_take_triangles *take, void *user,
                                 uint64_t *triangles);

/* Receives the next edges: vertices ends[2i] and ends[2i + 1] in the order of their ids, and the
 * support of each.  A failure ends the listing. */
typedef tricorn_status tg_take_edges(tricorn_context *context, void *user, const uint32_t *ends,
                                     const uint32_t *support, uint64_t count);

/* A graph's edges and the support of each: by position in its targets, or on disk as the graph; where
 * both are NULL, of a graph in memory, support is 0. */
typedef struct tg_supported {
    const tricorn_graph *graph;
    uint32_t *support;
    struct tg_level_support *stored;
} tg_supported;
void tg_supported_free(tg_supported *edges);

/* Lists every edge once.  Sorted: by first vertex, then by second; that takes 8 bytes for each
 * edge, of a graph on disk 12 bytes there. */
tricorn_status tg_list_edges(tricorn_context *context, const tg_supported *edges, bool sorted,
                             tg_take_edges *take, void *user);

#endif
