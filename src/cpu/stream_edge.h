/* stream_edge.h - counts any task edge by edge; other algorithms use it for tasks that they
 * cannot count. */
#ifndef TG_CPU_STREAM_EDGE_H
#define TG_CPU_STREAM_EDGE_H

#include "task/task.h"

enum { TG_STREAM_AHEAD = 16 }; /* edges that take about as long as a read of memory */

/* Counts the task.  ahead: 0 if rows are near each other, else TG_STREAM_AHEAD.  Memory: a byte
 * for each id and thread if tg_stream_marks() holds and that is free, else none. */
tricorn_status tg_stream_count(tricorn_context *context, const tg_task *task, uint32_t ahead,
                               uint64_t *triangles);

#endif
