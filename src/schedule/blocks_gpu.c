/* blocks_gpu.c - counts the tasks of a grid on GPUs.
 *
 * - Each GPU has a host thread, which claims tasks, and two contexts: while one context counts a
 *   task, the other copies the blocks of the next task.
 * - Blocks stay on the GPU until their memory is needed.
 */
#include "schedule/blocks.h"

#include "base/memory.h"
#include "schedule/device/on_device.h"
#include "schedule/partitioned.h"

/* A block on a GPU; rows.offsets is NULL while the block is not on it. */
typedef struct gpu_block {
    tg_device_rows rows; /* the rows, which belong to the copying context */
    uint32_t *sources; /* the row of each edge; NULL until a task needs it */
    /* For a sink of edges: what was counted for the block's edges and not yet added to the sums. */
    uint32_t *support;
    uint64_t last_use;
} gpu_block;

typedef struct block_worker {
    tg_gpu_worker counting; /* the first member (tg_gpu_team) */
    tg_gpu_worker copying;
    tg_block_job *job; /* the job, during a count */
    gpu_block *blocks; /* one entry for each block of the graph */
    /* For a sink of vertices: what was counted for each set and not yet added to the sums. */
    uint32_t **counts;
    uint64_t most_counted; /* none of these counts can be larger */
    uint64_t uses;
} block_worker;

struct tg_block_gpus {
    const tg_plan *plan;
    const tg_grid *grid;
    block_worker *workers;
    uint32_t count;
};

/* ---- blocks on a GPU ---- */

static const tg_setup *setup_of(const block_worker *worker)
{
    return worker->job->setup;
}

/* Adds what was counted for the edges of a block to the sums in host memory. */
static tricorn_status give_support(block_worker *worker, uint32_t block)
{
    const gpu_block *own = &worker->blocks[block];
    tg_block_sums *sums = &worker->job->sums;
    if (own->support == NULL) return TRICORN_OK;
    pthread_mutex_lock(&sums->lock);
    const tricorn_status status =
      tg_device_counts_add_edges(worker->counting.context, own->support, own->rows.id_count, sums->blocks[block]);
    pthread_mutex_unlock(&sums->lock);
    return status;
}

static void free_block(const block_worker *worker, gpu_block *block)
{
    tricorn_context *counting = worker->counting.context;
    if (block->rows.offsets == NULL) return;
    tg_device_free(counting, block->sources);
    tg_device_free(counting, block->support);
    tg_device_rows_free(tg_context_device(worker->copying.context), &block->rows);
    *block = (gpu_block){0};
}

/* Frees the block that was used the longest ago, if it was not used at time `since` or later;
 * *freed is false if no such block exists. */
static tricorn_status free_oldest(block_worker *worker, uint64_t since, bool *freed)
{
    const uint32_t blocks = tg_grid_blocks(worker->job->grid);
    uint32_t oldest = blocks;
    *freed = false;
    for (uint32_t b = 0; b < blocks; b++) {
        if (worker->blocks[b].rows.offsets == NULL || worker->blocks[b].last_use >= since) continue;
        if (oldest == blocks || worker->blocks[b].last_use < worker->blocks[oldest].last_use) oldest = b;
    }
    if (oldest == blocks) return TRICORN_OK;
    TG_DO(give_support(worker, oldest));
    free_block(worker, &worker->blocks[oldest]);
    *freed = true;
    return TRICORN_OK;
}

/* Calls step(worker, argument), and repeats the call while the GPU's memory is not enough and a
 * block that was not used since `since` can be freed. */
typedef tricorn_status block_step(block_worker *worker, void *argument);
static tricorn_status with_room(block_worker *worker, uint64_t since, block_step *step, void *argument)
{
    tricorn_status status;
    while ((status = step(worker, argument)) == TRICORN_OUT_OF_DEVICE_MEMORY) {
        bool freed = false;
        const tricorn_status made_room = free_oldest(worker, since, &freed);
        if (made_room != TRICORN_OK) return made_room;
        if (!freed) break;
    }
    return status;
}

static tricorn_status copy_block(block_worker *worker, void *argument)
{
    const uint32_t block = *(const uint32_t *)argument;
    const tg_rows rows = tg_grid_block(worker->job->grid, block);
    tricorn_context *copying = worker->copying.context;
    const tricorn_status status = tg_device_rows_upload(copying, &rows, &worker->blocks[block].rows);
    if (status == TRICORN_OK) return TRICORN_OK;
    return tg_fail(worker->counting.context, status, "%s", tricorn_context_message(copying));
}

