/* gpu_parts.c - deals parts to GPUs: each takes the next part as soon as it has counted one.
 *
 * - Each GPU cuts the same parts with its own thread, and makes their blocks with its share of
 *   the context's threads and memory.
 * - All GPUs add to the arrays of one sink, one at a time (tg_sink.lock).
 */
#include "schedule/workers/gpu_parts.h"

#include <stdatomic.h>

#include "base/memory.h"
#include "schedule/device/gpu_worker.h"
#include "schedule/disk/parts.h"
#include "schedule/partitioned.h"

/* What the GPUs share. */
typedef struct queue {
    const tg_plan *plan;
    tg_sink sink;
    bool sinks;            /* counts go to the sink beside the total */
    _Atomic uint64_t next; /* the next part that a GPU claims */
    atomic_bool stop;
} queue;

typedef struct dealt {
    tg_gpu_worker worker;
    queue *from;
    tg_request request; /* that of the plan, for this GPU alone */
    uint64_t parts, triangles;
} dealt;

static tricorn_status count_claimed(tg_gpu_worker *worker, void *user)
{
    dealt *own = user;
    queue *from = own->from;
    tricorn_context *context = worker->context;
    tricorn_status status = TRICORN_OK;
    tg_pass_limits limits = {0};
    tg_parts *parts = NULL;

    TG_TRY(tg_parts_cut(context, from->plan->graph, &own->request, &limits, &parts));
    own->parts = tg_parts_count(parts);
    for (uint64_t p; !from->stop && (p = atomic_fetch_add(&from->next, 1)) < own->parts;) {
        uint64_t found = 0;
        TG_TRY(tg_parts_execute(context, parts, (tg_part_range){p, p + 1},
                                from->sinks ? &from->sink : NULL, &found));
        own->triangles += found;
    }
cleanup:
    if (status != TRICORN_OK) from->stop = true;
    tg_parts_free(parts);
    return status;
}

/* Makes the request of one GPU: it cuts like all others, with an equal share of the host. */
static tricorn_status divide_request(tricorn_context *context, const tg_plan *plan,
                                     tg_request *each)
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
    if (tg_partition_methods_of(each->partition)->shape)
        TG_TRY(tg_partition_memory(context, plan, &each->cut_bytes));
cleanup:
    return status;
}

static void watch(tricorn_context *context, void *user)
{
    queue *from = user;
    if (tg_work_add(context, 0)) from->stop = true;
}

tricorn_status tg_gpu_parts_execute(tricorn_context *context, const tg_plan *plan,
                                    const tg_sink *sink, tricorn_result *result)
{
    const tg_gpus *gpus = &plan->request.gpus;
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    queue from = {.plan = plan, .sinks = sink != NULL};
    const tg_gpu_watch watcher = {watch, &from};
    dealt each[TG_MOST_GPUS] = {0};
    tg_gpu_worker *workers[TG_MOST_GPUS];
    void *users[TG_MOST_GPUS];
    tg_gpu_use use = {.peak_bytes = 0};
    tricorn_status status = TRICORN_OK;
    tg_request request;

    TG_TRY(divide_request(context, plan, &request));
    if (sink) from.sink = *sink;
    from.sink.lock = &lock;
    for (uint32_t g = 0; g < gpus->count; g++) {
        each[g] = (dealt){.from = &from, .request = request};
        each[g].request.gpus.numbers[0] = gpus->numbers[g];
        TG_TRY(tg_gpu_worker_create(context, gpus->numbers[g], request.device_bytes_limit,
                                    &each[g].worker));
        workers[g] = &each[g].worker;
        users[g] = &each[g];
    }
    TG_TRY(
        tg_gpu_workers_do(context, workers, users, gpus->count, count_claimed, &watcher, &use));
    TG_TRY(tg_check_cancelled(context));
    result->triangles = 0;
    for (uint32_t g = 0; g < gpus->count; g++) result->triangles += each[g].triangles;
    result->cut.parts = result->cut.own_parts = each[0].parts;
    result->memory.device_peak_bytes = use.peak_bytes;
cleanup:
    for (uint32_t g = 0; g < gpus->count; g++) tg_gpu_worker_free(&each[g].worker);
    return status;
}
