/* blocks.c - the schedule `blocks`: it cuts a graph into n x n blocks and counts n^3 tasks, each
 * of which needs three blocks.
 *
 * - On GPUs the blocks stay in host memory, and the three blocks of each task are copied to a
 *   GPU; several GPUs share the tasks.
 * - The CPU counts in blocks only if the request asks for them.
 * - The partition `trust` is counted by this schedule, with the n that TRUST's rule gives
 *   (trust.c).
 *
 * Source: Pandey et al., "TRUST", TPDS 2021, section 5; Hu et al., "TriX", 2017, section III
 * (GPUs take tasks from a queue, and count blocks that are in host memory).
 */
#include "schedule/blocks.h"

#include "base/clock.h"
#include "base/memory.h"
#include "device/device.h"
#include "prepare/on_gpu.h"
#include "schedule/partitioned.h"
#include "schedule/run_task.h"
#include "schedule/schedule.h"

typedef struct blocks_state {
    pthread_mutex_t lock; /* is held during a count, and protects all members below */
    tg_grid grid;
    tg_block_file file;  /* the blocks of a graph on disk */
    uint32_t made;       /* how often blocks were made */
    tg_block_gpus *gpus; /* NULL: the CPU counts */
} blocks_state;

/* ---- the order of tasks ------------------------------------------------------------------- */

/* Returns task number `step` of a unit: the n tasks of a unit have the edges of block (i, j).
 * From one unit to the next only i or j changes, because i runs up for even j and down for odd
 * j. */
static tg_block_task task_of(const tg_block_job *job, uint32_t unit, uint32_t step)
{
    const uint32_t n = job->grid->columns;
    const uint32_t j = unit / n, at = unit % n;
    return (tg_block_task){
        .i = j % 2 ? n - 1 - at : at, .j = j, .k = unit % 2 ? n - 1 - step : step};
}

bool tg_block_next(tg_block_job *job, tg_block_cursor *cursor, tg_block_task *task)
{
    const uint32_t n = job->grid->columns;
    if (!cursor->begun || ++cursor->step == n) {
        cursor->unit = atomic_fetch_add(&job->next_unit, 1);
        cursor->step = 0;
        cursor->begun = true;
    }
    if (cursor->unit >= n * n) return false;
    *task = task_of(job, cursor->unit, cursor->step);
    return true;
}

static uint64_t edges_of(const tg_block_job *job, uint32_t block)
{
    return job->grid->entries[block];
}

bool tg_block_next_full(tg_block_job *job, tg_block_cursor *cursor, tg_block_task *task)
{
    while (tg_block_next(job, cursor, task)) {
        const tg_block_numbers numbers = tg_block_numbers_of(job->grid, *task);
        const uint64_t edges = edges_of(job, numbers.of[0]);
        if (edges && edges_of(job, numbers.of[1]) && edges_of(job, numbers.of[2])) return true;
        atomic_fetch_add(&job->done, edges);
    }
    return false;
}

/* ---- sums --------------------------------------------------------------------------------- */

static void free_arrays(void **arrays, uint64_t count)
{
    for (uint64_t a = 0; arrays && a < count; a++) tg_free(arrays[a]);
    tg_free(arrays);
}

static void free_sums(const tg_grid *grid, tg_block_sums *sums)
{
    free_arrays((void **)sums->classes, grid->rows);
    free_arrays((void **)sums->blocks, (uint64_t)grid->rows * grid->columns);
    pthread_mutex_destroy(&sums->lock);
}

