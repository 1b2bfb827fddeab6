/* worker_tasks.h - cuts a graph in memory into numbered tasks, each of which any worker counts
 * on its own.
 *
 * A task counts triangles u > v > w.  It has a set of vertices for each of u, v and w, and a
 * range of positions among the ids of all rows: the id of the edge u->v must be in that range.
 * Each triangle is counted by exactly one task.  The sets and ranges are defined by a rule: by
 * tricorn's own, or by the rule of a partition (partitioned.h).
 */
#ifndef TG_SCHEDULE_WORKER_TASKS_H
#define TG_SCHEDULE_WORKER_TASKS_H

#include <stdbool.h>

#include "schedule/plan.h"
#include "task/grid.h"

typedef struct tg_worker_task {
    tg_vertices u, v, w;
    /* The edges u->v are at the positions first_edge to last_edge - 1 of the graph's ids. */
    uint64_t first_edge, last_edge;
} tg_worker_task;

/* How many of the tasks workers claim while they count; the other tasks are assigned to workers
 * beforehand. */
typedef enum tg_worker_claims { TG_CLAIM_FEW, TG_CLAIM_NONE, TG_CLAIM_ALL } tg_worker_claims;

typedef struct tg_worker_cut tg_worker_cut;

typedef struct tg_worker_rule {
    const char *name;
    /* Fills the members of *cut that task() needs, and their number of tasks: about `wanted`,
     * the number of parts or of workers. */
    tricorn_status (*cut)(tricorn_context *context, const tg_plan *plan, uint64_t wanted,
                          tg_worker_cut *cut);
    tg_worker_task (*task)(const tg_worker_cut *cut, uint64_t number);
    tg_worker_claims claims;
} tg_worker_rule;

struct tg_worker_cut {
    const tg_worker_rule *rule;
    tg_cut_style style; /* how ranges of edges are cut */
    uint64_t count;
    tg_rows rows; /* the graph's rows */
    /* NULL, or count + 1 entries: task t has the positions edges[t] to edges[t + 1] - 1. */
    uint64_t *edges;
    tg_grid grid;    /* the sets of the partitions `trust` and `trix`; its blocks are not filled */
    uint32_t shares; /* the number of tasks into which a task of `trust` is cut */
};

/* Tasks are ranges of edges that cost about the same; task t + 1 begins where task t ends. */
extern const tg_worker_rule tg_worker_rule_own;
/* Returns the rule for a plan: that of its partition, or tricorn's own.  NULL: workers cannot
 * share this partition. */
const tg_worker_rule *tg_worker_rule_of(const tg_plan *plan);

/* Cuts the ranges of edges again, with equal costs.  A sample of the edges is looked at: an edge
 * u->v costs about as many ids as the algorithm reads for it.  Workers with the same graph and
 * style get the same ranges.  Uses the context's threads. */
void tg_worker_cut_by_cost(const tricorn_context *context, tg_worker_cut *cut);

/* The tasks of a graph; only one thread at a time may use them. */
typedef struct tg_worker_tasks tg_worker_tasks;

/* Cuts the plan's graph, which must live as long as *tasks.  Errors: TRICORN_OUT_OF_MEMORY,
 * those of the partition. */
tricorn_status tg_worker_tasks_cut(tricorn_context *context, const tg_plan *plan, uint64_t wanted,
                                   tg_worker_tasks **tasks);
void tg_worker_tasks_free(tg_worker_tasks *tasks);

const tg_worker_cut *tg_worker_tasks_of(const tg_worker_tasks *tasks);
/* Returns a number that differs for other graphs and other cuts.  Reads all rows. */
uint64_t tg_worker_tasks_identity(const tg_worker_tasks *tasks);

/* Predicts the seconds for the edges of range number `bin` of `bins` equal ranges of all edges.
 * Returns 0 if the algorithm, or tasks of this kind, cannot be predicted. */
double tg_worker_tasks_predict(tricorn_context *context, const tg_worker_tasks *tasks,
                               const tg_setup *setup, uint32_t bin, uint32_t bins);
/* Cuts the ranges of edges again, with about equal costs; costs[b] is what range number b of
 * `bins` equal ranges of all edges costs. */
void tg_worker_tasks_recut(tg_worker_tasks *tasks, const uint64_t *costs, uint32_t bins);

typedef struct tg_worker_size {
    uint64_t wedges; /* the exact number of pairs (v, w) of the task within a row */
    uint64_t bytes;  /* the bytes of the rows that the task needs: ids and offsets */
} tg_worker_size;
/* Computes the size of a task, for which it reads the task's rows. */
tg_worker_size tg_worker_tasks_size(const tg_worker_tasks *tasks, uint64_t number);

/* Counts the tasks `first` to `last` - 1.  Rows that were made for one task stay for the next
 * one.  `sink` is NULL for a total; otherwise it is for the whole graph.  Errors: those of
 * counting, TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_worker_tasks_count(tricorn_context *context, tg_worker_tasks *tasks,
                                     const tg_setup *setup, uint64_t first, uint64_t last,
                                     const tg_sink *sink, uint64_t *triangles);

#endif
