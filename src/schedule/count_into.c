/* count_sink.c - a whole graph counted into a sink, where the algorithm runs. */
#include "schedule/schedule.h"

#include <stdio.h>

#include "device/device.h"
#include "prepare/resident.h"
#include "schedule/on_device.h"

enum { REASON_BYTES = 256 };

/* Totals are counted in parts where the GPU is too small; these counts are not. */
static tricorn_status does_not_fit(tricorn_context *context)
{
    char reason[REASON_BYTES];
    snprintf(reason, sizeof reason, "%s", tricorn_context_message(context));
    return tg_fail(context, TRICORN_OUT_OF_DEVICE_MEMORY,
                   "triangles of vertices and edges are counted on a GPU only where the whole "
                   "graph fits there (%s); name the device 'cpu'",
                   reason);
}

/* The graph goes there, unless it is there, and the counts come back. */
static tricorn_status count_on_device(tricorn_context *context, const tricorn_graph *graph,
                                      const tg_algorithm *algorithm, const tg_sink *sink,
                                      uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    tg_device_plan *plan = NULL;
    tg_algorithm into = *algorithm; /* arranged for it; the plan is gone before */
    uint32_t gpu = 0;

    into.trims = false; /* only the other arrange() does */
    into.arrange = sink->vertices ? algorithm->arrange_vertices : algorithm->arrange_edges;
    if (tg_context_device(context) == NULL) TG_TRY(tg_device_open(context, 0));
    if (tg_graph_is_on(graph, &gpu) && gpu == tg_device_properties_of(context)->ordinal) {
        status = tg_device_plan_of_resident(context, graph, &into, &plan);
    } else {
        TG_TRY(tg_graph_fetch(context, graph));
        const tg_task task = tg_task_in_core(graph);
        status = tg_device_plan_create(context, &task, &into, &plan);
    }
    tg_work_begin(context, "counting", 1);
    if (status == TRICORN_OK) status = tg_device_plan_run_sink(context, plan, sink, triangles);
    if (status == TRICORN_OUT_OF_DEVICE_MEMORY) status = does_not_fit(context);
    TG_TRY(status);
    if (tg_work_add(context, 1)) TG_TRY(tg_check_cancelled(context));
cleanup:
    tg_device_plan_free(plan);
    return status;
}

tricorn_status tg_count_sink(tricorn_context *context, const tricorn_graph *graph,
                             const tg_algorithm *algorithm, const tg_sink *sink,
                             uint64_t *triangles)
{
    if (algorithm->device == TG_GPU)
        return count_on_device(context, graph, algorithm, sink, triangles);
    const tg_task task = tg_task_in_core(graph);
    return algorithm->count_sink(context, &task, sink, triangles);
}
