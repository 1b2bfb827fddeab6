/* on_device_none.c - stands for counting on a GPU in a build without CUDA: nothing reaches it,
 * for no GPU opens. */
#include "schedule/on_device.h"

tricorn_status tg_device_plan_create(tricorn_context *context, const tg_task *task,
                                     const tg_algorithm *algorithm, tg_device_plan **plan)
{
    (void)task;
    (void)plan;
    return tg_fail(context, TRICORN_UNSUPPORTED, "%s needs a build with GPU support",
                   algorithm->description.name);
}

tricorn_status tg_device_plan_of_resident(tricorn_context *context, const tricorn_graph *graph,
                                          const tg_algorithm *algorithm, tg_device_plan **plan)
{
    (void)graph;
    return tg_device_plan_create(context, NULL, algorithm, plan);
}

tricorn_status tg_device_plan_load(tricorn_context *context, const tricorn_graph *graph,
                                   const tg_algorithm *algorithm, tg_device_plan **plan)
{
    return tg_device_plan_of_resident(context, graph, algorithm, plan);
}

tricorn_status tg_device_plan_copy(tricorn_context *context, const tg_device_plan *from,
                                   tg_device_plan **plan)
{
    (void)plan;
    return tg_device_plan_run(context, from, NULL);
}

tricorn_status tg_device_plan_split(tricorn_context *context, const tg_device_plan *plan,
                                    uint32_t parts, uint32_t *rows)
{
    (void)parts;
    (void)rows;
    return tg_device_plan_run(context, plan, NULL);
}

tricorn_status tg_device_plan_arrange(tricorn_context *context, tg_device_plan *plan,
                                      uint32_t first_row, uint32_t last_row)
{
    (void)first_row;
    (void)last_row;
    return tg_device_plan_run(context, plan, NULL);
}

tricorn_status tg_device_plan_run(tricorn_context *context, const tg_device_plan *plan,
                                  uint64_t *triangles)
{
    (void)plan;
    (void)triangles;
    return tg_fail(context, TRICORN_UNSUPPORTED, "this build has no GPU support");
}

tricorn_status tg_device_plan_run_sink(tricorn_context *context, const tg_device_plan *plan,
                                       const tg_sink *sink, uint64_t *triangles)
{
    (void)sink;
    return tg_device_plan_run(context, plan, triangles);
}

double tg_device_plan_predicted(const tg_device_plan *plan)
{
    (void)plan;
    return 0;
}

void tg_device_plan_free(tg_device_plan *plan)
{
    (void)plan;
}