static tricorn_status make_support(block_worker *worker, void *argument)
{
    gpu_block *block = argument;
    return tg_device_counts_create(worker->counting.context, block->rows.id_count, &block->support);
}

static tricorn_status make_sources(block_worker *worker, void *argument)
{
    gpu_block *block = argument;
    return tg_device_rows_sources(worker->counting.context, &block->rows, &block->sources);
}

static tg_grid_numbers numbers_of(const block_worker *worker, tg_grid_at task)
{
    return tg_grid_numbers_of(worker->job->grid, task);
}

/* Copies the blocks of a task to the GPU. Blocks that were used at time `since` or later stay on it. */
static tricorn_status bring_blocks(block_worker *worker, tg_grid_at task, uint64_t since)
{
    const tg_grid_numbers numbers = numbers_of(worker, task);
    for (int b = 0; b < 3; b++) worker->blocks[numbers.of[b]].last_use = worker->uses;
    for (int b = 0; b < 3; b++) {
        uint32_t block = numbers.of[b];
        if (worker->blocks[block].rows.offsets == NULL) TG_DO(with_room(worker, since, copy_block, &block));
    }
    return TRICORN_OK;
}

/* ---- a task ---- */

/* Makes the arrays that the task needs beside the rows of its blocks. */
static tricorn_status complete_blocks(block_worker *worker, const tg_grid_numbers *numbers)
{
    const tg_setup *setup = setup_of(worker);
    gpu_block *edges = &worker->blocks[numbers->of[0]];

    if ((tg_needs_of(setup) & TG_NEEDS_SOURCES) && edges->sources == NULL)
        TG_DO(with_room(worker, worker->uses, make_sources, edges));
    for (int b = 0; setup->sink == TG_SINK_EDGES && b < 3; b++) {
        gpu_block *block = &worker->blocks[numbers->of[b]];
        if (block->support == NULL) TG_DO(with_room(worker, worker->uses, make_support, block));
    }
    return TRICORN_OK;
}

static tg_device_task device_task_of(const block_worker *worker, tg_grid_at task)
{
    const tg_grid_numbers numbers = numbers_of(worker, task);
    const gpu_block *edges = &worker->blocks[numbers.of[0]];
    const tg_task on_host = tg_grid_task(worker->job->grid, task);
    return (tg_device_task){.edges = edges->rows,
      .from = worker->blocks[numbers.of[1]].rows,
      .into = worker->blocks[numbers.of[2]].rows,
      .sources = edges->sources,
      .last_row = edges->rows.count,
      .last_edge = edges->rows.id_count,
      .reach = on_host.reach,
      .whole = tg_task_is_whole(&on_host),
      .borrowed = true};
}

/* Adds what was counted for vertices to the sums in host memory. */
static tricorn_status give_counts(block_worker *worker)
{
    tricorn_status status = TRICORN_OK;
    const tg_grid *grid = worker->job->grid;
    tg_block_sums *sums = &worker->job->sums;

    pthread_mutex_lock(&sums->lock);
    for (uint32_t s = 0; s < tg_block_sets(grid); s++) {
        const tg_vertices set = tg_block_set(grid, s);
        if (worker->counts[s])
            TG_TRY(tg_device_counts_add_vertices(worker->counting.context, worker->counts[s], tg_vertices_count(&set),
              (tg_numbering){0, 1}, sums->vertices[s]));
    }
    worker->most_counted = 0;
cleanup:
    pthread_mutex_unlock(&sums->lock);
    return status;
}

static tricorn_status make_counts(block_worker *worker, void *argument)
{
    const uint32_t set = *(const uint32_t *)argument;
    const tg_vertices of = tg_block_set(worker->job->grid, set);
    return tg_device_counts_create(worker->counting.context, tg_vertices_count(&of), &worker->counts[set]);
}

/* Makes counters for the vertices of a task. A vertex is in at most as many triangles of the task as one of its
 * blocks has edges, so the counters, which have 32 bits, are emptied before that sum could overflow them. */
static tricorn_status prepare_counts(block_worker *worker, tg_grid_at task)
{
    const tg_grid *grid = worker->job->grid;
    const tg_grid_numbers numbers = numbers_of(worker, task);
    uint32_t sets[3];
    uint64_t most = 0;

    for (int b = 0; b < 3; b++) {
        const uint64_t edges = worker->blocks[numbers.of[b]].rows.id_count;
        if (edges > most) most = edges;
    }
    if (worker->most_counted + most > UINT32_MAX) TG_DO(give_counts(worker));
    worker->most_counted += most;
    tg_block_find_sets(grid, task, sets);
    for (int c = 0; c < 3; c++)
        if (worker->counts[sets[c]] == NULL) TG_DO(with_room(worker, worker->uses, make_counts, &sets[c]));
    return TRICORN_OK;
}

