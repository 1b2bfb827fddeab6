/* on_device_none.c - replaces the .cu files of this folder in a build without CUDA.  No GPU can
 * be opened, so these functions are never called. */
#include "schedule/device/on_device.h"

static tricorn_status no_gpu(tricorn_context *context)
{
    return tg_fail(context, TRICORN_UNSUPPORTED, "this build has no GPU support");
}

static tricorn_status no_plan(tricorn_context *context, const tg_setup *setup)
{
    return tg_fail(context, TRICORN_UNSUPPORTED, "%s needs a build with GPU support",
                   setup->algorithm->description.name);
}

tricorn_status tg_device_plan_create(tricorn_context *context, const tg_task *task,
                                     const tg_setup *setup, tg_device_plan **plan)
{
    (void)task;
    (void)plan;
    return no_plan(context, setup);
}

tricorn_status tg_device_plan_of_task(tricorn_context *context, const tg_device_task *task,
                                      const tg_setup *setup, tg_device_plan **plan)
{
    (void)task;
    (void)plan;
    return no_plan(context, setup);
}

tricorn_status tg_device_plan_load(tricorn_context *context, const tricorn_graph *graph,
                                   const tg_setup *setup, tg_device_plan **plan)
{
    (void)graph;
    (void)plan;
    return no_plan(context, setup);
}

tricorn_status tg_device_plan_copy(tricorn_context *context, const tg_device_plan *from,
                                   tg_device_plan **plan)
{
    (void)from;
    (void)plan;
    return no_gpu(context);
}

tricorn_status tg_device_plan_split(tricorn_context *context, const tg_device_plan *plan,
                                    uint32_t parts, tg_device_cut *cut)
{
    (void)plan;
    (void)parts;
    (void)cut;
    return no_gpu(context);
}

void tg_device_cut_free(tg_device_cut *cut)
{
    (void)cut;
}

tricorn_status tg_device_plan_index(tricorn_context *context, tg_device_plan *plan,
                                    const tg_device_cut *cut, uint32_t part)
{
    (void)plan;
    (void)cut;
    (void)part;
    return no_gpu(context);
}

tricorn_status tg_device_count_start(tricorn_context *context, const tg_device_plan *plan,
                                     const tg_device_sink *sink, tg_running_count **count)
{
    (void)plan;
    (void)sink;
    (void)count;
    return no_gpu(context);
}

tricorn_status tg_device_count_finish(tricorn_context *context, tg_running_count *count,
                                      uint64_t *triangles)
{
    (void)count;
    (void)triangles;
    return no_gpu(context);
}

tricorn_status tg_device_plan_run(tricorn_context *context, const tg_device_plan *plan,
                                  uint64_t *triangles)
{
    (void)plan;
    (void)triangles;
    return no_gpu(context);
}

tricorn_status tg_device_plan_run_sink(tricorn_context *context, const tg_device_plan *plan,
                                       const tg_sink *sink, uint64_t *triangles)
{
    (void)plan;
    (void)sink;
    (void)triangles;
    return no_gpu(context);
}

tricorn_status tg_device_plan_run_there(tricorn_context *context, const tg_device_plan *plan,
                                        tg_device_supported *edges, uint64_t *triangles)
{
    (void)plan;
    (void)edges;
    (void)triangles;
    return no_gpu(context);
}

tricorn_status tg_device_supported_count(tricorn_context *context, const tg_setup *setup,
                                         tg_device_supported *edges, uint64_t *triangles)
{
    (void)edges;
    (void)triangles;
    return no_plan(context, setup);
}

tricorn_status tg_device_counts_create(tricorn_context *context, uint64_t count,
                                       uint32_t **counts)
{
    (void)count;
    (void)counts;
    return no_gpu(context);
}

tricorn_status tg_device_counts_add_vertices(tricorn_context *context, uint32_t *counts,
                                             uint64_t count, tg_numbering numbering,
                                             uint64_t *vertices)
{
    (void)counts;
    (void)count;
    (void)numbering;
    (void)vertices;
    return no_gpu(context);
}

tricorn_status tg_device_counts_add_edges(tricorn_context *context, uint32_t *counts,
                                          uint64_t count, uint32_t *edges)
{
    (void)counts;
    (void)count;
    (void)edges;
    return no_gpu(context);
}

tricorn_status tg_on_gpu_degrees(tricorn_context *context, const tricorn_graph *graph,
                                 uint64_t *degrees, bool *done)
{
    (void)context;
    (void)graph;
    (void)degrees;
    *done = false;
    return TRICORN_OK;
}

tricorn_status tg_device_plan_count_degrees(tricorn_context *context, tg_device_plan *plan)
{
    (void)plan;
    return no_gpu(context);
}

tricorn_status tg_device_plan_degrees(tricorn_context *context, const tg_device_plan *plan,
                                      uint64_t *degrees)
{
    (void)plan;
    (void)degrees;
    return no_gpu(context);
}

bool tg_device_plan_has_degrees(const tg_device_plan *plan)
{
    (void)plan;
    return false;
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
