/* sink_rows.h - triangles of each vertex or edge, row by row; the fall-back of faster methods,
 * with which these are compared. */
#ifndef TG_CPU_SINK_ROWS_H
#define TG_CPU_SINK_ROWS_H

#include "task/sink.h"
#include "task/task.h"

/* Tasks whose rows are one graph need 12 bytes for each 64 vertices and thread, 24 KB for each
 * thread, and for a sink of vertices 8 bytes for each vertex and thread but one, if there is room
 * for that.  Other tasks go to tg_sink_blocks_count. */
tricorn_status tg_sink_rows_count(tricorn_context *context, const tg_task *task,
                                  const tg_sink *sink, uint64_t *triangles);

#endif
