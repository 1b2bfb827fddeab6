/* blocks.h - what the files of the schedule `blocks` share: a partition of the graph, the order of
 * its tasks, and where their counts are added up. */
#ifndef TG_SCHEDULE_BLOCKS_H
#define TG_SCHEDULE_BLOCKS_H

#include <pthread.h>
#include <stdatomic.h>

#include "schedule/plan.h"
#include "store/files/block_file.h"
#include "task/partition.h"

enum { TG_MOST_BLOCK_CLASSES = 64 }; /* that the schedule takes by itself */

/* The classes of the vertices u, w and v of a task's triangles. */
typedef struct tg_block_task {
    uint32_t i, j, k;
} tg_block_task;

/* The numbers of a task's blocks: of its edges, from and into (see tg_partition_task). */
typedef struct tg_block_numbers {
    uint32_t of[3];
} tg_block_numbers;

static inline tg_block_numbers tg_block_numbers_of(const tg_partition *partition,
                                                   tg_block_task task)
{
    const uint32_t n = partition->classes;
    return (tg_block_numbers){{task.i * n + task.k, task.i * n + task.j, task.k * n + task.j}};
}

/* Counts of all tasks of one execution, in host memory: by the numbers of each class, or by the
 * positions of each block. */
typedef struct tg_block_sums {
    uint64_t **classes; /* of vertices; NULL: not wanted */
    uint32_t **blocks;  /* of edges; NULL: not wanted */
    pthread_mutex_t lock; /* of both, where several GPUs add */
} tg_block_sums;

/* Cuts a graph on disk into n x n blocks, which are in the file and not in memory (trust.c).
 * After a failure, too, the file is to be freed. */
tricorn_status tg_trust_write(tricorn_context *context, const tricorn_graph *graph, uint32_t n,
                              tg_partition *partition, tg_block_file *file);

typedef struct tg_block_job {
    const tg_plan *plan;
    const tg_partition *partition;
    tg_block_file *file; /* NULL: all blocks are in memory */
    tg_block_sums sums;
    _Atomic uint32_t next_unit; /* n tasks that have their edges in common */
    _Atomic uint64_t done;      /* edges of the tasks that were counted */
    atomic_bool stop;           /* the caller said so */
} tg_block_job;

/* Where a worker is in the list of tasks. */
typedef struct tg_block_cursor {
    uint32_t unit, step; /* of this worker's unit */
    bool begun;
} tg_block_cursor;

/* The next task; false where there is none.  One task after the other keeps its edges, and one of
 * its other blocks every second time. */
bool tg_block_next(tg_block_job *job, tg_block_cursor *cursor, tg_block_task *task);

/* How often a plan of the schedule `blocks` has made its blocks. */
uint32_t tg_blocks_made(const tg_plan *plan);

/* GPUs that count blocks (blocks_gpu.c); they keep what they have of the blocks from count to
 * count. */
typedef struct tg_block_gpus tg_block_gpus;
tricorn_status tg_block_gpus_create(tricorn_context *context, const tg_plan *plan,
                                    const tg_partition *partition, tg_block_gpus **gpus);
tricorn_status tg_block_gpus_count(tricorn_context *context, tg_block_gpus *gpus,
                                   tg_block_job *job, tricorn_result *result);
void tg_block_gpus_free(tg_block_gpus *gpus);

/* The number of classes with which three blocks, the two of the next task and the index fit
 * into the memory of each GPU, as far as that is known before. */
tricorn_status tg_block_gpus_classes(tricorn_context *context, const tg_plan *plan,
                                     uint32_t *classes);

#endif
