/* blocks.h - counts tasks of a grid (task/grid.h), whoever takes them: brings their blocks into
 * memory, and adds up their counts. */
#pragma once

#include "schedule/cut.h"
#include "schedule/device/gpu_worker.h"
#include "store/files/block_file.h"

typedef struct tg_list_buffer tg_list_buffer;

/* The counts of tasks, in host memory: for each set of vertices an array by the vertices' numbers in the set, or for
 * each block an array by the positions of its ids. An array is NULL until a task needs it. */
typedef struct tg_block_sums {
    /* Row set i has number i. The column sets follow, and then the vertices u of each share, if
     * tasks are cut into shares. A column set that equals a row set uses the array of that. */
    uint64_t **vertices;
    uint32_t **blocks;
    pthread_mutex_t lock; /* protects them when several GPUs add to them */
} tg_block_sums;

/* Returns the number of all these sets; one of them; and the numbers of the sets of a task's u, v and w. */
uint32_t tg_block_sets(const tg_grid *grid);
tg_vertices tg_block_set(const tg_grid *grid, uint32_t number);
void tg_block_find_sets(const tg_grid *grid, tg_grid_at at, uint32_t numbers[3]);

typedef struct tg_block_job {
    const tg_setup *setup;
    /* Receives the counts of all tasks, from disk by its writer; NULL: a total is counted. */
    const tg_sink *sink;
    tg_rows rows; /* the rows of a graph in memory */
    tg_grid *grid;
    tg_block_file *file; /* the file that has the blocks of a graph on disk, or NULL */
    bool makes; /* the blocks of a task are made from the rows, for this task */
    tg_list_buffer *list; /* streams the edges of a task; NULL: they are a block */
    tg_grid_numbers held; /* the blocks that were made for the last task */
    tg_block_sums sums;
    tg_part_queue queue; /* of the tasks; its work is their edges */
} tg_block_job;

/* Makes room for sums. The caller ends the job, also after a failure. */
tricorn_status tg_block_job_begin(tricorn_context *context, tg_block_job *job);
/* Makes all sums. */
tricorn_status tg_block_job_make_sums(tricorn_context *context, tg_block_job *job);
/* Brings the blocks of a task into memory. */
tricorn_status tg_block_job_bring(tricorn_context *context, tg_block_job *job, tg_grid_at at);
/* Counts a task, or a share of it, on the device of the setup, and adds its triangles to
 * *triangles. Errors: those of counting and of reading blocks. */
tricorn_status tg_block_job_count(tricorn_context *context, tg_block_job *job, tg_grid_at at, uint64_t *triangles);
/* Frees the sums. If the status of the count is TRICORN_OK, adds them to the sink before;
 * returns the status, or that of writing the sums of a graph on disk. Blocks stay in memory. */
tricorn_status tg_block_job_end(tricorn_context *context, tg_block_job *job, tricorn_status status);

/* The tasks that a worker has claimed and not yet counted: `next` to `end` - 1. */
typedef struct tg_block_cursor {
    uint64_t next, end;
} tg_block_cursor;

/* Sets *at to the worker's next task; returns false if none is left. Leaves out tasks without
 * edges, or with a block without edges: they count nothing, and are done. A worker claims tasks
 * that have two sets of vertices in common (tg_grid_at_number). */
bool tg_block_next(tg_block_job *job, tg_block_cursor *cursor, tg_grid_at *at);

/* Returns how often a plan of these schedules has cut the graph into blocks. */
uint32_t tg_blocks_made(const tg_plan *plan);

/* GPUs that count blocks (blocks_gpu.c). Blocks that are on a GPU stay on it from one count to the next. */
typedef struct tg_block_gpus tg_block_gpus;
tricorn_status tg_block_gpus_create(
  tricorn_context *context, const tg_plan *plan, const tg_grid *grid, tg_block_gpus **gpus);
tricorn_status tg_block_gpus_count(
  tricorn_context *context, tg_block_gpus *gpus, tg_block_job *job, tricorn_result *result);
void tg_block_gpus_free(tg_block_gpus *gpus);

/* Finds the number of classes with which three blocks, two blocks of the next task and the index
 * fit in the memory of each GPU, as far as this is known before the count. */
tricorn_status tg_block_gpus_classes(tricorn_context *context, const tg_plan *plan, uint32_t *classes);
