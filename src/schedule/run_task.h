/* run_task.h - counts a single task on the device of its algorithm. */
#ifndef TG_SCHEDULE_RUN_TASK_H
#define TG_SCHEDULE_RUN_TASK_H

#include "graph/graph.h"
#include "task/algorithm.h"

/* Counts a task in host memory.  For a GPU algorithm it is copied to the context's GPU (the first
 * GPU if none is open), counted, and freed. sink: NULL for a setup of a total; otherwise counts
 * are added to its arrays, which are in host memory. */
tricorn_status tg_count_task(tricorn_context *context, const tg_task *task, const tg_setup *setup,
                             const tg_sink *sink, uint64_t *triangles);

/* Counts the total of one of several tasks with the same rows `into`. *kept is zero before the
 * first task, stores the index that the next task may use, and is freed by tg_index_free(NULL,
 * kept) before other rows come. */
tricorn_status tg_count_next_task(tricorn_context *context, const tg_task *task,
                                  const tg_setup *setup, tg_index *kept, uint64_t *triangles);

/* Counts the total of a graph, as one task, by the algorithm with standard parameters; the rows
 * are copied to host memory first if they are on a GPU. */
tricorn_status tg_count_in_core(tricorn_context *context, const tricorn_graph *graph,
                                const tg_algorithm *algorithm, uint64_t *triangles);

#endif
