/* level_list.h - triangles and supported edges of a graph on disk, one after the other. */
#ifndef TG_SCHEDULE_DISK_LEVEL_LIST_H
#define TG_SCHEDULE_DISK_LEVEL_LIST_H

#include "cpu/list_rows.h"
#include "schedule/disk/level_support.h"

/* Lists every triangle once, as three vertices; sorted as tg_list_triangles does, which takes 12
 * bytes of disk for each triangle, else in the order of passes. */
tricorn_status tg_levels_list_triangles(tricorn_context *context, const tricorn_graph *graph,
                                        bool sorted, tg_take_triangles *take, void *user,
                                        uint64_t *triangles);

/* Receives an edge: its vertices, that with the smaller number in the input first. */
typedef tricorn_status tg_take_edge(void *user, uint32_t first, uint32_t second,
                                    uint32_t support);
/* Lists every edge once; sorted by first vertex, then second, by their numbers in the input,
 * which takes 12 bytes of disk for each edge, else in the order of labels. */
tricorn_status tg_levels_list_edges(tricorn_context *context, const tricorn_graph *graph,
                                    tg_level_support *support, bool sorted, tg_take_edge *take,
                                    void *user);

#endif
