/* in_core.c - the graph as one task, or as the tasks of a partition held in memory. */
#include "schedule/schedule.h"

#include "base/memory.h"
#include "schedule/on_device.h"
#include "task/partition.h"

/* On the GPU: there and back for this one count. */
static tricorn_status count_on_device(tricorn_context *context, const tg_task *task,
                                      const tg_algorithm *algorithm, uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    tg_device_plan *plan = NULL;

    if (tg_context_device(context) == NULL) TG_TRY(tg_device_open(context, 0));
    TG_TRY(tg_device_plan_create(context, task, algorithm, &plan));
    TG_TRY(tg_device_plan_run(context, plan, triangles));
cleanup:
    tg_device_plan_free(plan);
    return status;
}

/* For algorithms that prepare tasks, where nothing is to be kept for another count. */
static tricorn_status count_once(tricorn_context *context, const tg_task *task,
                                 const tg_algorithm *algorithm, uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    tg_prepared *prepared = NULL;

    TG_TRY(algorithm->prepare(context, task, &prepared));
    TG_TRY(algorithm->count_prepared(context, task, prepared, triangles));
cleanup:
    algorithm->free_prepared(prepared);
    return status;
}

tricorn_status tg_count_task(tricorn_context *context, const tg_task *task,
                             const tg_algorithm *algorithm, uint64_t *triangles)
{
    if (algorithm->device == TG_GPU) return count_on_device(context, task, algorithm, triangles);
    return algorithm->count ? algorithm->count(context, task, triangles)
                            : count_once(context, task, algorithm, triangles);
}

tricorn_status tg_count_in_core(tricorn_context *context, const tricorn_graph *graph,
                                const tg_algorithm *algorithm, uint64_t *triangles)
{
    const tg_task task = tg_task_in_core(graph);
    return tg_count_task(context, &task, algorithm, triangles);
}

/* The tasks whose edges start in class i. */
static tricorn_status count_class(tricorn_context *context, const tg_partition *partition,
                                  const tg_algorithm *algorithm, uint32_t i, uint64_t *sum)
{
    tricorn_status status = TRICORN_OK;
    for (uint32_t j = 0; j < partition->classes; j++)
        for (uint32_t k = 0; k < partition->classes; k++) {
            const tg_task task = tg_partition_task(partition, i, j, k);
            uint64_t triangles = 0;
            TG_TRY(tg_count_task(context, &task, algorithm, &triangles));
            *sum += triangles;
        }
cleanup:
    return status;
}

tricorn_status tg_count_in_parts(tricorn_context *context, const tricorn_graph *graph,
                                 const tg_algorithm *algorithm, uint32_t classes,
                                 uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;
    tg_partition partition = {0};
    uint64_t sum = 0;

    TG_TRY(tg_partition_create(context, graph, classes, &partition));
    for (uint32_t i = 0; i < classes; i++)
        TG_TRY(count_class(context, &partition, algorithm, i, &sum));
    *triangles = sum;

cleanup:
    tg_partition_free(&partition);
    return status;
}
