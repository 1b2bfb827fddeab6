/* list_task.h - lists the triangles of a task, in the same order for any number of threads. */
#pragma once

#include "cpu/list_rows.h"
#include "task/task.h"

/* Passes each triangle to `take` as three vertices of the task, u, v and w, ordered by the edge u
 * -> v, then by w. Adds their number to *triangles. Memory: about 100 KB per thread, more for
 * longer rows. */
tricorn_status tg_list_task(
  tricorn_context *context, const tg_task *task, tg_take_triangles *take, void *user, uint64_t *triangles);