static tricorn_status make_sums(tricorn_context *context, tg_block_job *job)
{
    tricorn_status status = TRICORN_OK;
    const tg_grid *grid = job->grid;
    const tg_sink_kind kind = job->plan->request.setup.sink;
    tg_block_sums *sums = &job->sums;
    const uint32_t n = grid->rows;

    pthread_mutex_init(&sums->lock, NULL);
    if (kind == TG_SINK_VERTICES) TG_TRY(TG_ALLOC_ZERO(context, n, &sums->classes));
    for (uint32_t i = 0; sums->classes && i < n; i++)
        TG_TRY(TG_ALLOC_ZERO(context, tg_grid_range(grid, i), &sums->classes[i]));
    if (kind == TG_SINK_EDGES) TG_TRY(TG_ALLOC_ZERO(context, (uint64_t)n * n, &sums->blocks));
    for (uint32_t b = 0; sums->blocks && b < n * n; b++)
        TG_TRY(TG_ALLOC_ZERO(context, edges_of(job, b), &sums->blocks[b]));
cleanup:
    return status;
}

/* Adds the counts of all tasks to the graph's counts. */
static tricorn_status give_sums(tricorn_context *context, const tg_block_job *job,
                                const tg_sink *sink)
{
    const tg_grid *grid = job->grid;
    for (uint32_t i = 0; job->sums.classes && i < grid->rows; i++)
        tg_vertices_add(context, &grid->row_sets[i], job->sums.classes[i], sink->u);
    if (job->sums.blocks == NULL) return TRICORN_OK;
    return tg_grid_add_edges(context, grid, job->plan->graph, job->sums.blocks, sink->edges);
}

/* ---- one task after the other ------------------------------------------------------------- */

static tricorn_status count_in_turn(tricorn_context *context, tg_block_job *job,
                                    uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    const tg_setup *setup = &job->plan->request.setup;
    tg_block_cursor cursor = {0};
    tg_block_task classes;

    *triangles = 0;
    while (tg_block_next_full(job, &cursor, &classes)) {
        const tg_block_numbers numbers = tg_block_numbers_of(job->grid, classes);
        if (job->file)
            TG_TRY(tg_block_file_bring(context, job->file, numbers.of, job->grid->offsets,
                                       job->grid->ids));
        const tg_task task = tg_grid_task(job->grid, classes.i, classes.j, classes.k);
        tg_sink sink = {0};
        uint64_t found = 0;
        if (job->sums.classes) {
            sink.u = job->sums.classes[classes.i];
            sink.v = job->sums.classes[classes.j];
            sink.w = job->sums.classes[classes.k];
        }
        if (job->sums.blocks) {
            sink.edges = job->sums.blocks[numbers.of[0]];
            sink.from = job->sums.blocks[numbers.of[1]];
            sink.into = job->sums.blocks[numbers.of[2]];
        }
        TG_TRY(tg_count_task(context, &task, setup, setup->sink == TG_SINK_TOTAL ? NULL : &sink,
                             &found));
        *triangles += found;
        atomic_fetch_add(&job->done, tg_task_edges(&task));
        if (tg_work_finish(context, atomic_exchange(&job->done, 0)))
            TG_TRY(tg_check_cancelled(context));
    }
cleanup:
    return status;
}

/* ---- the whole ---------------------------------------------------------------------------- */

static bool fits(const tricorn_context *context, const tg_plan *plan, tg_plan_bytes *bytes)
{
    const uint64_t vertices = plan->graph->active, edges = plan->graph->edges;
    (void)context;
    *bytes = (tg_plan_bytes){.host = sizeof(uint32_t) * edges + 2 * sizeof(uint64_t) * vertices};
    if (plan->graph->store) return tg_partition_counts_stored(plan);
    return plan->request.setup.algorithm->gpu != NULL || plan->request.classes > 1 ||
           plan->request.partition != NULL;
}

/* Cuts the graph into classes x classes blocks, which replace the blocks made before. */
static tricorn_status make_blocks(tricorn_context *context, const tg_plan *plan, uint32_t classes,
                                  blocks_state *state)
{
    tricorn_status status = TRICORN_OK;
    tg_block_gpus_free(state->gpus);
    state->gpus = NULL;
    tg_grid_free(&state->grid);
    tg_block_file_free(&state->file);
    state->made++;
    if (plan->graph->store)
        return tg_trust_write(context, plan->graph, classes, &state->grid, &state->file);
    TG_TRY(tg_grid_classes(context, plan->graph->active, classes, &state->grid));
    TG_TRY(tg_grid_fill(context, plan->graph, &state->grid));
    if (plan->request.setup.algorithm->gpu)
        TG_TRY(tg_block_gpus_create(context, plan, &state->grid, &state->gpus));
cleanup:
    return status;
}

