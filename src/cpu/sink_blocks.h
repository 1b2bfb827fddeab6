/* sink_blocks.h - counts the triangles of each vertex or edge, for tasks whose sets of rows
 * differ. */
#ifndef TG_CPU_SINK_BLOCKS_H
#define TG_CPU_SINK_BLOCKS_H

#include "task/sink.h"
#include "task/task.h"

/* Counts any task into the sink.  Memory: for each thread 160 KB, and 12 bytes for each 64 ids;
 * of the free memory also up to an eighth for words of rows and up to a quarter for counters. */
tricorn_status tg_sink_blocks_count(tricorn_context *context, const tg_task *task,
                                    const tg_sink *sink, uint64_t *triangles);

#endif
