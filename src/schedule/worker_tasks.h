/* worker_tasks.h - cuts a graph in memory into numbered tasks, each of which any worker counts on
 * its own.
 *
 * Task t counts the triangles u > v > w whose u, v and w are in three sets of vertices and whose
 * edge u->v is at a place in a range of the graph's ids.  Each triangle is in one task.  A rule
 * defines the sets and ranges: tricorn's own, or the rule of a partition (partitioned.h).
 */
#ifndef TG_SCHEDULE_WORKER_TASKS_H
#define TG_SCHEDULE_WORKER_TASKS_H

#include <stdbool.h>

#include "schedule/plan.h"
#include "task/grid.h"

/* The vertices first, first + stride, ... below end. */
typedef struct tg_vertices {
    uint32_t first, stride, end;
} tg_vertices;

typedef struct tg_worker_task {
    tg_vertices u, v, w;
    uint64_t first_edge, last_edge; /* of u->v: the places first_edge to last_edge - 1 */
} tg_worker_task;

/* How many of the tasks are not shared out beforehand. */
typedef enum tg_worker_claims { TG_CLAIM_FEW, TG_CLAIM_NONE, TG_CLAIM_ALL } tg_worker_claims;

typedef struct tg_worker_cut tg_worker_cut;

typedef struct tg_worker_rule {
    const char *name;
    /* Fills count and what task() needs; about `wanted` tasks, or as many workers. */
    tricorn_status (*cut)(tricorn_context *context, const tg_plan *plan, uint64_t wanted,
                          tg_worker_cut *cut);
    tg_worker_task (*task)(const tg_worker_cut *cut, uint64_t number);
    tg_worker_claims claims;
} tg_worker_rule;

struct tg_worker_cut {
    const tg_worker_rule *rule;
    tg_cut_style style; /* of ranges of edges */
    uint64_t count;
    tg_rows rows;             /* of the graph */
    uint64_t *edges;          /* NULL, or count + 1: task t has the places from edges[t] on */
    uint32_t classes, shares; /* of trust */
    tg_grid grid;             /* of trix, without blocks */
};

/* Ranges of edges that cost about as much; task t + 1 goes on where task t ends. */
extern const tg_worker_rule tg_worker_rule_own;
/* The rule of a plan's partition, or tricorn's own; NULL: workers do not share such a partition.
 */
const tg_worker_rule *tg_worker_rule_of(const tg_plan *plan);

/* Cuts ranges of edges again by what a sample of them costs: about the ids that the algorithm
 * looks at for an edge u->v.  Workers with the same graph and style get the same.  Parallel. */
void tg_worker_cut_by_cost(const tricorn_context *context, tg_worker_cut *cut);

typedef struct tg_worker_tasks tg_worker_tasks; /* of one thread at a time */

/* Cuts the plan's graph, which must live as long.  Errors: TRICORN_OUT_OF_MEMORY, those of the
 * partition. */
tricorn_status tg_worker_tasks_cut(tricorn_context *context, const tg_plan *plan, uint64_t wanted,
                                   tg_worker_tasks **tasks);
void tg_worker_tasks_free(tg_worker_tasks *tasks);

const tg_worker_cut *tg_worker_tasks_of(const tg_worker_tasks *tasks);
/* Differs for other graphs and cuts.  Reads all rows. */
uint64_t tg_worker_tasks_identity(const tg_worker_tasks *tasks);

/* The part of all places that is number `bin` of `bins`: about the seconds that it takes; 0: that
 * is not known of the algorithm, or of such tasks. */
double tg_worker_tasks_predict(tricorn_context *context, const tg_worker_tasks *tasks,
                               const tg_setup *setup, uint32_t bin, uint32_t bins);
/* Cuts ranges of edges again, so that each has about as much of these costs of bins. */
void tg_worker_tasks_recut(tg_worker_tasks *tasks, const uint64_t *costs, uint32_t bins);

typedef struct tg_worker_size {
    uint64_t wedges; /* exact: pairs (v, w) of the task in a row */
    uint64_t bytes;  /* of the rows that the task needs: ids, and offsets */
} tg_worker_size;
/* Goes through the rows of the task. */
tg_worker_size tg_worker_tasks_size(const tg_worker_tasks *tasks, uint64_t number);

/* Counts the tasks first to last - 1.  The rows that were made for one stay for the next.
 * sink: NULL, or of the whole graph.
 * Errors: those of counting, TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_worker_tasks_count(tricorn_context *context, tg_worker_tasks *tasks,
                                     const tg_setup *setup, uint64_t first, uint64_t last,
                                     const tg_sink *sink, uint64_t *triangles);

#endif
