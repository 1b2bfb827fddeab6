/* run_task.c - see run_task.h. */
#include "schedule/run_task.h"

#include "base/memory.h"
#include "prepare/resident.h"
#include "schedule/on_device.h"

static tricorn_status count_on_cpu(tricorn_context *context, const tg_task *task,
                                   const tg_setup *setup, const tg_sink *sink,
                                   uint64_t *triangles)
{
    const tg_cpu_methods *methods = setup->algorithm->cpu;
    tricorn_status status = TRICORN_OK;
    tg_arranged arranged = {0};

    if (sink) return methods->count_sink(context, task, sink, triangles);
    if (methods->arrange) TG_TRY(methods->arrange(context, task, &arranged));
    TG_TRY(methods->count(context, task, &arranged, triangles));
cleanup:
    tg_arranged_free(NULL, &arranged);
    return status;
}

static tricorn_status count_on_device(tricorn_context *context, const tg_task *task,
                                      const tg_setup *setup, const tg_sink *sink,
                                      uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    tg_device_plan *plan = NULL;

    if (tg_context_device(context) == NULL) TG_TRY(tg_device_open(context, 0));
    TG_TRY(tg_device_plan_create(context, task, setup, &plan));
    TG_TRY(sink ? tg_device_plan_run_sink(context, plan, sink, true, triangles)
                : tg_device_plan_run(context, plan, triangles));
cleanup:
    tg_device_plan_free(plan);
    return status;
}

tricorn_status tg_count_task(tricorn_context *context, const tg_task *task, const tg_setup *setup,
                             const tg_sink *sink, uint64_t *triangles)
{
    return tg_device_of(setup->algorithm) == TG_GPU
               ? count_on_device(context, task, setup, sink, triangles)
               : count_on_cpu(context, task, setup, sink, triangles);
}

tricorn_status tg_count_in_core(tricorn_context *context, const tricorn_graph *graph,
                                const tg_algorithm *algorithm, uint64_t *triangles)
{
    const tg_setup setup = tg_standard_setup(algorithm, TG_SINK_TOTAL);
    const tricorn_status status = tg_graph_fetch(context, graph);
    if (status != TRICORN_OK) return status;
    const tg_task task = tg_task_in_core(graph);
    return tg_count_task(context, &task, &setup, NULL, triangles);
}
