/* stream_edge.h - counting edge after edge; what other algorithms fall back to. */
#ifndef TG_CPU_STREAM_EDGE_H
#define TG_CPU_STREAM_EDGE_H

#include "task/task.h"

enum { TG_STREAM_AHEAD = 16 }; /* about a memory latency of edges */

/* ahead: 0 where rows lie near each other, else TG_STREAM_AHEAD.  Memory: a byte an id for each
 * thread where ids are marked (tg_stream_marks) and there is room, else none. */
tricorn_status tg_stream_count(tricorn_context *context, const tg_task *task, uint32_t ahead,
                               uint64_t *triangles);

#endif
