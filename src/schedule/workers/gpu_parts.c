/* gpu_parts.c - deals parts to GPUs: each takes the next part as soon as it has counted one.
 *
 * - Each GPU cuts the same parts with its own thread, and makes their blocks with its share of
 *   the context's threads and memory.
 * - All GPUs add to the arrays of one sink, one at a time (tg_sink.lock).
 */
#include "schedule/workers/gpu_parts.h"

#include "base/memory.h"
#include "schedule/device/gpu_worker.h"
#include "schedule/disk/parts.h"
#include "schedule/partitioned.h"

typedef struct dealt {
    tg_gpu_worker worker; /* the first member (tg_gpu_team) */
    const tg_plan *plan;
    tg_request request; /* that of the plan, for this GPU alone */
    const tg_sink *sink;
    tg_part_queue *queue;
    uint64_t parts;
} dealt;

static tricorn_status count_parts(tg_gpu_worker *worker)
{
    dealt *own = (dealt *)worker;
    tg_part_queue *queue = own->queue;
    tricorn_status status = TRICORN_OK;
    tg_pass_limits limits = {0};
    tg_parts *parts = NULL;

    TG_TRY(tg_parts_cut(worker->context, own->plan->graph, &own->request, &limits, &parts));
    own->parts = tg_parts_count(parts);
    for (uint64_t p; !queue->stop && (p = tg_part_queue_take(queue, 1)) < own->parts;) {
        uint64_t found = 0;
        TG_TRY(tg_parts_execute(worker->context, parts, (tg_part_range){p, p + 1}, own->sink, &found));
        worker->triangles += found;
    }
cleanup:
    tg_parts_free(parts);
    return status;
}

/* Makes the request of one GPU: it cuts like all others, with an equal share of the host. */
static tricorn_status divide_request(tricorn_context *context, const tg_plan *plan, tg_request *each)
{
    const uint32_t gpus = plan->request.gpus.count;
    tricorn_status status = TRICORN_OK;
    tg_rows rows;
    TG_TRY(tg_plan_rows(context, plan, &rows)); /* brings them to host memory, once for all */
    *each = plan->request;
    each->gpus.count = 1;
    each->threads = context->threads > gpus ? context->threads / gpus : 1;
    each->host_bytes_limit = tg_memory_room(context->memory) / gpus;
    if (each->parts == 0) each->parts = gpus;
    if (tg_partition_methods_of(each->partition)->shape) TG_TRY(tg_partition_memory(context, plan, &each->cut_bytes));
cleanup:
    return status;
}

tricorn_status tg_gpu_parts_execute(
  tricorn_context *context, const tg_plan *plan, const tg_sink *sink, tricorn_result *result)
{
    const tg_gpus *gpus = &plan->request.gpus;
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    tg_part_queue queue = {0};
    dealt each[TG_MOST_GPUS] = {0};
    const tg_gpu_team team = {each, sizeof *each, gpus->count, &queue};
    tricorn_status status = TRICORN_OK;
    tg_sink locked = {0};
    tg_request request;

    TG_TRY(divide_request(context, plan, &request));
    if (sink) locked = *sink;
    locked.lock = &lock;
    for (uint32_t g = 0; g < gpus->count; g++) {
        each[g] = (dealt){.plan = plan, .request = request, .queue = &queue};
        if (sink) each[g].sink = &locked;
        each[g].request.gpus.numbers[0] = gpus->numbers[g];
        TG_TRY(tg_gpu_worker_create(context, gpus->numbers[g], request.device_bytes_limit, &each[g].worker));
    }
    TG_TRY(tg_gpu_team_count(context, &team, count_parts, result));
    result->cut.parts = result->cut.own_parts = each[0].parts;
cleanup:
    for (uint32_t g = 0; g < gpus->count; g++) tg_gpu_worker_free(&each[g].worker);
    return status;
}