static tg_device_sink sink_of(const block_worker *worker, tg_grid_at task)
{
    const tg_grid_numbers numbers = numbers_of(worker, task);
    tg_device_sink sink = {0};
    if (setup_of(worker)->sink == TG_SINK_VERTICES) {
        uint32_t sets[3];
        tg_block_find_sets(worker->job->grid, task, sets);
        sink.u = worker->counts[sets[0]];
        sink.v = worker->counts[sets[1]];
        sink.w = worker->counts[sets[2]];
    } else {
        sink.edges = worker->blocks[numbers.of[0]].support;
        sink.from = worker->blocks[numbers.of[1]].support;
        sink.into = worker->blocks[numbers.of[2]].support;
    }
    return sink;
}

/* The task to count, and the plan that counts it, once this is made. */
typedef struct count_wanted {
    const tg_device_task *task;
    const tg_device_sink *sink; /* NULL: a total is counted */
    tg_device_plan *device_plan;
    tg_running_count *count;
} count_wanted;

static tricorn_status start_count(block_worker *worker, void *argument)
{
    count_wanted *wanted = argument;
    tricorn_context *context = worker->counting.context;
    if (wanted->device_plan == NULL)
        TG_DO(tg_device_plan_of_task(context, wanted->task, setup_of(worker), &wanted->device_plan));
    return tg_device_count_start(context, wanted->device_plan, wanted->sink, &wanted->count);
}

/* Counts a task whose blocks are on the GPU. If `next` is not NULL, its blocks are copied meanwhile. */
static tricorn_status count_task(block_worker *worker, tg_grid_at task, const tg_grid_at *next)
{
    tricorn_context *context = worker->counting.context;
    const tg_setup *setup = setup_of(worker);
    const tg_grid_numbers numbers = numbers_of(worker, task);
    tricorn_status status = TRICORN_OK;
    count_wanted wanted = {NULL, NULL, NULL, NULL};
    uint64_t found = 0;

    TG_TRY(complete_blocks(worker, &numbers));
    if (setup->sink == TG_SINK_VERTICES) TG_TRY(prepare_counts(worker, task));
    const tg_device_task on_device = device_task_of(worker, task);
    const tg_device_sink sink = sink_of(worker, task);
    wanted.task = &on_device;
    if (setup->sink != TG_SINK_TOTAL) wanted.sink = &sink;
    TG_TRY(with_room(worker, worker->uses, start_count, &wanted));
    if (next) {
        const uint64_t since = worker->uses++;
        status = bring_blocks(worker, *next, since);
        /* Without room for them, the next task's blocks are copied after this task. */
        if (status == TRICORN_OUT_OF_DEVICE_MEMORY) status = TRICORN_OK;
    }
    const tricorn_status finished = tg_device_count_finish(context, wanted.count, &found);
    TG_TRY(status == TRICORN_OK ? finished : status);
    worker->counting.triangles += found;
cleanup:
    tg_device_plan_free(wanted.device_plan);
    return status;
}

/* ---- a worker ---- */

/* Adds all counts that are still on the GPU to the sums. */
static tricorn_status give_all(block_worker *worker)
{
    const uint32_t blocks = tg_grid_blocks(worker->job->grid);
    for (uint32_t b = 0; b < blocks; b++) TG_DO(give_support(worker, b));
    if (worker->job->sums.vertices) TG_DO(give_counts(worker));
    return TRICORN_OK;
}

static tricorn_status count_tasks(block_worker *worker)
{
    tg_block_job *job = worker->job;
    tg_block_cursor cursor = {0};
    tg_grid_at task, next;
    bool more = tg_block_next(job, &cursor, &task);

    while (more && !job->queue.stop) {
        const bool has_next = tg_block_next(job, &cursor, &next);
        worker->uses++;
        TG_DO(bring_blocks(worker, task, worker->uses));
        const uint64_t edges = worker->blocks[numbers_of(worker, task).of[0]].rows.id_count;
        TG_DO(count_task(worker, task, has_next ? &next : NULL));
        atomic_fetch_add(&job->queue.done, edges);
        task = next;
        more = has_next;
    }
    return give_all(worker);
}

