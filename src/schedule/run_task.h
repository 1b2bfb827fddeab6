/* run_task.h - one task by itself, counted where its algorithm runs. */
#ifndef TG_SCHEDULE_RUN_TASK_H
#define TG_SCHEDULE_RUN_TASK_H

#include "graph/graph.h"
#include "task/algorithm.h"

/* Counts a task in host memory.  On the GPU it is copied, counted and forgotten: on the context's,
 * or the first where it has none open.  sink: NULL for a setup of a total; else counts are added to
 * its arrays, which are in host memory. */
tricorn_status tg_count_task(tricorn_context *context, const tg_task *task, const tg_setup *setup,
                             const tg_sink *sink, uint64_t *triangles);

/* The total of one of several tasks with the same rows `into`; *kept, zero before the first, has
 * what the next one may use, and is freed by tg_index_free(NULL, kept) before other rows. */
tricorn_status tg_count_next_task(tricorn_context *context, const tg_task *task,
                                  const tg_setup *setup, tg_index *kept, uint64_t *triangles);

/* The total of a graph, as one task, by the algorithm with standard parameters; the rows come to
 * host memory first. */
tricorn_status tg_count_in_core(tricorn_context *context, const tricorn_graph *graph,
                                const tg_algorithm *algorithm, uint64_t *triangles);

#endif
