/* schedule.h - who makes tasks, runs them and sums. */
#ifndef TG_SCHEDULE_SCHEDULE_H
#define TG_SCHEDULE_SCHEDULE_H

#include "graph/graph.h"
#include "task/algorithm.h"

/* One task by itself.  On the GPU: copied there, counted and forgotten; the context's GPU or,
 * where it has none open, the first. */
tricorn_status tg_count_task(tricorn_context *context, const tg_task *task,
                             const tg_algorithm *algorithm, uint64_t *triangles);

/* The graph as one task. */
tricorn_status tg_count_in_core(tricorn_context *context, const tricorn_graph *graph,
                                const tg_algorithm *algorithm, uint64_t *triangles);

/* Counts with an algorithm that counts into sinks (tg_has_sinks); the sink's array, which must
 * be zero, is in host memory.  On a GPU: the context's. */
tricorn_status tg_count_sink(tricorn_context *context, const tricorn_graph *graph,
                             const tg_algorithm *algorithm, const tg_sink *sink,
                             uint64_t *triangles);

/* The graph cut into classes x classes blocks, as classes^3 tasks one after the other. */
tricorn_status tg_count_in_parts(tricorn_context *context, const tricorn_graph *graph,
                                 const tg_algorithm *algorithm, uint32_t classes,
                                 uint64_t *triangles);

#endif
