/* partitioned.h - the partitions of the registry: the schedule of each, and the sizes of the
 * pieces into which each cuts a graph. */
#ifndef TG_SCHEDULE_PARTITIONED_H
#define TG_SCHEDULE_PARTITIONED_H

#include "registry/partitions.h"
#include "schedule/worker_tasks.h"
#include "task/row_source.h"

typedef struct tg_partition_methods {
    const tg_schedule *schedule; /* NULL: that of workers, also of one alone */
    const tg_schedule *joined;   /* of processes that join a folder; NULL: they do not share it */
    /* Fills *sizes but for the name.  The plan has a graph and a request, and is in force. */
    tricorn_status (*measure)(tricorn_context *context, const tg_plan *plan,
                              tricorn_partition_sizes *sizes);
    const tg_worker_rule *workers; /* its tasks for workers; NULL: they do not share it */
} tg_partition_methods;

const tg_partition_methods *tg_partition_methods_of(const tg_partition_kind *kind);

/* The partition that a schedule makes where none is named; NULL: none. */
const tg_partition_kind *tg_partition_of(const tg_schedule *schedule);

/* The schedule of a plan that names a partition. */
const tg_schedule *tg_partition_schedule(const tg_plan *plan);

/* The memory for which a partition cuts: of each GPU where GPUs count or the request limits it,
 * else what is left of the host's. */
tricorn_status tg_partition_memory(tricorn_context *context, const tg_plan *plan,
                                   uint64_t *bytes);

/* That the graph is where the partition wants it to count. */
tricorn_status tg_partition_check_place(tricorn_context *context, const tricorn_graph *graph,
                                        const tg_partition_kind *kind);

/* Whether a partition of blocks counts a graph on disk so: totals, on the CPU or one GPU. */
bool tg_partition_counts_stored(const tg_plan *plan);

/* The rows of a graph in memory, or of one on disk, whose vertices are labels. */
tg_row_source tg_row_source_of(const tricorn_graph *graph);

/* Adds a block. */
void tg_partition_add_block(tricorn_partition_sizes *sizes, uint64_t bytes);

/* What a count of the graph with these options would cut it into.  Errors: as tg_plan_create. */
tricorn_status tg_partition_measure(tricorn_context *context, const tricorn_graph *graph,
                                    const tricorn_options *options,
                                    tricorn_partition_sizes *sizes);

/* The number of classes of the partition trust: the square root of the blocks that the request
 * wants, or the smallest n with 3 |E| / n^2 ids below the memory, whichever is more. */
tricorn_status tg_trust_classes(tricorn_context *context, const tg_plan *plan, uint32_t *classes);

/* The ranges of rows and columns of the partition trix; to be freed by tg_grid_free, after a
 * failure, too. */
tricorn_status tg_trix_cut(tricorn_context *context, const tg_plan *plan, tg_grid *grid);

/* Their tasks for workers (worker_rules.c). */
extern const tg_worker_rule tg_worker_rule_trust, tg_worker_rule_trix;

#endif
