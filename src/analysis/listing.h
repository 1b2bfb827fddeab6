/* listing.h - lists triangles and edges, in an order that depends on the graph alone, or sorted
 * by the user's ids.
 *
 * Sorted by ids means by numbers in the input: ids that are numbers ascend, words are in the
 * order of the input.
 */
#ifndef TG_ANALYSIS_LISTING_H
#define TG_ANALYSIS_LISTING_H

#include <stdbool.h>

#include "cpu/list_rows.h"

/* All vertices, sorted by ids: graph->vertices of them, none for an empty graph.  The caller
 * calls tg_free(). */
tricorn_status tg_sorted_vertices(tricorn_context *context, const tricorn_graph *graph,
                                  uint32_t **vertices);

/* Lists every triangle once, as three vertices.  sorted: the vertices of each are sorted by ids,
 * and triangles by first, then second, then third vertex. */
tricorn_status tg_list_triangles(tricorn_context *context, const tricorn_graph *graph,
                                 bool sorted, tg_take_triangles *take, void *user,
                                 uint64_t *triangles);

/* Receives the next edges: vertices ends[2i] and ends[2i + 1], sorted by their ids, and the
 * support of each.  A failure ends the listing. */
typedef tricorn_status tg_take_edges(tricorn_context *context, void *user, const uint32_t *ends,
                                     const uint32_t *support, uint64_t count);

/* A graph's edges and their supports: by position in its targets, or on disk as the graph is.  If
 * both are NULL, all supports are listed as 0. */
typedef struct tg_supported {
    const tricorn_graph *graph;
    uint32_t *support;
    struct tg_level_support *stored;
} tg_supported;
void tg_supported_free(tg_supported *edges);

/* Lists every edge once.  sorted: by first vertex, then by second, which takes 8 bytes for each
 * edge, for a graph on disk 12 bytes on disk. */
tricorn_status tg_list_edges(tricorn_context *context, const tg_supported *edges, bool sorted,
                             tg_take_edges *take, void *user);

#endif
