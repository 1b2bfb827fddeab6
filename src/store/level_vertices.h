/* level_vertices.h - the triangles of each vertex of a graph on disk, from the support of its edges.
 *
 * - A triangle of a vertex is in the support of two edges of that vertex, so passes count edges
 *   only and need no array for vertices.
 * - If the sums of all vertices do not fit in memory, the rows are read once for each interval
 *   of vertices that fits.
 */
#pragma once

#include "store/level_support.h"

/* Some vertices, in the order of their numbers in the input. */
typedef struct tg_vertex_counts {
    const uint32_t *vertices;
    const uint64_t *triangles, *degrees;
    uint64_t count;
} tg_vertex_counts;

/* Calls `take` for all vertices that are wanted, several at a time. tg_level_active_each leaves
 * out vertices without an edge that follow the last vertex with one in the input. Errors: those
 * of take() and of tg_level_support_each(). */
typedef tricorn_status tg_take_vertices(tricorn_context *context, void *user, const tg_vertex_counts *some);
/* Who receives vertices: all or, unless `shares` is 0, those of share number `share` alone. One
 * behind the other, the shares are all vertices. */
typedef struct tg_vertex_listing {
    uint32_t share, shares;
    tg_take_vertices *take;
    void *user;
} tg_vertex_listing;
tricorn_status tg_level_vertices_each(
  tricorn_context *context, const tricorn_graph *graph, tg_level_support *support, const tg_vertex_listing *to);
tricorn_status tg_level_active_each(
  tricorn_context *context, const tricorn_graph *graph, tg_level_support *support, tg_take_vertices *take, void *user);

/* Adds the triangles of all vertices to triangles[vertex]. */
tricorn_status tg_level_vertices_add(
  tricorn_context *context, const tricorn_graph *graph, tg_level_support *support, uint64_t *triangles);
