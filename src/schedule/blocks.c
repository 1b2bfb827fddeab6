/* blocks.c - the schedules `blocks` and `trix`. Both cut the edges of a graph into blocks, one
 * for each pair of sets of vertices, and count triangles task by task (task/grid.h).
 *
 * - On GPUs the blocks of a graph in memory stay in host memory. The three blocks of each task are
 *   copied to a GPU, and several GPUs share the tasks (blocks_gpu.c).
 * - Otherwise tasks are counted one after another, by the CPU or by one GPU. The blocks of a
 *   graph on disk are in a file, and those of a task are brought into memory.
 * - If the sets are ranges, the edges of a task are a block on GPUs, if host memory has room for all
 *   edges twice, and for counts of vertices and edges from disk.  In all other cases they pass
 *   through a small buffer (list_buffer.h).
 * - The CPU counts in blocks only if the request asks for them.
 *
 * Source: Pandey et al., "TRUST", TPDS 2021, section 5; Hu et al., "TriX", HPEC 2017, sections
 * III (GPUs take tasks from a queue, and count blocks that are in host memory) and IV.
 */
#include "schedule/blocks.h"

#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "prepare/on_gpu.h"
#include "schedule/grid_file.h"
#include "schedule/list_buffer.h"
#include "schedule/partitioned.h"
#include "schedule/schedule.h"
#include "store/level_support.h"

typedef struct blocks_state {
    pthread_mutex_t lock; /* is held during a count, and protects all members below */
    tg_grid_shape shape;
    bool streams; /* the edges of a task pass through a buffer */
    tg_grid grid;
    tg_block_file file; /* the blocks, and the lists, of a graph on disk */
    uint32_t made; /* how often blocks were made */
    tg_block_gpus *gpus; /* NULL: tasks are counted one after another */
} blocks_state;

static bool on_gpu(const tg_plan *plan)
{
    return plan->request.setup.algorithm->gpu != NULL;
}

/* Counts all tasks, one after another. */
static tricorn_status count_in_turn(tricorn_context *context, tg_block_job *job, uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    tg_block_cursor cursor = {0};
    tg_grid_at at;

    *triangles = 0;
    while (tg_block_next(job, &cursor, &at)) {
        TG_TRY(tg_block_job_count(context, job, at, triangles));
        if (tg_part_queue_report(context, &job->queue)) TG_TRY(tg_check_cancelled(context));
    }
cleanup:
    return status;
}

