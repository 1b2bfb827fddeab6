/* gpus.c - the schedule of several GPUs that each hold the whole graph: each GPU counts a part of the wedges, and has
 * a host thread of its own.
 *
 * The rows are copied to the GPUs in rounds. In each round every GPU that has the rows copies them to another GPU, so
 * the number of GPUs that have them doubles. Source: Polak, "Counting Triangles in Large Graphs on GPU", IPDPS
 * workshops 2016, section III-E, in which one GPU copies the graph to all others.
 */
#include <pthread.h>

#include "base/memory.h"
#include "schedule/device/gpu_worker.h"
#include "schedule/device/on_device.h"
#include "schedule/run_task.h"
#include "schedule/schedule.h"

/* What one GPU counts; only the GPU's thread uses its context. */
typedef struct part {
    tg_gpu_worker worker; /* the first member (tg_gpu_team) */
    const tg_plan *plan;
    /* The part from whose GPU the rows are copied; NULL: they come from the graph. */
    const struct part *giver;
    uint32_t index, parts; /* the number of this part, and how many parts exist */
    tg_device_cut *cut; /* common to all parts */
    tg_device_plan *device_plan;
    const tg_sink *sink; /* during a count: all parts add to its arrays, under its lock */
} part;

typedef struct gpus_state {
    pthread_mutex_t lock; /* protects the parts during a count */
    part *parts;
    uint32_t count;
    tg_device_cut cut;
} gpus_state;

/* ---- steps of a part, in its thread ---- */

/* Brings the rows of the graph to the first GPU, and determines what each part counts. */
static tricorn_status load(tg_gpu_worker *worker)
{
    part *mine = (part *)worker;
    TG_DO(tg_device_plan_load(worker->context, mine->plan->graph, &mine->plan->request.setup, &mine->device_plan));
    return tg_device_plan_split(worker->context, mine->device_plan, mine->parts, mine->cut);
}

static tricorn_status take_rows(tg_gpu_worker *worker)
{
    part *mine = (part *)worker;
    return tg_device_plan_copy(worker->context, mine->giver->device_plan, &mine->device_plan);
}

static tricorn_status make_index(tg_gpu_worker *worker)
{
    const part *mine = (const part *)worker;
    return tg_device_plan_index(worker->context, mine->device_plan, mine->cut, mine->index);
}

/* Counts on the GPU, then adds the counts to the arrays of the sink, if the count has one. */
static tricorn_status count(tg_gpu_worker *worker)
{
    const part *mine = (const part *)worker;
    const tricorn_graph *graph = mine->plan->graph;
    if (mine->sink == NULL) return tg_device_plan_run(worker->context, mine->device_plan, &worker->triangles);
    const uint64_t items = mine->sink->u ? graph->active : graph->edges;
    return tg_count_device_plan(
      worker->context, mine->device_plan, mine->sink, (uint64_t[]){items, items, items}, &worker->triangles);
}

/* Returns the team of the parts `first` to `last` - 1. */
static tg_gpu_team team_of(const gpus_state *state, uint32_t first, uint32_t last)
{
    return (tg_gpu_team){&state->parts[first], sizeof *state->parts, last - first, NULL};
}

/* Runs one step for the parts `first` to `last` - 1, all at the same time. */
static tricorn_status step_of(
  tricorn_context *context, const gpus_state *state, uint32_t first, uint32_t last, tg_gpu_step *step, tg_gpu_use *use)
{
    const tg_gpu_team team = team_of(state, first, last);
    return tg_gpu_team_do(context, &team, step, use);
}

/* ---- the whole ---- */

static bool fits(const tricorn_context *context, const tg_plan *plan, tg_plan_bytes *bytes)
{
    (void)context;
    *bytes = (tg_plan_bytes){.device = tg_device_rows_bytes(plan->graph->active, plan->graph->edges)};
    return plan->request.setup.algorithm->gpu != NULL && plan->request.classes <= 1 && plan->request.gpus.count > 1;
}

static tricorn_status create_parts(tricorn_context *context, const tg_plan *plan, gpus_state *state)
{
    const tg_request *request = &plan->request;

    state->count = request->gpus.count;
    TG_DO(TG_ALLOC_ZERO(context, state->count, &state->parts));
    for (uint32_t p = 0; p < state->count; p++) {
        part *mine = &state->parts[p];
        mine->plan = plan;
        mine->parts = state->count;
        mine->cut = &state->cut;
        mine->index = p;
        TG_DO(tg_gpu_worker_create(context, request->gpus.numbers[p], request->device_bytes_limit, &mine->worker));
    }
    return TRICORN_OK;
}

static void free_gpus(gpus_state *state)
{
    if (state == NULL) return;
    for (uint32_t p = 0; state->parts && p < state->count; p++) {
        tg_device_plan_free(state->parts[p].device_plan);
        tg_gpu_worker_free(&state->parts[p].worker);
    }
    pthread_mutex_destroy(&state->lock);
    tg_device_cut_free(&state->cut);
    tg_free(state->parts);
    tg_free(state);
}

/* Copies the rows from GPU to GPU, and makes the index of each part. */
static tricorn_status fill_parts(tricorn_context *context, const gpus_state *state, tg_gpu_use *use)
{
    TG_DO(step_of(context, state, 0, 1, load, use));
    for (uint32_t have = 1; have < state->count; have *= 2) {
        const uint32_t last = 2 * have < state->count ? 2 * have : state->count;
        for (uint32_t p = have; p < last; p++) state->parts[p].giver = &state->parts[p - have];
        TG_DO(step_of(context, state, have, last, take_rows, use));
    }
    return step_of(context, state, 0, state->count, make_index, use);
}

static tricorn_status create(tricorn_context *context, tg_plan *plan)
{
    tricorn_status status = TRICORN_OK;
    gpus_state *made = NULL;
    tg_gpu_use use = {.peak_bytes = 0};

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    pthread_mutex_init(&made->lock, NULL);
    TG_TRY(create_parts(context, plan, made));
    TG_TRY(fill_parts(context, made, &use));
    plan->state = made;
    plan->transfer_seconds = use.times.transfer_seconds;
    made = NULL;
cleanup:
    free_gpus(made);
    return status;
}

static tricorn_status execute(
  tricorn_context *context, const tg_plan *plan, const tg_sink *sink, tricorn_result *result)
{
    gpus_state *state = plan->state;
    const tg_gpu_team team = team_of(state, 0, state->count);
    pthread_mutex_t sink_lock = PTHREAD_MUTEX_INITIALIZER;
    tricorn_status status = TRICORN_OK;
    tg_sink locked = {0};

    TG_TRY(tg_check_cancelled(context));
    if (sink) locked = *sink;
    locked.lock = &sink_lock;
    pthread_mutex_lock(&state->lock);
    for (uint32_t p = 0; p < state->count; p++) state->parts[p].sink = sink ? &locked : NULL;
    status = tg_gpu_team_count(context, &team, count, result);
    pthread_mutex_unlock(&state->lock);
cleanup:
    return status;
}

static void free_state(tg_plan *plan)
{
    free_gpus(plan->state);
}

const tg_schedule tg_schedule_gpus = {
  .name = "gpus", .fits = fits, .create = create, .execute = execute, .free = free_state};
