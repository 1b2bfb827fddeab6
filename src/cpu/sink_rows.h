/* sink_rows.h - counts the triangles of each vertex or edge, row by row. Other methods use it
 * for tasks that they cannot count, and tests compare them with it. */
#pragma once

#include "task/sink.h"
#include "task/task.h"

/* Counts a task into the sink. If the rows of the task are one graph, this needs 24 KB per thread, and 12 bytes per
 * thread and 64 vertices; if the sink counts vertices, every thread but one also uses 8 bytes per vertex, if these
 * are free. Other tasks are counted by tg_sink_blocks_count(). */
tricorn_status tg_sink_rows_count(
  tricorn_context *context, const tg_task *task, const tg_sink *sink, uint64_t *triangles);
