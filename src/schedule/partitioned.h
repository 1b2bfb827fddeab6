/* partitioned.h - the partitions of the registry: the schedule of each, and the sizes of the
 * parts into which each cuts a graph. */
#pragma once

#include "registry/partitions.h"
#include "schedule/cut.h"
#include "task/row_source.h"

typedef struct tg_partition_methods {
    /* Counts the partition; NULL: the schedule of workers does, also for a single worker. */
    const tg_schedule *schedule;
    /* Counts it for processes that share a folder; NULL: they cannot share it. */
    const tg_schedule *joined;
    /* Finds the shape of its grid; NULL: it cuts no blocks. */
    tricorn_status (*shape)(tricorn_context *context, const tg_plan *plan, tg_grid_shape *shape);
    /* Fills *sizes, except for the name. The plan has a graph and a request, and its limits apply. */
    tricorn_status (*measure)(tricorn_context *context, const tg_plan *plan, tricorn_partition_sizes *sizes);
    /* The schedule counts a graph in memory on several GPUs; otherwise that of workers does. */
    bool several_gpus;
    const tg_cut_rule *rule; /* cuts it into parts for workers; NULL: they cannot share it */
} tg_partition_methods;

const tg_partition_methods *tg_partition_methods_of(const tg_partition_kind *kind);

/* Whether a partition, or NULL for none, cuts a graph on disk into the tasks of a rule. */
static inline bool tg_partition_has_tasks(const tg_partition_kind *kind)
{
    return kind != NULL && !kind->on_disk;
}

/* Whether its workers have the rows of the whole graph in memory, also those of a graph on disk.
 */
static inline bool tg_partition_is_whole(const tg_partition_kind *kind)
{
    const tg_cut_rule *rule = kind ? tg_partition_methods_of(kind)->rule : NULL;
    return rule != NULL && rule->whole;
}

/* Returns the partition that a schedule makes even if the options name none; NULL: it makes none. */
const tg_partition_kind *tg_partition_of(const tg_schedule *schedule);

/* Whether several GPUs count the plan part by part (workers/gpu_parts.h). */
bool tg_partition_by_gpus(const tg_plan *plan);

/* Returns the schedule for a plan that names a partition. */
const tg_schedule *tg_partition_schedule(const tg_plan *plan);

/* Finds the memory of the GPU of a request that has the least room, within the request's limit.
 */
tricorn_status tg_gpus_room(tricorn_context *context, const tg_request *request, uint64_t *bytes);

/* Finds the memory for which a partition is cut: that of each GPU if GPUs count or the request
 * limits it, otherwise what is left of the host's memory. */
tricorn_status tg_partition_memory(tricorn_context *context, const tg_plan *plan, uint64_t *bytes);

/* Checks that the graph is where the partition can count it: in memory or on disk. */
tricorn_status tg_partition_check_place(
  tricorn_context *context, const tricorn_graph *graph, const tg_partition_kind *kind);

/* Returns the rows that a plan counts, in memory or on disk; on disk the vertices are labels. */
tg_row_source tg_row_source_of(const tg_plan *plan);

/* Adds the size of a block to *sizes. */
void tg_partition_add_block(tricorn_partition_sizes *sizes, uint64_t bytes);

/* Measures the parts into which a count with these options would cut the graph. Errors: those of tg_plan_create. */
tricorn_status tg_partition_measure(
  tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options, tricorn_partition_sizes *sizes);

/* Measures the blocks of a partition that has a shape, and what its tasks read. */
tricorn_status tg_blocks_measure(tricorn_context *context, const tg_plan *plan, tricorn_partition_sizes *sizes);
