/* on_device_none.c - stands for counting on a GPU in a build without CUDA: nothing reaches it,
 * for no GPU opens. */
#include "schedule/on_device.h"

trigon_status tg_device_plan_create(trigon_context *context, const tg_task *task,
                                    const tg_algorithm *algorithm, tg_device_plan **plan)
{
    (void)task;
    (void)plan;
    return tg_fail(context, TRIGON_UNSUPPORTED, "%s needs a build with GPU support",
                   algorithm->description.name);
}

trigon_status tg_device_plan_of_resident(trigon_context *context, const trigon_graph *graph,
                                         const tg_algorithm *algorithm, tg_device_plan **plan)
{
    (void)graph;
    return tg_device_plan_create(context, NULL, algorithm, plan);
}

trigon_status tg_device_plan_run(trigon_context *context, const tg_device_plan *plan,
                                 uint64_t *triangles)
{
    (void)plan;
    (void)triangles;
    return tg_fail(context, TRIGON_UNSUPPORTED, "this build has no GPU support");
}

trigon_status tg_device_plan_run_into(trigon_context *context, const tg_device_plan *plan,
                                      const tg_sink *sink, uint64_t *triangles)
{
    (void)sink;
    return tg_device_plan_run(context, plan, triangles);
}

void tg_device_plan_free(tg_device_plan *plan)
{
    (void)plan;
}