/* Frees all memory on the GPU, also counts that a failed count did not add. */
static void empty_worker(const tg_grid *grid, block_worker *worker)
{
    const uint32_t blocks = tg_grid_blocks(grid), sets = tg_block_sets(grid);
    for (uint32_t b = 0; worker->blocks && b < blocks; b++) free_block(worker, &worker->blocks[b]);
    for (uint32_t s = 0; worker->counts && s < sets; s++) {
        tg_device_free(worker->counting.context, worker->counts[s]);
        worker->counts[s] = NULL;
    }
    worker->most_counted = 0;
}

/* Counts tasks until none is left. */
static tricorn_status do_tasks(tg_gpu_worker *counting)
{
    block_worker *worker = (block_worker *)counting;
    tricorn_status status = TRICORN_OK;

    counting->triangles = 0;
    if (tg_device_open(worker->copying.context, worker->copying.number) != TRICORN_OK)
        TG_TRY(
          tg_fail(counting->context, TRICORN_DEVICE_ERROR, "%s", tricorn_context_message(worker->copying.context)));
    tg_device_share_account(worker->copying.context, counting->context);
    TG_TRY(count_tasks(worker));
cleanup:
    if (status != TRICORN_OK) empty_worker(worker->job->grid, worker);
    return status;
}

static void free_worker(const tg_grid *grid, block_worker *worker)
{
    empty_worker(grid, worker);
    tg_free(worker->blocks);
    tg_free(worker->counts);
    tg_gpu_worker_free(&worker->copying);
    tg_gpu_worker_free(&worker->counting);
}

static tricorn_status create_worker(
  tricorn_context *context, const tg_plan *plan, const tg_grid *grid, uint32_t number, block_worker *worker)
{
    const uint64_t limit = plan->request.device_bytes_limit;
    TG_DO(TG_ALLOC_ZERO(context, tg_grid_blocks(grid), &worker->blocks));
    TG_DO(TG_ALLOC_ZERO(context, tg_block_sets(grid), &worker->counts));
    TG_DO(tg_gpu_worker_create(context, number, limit, &worker->counting));
    return tg_gpu_worker_create(context, number, limit, &worker->copying);
}

/* ---- all GPUs ---- */

tricorn_status tg_block_gpus_create(
  tricorn_context *context, const tg_plan *plan, const tg_grid *grid, tg_block_gpus **gpus)
{
    tricorn_status status = TRICORN_OK;
    tg_block_gpus *made = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->plan = plan;
    made->grid = grid;
    TG_TRY(TG_ALLOC_ZERO(context, plan->request.gpus.count, &made->workers));
    for (; made->count < plan->request.gpus.count; made->count++)
        TG_TRY(
          create_worker(context, plan, grid, plan->request.gpus.numbers[made->count], &made->workers[made->count]));
    *gpus = made;
    made = NULL;
cleanup:
    tg_block_gpus_free(made);
    return status;
}

void tg_block_gpus_free(tg_block_gpus *gpus)
{
    if (gpus == NULL) return;
    for (uint32_t w = 0; w < gpus->count; w++) free_worker(gpus->grid, &gpus->workers[w]);
    tg_free(gpus->workers);
    tg_free(gpus);
}

tricorn_status tg_block_gpus_count(
  tricorn_context *context, tg_block_gpus *gpus, tg_block_job *job, tricorn_result *result)
{
    const tg_gpu_team team = {gpus->workers, sizeof *gpus->workers, gpus->count, &job->queue};
    for (uint32_t w = 0; w < gpus->count; w++) gpus->workers[w].job = job;
    return tg_gpu_team_count(context, &team, do_tasks, result);
}

tricorn_status tg_block_gpus_classes(tricorn_context *context, const tg_plan *plan, uint32_t *classes)
{
    enum {
        BLOCKS = 5, /* three of a task, and two of the next one */
        INDEX_BYTES = 16 /* about what an index needs for each edge, beside the rows */
    };
    const uint64_t edges = plan->graph->edges, vertices = plan->graph->active;
    uint64_t room = 0;
    uint32_t n = 2;

    TG_DO(tg_gpus_room(context, &plan->request, &room));
    for (; n < TG_MOST_BLOCK_CLASSES; n++) {
        const uint64_t ids = edges / n / n + 1, rows = vertices / n + 1;
        const uint64_t sources = sizeof(uint32_t) * ids, offsets = sizeof(uint64_t) * rows;
        if (BLOCKS * tg_device_rows_bytes(rows, ids) + sources + INDEX_BYTES * ids + offsets <= room) break;
    }
    *classes = n;
    return TRICORN_OK;
}
