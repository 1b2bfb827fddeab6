/* parts.h - cuts a count into numbered parts, each of which any worker can count on its own.
 *
 * - The cut depends on the graph, on how many parts are wanted and, for a graph on disk, on
 *   limits of memory: workers that agree on these have the same parts.
 * - A part of a graph on disk is a batch of a pass (level_part.h), or some rows of a batch that
 *   has too many wedges.
 * - A part of a graph in memory, or of one that a partition cuts into blocks on disk, is a task
 * of worker_tasks.h; the partition of the request says how tasks are cut.
 * - The work of a part is the number of its wedges.
 */
#pragma once

#include "schedule/disk/level_part.h"
#include "schedule/worker_tasks.h"

/* The parts of a graph; only one thread at a time may use them. */
typedef struct tg_parts tg_parts;

/* Cuts the graph, which must live as long as *parts, into about request->parts parts; if that is
 * 0, their number suits the work. *limits matters for a graph on disk only: if it is all zero,
 * it is set according to the memory. Errors: TRICORN_UNSUPPORTED for requests that cut the
 * graph in another way, or that name several GPUs; TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_parts_cut(tricorn_context *context, const tricorn_graph *graph, const tg_request *request,
  tg_pass_limits *limits, tg_parts **parts);
/* The same for parts that no other process has, by any partition. */
tricorn_status tg_parts_cut_alone(tricorn_context *context, const tricorn_graph *graph, const tg_request *request,
  tg_pass_limits *limits, tg_parts **parts);
void tg_parts_free(tg_parts *parts);

uint64_t tg_parts_count(const tg_parts *parts);
uint64_t tg_parts_wedges(const tg_parts *parts, uint64_t number);
/* Returns the tasks that the parts are, or NULL for the parts of a graph on disk by levels. */
tg_worker_tasks *tg_parts_tasks(const tg_parts *parts);
/* Returns the plan of the count, whose limits apply while a part is counted. */
const tg_plan *tg_parts_plan(const tg_parts *parts);
/* Returns a number for the algorithm, which is part of an identity. It is the same for all
 * algorithms, because any of them may count a part, unless the count is verified: if workers
 * counted with several algorithms, that would prove little. */
uint64_t tg_parts_algorithm(const tg_request *request);
/* Returns a number for the graph, the cut and tg_parts_algorithm(). For a graph in memory this reads all rows. */
uint64_t tg_parts_identity(const tg_parts *parts);

/* The parts `first` to `last` - 1. */
typedef struct tg_part_range {
    uint64_t first, last;
} tg_part_range;
/* Counts these parts. `sink` is NULL for a total; otherwise it is for a whole graph in memory or, for the tasks of a
 * graph on disk, a writer. The rows of a graph on disk stay in memory for the next call, since neighbouring parts
 * mostly read the same ones. Errors: those of counting and of tg_part_read. */
tricorn_status tg_parts_execute(
  tricorn_context *context, tg_parts *parts, tg_part_range which, const tg_sink *sink, uint64_t *triangles);

/* A part whose rows are in memory; without the keys for a task of worker_tasks.h. */
typedef struct tg_disk_part {
    tg_part_key rows; /* of the disk rows whose edges the task counts */
    tg_part_key kept; /* of the disk rows of the pass that the task needs */
    tg_task task;
} tg_disk_part;
typedef tricorn_status tg_visit_part(tricorn_context *context, void *user, const tg_disk_part *rows);
/* Brings a part into memory and passes it to `take`, which may count it; a task of
 * worker_tasks.h can come as several parts. */
tricorn_status tg_parts_visit(
  tricorn_context *context, tg_parts *parts, uint64_t number, tg_visit_part *take, void *user);
