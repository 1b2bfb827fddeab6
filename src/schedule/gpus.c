/* gpus.c - the schedule of several GPUs that each hold the whole graph: each GPU counts a part
 * of the wedges, and has a host thread of its own.
 *
 * The rows are copied to the GPUs in rounds.  In each round every GPU that has the rows copies
 * them to another GPU, so the number of GPUs that have them doubles.  Source: Polak, "Counting
 * Triangles in Large Graphs on GPU", IPDPS workshops 2016, section III-E, in which one GPU
 * copies the graph to all others.
 */
#include <pthread.h>

#include "base/memory.h"
#include "schedule/device/gpu_worker.h"
#include "schedule/device/on_device.h"
#include "schedule/schedule.h"

/* What one GPU counts; only the GPU's thread uses its context. */
typedef struct part {
    tg_gpu_worker worker;
    const tg_plan *plan;
    /* The part from whose GPU the rows are copied; NULL: they come from the graph. */
    const struct part *giver;
    uint32_t index, parts;    /* the number of this part, and how many parts exist */
    tg_device_cut *cut;       /* common to all parts */
    tg_device_plan *device_plan;
    /* Set during a count; all parts add to the sink's arrays, under sink_lock. */
    const tg_sink *sink;
    pthread_mutex_t *lock;
    uint64_t triangles;
} part;

typedef struct gpus_state {
    pthread_mutex_t lock;       /* protects the parts during a count */
    pthread_mutex_t sink_lock;  /* protects the arrays of a sink */
    part *parts;
    uint32_t count;
    tg_device_cut cut;
} gpus_state;

/* ---- steps of a part, in its thread ---- */

/* Brings the rows of the graph to the first GPU, and determines what each part counts. */
static tricorn_status load(tg_gpu_worker *worker, void *user)
{
    part *mine = user;
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_device_plan_load(worker->context, mine->plan->graph, &mine->plan->request.setup,
                               &mine->device_plan));
    TG_TRY(tg_device_plan_split(worker->context, mine->device_plan, mine->parts, mine->cut));
cleanup:
    return status;
}

static tricorn_status take_rows(tg_gpu_worker *worker, void *user)
{
    part *mine = user;
    return tg_device_plan_copy(worker->context, mine->giver->device_plan, &mine->device_plan);
}

static tricorn_status make_index(tg_gpu_worker *worker, void *user)
{
    part *mine = user;
    return tg_device_plan_index(worker->context, mine->device_plan, mine->cut, mine->index);
}

static tricorn_status count_total(tg_gpu_worker *worker, void *user)
{
    part *mine = user;
    return tg_device_plan_run(worker->context, mine->device_plan, &mine->triangles);
}

/* Counts on the GPU, then adds the counts to the arrays in host memory; only one part at a time
 * does this. */
static tricorn_status count_sink(tg_gpu_worker *worker, void *user)
{
    part *mine = user;
    tricorn_context *context = worker->context;
    const tricorn_graph *graph = mine->plan->graph;
    const uint64_t items = mine->sink->u ? graph->active : graph->edges;
    tg_running_count *count = NULL;
    tricorn_status status = TRICORN_OK;
    uint32_t *counts = NULL;

    TG_TRY(tg_device_counts_create(context, items, &counts));
    const tg_device_sink vertices = {.u = counts, .v = counts, .w = counts};
    const tg_device_sink edges = {.edges = counts, .from = counts, .into = counts};
    TG_TRY(tg_device_count_start(context, mine->device_plan, mine->sink->u ? &vertices : &edges,
                                 &count));
    TG_TRY(tg_device_count_finish(context, count, &mine->triangles));
    pthread_mutex_lock(mine->lock);
    status = mine->sink->u ? tg_device_counts_add_vertices(context, counts, items,
                                                           (tg_numbering){0, 1}, mine->sink->u)
                           : tg_device_counts_add_edges(context, counts, items,
                                                        mine->sink->edges);
    pthread_mutex_unlock(mine->lock);
cleanup:
    tg_device_free(context, counts);
    return status;
}

/* Runs one step for the parts `first` to `last` - 1, all at the same time. */
static tricorn_status step_of(tricorn_context *context, const gpus_state *state, uint32_t first,
                              uint32_t last, tg_gpu_step *step, tg_gpu_use *use)
{
    tricorn_status status = TRICORN_OK;
    tg_gpu_worker **workers = NULL;
    void **users = NULL;

    TG_TRY(TG_ALLOC(context, last - first, &workers));
    TG_TRY(TG_ALLOC(context, last - first, &users));
    for (uint32_t p = first; p < last; p++) {
        workers[p - first] = &state->parts[p].worker;
        users[p - first] = &state->parts[p];
    }
    TG_TRY(tg_gpu_workers_do(context, workers, users, last - first, step, NULL, use));
cleanup:
    tg_free(workers);
    tg_free(users);
    return status;
}

