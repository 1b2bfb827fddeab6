/* sink_blocks.h - counts the triangles of each vertex or edge, for tasks whose three sets of rows are different. */
#pragma once

#include "task/sink.h"
#include "task/task.h"

/* Counts any task into the sink. Memory: 160 KB per thread, and 12 bytes per thread and 64 ids; in addition up to an
 * eighth of the free memory for words of rows, and up to a quarter for counters. */
tricorn_status tg_sink_blocks_count(
  tricorn_context *context, const tg_task *task, const tg_sink *sink, uint64_t *triangles);
