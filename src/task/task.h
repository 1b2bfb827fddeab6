/* task.h - the unit of counting: a set of oriented edges and two sets of rows.
 *
 *     count(task) = sum over (u,v) in edges of | from[u] intersected with into[v] |
 *
 * In core there is one task whose edges, from and into are one oriented graph; every partition
 * for memory, devices or machines is a set of tasks whose counts add up.
 */
#ifndef TG_TASK_TASK_H
#define TG_TASK_TASK_H

#include <stdbool.h>
#include <stdint.h>

#include "graph/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tg_task {
    tg_rows edges; /* row u lists v for each edge u->v; u numbers rows of from, v of into */
    tg_rows from;
    tg_rows into;  /* ids in from and into are numbered alike */
    uint32_t first_row, last_row; /* the task has the edges of rows first_row to last_row - 1 */
    bool whole;    /* edges, from and into are the same oriented graph (row u below u) */
} tg_task;

/* Edges of the task. */
static inline uint64_t tg_task_edges(const tg_task *task)
{
    return task->edges.offsets[task->last_row] - task->edges.offsets[task->first_row];
}

/* The whole graph as one task. */
tg_task tg_task_in_core(const tricorn_graph *graph);

#ifdef __cplusplus
}
#endif

#endif
