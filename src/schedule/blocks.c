/* blocks.c - the schedules `blocks` and `trix`: they cut a graph into blocks by sets of vertices,
 * and count the tasks of this grid (task/grid.h).
 *
 * - On GPUs blocks of classes stay in host memory, and the three blocks of each task are copied
 *   to a GPU; several GPUs share the tasks (blocks_gpu.c).
 * - Otherwise tasks are counted one after another, by the CPU or by one GPU.  The blocks of a
 *   graph on disk are in a file, and those of a task are brought into memory.
 * - If the sets are ranges, the edges of a task pass through a small buffer (list_buffer.h).
 * - The CPU counts in blocks only if the request asks for them.
 *
 * Source: Pandey et al., "TRUST", TPDS 2021, section 5; Hu et al., "TriX", HPEC 2017, sections
 * III (GPUs take tasks from a queue, and count blocks that are in host memory) and IV.
 */
#include "schedule/blocks.h"

#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "device/device.h"
#include "gpu/rates.h"
#include "prepare/on_gpu.h"
#include "schedule/grid_file.h"
#include "schedule/list_buffer.h"
#include "schedule/partitioned.h"
#include "schedule/run_task.h"
#include "schedule/schedule.h"

typedef struct blocks_state {
    pthread_mutex_t lock; /* is held during a count, and protects all members below */
    tg_grid_shape shape;
    tg_grid grid;
    tg_block_file file;  /* the blocks, and the lists, of a graph on disk */
    uint32_t made;       /* how often blocks were made */
    tg_block_gpus *gpus; /* NULL: tasks are counted one after another */
} blocks_state;

static bool on_gpu(const tg_plan *plan)
{
    return plan->request.setup.algorithm->gpu != NULL;
}

/* ---- the order of tasks ------------------------------------------------------------------- */

bool tg_block_next(tg_block_job *job, tg_block_cursor *cursor, tg_grid_at *at)
{
    const tg_grid *grid = job->grid;
    const uint64_t tasks = (uint64_t)grid->rows * grid->rows * grid->columns;
    for (;;) {
        if (cursor->next == cursor->end) {
            cursor->next = atomic_fetch_add(&job->next, grid->rows);
            cursor->end = cursor->next + grid->rows;
        }
        if (cursor->next >= tasks) return false;
        *at = tg_grid_at_number(grid, cursor->next++);
        const tg_block_numbers numbers = tg_block_numbers_of(grid, *at);
        const uint64_t edges = tg_grid_edges(grid, at->i, at->j);
        if (edges && grid->entries[numbers.of[1]] && grid->entries[numbers.of[2]]) return true;
        atomic_fetch_add(&job->done, edges);
    }
}

/* ---- sums --------------------------------------------------------------------------------- */

static void free_arrays(void **arrays, uint64_t count)
{
    for (uint64_t a = 0; arrays && a < count; a++) tg_free(arrays[a]);
    tg_free(arrays);
}

static void free_sums(const tg_grid *grid, tg_block_sums *sums)
{
    if (sums->columns != sums->rows) free_arrays((void **)sums->columns, grid->columns);
    free_arrays((void **)sums->rows, grid->rows);
    free_arrays((void **)sums->blocks, (uint64_t)grid->rows * grid->columns);
    pthread_mutex_destroy(&sums->lock);
}

static tricorn_status make_vertices(tricorn_context *context, const tg_vertices *sets,
                                    uint32_t count, uint64_t ***counts)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(TG_ALLOC_ZERO(context, count, counts));
    for (uint32_t i = 0; i < count; i++)
        TG_TRY(TG_ALLOC_ZERO(context, tg_vertices_count(&sets[i]), &(*counts)[i]));
cleanup:
    return status;
}

static tricorn_status make_sums(tricorn_context *context, tg_block_job *job)
{
    tricorn_status status = TRICORN_OK;
    const tg_grid *grid = job->grid;
    const tg_sink_kind kind = job->plan->request.setup.sink;
    const uint64_t blocks = (uint64_t)grid->rows * grid->columns;
    tg_block_sums *sums = &job->sums;

    pthread_mutex_init(&sums->lock, NULL);
    if (kind == TG_SINK_VERTICES) {
        TG_TRY(make_vertices(context, grid->row_sets, grid->rows, &sums->rows));
        if (grid->ranges)
            TG_TRY(make_vertices(context, grid->column_sets, grid->columns, &sums->columns));
        else
            sums->columns = sums->rows;
    }
    if (kind == TG_SINK_EDGES) TG_TRY(TG_ALLOC_ZERO(context, blocks, &sums->blocks));
    for (uint64_t b = 0; sums->blocks && b < blocks; b++)
        TG_TRY(TG_ALLOC_ZERO(context, grid->entries[b], &sums->blocks[b]));
cleanup:
    return status;
}