/* Cuts the graph into blocks of the state's shape, which replace the blocks made before. */
static tricorn_status make_blocks(tricorn_context *context, const tg_plan *plan, blocks_state *state)
{
    const tg_row_source source = tg_row_source_of(plan);
    tricorn_status status = TRICORN_OK;
    tg_rows rows;
    tg_block_gpus_free(state->gpus);
    state->gpus = NULL;
    tg_grid_free(&state->grid);
    tg_block_file_free(&state->file);
    state->made++;
    TG_TRY(tg_grid_make(context, plan, &state->shape, &state->grid));
    if (plan->graph->store) {
        const tg_grid_place place = {&plan->graph->store->folder, NULL, state->streams};
        return tg_grid_write(context, plan, &state->grid, &place, &state->file);
    }
    TG_TRY(tg_plan_rows(context, plan, &rows));
    if (state->streams) TG_TRY(tg_grid_count(context, &source, &state->grid));
    TG_TRY(tg_grid_fill(context, &rows, &state->grid));
    if (state->shape.ranges && !state->streams) TG_TRY(tg_grid_fill_lists(context, &rows, &state->grid));
    if (on_gpu(plan) && !state->streams) TG_TRY(tg_block_gpus_create(context, plan, &state->grid, &state->gpus));
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

static tricorn_status find_shape(tricorn_context *context, const tg_plan *plan, tg_grid_shape *shape)
{
    if (plan->request.partition) return tg_partition_methods_of(plan->request.partition)->shape(context, plan, shape);
    *shape = (tg_grid_shape){.columns = plan->request.classes};
    return on_gpu(plan) && shape->columns < 2 ? tg_block_gpus_classes(context, plan, &shape->columns) : TRICORN_OK;
}

/* Whether the edges of a task pass through a buffer, and are not a block. */
static bool streams(const tricorn_context *context, const tg_plan *plan, const tg_grid_shape *shape)
{
    const uint64_t bytes = 2 * sizeof(uint32_t) * plan->graph->edges; /* of blocks and lists */
    if (!shape->ranges) return false;
    if (plan->graph->store) return plan->request.setup.sink == TG_SINK_TOTAL;
    return !on_gpu(plan) || tg_memory_room(context->memory) < bytes;
}

static tricorn_status create(tricorn_context *context, tg_plan *plan)
{
    tricorn_status status = TRICORN_OK;
    blocks_state *made = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    pthread_mutex_init(&made->lock, NULL);
    TG_TRY(tg_on_gpu_evict(context, plan->graph));
    TG_TRY(find_shape(context, plan, &made->shape));
    made->streams = streams(context, plan, &made->shape);
    if (made->streams && on_gpu(plan) && plan->request.gpus.count > 1)
        TG_TRY(tg_fail(context, TRICORN_UNSUPPORTED,
          "with this little host memory the partition 'trix' counts on one GPU: allow "
          "more by %s, or name one GPU",
          TG_OPTION("process_bytes_limit")));
    TG_TRY(make_blocks(context, plan, made));
    plan->state = made;
    made = NULL;
cleanup:
    free_blocks(made);
    return status;
}

/* Makes what the tasks need beside the blocks. */
static tricorn_status begin(tricorn_context *context, const tg_plan *plan, const blocks_state *state, tg_block_job *job)
{
    const uint64_t all = plan->graph->edges;
    const uint64_t edges = tg_list_buffer_edges(state->shape.block_bytes);
    tricorn_status status = TRICORN_OK;

    TG_TRY(tg_block_job_begin(context, job));
    if (job->file == NULL) TG_TRY(tg_plan_rows(context, plan, &job->rows));
    if (state->gpus) TG_TRY(tg_block_job_make_sums(context, job));
    if (state->streams) TG_TRY(tg_list_buffer_create(context, job, edges < all ? edges : all, &job->list));
cleanup:
    return status;
}

/* Counts the graph with the blocks that exist now. */
static tricorn_status count_once(
  tricorn_context *context, const tg_plan *plan, blocks_state *state, const tg_sink *sink, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tg_sum_writer writer;
    const tg_sink stored = {.writer = &writer};
    tg_block_job job = {.setup = &plan->request.setup,
      .sink = sink && sink->stored ? &stored : sink,
      .grid = &state->grid,
      .file = plan->graph->store ? &state->file : NULL};

    if (job.sink == &stored) TG_TRY(tg_level_support_begin(context, sink->stored, &writer));
    TG_TRY(begin(context, plan, state, &job));
    tg_work_begin(context, "counting", state->grid.columns * plan->graph->edges);
    tg_work_hold(context, true);
    status = state->gpus ? tg_block_gpus_count(context, state->gpus, &job, result)
                         : count_in_turn(context, &job, &result->triangles);
    tg_part_queue_report(context, &job.queue);
    tg_work_hold(context, false);
cleanup:
    tg_list_buffer_free(job.list);
    return tg_block_job_end(context, &job, status);
}

/* Counts the graph. The shape does not say how large the index of an algorithm is, so if the blocks are too large for
 * the GPUs, or the blocks of a graph on disk for host memory, cuts smaller blocks and tries again. */
static tricorn_status count_until_it_fits(
  tricorn_context *context, const tg_plan *plan, blocks_state *state, const tg_sink *sink, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    while ((status = count_once(context, plan, state, sink, result)) == TRICORN_OUT_OF_DEVICE_MEMORY ||
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

static tricorn_status execute(
  tricorn_context *context, const tg_plan *plan, const tg_sink *sink, tricorn_result *result)
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
    if (one_gpu) {
        const tg_gpu_use use = tg_gpu_use_since(context, before);
        tg_gpu_use_add(&use, result);
    } else if (state->gpus == NULL) {
        result->seconds.count = tg_clock_now() - start;
    }
    result->cut.blocks = state->grid.rows * state->grid.columns;
cleanup:
    pthread_mutex_unlock(&state->lock);
    return status;
}

static bool fits(const tricorn_context *context, const tg_plan *plan, tg_plan_bytes *bytes)
{
    (void)context;
    *bytes = (tg_plan_bytes){.host = sizeof(uint32_t) * plan->graph->edges};
    return plan->graph->store != NULL || on_gpu(plan) || plan->request.classes > 1 || plan->request.partition != NULL;
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
  .name = "blocks", .relabels = true, .fits = fits, .create = create, .execute = execute, .free = free_state};

const tg_schedule tg_schedule_trix = {
  .name = "trix", .relabels = true, .fits = is_named, .create = create, .execute = execute, .free = free_state};
