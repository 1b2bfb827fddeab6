/* task.h - the unit of counting: a set of oriented edges and two sets of rows.
 *
 *     count(task) = sum over (u,v) in edges of | from[u] intersected with into[v] |
 *
 * A graph in memory is one task, whose `edges`, `from` and `into` are the same oriented graph. Each partition, for
 * memory, devices or machines, is a set of tasks whose counts add up to that of the graph.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "graph/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How numbers in a task stand for vertices: number x is vertex first + stride * x of the graph. */
typedef struct tg_numbering {
    uint32_t first, stride;
} tg_numbering;

static inline uint64_t tg_vertex_of(tg_numbering numbering, uint32_t x)
{
    return numbering.first + (uint64_t)numbering.stride * x;
}

/* Whether the ids w in row v of `into` have an upper bound. Rows and ids may be numbered
 * differently: the vertex of row v has number v + lead among the ids. */
typedef enum tg_reach {
    TG_REACH_ANY, /* the ids have no bound */
    TG_REACH_EQUAL, /* w <= v + lead */
    TG_REACH_BELOW /* w < v + lead */
} tg_reach;

typedef struct tg_task {
    /* row u of `edges` lists v for each edge u->v: u is a row of `from`, v a row of `into` */
    tg_rows edges;
    tg_rows from;
    tg_rows into; /* the ids in `from` and in `into` have the same numbering */
    /* only the edges in rows first_row to last_row - 1 belong to the task */
    uint32_t first_row, last_row;
    tg_reach reach;
    uint32_t lead;
    /* numberings: u of the rows of `edges` and `from`; v of the rows of `into`; w of the ids of both */
    tg_numbering u, v, w;
    uint32_t counts; /* about how often the task will be counted; 0: unknown */
} tg_task;

/* Returns the number of edges of the task. */
static inline uint64_t tg_task_edges(const tg_task *task)
{
    return task->edges.offsets[task->last_row] - task->edges.offsets[task->first_row];
}

static inline bool tg_same_rows(const tg_rows *a, const tg_rows *b)
{
    return a->offsets == b->offsets && a->ids == b->ids && a->count == b->count;
}

/* Whether `edges`, `from` and `into` are one oriented graph: the same rows, with ids below the row's own number. */
static inline bool tg_task_is_whole(const tg_task *task)
{
    return task->reach == TG_REACH_BELOW && task->lead == 0 && tg_same_rows(&task->edges, &task->from) &&
           tg_same_rows(&task->from, &task->into);
}

/* Makes the rows of a whole graph one task. */
tg_task tg_task_of_rows(const tg_rows *rows);

/* Makes one task of the whole graph; copies its rows to host memory if necessary. */
tricorn_status tg_task_in_core(tricorn_context *context, const tricorn_graph *graph, tg_task *task);

#ifdef __cplusplus
}
#endif