/* Adds the counts of all tasks to the graph's counts. */
static tricorn_status give_sums(tricorn_context *context, const tg_block_job *job,
                                const tg_sink *sink)
{
    const tg_grid *grid = job->grid;
    const tg_block_sums *sums = &job->sums;
    for (uint32_t i = 0; sums->rows && i < grid->rows; i++)
        tg_vertices_add(context, &grid->row_sets[i], sums->rows[i], sink->u);
    for (uint32_t k = 0; sums->columns != sums->rows && k < grid->columns; k++)
        tg_vertices_add(context, &grid->column_sets[k], sums->columns[k], sink->u);
    if (sums->blocks == NULL) return TRICORN_OK;
    return tg_grid_add_edges(context, grid, job->plan->graph, sums->blocks, sink->edges);
}

static tg_sink sink_of(const tg_block_sums *sums, const tg_grid *grid, tg_grid_at at)
{
    const tg_block_numbers numbers = tg_block_numbers_of(grid, at);
    if (sums->rows)
        return (tg_sink){.u = sums->rows[at.i], .v = sums->rows[at.j], .w = sums->columns[at.k]};
    if (sums->blocks == NULL) return (tg_sink){0};
    return (tg_sink){.edges = sums->blocks[numbers.of[0]],
                     .from = sums->blocks[numbers.of[1]],
                     .into = sums->blocks[numbers.of[2]]};
}

/* ---- one task after another --------------------------------------------------------------- */

static tricorn_status count_blocks(tricorn_context *context, tg_block_job *job, tg_grid_at at,
                                   const tg_sink *sink, uint64_t *triangles)
{
    const tg_setup *setup = &job->plan->request.setup;
    const tg_task task = tg_grid_task(job->grid, at);
    uint64_t found = 0;
    const tricorn_status status =
        tg_count_task(context, &task, setup, setup->sink == TG_SINK_TOTAL ? NULL : sink, &found);
    *triangles += found;
    atomic_fetch_add(&job->done, tg_task_edges(&task));
    return status;
}

/* Counts all tasks.  `list` is NULL if the edges of a task are a block. */
static tricorn_status count_in_turn(tricorn_context *context, tg_block_job *job,
                                    tg_list_buffer *list, const tg_sink *all, uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    tg_block_cursor cursor = {0};
    tg_grid_at at;

    *triangles = 0;
    while (tg_block_next(job, &cursor, &at)) {
        tg_sink sink = sink_of(&job->sums, job->grid, at);
        if (job->file)
            TG_TRY(tg_block_file_bring(context, job->file, tg_block_numbers_of(job->grid, at).of,
                                       job->grid->offsets, job->grid->ids));
        if (list && all) sink.edges = all->edges;
        TG_TRY(list ? tg_list_buffer_count(context, list, at, &sink, triangles)
                    : count_blocks(context, job, at, &sink, triangles));
        if (tg_work_finish(context, atomic_exchange(&job->done, 0)))
            TG_TRY(tg_check_cancelled(context));
    }
cleanup:
    return status;
}

/* ---- the whole ---------------------------------------------------------------------------- */

