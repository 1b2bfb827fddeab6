/* gpu_parts.c - deals parts to GPUs: each takes the next part as soon as it has counted one.
 *
 * - The graph is cut once. Each GPU has a view of the parts: it makes or reads their blocks with its own thread, and
 *   its share of the context's threads and memory.
 * - All GPUs add to one sink, one at a time (tg_sink.lock).
 */
#include "schedule/workers/gpu_parts.h"

#include "base/memory.h"
#include "schedule/device/gpu_worker.h"
#include "schedule/disk/parts.h"
#include "schedule/partitioned.h"
#include "store/level_support.h"

typedef struct dealt {
    tg_gpu_worker worker; /* the first member (tg_gpu_team) */
    const tg_plan *plan; /* of the parts, with the limits of one GPU */
    const tg_worker_tasks *tasks; /* of all GPUs */
    const tg_sink *sink; /* of all GPUs; NULL: a total is counted */
    tg_part_queue *queue;
} dealt;

static tricorn_status count_dealt(tg_gpu_worker *worker)
{
    const dealt *own = (dealt *)worker;
    tricorn_context *context = worker->context;
    const uint64_t parts = tg_worker_tasks_of(own->tasks)->count;
    const tg_plan_limits before = tg_plan_begin(context, own->plan);
    tricorn_status status = TRICORN_OK;
    tg_worker_tasks *view = NULL;

    TG_TRY(tg_worker_tasks_view(context, own->tasks, &view));
    for (uint64_t p; !own->queue->stop && (p = tg_part_queue_take(own->queue, 1)) < parts;) {
        uint64_t found = 0;
        TG_TRY(tg_worker_tasks_count(context, view, &own->plan->request.setup, p, p + 1, own->sink, &found));
        worker->triangles += found;
        atomic_fetch_add(&own->queue->done, 1);
    }
cleanup:
    tg_worker_tasks_free(view);
    tg_plan_end(context, &before);
    return status;
}

/* Returns the plan of the parts with an equal share of the host for each GPU. */
static tg_plan divide_plan(const tricorn_context *context, const tg_parts *parts, uint32_t gpus)
{
    tg_plan each = *tg_parts_plan(parts);
    each.request.threads = context->threads > gpus ? context->threads / gpus : 1;
    each.request.host_bytes_limit = tg_memory_room(context->memory) / gpus;
    return each;
}

static tricorn_status count_parts(
  tricorn_context *context, const tg_gpus *gpus, const tg_parts *parts, const tg_sink *sink, tricorn_result *result)
{
    const tg_plan plan = divide_plan(context, parts, gpus->count);
    const tg_worker_tasks *tasks = tg_parts_tasks(parts);
    const tg_grid *grid = &tg_worker_tasks_of(tasks)->grid;
    tg_part_queue queue = {0};
    dealt each[TG_MOST_GPUS] = {0};
    const tg_gpu_team team = {each, sizeof *each, gpus->count, &queue};
    tricorn_status status = TRICORN_OK;

    for (uint32_t g = 0; g < gpus->count; g++) {
        each[g] = (dealt){.plan = &plan, .tasks = tasks, .sink = sink, .queue = &queue};
        TG_TRY(tg_gpu_worker_create(context, gpus->numbers[g], plan.request.device_bytes_limit, &each[g].worker));
    }
    result->cut.parts = result->cut.own_parts = tg_parts_count(parts);
    if (grid->rows > 0) result->cut.blocks = grid->rows * grid->columns;
    tg_work_begin(context, "counting", tg_parts_count(parts));
    TG_TRY(tg_gpu_team_count(context, &team, count_dealt, result));
cleanup:
    for (uint32_t g = 0; g < gpus->count; g++) tg_gpu_worker_free(&each[g].worker);
    return status;
}

static tricorn_status cut_and_count(
  tricorn_context *context, const tg_plan *plan, const tg_request *request, const tg_sink *sink, tricorn_result *result)
{
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    tricorn_status status = TRICORN_OK;
    tg_pass_limits limits = {0};
    tg_parts *parts = NULL;
    tg_sum_writer writer;
    tg_sink locked = {0};

    if (sink) locked = sink->stored ? (tg_sink){.writer = &writer} : *sink;
    locked.lock = &lock;
    if (locked.writer) TG_TRY(tg_level_support_begin(context, sink->stored, &writer));
    TG_TRY(tg_parts_cut_alone(context, plan->graph, request, &limits, &parts));
    TG_TRY(count_parts(context, &plan->request.gpus, parts, sink ? &locked : NULL, result));
cleanup:
    tg_parts_free(parts);
    return status;
}

/* Blocks are cut for the memory of one GPU, and again for half of that where an algorithm's index does not fit
 * beside them. */
tricorn_status tg_gpu_parts_execute(
  tricorn_context *context, const tg_plan *plan, const tg_sink *sink, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tg_request request = plan->request;

    request.gpus.count = 1;
    if (request.parts == 0) request.parts = plan->request.gpus.count;
    if (tg_partition_methods_of(request.partition)->shape)
        TG_DO(tg_partition_memory(context, plan, &request.cut_bytes));
    while ((status = cut_and_count(context, plan, &request, sink, result)) == TRICORN_OUT_OF_DEVICE_MEMORY ||
           (status == TRICORN_OUT_OF_MEMORY && plan->graph->store)) {
        request.cut_bytes /= 2;
        if (request.cut_bytes == 0) break;
    }
    return status;
}
