/* list_rows.h - lists every triangle of oriented rows, in the same order for any number of
 * threads. */
#ifndef TG_CPU_LIST_ROWS_H
#define TG_CPU_LIST_ROWS_H

#include "graph/graph.h"

/* Receives the next triangles, three ids each: row x, then y of that row, then z of rows x and y.
 * Always called on the thread that called tg_list_rows; may change the array.  A failure ends the
 * listing. */
typedef tricorn_status tg_take_triangles(tricorn_context *context, void *user,
                                         uint32_t *triangles, uint64_t count);

/* Lists each triangle once, ascending by x, then y, then z.  The rows hold each edge once, all
 * ids on the same side of their rows.  Needs some megabytes for each thread, more if a row is
 * longer than that; and for bits of hubs, if memory allows it, at most tg_hubs_room. */
tricorn_status tg_list_rows(tricorn_context *context, const tg_rows *rows,
                            tg_take_triangles *take, void *user, uint64_t *triangles);

#endif
