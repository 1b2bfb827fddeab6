/* schedule.h - who makes tasks, runs them and sums. */
#ifndef TG_SCHEDULE_SCHEDULE_H
#define TG_SCHEDULE_SCHEDULE_H

#include "graph/graph.h"
#include "task/algorithm.h"

/* One task by itself.  On the GPU: copied there, counted and forgotten; the context's GPU or,
 * where it has none open, the first. */
trigon_status tg_count_task(trigon_context *context, const tg_task *task,
                            const tg_algorithm *algorithm, uint64_t *triangles);

/* The graph as one task. */
trigon_status tg_count_in_core(trigon_context *context, const trigon_graph *graph,
                               const tg_algorithm *algorithm, uint64_t *triangles);

/* Counts with an algorithm that counts into sinks (tg_counts_into); the sink's array, which must
 * be zero, is in host memory.  On a GPU: the context's. */
trigon_status tg_count_into(trigon_context *context, const trigon_graph *graph,
                            const tg_algorithm *algorithm, const tg_sink *sink,
                            uint64_t *triangles);

/* The graph cut into classes x classes blocks, as classes^3 tasks one after the other. */
trigon_status tg_count_in_parts(trigon_context *context, const trigon_graph *graph,
                                const tg_algorithm *algorithm, uint32_t classes,
                                uint64_t *triangles);

#endif
