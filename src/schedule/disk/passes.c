/* passes.c - the schedule of one GPU whose memory is too small for the whole graph: it counts
 * the graph in parts (levels_gpu.h).
 *
 * - If the rows fit in half of the GPU's memory, each row is copied once; otherwise passes run
 *   over ranges of rows.
 * - If an algorithm's index does not fit however few rows a part has, the graph is counted in
 *   blocks (blocks.c), which also have fewer columns.
 */
#include <pthread.h>

#include "base/clock.h"
#include "base/memory.h"
#include "device/device.h"
#include "prepare/on_gpu.h"
#include "schedule/disk/levels_gpu.h"
#include "schedule/disk/row_passes.h"
#include "schedule/schedule.h"

extern const tg_schedule tg_schedule_blocks;

typedef struct passes_state {
    pthread_mutex_t lock; /* protects the members below; held during a count */
    tg_levels_gpu *gpu;
    tg_pass_limits limits; /* the limits for which the GPU's memory was enough so far */
    /* Counts the graph in blocks; while it has no schedule, passes count the graph. */
    tg_plan in_blocks;
} passes_state;

/* One execution of the schedule. */
typedef struct job {
    tricorn_context *context;
    uint64_t triangles;
    uint32_t parts, passes;
    uint32_t last_row; /* the last row of the last pass; UINT32_MAX: no pass has begun */
} job;

static bool fits(const tricorn_context *context, const tg_plan *plan, tg_plan_bytes *bytes)
{
    (void)context;
    *bytes = (tg_plan_bytes){0};
    return plan->request.setup.algorithm->gpu != NULL && plan->request.setup.sink == TG_SINK_TOTAL &&
           plan->request.classes <= 1 && plan->request.gpus.count == 1;
}

static tricorn_status add_part(void *user, const tg_part_key *part, uint64_t edges, uint64_t found)
{
    job *all = user;
    all->triangles += found;
    all->parts++;
    all->passes += part->last_range != all->last_row;
    all->last_row = part->last_range;
    return tg_work_finish(all->context, edges) ? tg_check_cancelled(all->context) : TRICORN_OK;
}

static tricorn_status count_parts(job *all, const tg_plan *plan, passes_state *state)
{
    tricorn_status status = TRICORN_OK;
    const tg_pass_visitor visitor = tg_levels_gpu_visitor(state->gpu);
    tg_rows rows;

    all->triangles = all->parts = all->passes = 0;
    all->last_row = UINT32_MAX;
    TG_TRY(tg_graph_rows(all->context, plan->graph, &rows));
    tg_work_begin(all->context, "counting", plan->graph->edges);
    tg_work_hold(all->context, true);
    TG_TRY(tg_rows_each_task(all->context, &rows, &state->limits, &visitor));
    TG_TRY(tg_levels_gpu_finish(all->context, state->gpu));
cleanup:
    tg_work_hold(all->context, false);
    tg_levels_gpu_empty(all->context, state->gpu);
    return status;
}

/* Counts the graph. Whenever the GPU's memory runs out, begins again with fewer rows in a pass. Batches are made
 * smaller only every second time, because their slices are cut as small as necessary anyway. */
static tricorn_status count_within_memory(job *all, const tg_plan *plan, passes_state *state)
{
    enum { ATTEMPTS = 7 };
    tricorn_status status = count_parts(all, plan, state);
    for (unsigned i = 1; status == TRICORN_OUT_OF_DEVICE_MEMORY && i < ATTEMPTS; i++) {
        state->limits.kept_bytes /= 2;
        if (i % 2 == 0) state->limits.batch_bytes /= 2;
        tg_levels_gpu_trim(all->context, state->gpu);
        status = count_parts(all, plan, state);
    }
    return status;
}

/* Opens the GPU; when it is opened first, computes the limits from its free memory. */
static tricorn_status open_gpu(job *all, const tg_plan *plan, passes_state *state)
{
    const tg_part_listener listener = {.counted = add_part, .user = all};
    const tg_pass_limits host = {.kept_bytes = 0, .batch_bytes = UINT64_MAX};
    if (state->gpu == NULL) TG_DO(tg_levels_gpu_create(all->context, plan, &state->gpu));
    TG_DO(tg_levels_gpu_open(all->context, state->gpu, &listener));
    if (state->limits.kept_bytes == 0) {
        tg_levels_gpu_trim(all->context, state->gpu);
        state->limits = tg_levels_gpu_limits(host, tg_device_room(all->context), plan->graph);
    }
    return TRICORN_OK;
}

/* Copies rows that are on a GPU to host memory, and makes the state. */
static tricorn_status create(tricorn_context *context, tg_plan *plan)
{
    passes_state *made = NULL;
    TG_DO(tg_on_gpu_evict(context, plan->graph));
    TG_DO(TG_ALLOC_ZERO(context, 1, &made));
    pthread_mutex_init(&made->lock, NULL);
    plan->state = made;
    return TRICORN_OK;
}

static tricorn_status count_in_passes(
  tricorn_context *context, const tg_plan *plan, passes_state *state, tricorn_result *result)
{
    job all = {.context = context};
    tricorn_status status = TRICORN_OK;
    const double start = tg_clock_now();

    TG_TRY(open_gpu(&all, plan, state));
    TG_TRY(count_within_memory(&all, plan, state));
    result->triangles = all.triangles;
    result->cut.blocks = all.parts;
    result->cut.passes = all.passes;
    tg_levels_gpu_describe(context, state->gpu, tg_clock_now() - start, result);
cleanup:
    tg_levels_gpu_close(context, state->gpu);
    return status;
}

/* Cuts the graph into blocks, in which it is counted from then on. */
static tricorn_status make_blocks(tricorn_context *context, const tg_plan *plan, passes_state *state)
{
    tg_plan blocks = *plan;
    tg_levels_gpu_free(state->gpu);
    state->gpu = NULL;
    blocks.schedule = &tg_schedule_blocks;
    blocks.state = NULL;
    TG_DO(tg_schedule_blocks.create(context, &blocks));
    state->in_blocks = blocks;
    return TRICORN_OK;
}

static tricorn_status execute(
  tricorn_context *context, const tg_plan *plan, const tg_sink *sink, tricorn_result *result)
{
    passes_state *state = plan->state;
    tricorn_status status = TRICORN_OK;

    pthread_mutex_lock(&state->lock);
    if (state->in_blocks.schedule == NULL) {
        status = count_in_passes(context, plan, state, result);
        if (status == TRICORN_OUT_OF_DEVICE_MEMORY) status = make_blocks(context, plan, state);
        TG_TRY(status);
    }
    if (state->in_blocks.schedule) {
        result->cut.schedule = tg_schedule_blocks.name;
        TG_TRY(tg_schedule_blocks.execute(context, &state->in_blocks, sink, result));
    }
cleanup:
    pthread_mutex_unlock(&state->lock);
    return status;
}

static void free_state(tg_plan *plan)
{
    passes_state *state = plan->state;
    if (state == NULL) return;
    if (state->in_blocks.schedule) tg_schedule_blocks.free(&state->in_blocks);
    tg_levels_gpu_free(state->gpu);
    pthread_mutex_destroy(&state->lock);
    tg_free(state);
}

const tg_schedule tg_schedule_passes = {
  .name = "passes", .fits = fits, .create = create, .execute = execute, .free = free_state};
