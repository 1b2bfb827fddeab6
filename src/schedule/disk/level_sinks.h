/* level_sinks.h - the support of the edges of a graph on disk. */
#ifndef TG_SCHEDULE_DISK_LEVEL_SINKS_H
#define TG_SCHEDULE_DISK_LEVEL_SINKS_H

#include "schedule/disk/level_support.h"
#include "schedule/plan.h"

/* The schedule's execute for a sink of edges: to sink->stored. */
tricorn_status tg_levels_execute_sink(tricorn_context *context, const tg_plan *plan,
                                      const tg_sink *sink, tricorn_result *result);

/* ---- what counts of parts share ------------------------------------------------------------ */

/* A sum of 0 for each id of the rows; the caller frees them. */
tricorn_status tg_level_edge_sums(tricorn_context *context, const tg_rows *rows, uint32_t **sums);
/* Sums for the rows of a task; the same where the rows are. */
typedef struct tg_edge_sums {
    uint32_t *from, *into;
} tg_edge_sums;
/* Counts the task of a part into them. */
tricorn_status tg_level_count_edges(tricorn_context *context, const tg_setup *setup,
                                    const tg_task *task, const tg_edge_sums *sums,
                                    uint64_t *triangles);

#endif
