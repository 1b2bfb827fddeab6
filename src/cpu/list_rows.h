/* list_rows.h - every triangle of oriented rows, in one order whatever the number of threads. */
#ifndef TG_CPU_LIST_ROWS_H
#define TG_CPU_LIST_ROWS_H

#include "graph/graph.h"

/* Takes the next triangles, three ids each: row x, then y of that row, then z of rows x and y.
 * Always called on the thread that called tg_list_rows; may change them.  A failure ends
 * the listing. */
typedef tricorn_status tg_take_triangles(tricorn_context *context, void *user,
                                         uint32_t *triangles, uint64_t count);

/* Gives each triangle once, ascending by x, then y, then z.  The rows hold each edge once, all
 * ids on the same side of their rows.  Needs some megabytes for each thread, more where rows are
 * longer than that; and for bits of hubs, where memory allows it, no more than tg_hubs_room. */
tricorn_status tg_list_rows(tricorn_context *context, const tg_rows *rows,
                            tg_take_triangles *take, void *user, uint64_t *triangles);

#endif
