/* on_device.cu - a task put on the GPU once and counted there. */
#include "schedule/on_device.h"

#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "device/cuda.cuh"
#include "prepare/resident.h"
#include "task/device_task.h"

struct tg_device_plan {
    tg_device *device;
    const tg_algorithm *algorithm;
    tg_device_task task;
    const tricorn_graph *lender; /* of the task's rows; NULL: they are the plan's own */
};

/* Makes the task on the device one of the plan's algorithm. */
static tricorn_status arrange(tricorn_context *context, tg_device_plan *plan)
{
    tricorn_status status = TRICORN_OK;
    tg_timer timer = {NULL, NULL};
    tg_device_times *times = tg_device_times_of(context);

    for (size_t p = 0; p < plan->algorithm->description.parameter_count; p++)
        plan->task.values[p] = tg_parameter_value(plan->algorithm, p);
    TG_TRY(tg_timer_start(context, &timer));
    if (!plan->algorithm->trims) TG_TRY(tg_device_task_trim(context, &plan->task));
    if (plan->algorithm->arrange) TG_TRY(plan->algorithm->arrange(context, &plan->task));
    TG_TRY(tg_timer_stop(context, &timer));
    TG_TRY(tg_timer_add(context, &timer, &times->arrange_seconds));
cleanup:
    tg_timer_free(&timer);
    return status;
}

static uint32_t needs_of(const tg_algorithm *algorithm)
{
    return algorithm->needs_with ? algorithm->needs_with(algorithm) : algorithm->needs;
}

/* An empty plan on the context's GPU. */
static tricorn_status begin_plan(tricorn_context *context, const tg_algorithm *algorithm,
                                 tg_device_plan **plan)
{
    const tricorn_status status = TG_ALLOC_ZERO(context, 1, plan);
    if (status != TRICORN_OK) return status;
    (*plan)->device = tg_context_device(context);
    (*plan)->algorithm = algorithm;
    tg_device_hold((*plan)->device);
    return TRICORN_OK;
}

extern "C" tricorn_status tg_device_plan_create(tricorn_context *context, const tg_task *task,
                                                const tg_algorithm *algorithm,
                                                tg_device_plan **plan)
{
    tricorn_status status = TRICORN_OK;
    tg_device_plan *made = NULL;

    TG_TRY(tg_check_cancelled(context));
    TG_TRY(begin_plan(context, algorithm, &made));
    TG_TRY(tg_device_task_upload(context, task, needs_of(algorithm), &made->task));
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

extern "C" tricorn_status tg_device_plan_of_resident(tricorn_context *context,
                                                     const tricorn_graph *graph,
                                                     const tg_algorithm *algorithm,
                                                     tg_device_plan **plan)
{
    tricorn_status status = TRICORN_OK;
    tg_device_plan *made = NULL;
    tg_device_rows rows;
    const uint32_t *sources = NULL;

    TG_TRY(tg_check_cancelled(context));
    TG_TRY(begin_plan(context, algorithm, &made));
    if (!tg_resident_borrow(graph, &rows, &sources))
        TG_TRY(tg_fail(context, TRICORN_OUT_OF_DEVICE_MEMORY, "the graph has left the GPU"));
    made->lender = graph;
    fill_task(&made->task, &rows, sources);
    TG_TRY(arrange(context, made));
    *plan = made;
    made = NULL;

cleanup:
    tg_device_plan_free(made);
    return status;
}

/* ---- in steps ----------------------------------------------------------------------------- */

extern "C" tricorn_status tg_device_plan_load(tricorn_context *context,
                                              const tricorn_graph *graph,
                                              const tg_algorithm *algorithm,
                                              tg_device_plan **plan)
{
    tricorn_status status = TRICORN_OK;
    tg_device_plan *made = NULL;
    tg_device_rows rows;
    const uint32_t *sources = NULL;
    uint32_t gpu = 0;

    TG_TRY(begin_plan(context, algorithm, &made));
    if (tg_graph_is_on(graph, &gpu) && gpu == tg_device_properties_of(context)->ordinal &&
        tg_resident_borrow(graph, &rows, &sources)) {
        made->lender = graph;
        fill_task(&made->task, &rows, sources);
    } else {
        TG_TRY(tg_graph_fetch(context, graph));
        const tg_task task = tg_task_in_core(graph);
        TG_TRY(tg_device_task_upload(context, &task, needs_of(algorithm), &made->task));
    }
    *plan = made;
    made = NULL;
cleanup:
    tg_device_plan_free(made);
    return status;
}

extern "C" tricorn_status tg_device_plan_copy(tricorn_context *context,
                                              const tg_device_plan *from, tg_device_plan **plan)
{
    tricorn_status status = TRICORN_OK;
    tg_device_plan *made = NULL;

    TG_TRY(begin_plan(context, from->algorithm, &made));
    TG_TRY(tg_device_task_copy(context, &from->task, from->device, needs_of(from->algorithm),
                               &made->task));
    *plan = made;
    made = NULL;
cleanup:
    tg_device_plan_free(made);
    return status;
}

extern "C" tricorn_status tg_device_plan_split(tricorn_context *context,
                                               const tg_device_plan *plan, uint32_t parts,
                                               uint32_t *rows)
{
    tricorn_status status = TRICORN_OK;
    const tg_device_task *task = &plan->task;
    double *work = NULL;
    uint64_t *edges = NULL;

    TG_TRY(TG_ALLOC(context, TG_WORK_BINS, &work));
    TG_TRY(TG_ALLOC(context, (size_t)parts + 1, &edges));
    TG_TRY(plan->algorithm->work ? plan->algorithm->work(context, task, work)
                                 : tg_device_task_work(context, task, work));
    tg_split_work(work, TG_WORK_BINS, task->first_edge, task->last_edge, parts, edges);
    TG_TRY(tg_device_task_rows(context, task, edges, parts, rows));
    rows[0] = task->first_row;
    rows[parts] = task->last_row;
cleanup:
    tg_free(work);
    tg_free(edges);
    return status;
}

extern "C" tricorn_status tg_device_plan_arrange(tricorn_context *context, tg_device_plan *plan,
                                                 uint32_t first_row, uint32_t last_row)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_check_cancelled(context));
    TG_TRY(tg_device_task_narrow(context, &plan->task, first_row, last_row));
    TG_TRY(arrange(context, plan));
