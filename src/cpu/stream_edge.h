/* stream_edge.h - counts any task edge by edge. Other algorithms use it for tasks that they cannot count. */
#pragma once

#include "task/task.h"

/* counting this many edges takes about as long as a read of memory */
enum { TG_STREAM_AHEAD = 16 };

/* Counts the task. `ahead` tells how many edges ahead rows are prefetched: TG_STREAM_AHEAD, or 0
 * if rows are near each other. Memory: a byte per id and thread if tg_stream_marks() is true and
 * that memory is free, otherwise none. */
tricorn_status tg_stream_count(tricorn_context *context, const tg_task *task, uint32_t ahead, uint64_t *triangles);
