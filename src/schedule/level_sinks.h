/* level_sinks.h - triangles of vertices and support of edges of a graph on disk. */
#ifndef TG_SCHEDULE_LEVEL_SINKS_H
#define TG_SCHEDULE_LEVEL_SINKS_H

#include "schedule/level_support.h"
#include "schedule/run.h"

/* The schedule's execute for a sink.  Vertices: sink->u by vertex, and 8 bytes for each label.
 * Edges: to sink->stored. */
tricorn_status tg_levels_execute_sink(tricorn_context *context, const tg_run *run,
                                      const tg_sink *sink, tricorn_result *result);

#endif