cleanup:
    return status;
}

/* ---- of a graph prepared there ------------------------------------------------------------- */

extern "C" tricorn_status tg_device_plan_of_graph(tricorn_context *context,
                                                  tg_device_graph *graph,
                                                  const tg_algorithm *algorithm,
                                                  tg_device_plan **plan)
{
    tricorn_status status = TRICORN_OK;
    tg_device_plan *made = NULL;

    TG_TRY(begin_plan(context, algorithm, &made));
    fill_task(&made->task, &graph->rows, graph->sources);
    graph->rows.offsets = graph->rows.ids = graph->sources = NULL;
    if (graph->trimmed) {
        made->task.last_row = graph->last_row;
        made->task.last_edge = graph->last_edge;
        made->task.trimmed = true;
    }
    TG_TRY(arrange(context, made));
    *plan = made;
    made = NULL;

cleanup:
    tg_device_plan_free(made);
    tg_device_graph_free(context, graph);
    return status;
}

/* The work on the stream: to be timed as the count. */
static tricorn_status enqueue(tricorn_context *context, const tg_device_plan *plan,
                              const tg_device_sink *sink, tg_tally *tally)
{
    tricorn_status status = TRICORN_OK;
    const tg_device_task *task = &plan->task;
    const cudaStream_t stream = tg_device_stream(context);

    TG_TRY_CUDA(context, cudaMemsetAsync(tally, 0, sizeof *tally, stream));
    if (sink && sink->vertices)
        TG_TRY_CUDA(context, cudaMemsetAsync(sink->vertices, 0,
                                             task->edges.count * sizeof *sink->vertices, stream));
    if (sink && sink->edges)
        TG_TRY_CUDA(context, cudaMemsetAsync(sink->edges, 0,
                                             task->edges.id_count * sizeof *sink->edges, stream));
    if (task->first_edge < task->last_edge)
        TG_TRY(sink ? plan->algorithm->enqueue_sink(context, task, sink, tally)
                    : plan->algorithm->enqueue(context, task, tally));
cleanup:
    return status;
}

/* What was arranged on another stream is complete: creating the plan waited for it. */
static tricorn_status run(tricorn_context *context, const tg_device_plan *plan,
                          const tg_device_sink *sink, uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    tg_tally *tally = NULL;
    unsigned long long found = 0;
    tg_timer timer = {NULL, NULL};
    tg_device_times *times = tg_device_times_of(context);

    TG_TRY(tg_check_cancelled(context));
    TG_TRY(TG_DEVICE_ALLOC(context, 1, &tally));
    TG_TRY(tg_timer_start(context, &timer));
    TG_TRY(enqueue(context, plan, sink, tally));
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

extern "C" tricorn_status tg_device_plan_run(tricorn_context *context, const tg_device_plan *plan,
                                             uint64_t *triangles)
{
    return run(context, plan, NULL, triangles);
}

/* Counts of 32 bits become 64 wide in their own array: they come to its second half, and each is
 * read before it is written over. */
static tricorn_status copy_vertices(tricorn_context *context, const uint32_t *counts,
                                    uint32_t count, uint64_t *wide)
{
    char *const narrow = (char *)wide + count * sizeof *counts;
    const tricorn_status status =
        tg_device_copy_out(context, narrow, counts, count * sizeof *counts);
    if (status != TRICORN_OK) return status;
    for (uint32_t v = 0; v < count; v++) {
        uint32_t one;
        memcpy(&one, narrow + v * sizeof one, sizeof one);
        wide[v] = one;
    }
    return TRICORN_OK;
}

extern "C" tricorn_status tg_device_plan_run_sink(tricorn_context *context,
                                                  const tg_device_plan *plan, const tg_sink *sink,
                                                  uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    const tg_device_rows *rows = &plan->task.edges;
    tg_device_sink there = {NULL, NULL};
    tg_device_times *times = tg_device_times_of(context);

    if (sink->vertices) TG_TRY(TG_DEVICE_ALLOC(context, rows->count, &there.vertices));
    if (sink->edges) TG_TRY(TG_DEVICE_ALLOC(context, rows->id_count, &there.edges));
    TG_TRY(run(context, plan, &there, triangles));
    {
        const double start = tg_clock_now();
        if (there.vertices)
            TG_TRY(copy_vertices(context, there.vertices, rows->count, sink->vertices));
        if (there.edges)
            TG_TRY(tg_device_copy_out(context, sink->edges, there.edges,
                                      rows->id_count * sizeof *sink->edges));
        times->transfer_seconds += tg_clock_now() - start;
    }
cleanup:
    tg_device_free(context, there.vertices);
    tg_device_free(context, there.edges);
    return status;
}

extern "C" double tg_device_plan_predicted(const tg_device_plan *plan)
{
    return plan->task.arranged.predicted_seconds;
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