static void free_blocks(blocks_state *state)
{
    if (state == NULL) return;
    tg_block_gpus_free(state->gpus);
    tg_grid_free(&state->grid);
    tg_block_file_free(&state->file);
    pthread_mutex_destroy(&state->lock);
    tg_free(state);
}

static tricorn_status create(tricorn_context *context, tg_plan *plan)
{
    tricorn_status status = TRICORN_OK;
    uint32_t classes = plan->request.classes;
    blocks_state *made = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    pthread_mutex_init(&made->lock, NULL);
    TG_TRY(tg_on_gpu_evict(context, plan->graph));
    if (plan->request.partition)
        TG_TRY(tg_trust_classes(context, plan, &classes));
    else if (plan->request.setup.algorithm->gpu && classes < 2)
        TG_TRY(tg_block_gpus_classes(context, plan, &classes));
    TG_TRY(make_blocks(context, plan, classes, made));
    plan->state = made;
    made = NULL;
cleanup:
    free_blocks(made);
    return status;
}

/* Counts the graph with the blocks that exist now. */
static tricorn_status count_blocks(tricorn_context *context, const tg_plan *plan,
                                   blocks_state *state, const tg_sink *sink,
                                   tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    const bool on_disk = plan->graph->store != NULL;
    tg_block_job job = {
        .plan = plan, .grid = &state->grid, .file = on_disk ? &state->file : NULL};
    const double start = tg_clock_now();

    TG_TRY(make_sums(context, &job));
    if (on_disk) TG_TRY(tg_request_open_gpu(context, &plan->request));
    tg_work_begin(context, "counting", state->grid.columns * plan->graph->edges);
    tg_work_hold(context, true);
    status = state->gpus ? tg_block_gpus_count(context, state->gpus, &job, result)
                         : count_in_turn(context, &job, &result->triangles);
    tg_work_finish(context, atomic_exchange(&job.done, 0));
    if (status == TRICORN_OK && sink) status = give_sums(context, &job, sink);
    tg_work_hold(context, false);
    TG_TRY(status);
    if (state->gpus == NULL) result->seconds.count = tg_clock_now() - start;
cleanup:
    free_sums(&state->grid, &job.sums);
    return status;
}

/* Counts the graph.  If the blocks are too large for the GPUs, or the blocks of a graph on disk
 * for host memory, cuts smaller blocks and tries again. */
static tricorn_status execute(tricorn_context *context, const tg_plan *plan, const tg_sink *sink,
                              tricorn_result *result)
{
    blocks_state *state = plan->state;
    tricorn_status status = TRICORN_OK;

    pthread_mutex_lock(&state->lock);
    while ((status = count_blocks(context, plan, state, sink, result)) ==
               TRICORN_OUT_OF_DEVICE_MEMORY ||
           (status == TRICORN_OUT_OF_MEMORY && plan->graph->store != NULL)) {
        const uint32_t classes = state->grid.columns;
        if (classes >= TG_MOST_BLOCK_CLASSES) break;
        TG_TRY(make_blocks(context, plan, classes + (classes + 1) / 2, state));
    }
    result->cut.blocks = state->grid.rows * state->grid.columns;
cleanup:
    pthread_mutex_unlock(&state->lock);
    return status;
}

static void free_state(tg_plan *plan)
{
    free_blocks(plan->state);
}

uint32_t tg_blocks_made(const tg_plan *plan)
{
    const blocks_state *state = plan->state;
    return state->made;
}

const tg_schedule tg_schedule_blocks = {
    .name = "blocks", .fits = fits, .create = create, .execute = execute, .free = free_state};
