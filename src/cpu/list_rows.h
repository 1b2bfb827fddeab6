/* list_rows.h - lists every triangle of oriented rows, in the same order for any number of
 * threads. */
#ifndef TG_CPU_LIST_ROWS_H
#define TG_CPU_LIST_ROWS_H

#include "graph/graph.h"

/* Receives the next triangles, three ids each: a row x, an id y of row x, and an id z of rows x
 * and y. Runs on the thread that called tg_list_rows; may change the array.  A failure ends the
 * listing. */
typedef tricorn_status tg_take_triangles(tricorn_context *context, void *user,
                                         uint32_t *triangles, uint64_t count);

/* Lists each triangle once, ascending by x, then y, then z.  The rows must hold each edge once,
 * all ids below their rows or all above.  Memory: some megabytes for each thread, more for longer
 * rows, and at most tg_hubs_room() for bits of hubs, if that is free. */
tricorn_status tg_list_rows(tricorn_context *context, const tg_rows *rows,
                            tg_take_triangles *take, void *user, uint64_t *triangles);

#endif
