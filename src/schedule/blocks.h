/* blocks.h - what the files of the schedule `blocks` share: the blocks of the graph, the order
 * of the tasks, and the arrays that add up their counts. */
#ifndef TG_SCHEDULE_BLOCKS_H
#define TG_SCHEDULE_BLOCKS_H

#include <pthread.h>
#include <stdatomic.h>

#include "schedule/plan.h"
#include "store/files/block_file.h"
#include "task/grid.h"

enum { TG_MOST_BLOCK_CLASSES = 64 }; /* the most classes that the schedule chooses by itself */

/* A task counts triangles (u, v, w) with u in class i, v in class j and w in class k. */
typedef struct tg_block_task {
    uint32_t i, j, k;
} tg_block_task;

/* The numbers of a task's three blocks: those of its `edges`, `from` and `into`
 * (tg_grid_task). */
typedef struct tg_block_numbers {
    uint32_t of[3];
} tg_block_numbers;

static inline tg_block_numbers tg_block_numbers_of(const tg_grid *grid, tg_block_task task)
{
    const uint32_t n = grid->columns;
    return (tg_block_numbers){{task.i * n + task.j, task.i * n + task.k, task.j * n + task.k}};
}

/* The counts of all tasks of one execution, in host memory: for each class an array by the
 * vertices' numbers in the class, or for each block an array by the positions of its ids. */
typedef struct tg_block_sums {
    uint64_t **classes; /* counts of vertices; NULL: not wanted */
    uint32_t **blocks;  /* counts of edges; NULL: not wanted */
    pthread_mutex_t lock; /* protects both when several GPUs add to them */
} tg_block_sums;

/* Cuts a graph on disk into n x n blocks, which are written to *file and not kept in memory
 * (trust.c).  The caller frees *grid and *file, also after a failure. */
tricorn_status tg_trust_write(tricorn_context *context, const tricorn_graph *graph, uint32_t n,
                              tg_grid *grid, tg_block_file *file);

typedef struct tg_block_job {
    const tg_plan *plan;
    const tg_grid *grid;
    tg_block_file *file; /* the file that has the blocks; NULL: all blocks are in memory */
    tg_block_sums sums;
    /* The next unit that a worker takes: n tasks with the same edges. */
    _Atomic uint32_t next_unit;
    _Atomic uint64_t done;      /* how many edges the tasks have that are already counted */
    atomic_bool stop;           /* the caller asked to stop */
} tg_block_job;

/* The position of a worker in the list of tasks. */
typedef struct tg_block_cursor {
    uint32_t unit, step; /* the worker's unit, and the position in it */
    bool begun;
} tg_block_cursor;

/* Sets *task to the worker's next task; returns false if none is left.  Consecutive tasks often
 * have two blocks in common, and mostly the one with their edges. */
bool tg_block_next(tg_block_job *job, tg_block_cursor *cursor, tg_block_task *task);

/* Like tg_block_next, but leaves out tasks of which a block has no edge: they count nothing, and
 * are done. */
bool tg_block_next_full(tg_block_job *job, tg_block_cursor *cursor, tg_block_task *task);

/* Returns how often a plan of the schedule `blocks` has cut the graph into blocks. */
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
