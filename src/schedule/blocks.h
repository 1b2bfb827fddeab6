/* blocks.h - what the files of the schedules `blocks` and `trix` share: the blocks of the graph,
 * the order of the tasks, and the arrays that add up their counts. */
#ifndef TG_SCHEDULE_BLOCKS_H
#define TG_SCHEDULE_BLOCKS_H

#include <pthread.h>
#include <stdatomic.h>

#include "schedule/cut.h"
#include "store/files/block_file.h"

/* The numbers of a task's three blocks: those of its `edges`, `from` and `into` (tg_grid_task).
 * If the edges are a list of their own, the first two numbers are the same. */
typedef struct tg_block_numbers {
    uint32_t of[3];
} tg_block_numbers;

static inline tg_block_numbers tg_block_numbers_of(const tg_grid *grid, tg_grid_at at)
{
    const uint32_t n = grid->columns, from = at.i * n + at.k;
    return (tg_block_numbers){{grid->ranges ? from : at.i * n + at.j, from, at.j * n + at.k}};
}

/* The counts of all tasks of one execution, in host memory: for each set of vertices an array by
 * the vertices' numbers in the set, or for each block an array by the positions of its ids. */
typedef struct tg_block_sums {
    /* Counts of vertices; NULL: not wanted.  If the sets are classes, both are the same. */
    uint64_t **rows, **columns;
    uint32_t **blocks; /* counts of edges; NULL: not wanted */
    pthread_mutex_t lock; /* protects them when several GPUs add to them */
} tg_block_sums;

typedef struct tg_block_job {
    const tg_plan *plan;
    const tg_grid *grid;
    tg_block_file *file; /* the file that has the blocks; NULL: all blocks are in memory */
    tg_block_sums sums;
    _Atomic uint64_t next; /* the next task that a worker claims */
    _Atomic uint64_t done; /* how many edges the tasks have that are already counted */
    atomic_bool stop;      /* the caller asked to stop */
} tg_block_job;

/* The tasks that a worker has claimed and not yet counted: `next` to `end` - 1. */
typedef struct tg_block_cursor {
    uint64_t next, end;
} tg_block_cursor;

/* Sets *at to the worker's next task; returns false if none is left.  Leaves out tasks without
 * edges, or with a block without edges: they count nothing, and are done.  A worker claims tasks
 * that have two sets of vertices in common (tg_grid_at_number). */
bool tg_block_next(tg_block_job *job, tg_block_cursor *cursor, tg_grid_at *at);

/* Returns how often a plan of these schedules has cut the graph into blocks. */
uint32_t tg_blocks_made(const tg_plan *plan);

/* GPUs that count blocks (blocks_gpu.c).  Blocks that are on a GPU stay on it from one count to
 * the next. */
typedef struct tg_block_gpus tg_block_gpus;
tricorn_status tg_block_gpus_create(tricorn_context *context, const tg_plan *plan,
                                    const tg_grid *grid, tg_block_gpus **gpus);
tricorn_status tg_block_gpus_count(tricorn_context *context, tg_block_gpus *gpus,
                                   tg_block_job *job, tricorn_result *result);
void tg_block_gpus_free(tg_block_gpus *gpus);

/* Finds the number of classes with which three blocks, two blocks of the next task and the index
 * fit in the memory of each GPU, as far as this is known before the count. */
tricorn_status tg_block_gpus_classes(tricorn_context *context, const tg_plan *plan,
                                     uint32_t *classes);

#endif
