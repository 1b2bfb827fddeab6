/* multi_gpu.c - see multi_gpu.h.
 *
 * Source: Polak, "Counting Triangles in Large Graphs on GPU", IPDPS workshops 2016, section
 * III-E. There one GPU prepares the graph and hands it to the others; here each takes it from the
 * host, at the same time.
 */
#include "schedule/multi_gpu.h"

#include <pthread.h>

#include "base/memory.h"
#include "schedule/on_device.h"

/* One GPU's share; its context is used by its thread alone. */
typedef struct part {
    trigon_context *context;
    uint32_t number;
    uint64_t bytes_limit;
    tg_task task;
    const tg_algorithm *algorithm;
    tg_device_plan *plan;
    tg_multi_gpu_use use; /* of the last step */
    uint64_t triangles;
    trigon_status status;
    pthread_t thread;
} part;

struct tg_multi_gpu {
    pthread_mutex_t *lock; /* of the parts, while they run */
    part *parts;
    uint32_t count;
    tg_multi_gpu_use made;
};

/* ---- splitting ---------------------------------------------------------------------------- */

static uint64_t work_of_row(const tg_task *task, uint32_t row)
{
    const uint64_t edges = task->edges.offsets[row + 1] - task->edges.offsets[row];
    return edges + edges * edges / 2;
}

void tg_multi_gpu_split(const tg_task *task, uint32_t parts, uint32_t *rows)
{
    double all = 0, before = 0;
    uint32_t row = task->first_row;

    for (uint32_t r = task->first_row; r < task->last_row; r++)
        all += (double)work_of_row(task, r);
    rows[0] = task->first_row;
    for (uint32_t p = 1; p < parts; p++) {
        while (row < task->last_row && before < all / parts * p)
            before += (double)work_of_row(task, row++);
        rows[p] = row;
    }
    rows[parts] = task->last_row;
}

/* ---- parts -------------------------------------------------------------------------------- */

static tg_device_times difference(tg_device_times after, tg_device_times before)
{
    after.transfer_seconds -= before.transfer_seconds;
    after.arrange_seconds -= before.arrange_seconds;
    after.count_seconds -= before.count_seconds;
    return after;
}

static void *create_part(void *given)
{
    part *mine = given;
    mine->status = tg_device_open(mine->context, mine->number);
    if (mine->status != TRIGON_OK) return NULL;
    tg_device_set_limit(mine->context, mine->bytes_limit);
    const tg_device_times before = *tg_device_times_of(mine->context);
    mine->status =
        tg_device_plan_create(mine->context, &mine->task, mine->algorithm, &mine->plan);
    mine->use.times = difference(*tg_device_times_of(mine->context), before);
    mine->use.peak_bytes = tg_device_peak_bytes(mine->context);
    return NULL;
}

static void *run_part(void *given)
{
    part *mine = given;
    mine->status = tg_device_open(mine->context, mine->number);
    if (mine->status != TRIGON_OK) return NULL;
    const tg_device_times before = *tg_device_times_of(mine->context);
    mine->status = tg_device_plan_run(mine->context, mine->plan, &mine->triangles);
    mine->use.times = difference(*tg_device_times_of(mine->context), before);
    mine->use.peak_bytes = tg_device_peak_bytes(mine->context);
    return NULL;
}

