/* list_rows.h - lists every triangle of oriented rows, in the same order for any number of threads. */
#pragma once

#include "graph/graph.h"

/* A function that is called with the next `count` triangles. Each has three ids: a row x, an id
 * y of row x, and an id z of rows x and y. It runs on the thread that called tg_list_rows(), and
 * may change the array. If it fails, no more triangles are listed. */
typedef tricorn_status tg_take_triangles(tricorn_context *context, void *user, uint32_t *triangles, uint64_t count);

/* Lists each triangle once, ordered by x, then y, then z. The rows must contain each edge once, and all ids must be
 * below their rows' numbers, or all above. Sets *triangles to the number of triangles. Memory: some megabytes per
 * thread, more for longer rows, and at most tg_hubs_room() for bits of hubs. */
tricorn_status tg_list_rows(
  tricorn_context *context, const tg_rows *rows, tg_take_triangles *take, void *user, uint64_t *triangles);
