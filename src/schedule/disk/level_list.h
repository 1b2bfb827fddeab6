/* level_list.h - lists the triangles and the supported edges of a graph on disk.
 *
 * They come in the order of passes or labels, which needs no memory, or sorted on disk
 * (store/files/triples.h).
 */
#ifndef TG_SCHEDULE_DISK_LEVEL_LIST_H
#define TG_SCHEDULE_DISK_LEVEL_LIST_H

#include "cpu/list_rows.h"
#include "schedule/disk/level_support.h"

/* Who receives triangles, and in which order: sorted as tg_list_triangles sorts, which takes 12
 * bytes of disk for each triangle, else in the order of passes. */
typedef struct tg_triangle_listing {
    bool sorted;
    tg_take_triangles *take;
    void *user;
} tg_triangle_listing;
/* Lists every triangle once, as three vertices; *triangles: their number. */
tricorn_status tg_levels_list_triangles(tricorn_context *context, const tricorn_graph *graph,
                                        const tg_triangle_listing *to, uint64_t *triangles);

/* Receives an edge, by its vertices: first that with the smaller number in the input. */
typedef tricorn_status tg_take_edge(void *user, uint32_t first, uint32_t second,
                                    uint32_t support);
/* Who receives edges, and in which order: sorted by the numbers of the first vertex in the input,
 * then of the second, which takes 12 bytes of disk for each edge, else in the order of labels. */
typedef struct tg_edge_listing {
    bool sorted;
    tg_take_edge *take;
    void *user;
} tg_edge_listing;
/* Lists every edge once. */
tricorn_status tg_levels_list_edges(tricorn_context *context, const tricorn_graph *graph,
                                    tg_level_support *support, const tg_edge_listing *to);

#endif
