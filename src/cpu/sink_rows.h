/* sink_rows.h - counts the triangles of each vertex or edge, row by row.  Other methods use it if
 * they cannot count a task, and tests compare them with it. */
#ifndef TG_CPU_SINK_ROWS_H
#define TG_CPU_SINK_ROWS_H

#include "task/sink.h"
#include "task/task.h"

/* Counts a task into the sink.  A task whose rows are one graph needs for each thread 24 KB and
 * 12 bytes for each 64 vertices.  For a sink of vertices each thread but one also takes 8 bytes
 * for each vertex, if that is free.  Other tasks are counted by tg_sink_blocks_count. */
tricorn_status tg_sink_rows_count(tricorn_context *context, const tg_task *task,
                                  const tg_sink *sink, uint64_t *triangles);

#endif
