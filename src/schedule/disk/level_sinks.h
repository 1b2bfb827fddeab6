/* level_sinks.h - counts the support of the edges of a graph on disk.
 *
 * A task counts into arrays that are parallel to its rows, and these are written as sum runs.
 * So no array needs an entry for each edge of the graph.
 */
#pragma once

#include "store/level_support.h"
#include "schedule/plan.h"

/* Executes a schedule for a sink of edges: the supports are added to sink->stored. */
tricorn_status tg_levels_execute_sink(
  tricorn_context *context, const tg_plan *plan, const tg_sink *sink, tricorn_result *result);

/* ---- also for parts that several processes count ---- */

/* Allocates one sum for each id of the rows, all zero; the caller frees them. */
tricorn_status tg_level_edge_sums(tricorn_context *context, const tg_rows *rows, uint32_t **sums);
/* The sums for the rows of a task; `from` and `into` are the same array if both have the same rows. */
typedef struct tg_edge_sums {
    uint32_t *from, *into;
} tg_edge_sums;
/* Counts the task of a part, and adds to the sums. */
tricorn_status tg_level_count_edges(
  tricorn_context *context, const tg_setup *setup, const tg_task *task, const tg_edge_sums *sums, uint64_t *triangles);
