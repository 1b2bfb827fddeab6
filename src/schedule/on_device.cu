/* on_device.cu - a task put on the GPU once and counted there. */
#include "schedule/on_device.h"

#include <string.h>

#include "base/memory.h"
#include "device/cuda.cuh"
#include "prepare/resident.h"
#include "task/device_task.h"

struct tg_device_plan {
    tg_device *device;
    const tg_algorithm *algorithm;
    tg_device_task task;
    const trigon_graph *lender; /* of the task's rows; NULL: they are the plan's own */
};

/* Makes the task on the device one of the plan's algorithm. */
static trigon_status arrange(trigon_context *context, tg_device_plan *plan)
{
    trigon_status status = TRIGON_OK;
    tg_timer timer = {NULL, NULL};
    tg_device_times *times = tg_device_times_of(context);

    for (size_t p = 0; p < plan->algorithm->description.parameter_count; p++)
        plan->task.values[p] = tg_parameter_value(plan->algorithm, p);
    TG_TRY(tg_timer_start(context, &timer));
    TG_TRY(tg_device_task_trim(context, &plan->task));
    if (plan->algorithm->arrange) TG_TRY(plan->algorithm->arrange(context, &plan->task));
    TG_TRY(tg_timer_stop(context, &timer));
    TG_TRY(tg_timer_add(context, &timer, &times->arrange_seconds));
cleanup:
    tg_timer_free(&timer);
    return status;
}

/* An empty plan on the context's GPU. */
static trigon_status begin_plan(trigon_context *context, const tg_algorithm *algorithm,
                                tg_device_plan **plan)
{
    const trigon_status status = TG_ALLOC_ZERO(context, 1, plan);
    if (status != TRIGON_OK) return status;
    (*plan)->device = tg_context_device(context);
    (*plan)->algorithm = algorithm;
    tg_device_hold((*plan)->device);
    return TRIGON_OK;
}

extern "C" trigon_status tg_device_plan_create(trigon_context *context, const tg_task *task,
                                               const tg_algorithm *algorithm,
                                               tg_device_plan **plan)
{
    trigon_status status = TRIGON_OK;
    tg_device_plan *made = NULL;

    TG_TRY(tg_check_cancelled(context));
    TG_TRY(begin_plan(context, algorithm, &made));
    TG_TRY(tg_device_task_upload(context, task, algorithm->needs, &made->task));
    TG_TRY(arrange(context, made));
    *plan = made;
    made = NULL;

cleanup:
    tg_device_plan_free(made);
    return status;
}

static void fill_task(tg_device_task *task, const tg_device_rows *rows, const uint32_t *sources)
{
    task->edges = task->from = task->into = *rows;
    task->sources = sources;
    task->last_row = rows->count;
    task->last_edge = rows->id_count;
    task->whole = true;
}

extern "C" trigon_status tg_device_plan_of_resident(trigon_context *context,
                                                    const trigon_graph *graph,
                                                    const tg_algorithm *algorithm,
                                                    tg_device_plan **plan)
{
    trigon_status status = TRIGON_OK;
    tg_device_plan *made = NULL;
    tg_device_rows rows;
    const uint32_t *sources = NULL;

    TG_TRY(tg_check_cancelled(context));
    TG_TRY(begin_plan(context, algorithm, &made));
    if (!tg_resident_borrow(graph, &rows, &sources))
        TG_TRY(tg_fail(context, TRIGON_OUT_OF_MEMORY, "the graph has left the GPU"));
    made->lender = graph;
    fill_task(&made->task, &rows, sources);
    TG_TRY(arrange(context, made));
    *plan = made;
    made = NULL;

cleanup:
    tg_device_plan_free(made);
    return status;
}

extern "C" trigon_status tg_device_plan_of_graph(trigon_context *context, tg_device_graph *graph,
                                                 const tg_algorithm *algorithm,
                                                 tg_device_plan **plan)
{
    trigon_status status = TRIGON_OK;
    tg_device_plan *made = NULL;

    TG_TRY(begin_plan(context, algorithm, &made));
    fill_task(&made->task, &graph->rows, graph->sources);
    graph->rows.offsets = graph->rows.ids = graph->sources = NULL;
    TG_TRY(arrange(context, made));
    *plan = made;
    made = NULL;

cleanup:
    tg_device_plan_free(made);
    tg_device_graph_free(context, graph);
    return status;
}

/* What was arranged on another stream is complete: creating the plan waited for it. */
extern "C" trigon_status tg_device_plan_run(trigon_context *context, const tg_device_plan *plan,
                                            uint64_t *triangles)
{
    trigon_status status = TRIGON_OK;
    tg_tally *tally = NULL;
    unsigned long long found = 0;
    tg_timer timer = {NULL, NULL};
    tg_device_times *times = tg_device_times_of(context);

    TG_TRY(tg_check_cancelled(context));
    TG_TRY(TG_DEVICE_ALLOC(context, 1, &tally));
    TG_TRY(tg_timer_start(context, &timer));
    TG_TRY_CUDA(context, cudaMemsetAsync(tally, 0, sizeof *tally, tg_device_stream(context)));
    if (plan->task.first_edge < plan->task.last_edge)
        TG_TRY(plan->algorithm->enqueue(context, &plan->task, tally));
    TG_TRY(tg_timer_stop(context, &timer));
    TG_TRY(tg_device_copy_out(context, &found, &tally->found, sizeof found));
    TG_TRY(tg_timer_add(context, &timer, &times->count_seconds));
    TG_TRY(tg_check_cancelled(context));
    *triangles = found;

cleanup:
    tg_device_free(context, tally);
    tg_timer_free(&timer);
    return status;
}

extern "C" void tg_device_plan_free(tg_device_plan *plan)
{
    if (plan == NULL) return;
    if (plan->lender) {
        memset(&plan->task.edges, 0, sizeof plan->task.edges);
        plan->task.from = plan->task.into = plan->task.edges;
        plan->task.sources = NULL;
        tg_resident_return(plan->lender);
    }
    tg_device_task_free(plan->device, &plan->task);
    tg_device_release(plan->device);
    tg_free(plan);
}
