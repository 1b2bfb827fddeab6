/* sink_blocks.h - the triangles of each vertex or edge, for tasks whose sets of rows differ. */
#ifndef TG_CPU_SINK_BLOCKS_H
#define TG_CPU_SINK_BLOCKS_H

#include "task/sink.h"
#include "task/task.h"

/* For any task.  Needs 12 bytes for each 64 ids and thread, and 160 KB for each thread; of the free
 * memory up to an eighth for words of rows and a quarter for counters, if there is some. */
tricorn_status tg_sink_blocks_count(tricorn_context *context, const tg_task *task,
                                    const tg_sink *sink, uint64_t *triangles);

#endif