/* Cuts the graph into blocks of the state's shape, which replace the blocks made before. */
static tricorn_status make_blocks(tricorn_context *context, const tg_plan *plan,
                                  blocks_state *state)
{
    const tg_row_source source = tg_row_source_of(plan->graph);
    tricorn_status status = TRICORN_OK;
    tg_block_gpus_free(state->gpus);
    state->gpus = NULL;
    tg_grid_free(&state->grid);
    tg_block_file_free(&state->file);
    state->made++;
    TG_TRY(tg_grid_make(context, plan->graph, &state->shape, &state->grid));
    if (state->shape.ranges || plan->graph->store)
        TG_TRY(tg_grid_count(context, &source, &state->grid));
    if (plan->graph->store)
        return tg_grid_write(context, plan->graph, &state->grid, &state->file);
    TG_TRY(tg_grid_fill(context, plan->graph, &state->grid));
    if (on_gpu(plan) && !state->shape.ranges)
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

static tricorn_status find_shape(tricorn_context *context, const tg_plan *plan,
                                 tg_grid_shape *shape)
{
    if (plan->request.partition)
        return tg_partition_methods_of(plan->request.partition)->shape(context, plan, shape);
    *shape = (tg_grid_shape){.columns = plan->request.classes};
    return on_gpu(plan) && shape->columns < 2
               ? tg_block_gpus_classes(context, plan, &shape->columns)
               : TRICORN_OK;
}

static tricorn_status create(tricorn_context *context, tg_plan *plan)
{
    tricorn_status status = TRICORN_OK;
    blocks_state *made = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    pthread_mutex_init(&made->lock, NULL);
    TG_TRY(tg_on_gpu_evict(context, plan->graph));
    TG_TRY(find_shape(context, plan, &made->shape));
    if (made->shape.ranges && on_gpu(plan) && plan->request.gpus.count > 1)
        TG_TRY(tg_fail(
            context, TRICORN_UNSUPPORTED,
            "the partition 'trix' counts on one GPU: name one, or choose the partition 'trust'"));
    TG_TRY(make_blocks(context, plan, made));
    plan->state = made;
    made = NULL;
cleanup:
    free_blocks(made);
    return status;
}

static tricorn_status make_list(tricorn_context *context, const blocks_state *state,
                                const tg_block_job *job, tg_list_buffer **list)
{
    const uint64_t all = job->plan->graph->edges;
    const uint64_t edges = tg_list_buffer_edges(state->shape.block_bytes);
    if (!state->shape.ranges) return TRICORN_OK;
    return tg_list_buffer_create(context, job, edges < all ? edges : all, list);
}

/* Counts the graph with the blocks that exist now. */
static tricorn_status count_once(tricorn_context *context, const tg_plan *plan,
                                 blocks_state *state, const tg_sink *sink, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tg_block_job job = {
        .plan = plan, .grid = &state->grid, .file = plan->graph->store ? &state->file : NULL};
    tg_list_buffer *list = NULL;

    TG_TRY(make_sums(context, &job));
    TG_TRY(make_list(context, state, &job, &list));
    tg_work_begin(context, "counting", state->grid.columns * plan->graph->edges);
    tg_work_hold(context, true);
    status = state->gpus ? tg_block_gpus_count(context, state->gpus, &job, result)
                         : count_in_turn(context, &job, list, sink, &result->triangles);
    tg_work_finish(context, atomic_exchange(&job.done, 0));
    if (status == TRICORN_OK && sink) status = give_sums(context, &job, sink);
    tg_work_hold(context, false);
cleanup:
    tg_list_buffer_free(list);
    free_sums(&state->grid, &job.sums);
    return status;
}

/* Counts the graph.  The shape does not say how large the index of an algorithm is, so if the
 * blocks are too large for the GPUs, or the blocks of a graph on disk for host memory, cuts
 * smaller blocks and tries again. */
static tricorn_status count_until_it_fits(tricorn_context *context, const tg_plan *plan,
                                          blocks_state *state, const tg_sink *sink,
                                          tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    while ((status = count_once(context, plan, state, sink, result)) ==
               TRICORN_OUT_OF_DEVICE_MEMORY ||
           (status == TRICORN_OUT_OF_MEMORY && plan->graph->store != NULL)) {
        const uint32_t columns = state->shape.columns;
        const uint32_t more = columns + (columns + 1) / 2;
        if (columns >= TG_MOST_BLOCK_CLASSES) break;
        state->shape.columns = more < TG_MOST_BLOCK_CLASSES ? more : TG_MOST_BLOCK_CLASSES;
        state->shape.block_bytes /= 2;
        if (sink && sink->edges) memset(sink->edges, 0, plan->graph->edges * sizeof *sink->edges);
        TG_TRY(make_blocks(context, plan, state));
    }
cleanup:
    return status;
}

/* Sets what one GPU took since `before`. */
static void tell_gpu(tricorn_context *context, const tg_device_times *before,
                     tricorn_result *result)
{
    const tg_device_times *after = tg_device_times_of(context);
    const tg_gpu_costs costs = tg_gpu_costs_of(tg_device_properties_of(context));
    result->seconds.count = after->count_seconds - before->count_seconds;
    result->seconds.prepare += after->index_seconds - before->index_seconds;
    result->seconds.transfer += after->transfer_seconds - before->transfer_seconds;
    result->memory.device_peak_bytes = tg_device_peak_bytes(context);
    tg_gpu_costs_tell(&costs, result);
}

static tricorn_status execute(tricorn_context *context, const tg_plan *plan, const tg_sink *sink,
                              tricorn_result *result)
{
    blocks_state *state = plan->state;
    tricorn_status status = TRICORN_OK;
    const double start = tg_clock_now();
    tg_device_times before = {0};

    pthread_mutex_lock(&state->lock);
    const bool one_gpu = on_gpu(plan) && state->gpus == NULL;
    if (one_gpu) TG_TRY(tg_request_open_gpu(context, &plan->request));
    if (one_gpu) before = *tg_device_times_of(context);
    TG_TRY(count_until_it_fits(context, plan, state, sink, result));
    if (one_gpu)
        tell_gpu(context, &before, result);
    else if (state->gpus == NULL)
        result->seconds.count = tg_clock_now() - start;
    result->cut.blocks = state->grid.rows * state->grid.columns;
cleanup:
    pthread_mutex_unlock(&state->lock);
    return status;
}

static bool fits(const tricorn_context *context, const tg_plan *plan, tg_plan_bytes *bytes)
{
    (void)context;
    *bytes = (tg_plan_bytes){.host = sizeof(uint32_t) * plan->graph->edges};
    if (plan->graph->store) return tg_partition_counts_stored(plan);
    return on_gpu(plan) || plan->request.classes > 1 || plan->request.partition != NULL;
}

static bool is_named(const tricorn_context *context, const tg_plan *plan, tg_plan_bytes *bytes)
{
    return fits(context, plan, bytes) && plan->request.partition != NULL;
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

const tg_schedule tg_schedule_trix = {
    .name = "trix", .fits = is_named, .create = create, .execute = execute, .free = free_state};
