/* stream_edge.h - counts edge by edge; the fall-back of other algorithms. */
#ifndef TG_CPU_STREAM_EDGE_H
#define TG_CPU_STREAM_EDGE_H

#include "task/task.h"

enum { TG_STREAM_AHEAD = 16 }; /* edges in about the latency of memory */

/* ahead: 0 if rows are near each other, else TG_STREAM_AHEAD.  Memory: a byte for each id and
 * thread if ids are marked (tg_stream_marks) and memory allows it, else none. */
tricorn_status tg_stream_count(tricorn_context *context, const tg_task *task, uint32_t ahead,
                               uint64_t *triangles);

#endif