/* ---- the whole ---- */

static bool fits(const tricorn_context *context, const tg_plan *plan, tg_plan_bytes *bytes)
{
    (void)context;
    *bytes =
        (tg_plan_bytes){.device = tg_device_rows_bytes(plan->graph->active, plan->graph->edges)};
    return plan->request.setup.algorithm->gpu != NULL && plan->request.classes <= 1 &&
           plan->request.gpus.count > 1;
}

static tricorn_status create_parts(tricorn_context *context, const tg_plan *plan,
                                   gpus_state *state)
{
    tricorn_status status = TRICORN_OK;
    const tg_request *request = &plan->request;

    state->count = request->gpus.count;
    TG_TRY(TG_ALLOC_ZERO(context, state->count, &state->parts));
    for (uint32_t p = 0; p < state->count; p++) {
        part *mine = &state->parts[p];
        mine->plan = plan;
        mine->parts = state->count;
        mine->cut = &state->cut;
        mine->index = p;
        mine->lock = &state->sink_lock;
        TG_TRY(tg_gpu_worker_create(context, request->gpus.numbers[p],
                                    request->device_bytes_limit, &mine->worker));
    }
cleanup:
    return status;
}

static void free_gpus(gpus_state *state)
{
    if (state == NULL) return;
    for (uint32_t p = 0; state->parts && p < state->count; p++) {
        tg_device_plan_free(state->parts[p].device_plan);
        tg_gpu_worker_free(&state->parts[p].worker);
    }
    pthread_mutex_destroy(&state->lock);
    pthread_mutex_destroy(&state->sink_lock);
    tg_device_cut_free(&state->cut);
    tg_free(state->parts);
    tg_free(state);
}

/* Copies the rows from GPU to GPU, and makes the index of each part. */
static tricorn_status fill_parts(tricorn_context *context, const gpus_state *state,
                                 tg_gpu_use *use)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(step_of(context, state, 0, 1, load, use));
    for (uint32_t have = 1; have < state->count; have *= 2) {
        const uint32_t last = 2 * have < state->count ? 2 * have : state->count;
        for (uint32_t p = have; p < last; p++) state->parts[p].giver = &state->parts[p - have];
        TG_TRY(step_of(context, state, have, last, take_rows, use));
    }
    TG_TRY(step_of(context, state, 0, state->count, make_index, use));
cleanup:
    return status;
}

static tricorn_status create(tricorn_context *context, tg_plan *plan)
{
    tricorn_status status = TRICORN_OK;
    gpus_state *made = NULL;
    tg_gpu_use use = {.peak_bytes = 0};

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    pthread_mutex_init(&made->lock, NULL);
    pthread_mutex_init(&made->sink_lock, NULL);
    TG_TRY(create_parts(context, plan, made));
    TG_TRY(fill_parts(context, made, &use));
    plan->state = made;
    plan->transfer_seconds = use.times.transfer_seconds;
    made = NULL;
cleanup:
    free_gpus(made);
    return status;
}

static tricorn_status execute(tricorn_context *context, const tg_plan *plan, const tg_sink *sink,
                              tricorn_result *result)
{
    gpus_state *state = plan->state;
    tricorn_status status = TRICORN_OK;
    tg_gpu_use use = {.peak_bytes = 0};
    uint64_t sum = 0;

    TG_TRY(tg_check_cancelled(context));
    pthread_mutex_lock(&state->lock);
    for (uint32_t p = 0; p < state->count; p++) state->parts[p].sink = sink;
    status = step_of(context, state, 0, state->count, sink ? count_sink : count_total, &use);
    for (uint32_t p = 0; p < state->count; p++) sum += state->parts[p].triangles;
    pthread_mutex_unlock(&state->lock);
    TG_TRY(status);
    TG_TRY(tg_check_cancelled(context));
    result->triangles = sum;
    tg_gpu_use_add(&use, result);
cleanup:
    return status;
}

static void free_state(tg_plan *plan)
{
    free_gpus(plan->state);
}

const tg_schedule tg_schedule_gpus = {
    .name = "gpus", .fits = fits, .create = create, .execute = execute, .free = free_state};
