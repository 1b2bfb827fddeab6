/* cpu.c - the schedule of the CPU: the graph in host memory is one task. */
#include "base/clock.h"
#include "base/memory.h"
#include "base/numa.h"
#include "schedule/schedule.h"

static bool fits(const tricorn_context *context, const tg_plan *plan, tg_plan_bytes *bytes)
{
    (void)context;
    /* Algorithms obey the memory limit on their own. */
    *bytes = (tg_plan_bytes){0};
    return plan->request.setup.algorithm->cpu != NULL && plan->request.classes <= 1;
}

static tricorn_status create(tricorn_context *context, tg_plan *plan)
{
    const tg_setup *setup = &plan->request.setup;
    const tg_cpu_methods *methods = setup->algorithm->cpu;
    tricorn_status status = TRICORN_OK;
    tg_index *index = NULL;
    tg_task task;

    TG_TRY(tg_plan_task(context, plan, &task));
    TG_TRY(TG_ALLOC_ZERO(context, 1, &index));
    if (setup->sink == TG_SINK_TOTAL && methods->make_index) TG_TRY(methods->make_index(context, &task, index));
    plan->state = index;
    index = NULL;
cleanup:
    tg_free(index);
    return status;
}

static tricorn_status count(tricorn_context *context, const tg_plan *plan, const tg_sink *sink, uint64_t *triangles)
{
    const tg_cpu_methods *methods = plan->request.setup.algorithm->cpu;
    tg_task task;
    TG_DO(tg_plan_task(context, plan, &task));
    return sink ? methods->count_sink(context, &task, sink, triangles)
                : methods->count(context, &task, plan->state, triangles);
}

static tricorn_status execute(
  tricorn_context *context, const tg_plan *plan, const tg_sink *sink, tricorn_result *result)
{
    const tg_index *index = plan->state;
    const double start = tg_clock_now();

    tg_binding *const binding = tg_numa_bind(tg_numa_of_machine(), context->threads);
    const tricorn_status status = count(context, plan, sink, &result->triangles);
    tg_numa_unbind(binding);
    result->seconds.count = tg_clock_now() - start;
    result->predicted.count_seconds = index->predicted_seconds;
    result->predicted.work = index->work;
    return status;
}

static void free_state(tg_plan *plan)
{
    if (plan->state) tg_index_free(NULL, plan->state);
    tg_free(plan->state);
}

const tg_schedule tg_schedule_cpu = {
  .name = "cpu", .relabels = true, .fits = fits, .create = create, .execute = execute, .free = free_state};
