/* gpu.c - the schedule of one GPU that has enough memory for the whole graph: the graph is one task on that GPU. */
#include "device/device.h"
#include "prepare/on_gpu.h"
#include "schedule/device/gpu_worker.h"
#include "schedule/device/on_device.h"
#include "schedule/schedule.h"

/* Returns the memory that the graph needs as a task on a GPU. */
static uint64_t bytes_of(const tg_plan *plan)
{
    const uint64_t edges = plan->graph->edges;
    const bool sources = tg_needs_of(&plan->request.setup) & TG_NEEDS_SOURCES;
    return tg_device_rows_bytes(plan->graph->active, edges) + (sources ? sizeof(uint32_t) * edges : 0);
}

static bool fits(const tricorn_context *context, const tg_plan *plan, tg_plan_bytes *bytes)
{
    (void)context;
    *bytes = (tg_plan_bytes){0};
    if (plan->request.setup.algorithm->gpu == NULL) return false;
    bytes->device = bytes_of(plan);
    return plan->request.classes <= 1 && plan->request.gpus.count == 1;
}

/* Makes the plan of the graph with the vertices' own numbers; the rows are on the GPU or in host memory. */
static tricorn_status create_own(
  tricorn_context *context, const tg_plan *plan, const tg_setup *setup, tg_device_plan **device_plan)
{
    tricorn_status status = TRICORN_OK;
    tg_device_plan *made = NULL;

    TG_TRY(tg_device_plan_load(context, plan->graph, setup, &made));
    if (plan->degrees) status = tg_device_plan_count_degrees(context, made);
    if (status != TRICORN_OUT_OF_DEVICE_MEMORY) TG_TRY(status);
    TG_TRY(tg_device_plan_index(context, made, NULL, 0));
    *device_plan = made;
    made = NULL;
cleanup:
    tg_device_plan_free(made);
    return status;
}

/* Makes the plan. `task` has the rows in host memory; it is read only if the request relabels. */
static tricorn_status create_plan(
  tricorn_context *context, const tg_plan *plan, const tg_task *task, tg_device_plan **device_plan)
{
    tg_setup setup = plan->request.setup;
    setup.counts = plan->request.counts;
    return plan->request.relabel ? tg_device_plan_create(context, task, &setup, device_plan)
                                 : create_own(context, plan, &setup, device_plan);
}

static tricorn_status create(tricorn_context *context, tg_plan *plan)
{
    const uint32_t number = plan->request.gpus.numbers[0];
    tg_device_plan *device_plan = NULL;
    uint32_t holder = 0;
    const bool there = plan->request.relabel == NULL && tg_graph_is_on(plan->graph, &holder) && holder == number;
    tg_task task;

    if (!there) TG_DO(tg_plan_task(context, plan, &task)); /* this call may open another GPU */
    TG_DO(tg_request_open_gpu(context, &plan->request));
    const tg_device_times before = *tg_device_times_of(context);
    TG_DO(create_plan(context, plan, &task, &device_plan));
    plan->state = device_plan;
    plan->degrees = tg_device_plan_has_degrees(device_plan);
    plan->transfer_seconds = tg_device_times_of(context)->transfer_seconds - before.transfer_seconds;
    return TRICORN_OK;
}

/* Counts. If `edges` is NULL, the counts are added to the sink; otherwise supports are counted,
 * and stay on the GPU in *edges. */
static tricorn_status count(tricorn_context *context, const tg_plan *plan, const tg_sink *sink,
  tg_device_supported *edges, tricorn_result *result)
{
    const tg_device_plan *device_plan = plan->state;

    TG_DO(tg_request_open_gpu(context, &plan->request));
    const tg_device_times before = *tg_device_times_of(context);
    tg_work_begin(context, "counting", 1);
    if (edges)
        TG_DO(tg_device_plan_run_there(context, device_plan, edges, &result->triangles));
    else
        TG_DO(sink ? tg_device_plan_run_sink(context, device_plan, sink, &result->triangles)
                   : tg_device_plan_run(context, device_plan, &result->triangles));
    if (tg_work_add(context, 1)) TG_DO(tg_check_cancelled(context));
    const tg_gpu_use use = tg_gpu_use_since(context, before);
    tg_gpu_use_add(&use, result);
    result->predicted.count_seconds = tg_device_plan_predicted(device_plan);
    return TRICORN_OK;
}

static tricorn_status execute(
  tricorn_context *context, const tg_plan *plan, const tg_sink *sink, tricorn_result *result)
{
    return count(context, plan, sink, NULL, result);
}

static tricorn_status execute_there(
  tricorn_context *context, const tg_plan *plan, tg_device_supported *edges, tricorn_result *result)
{
    tg_device_supported made = {0};
    const tricorn_status status = count(context, plan, NULL, &made, result);
    if (status == TRICORN_OK)
        *edges = made;
    else
        tg_device_supported_free(context, &made);
    return status;
}

static tricorn_status degrees_of(tricorn_context *context, const tg_plan *plan, uint64_t *degrees)
{
    const tricorn_graph *graph = plan->graph;

    TG_DO(tg_device_open(context, plan->request.gpus.numbers[0]));
    TG_DO(tg_device_plan_degrees(context, plan->state, degrees));
    for (uint64_t v = graph->active; v < graph->vertices; v++) degrees[v] = 0;
    return TRICORN_OK;
}

static void free_state(tg_plan *plan)
{
    tg_device_plan_free(plan->state);
}

const tg_schedule tg_schedule_gpu = {.name = "gpu",
  .relabels = true,
  .fits = fits,
  .create = create,
  .execute = execute,
  .execute_there = execute_there,
  .degrees = degrees_of,
  .free = free_state};
