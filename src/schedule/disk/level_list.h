/* level_list.h - lists the triangles and the supported edges of a graph on disk, or the triangles
 * of the parts of any graph.
 *
 * They come in the order of passes or of labels, which needs no memory, or they are sorted on
 * disk first (store/files/triples.h).
 */
#pragma once

#include "cpu/list_rows.h"
#include "schedule/disk/parts.h"
#include "store/level_support.h"

/* Returns the limits of passes that list triangles. */
tg_pass_limits tg_level_list_limits(const tricorn_context *context);

/* Who receives triangles, and in which order: sorted like those of tg_list_triangles, for which
 * each triangle needs 12 bytes of disk, or in the order of passes. If `parts` is not NULL, only
 * those of the parts `which`. A graph in memory has parts; its sorted triangles are in memory, and
 * have the vertices' numbers in the input in the place of vertices. */
typedef struct tg_triangle_listing {
    bool sorted;
    tg_take_triangles *take;
    void *user;
    tg_parts *parts;
    tg_part_range which;
} tg_triangle_listing;
/* Lists each of these triangles once, as three vertices. *triangles receives their number. */
tricorn_status tg_levels_list_triangles(
  tricorn_context *context, const tricorn_graph *graph, const tg_triangle_listing *to, uint64_t *triangles);

/* Receives an edge as two vertices; `first` has the smaller number in the input. */
typedef tricorn_status tg_take_edge(void *user, uint32_t first, uint32_t second, uint32_t support);
/* Who receives edges, and in which order: sorted by the number of the first vertex in the input, then by that of the
 * second, for which each edge needs 12 bytes of disk, or in the order of labels. */
typedef struct tg_edge_listing {
    bool sorted;
    tg_take_edge *take;
    void *user;
} tg_edge_listing;
/* Lists every edge once, with its support. */
tricorn_status tg_levels_list_edges(
  tricorn_context *context, const tricorn_graph *graph, tg_level_support *support, const tg_edge_listing *to);