/* One step of all parts at once.  The first error is the one of the whole. */
static trigon_status all_parts(trigon_context *context, const tg_multi_gpu *plan,
                               void *(*step)(void *part))
{
    trigon_status status = TRIGON_OK;
    uint32_t started = 0;
    for (; started < plan->count; started++)
        if (pthread_create(&plan->parts[started].thread, NULL, step, &plan->parts[started]) != 0)
            break;
    if (started < plan->count)
        status = tg_fail(context, TRIGON_OUT_OF_MEMORY, "no thread could be started for a GPU");
    for (uint32_t p = 0; p < started; p++) {
        pthread_join(plan->parts[p].thread, NULL);
        if (status == TRIGON_OK && plan->parts[p].status != TRIGON_OK)
            status = tg_fail(context, plan->parts[p].status, "%s",
                             trigon_context_message(plan->parts[p].context));
    }
    return status;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static tg_multi_gpu_use use_of_all(const tg_multi_gpu *plan)
{
    tg_multi_gpu_use all = {.peak_bytes = 0};
    for (uint32_t p = 0; p < plan->count; p++) {
        const tg_multi_gpu_use *of = &plan->parts[p].use;
        all.times.transfer_seconds =
            larger(all.times.transfer_seconds, of->times.transfer_seconds);
        all.times.arrange_seconds = larger(all.times.arrange_seconds, of->times.arrange_seconds);
        all.times.count_seconds = larger(all.times.count_seconds, of->times.count_seconds);
        if (of->peak_bytes > all.peak_bytes) all.peak_bytes = of->peak_bytes;
    }
    return all;
}

/* ---- the whole ---------------------------------------------------------------------------- */

static trigon_status prepare_parts(trigon_context *context, const tg_task *task,
                                   const tg_algorithm *algorithm, const tg_multi_gpu_set *gpus,
                                   tg_multi_gpu *made)
{
    trigon_status status = TRIGON_OK;
    uint32_t *rows = NULL;
    const trigon_context_options single = {.struct_size = sizeof single, .threads = 1};

    TG_TRY(TG_ALLOC(context, (size_t)gpus->count + 1, &rows));
    tg_multi_gpu_split(task, gpus->count, rows);
    for (uint32_t p = 0; p < gpus->count; p++) {
        part *mine = &made->parts[p];
        mine->number = gpus->numbers[p];
        mine->bytes_limit = gpus->bytes_limit;
        mine->algorithm = algorithm;
        mine->task = *task;
        mine->task.first_row = rows[p];
        mine->task.last_row = rows[p + 1];
        if (trigon_context_create(&single, &mine->context) != TRIGON_OK)
            TG_TRY(tg_fail(context, TRIGON_OUT_OF_MEMORY, "no memory for another GPU's context"));
    }
cleanup:
    tg_free(rows);
    return status;
}

trigon_status tg_multi_gpu_create(trigon_context *context, const tg_task *task,
                                  const tg_algorithm *algorithm, const tg_multi_gpu_set *gpus,
                                  tg_multi_gpu **plan)
{
    trigon_status status = TRIGON_OK;
    tg_multi_gpu *made = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    TG_TRY(TG_ALLOC_ZERO(context, gpus->count, &made->parts));
    made->count = gpus->count;
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made->lock));
    pthread_mutex_init(made->lock, NULL);
    TG_TRY(prepare_parts(context, task, algorithm, gpus, made));
    TG_TRY(all_parts(context, made, create_part));
    made->made = use_of_all(made);
    *plan = made;
    made = NULL;
cleanup:
    tg_multi_gpu_free(made);
    return status;
}

tg_multi_gpu_use tg_multi_gpu_made(const tg_multi_gpu *plan)
{
    return plan->made;
}

trigon_status tg_multi_gpu_run(trigon_context *context, const tg_multi_gpu *plan,
                               uint64_t *triangles, tg_multi_gpu_use *use)
{
    trigon_status status = TRIGON_OK;
    uint64_t sum = 0;

    TG_TRY(tg_check_cancelled(context));
    pthread_mutex_lock(plan->lock);
    status = all_parts(context, plan, run_part);
    for (uint32_t p = 0; p < plan->count; p++) sum += plan->parts[p].triangles;
    const tg_multi_gpu_use used = use_of_all(plan);
    pthread_mutex_unlock(plan->lock);
    TG_TRY(status);
    TG_TRY(tg_check_cancelled(context));
    *triangles = sum;
    *use = used;
cleanup:
    return status;
}

void tg_multi_gpu_free(tg_multi_gpu *plan)
{
    if (plan == NULL) return;
    for (uint32_t p = 0; plan->parts && p < plan->count; p++) {
        tg_device_plan_free(plan->parts[p].plan);
        trigon_context_free(plan->parts[p].context);
    }
    if (plan->lock) pthread_mutex_destroy(plan->lock);
    tg_free(plan->lock);
    tg_free(plan->parts);
    tg_free(plan);
}
