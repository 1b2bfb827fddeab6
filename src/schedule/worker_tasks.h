/* worker_tasks.h - counts the parts of a cut of a graph, any of them on its own. A graph on disk is cut into blocks
 * for all processes of its folder (grid_shared.h), or each of them has all rows. */
#pragma once

#include "schedule/cut.h"

/* The tasks of a graph, or a view of them; only one thread at a time may use it. */
typedef struct tg_worker_tasks tg_worker_tasks;

/* Cuts the plan's graph, which must live as long as *tasks. Errors: TRICORN_OUT_OF_MEMORY, those of the partition. */
tricorn_status tg_worker_tasks_cut(
  tricorn_context *context, const tg_plan *plan, uint64_t wanted, tg_worker_tasks **tasks);
/* Makes a view of tasks for another thread: the same cut and the same file, and blocks of its own. The tasks must live
 * as long; no process shares them. */
tricorn_status tg_worker_tasks_view(tricorn_context *context, const tg_worker_tasks *tasks, tg_worker_tasks **view);
void tg_worker_tasks_free(tg_worker_tasks *tasks);

const tg_cut *tg_worker_tasks_of(const tg_worker_tasks *tasks);
/* Returns a number that differs for other graphs and other cuts. Reads all rows. */
uint64_t tg_worker_tasks_identity(const tg_worker_tasks *tasks);

/* Predicts the seconds for the edges of range number `bin` of `bins` equal ranges of all edges.
 * Returns 0 if the algorithm, or tasks of this kind, cannot be predicted. */
double tg_worker_tasks_predict(
  tricorn_context *context, const tg_worker_tasks *tasks, const tg_setup *setup, uint32_t bin, uint32_t bins);
/* Cuts the ranges of edges again, with about equal costs; costs[b] is what range number b of
 * `bins` equal ranges of all edges costs. */
void tg_worker_tasks_recut(tg_worker_tasks *tasks, const uint64_t *costs, uint32_t bins);

typedef struct tg_worker_size {
    uint64_t wedges; /* the exact number of pairs (v, w) of the task within a row */
    uint64_t bytes; /* the bytes of the rows that the task needs: ids and offsets */
} tg_worker_size;
/* Computes the size of a task of a graph in memory, for which it reads the task's rows. */
tg_worker_size tg_worker_tasks_size(const tg_worker_tasks *tasks, uint64_t number);

/* Receives a task whose rows are in memory; its vertices are labels if the graph is on disk. */
typedef tricorn_status tg_visit_task(tricorn_context *context, void *user, const tg_task *task);
/* Passes on what a task counts, as one task or as several. */
tricorn_status tg_worker_tasks_visit(
  tricorn_context *context, tg_worker_tasks *tasks, uint64_t number, tg_visit_task *take, void *user);

/* Counts the tasks `first` to `last` - 1. Rows that were made for one task stay for the next
 * one. `sink` is NULL for a total; otherwise it is for the whole graph, or the writer of one on
 * disk. Errors: those of counting and of writing, TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_worker_tasks_count(tricorn_context *context, tg_worker_tasks *tasks, const tg_setup *setup,
  uint64_t first, uint64_t last, const tg_sink *sink, uint64_t *triangles);
