/* gpu_worker.c - runs the steps of a team of workers at the same time, with a host thread for each. */
#include "schedule/device/gpu_worker.h"

#include <errno.h>
#include <time.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/portable.h"

tricorn_status tg_gpu_worker_create(
  tricorn_context *context, uint32_t number, uint64_t bytes_limit, tg_gpu_worker *worker)
{
    const tricorn_context_options single = {.struct_size = sizeof single, .threads = 1};
    *worker = (tg_gpu_worker){.number = number, .bytes_limit = bytes_limit};
    if (tricorn_context_create(&single, &worker->context) == TRICORN_OK) return TRICORN_OK;
    return tg_fail(context, TRICORN_OUT_OF_MEMORY, "no memory for another GPU's context");
}

void tg_gpu_worker_free(tg_gpu_worker *worker)
{
    tricorn_context_free(worker->context);
    worker->context = NULL;
}

static tg_device_times difference(tg_device_times after, tg_device_times before)
{
    after.transfer_seconds -= before.transfer_seconds;
    after.index_seconds -= before.index_seconds;
    after.count_seconds -= before.count_seconds;
    return after;
}

tg_gpu_use tg_gpu_use_since(const tricorn_context *context, tg_device_times before)
{
    return (tg_gpu_use){difference(*tg_device_times_of(context), before), tg_device_peak_bytes(context),
      tg_gpu_costs_of(tg_device_properties_of(context))};
}

void tg_gpu_use_add(const tg_gpu_use *use, tricorn_result *result)
{
    result->seconds.transfer += use->times.transfer_seconds;
    result->seconds.prepare += use->times.index_seconds;
    result->seconds.count = use->times.count_seconds;
    result->memory.device_peak_bytes = use->peak_bytes;
    tg_gpu_costs_tell(&use->costs, result);
}

bool tg_part_queue_report(tricorn_context *context, tg_part_queue *queue)
{
    return tg_work_finish(context, atomic_exchange(&queue->done, 0));
}

/* A step and the worker that runs it, as the worker's thread receives them. */
typedef struct job {
    tg_gpu_worker *worker;
    tg_gpu_step *step;
    tg_part_queue *queue;
    tricorn_status status;
    tg_gpu_use use;
    double start_seconds; /* the seconds in which the thread waited for the GPU to start */
    pthread_t thread;
} job;

static void *do_job(void *given)
{
    job *own = given;
    tricorn_context *context = own->worker->context;
    const double started = tg_context_start_seconds(context);
    own->status = tg_device_open(context, own->worker->number);
    own->start_seconds = tg_context_start_seconds(context) - started;
    if (own->status == TRICORN_OK) {
        tg_device_set_limit(context, own->worker->bytes_limit);
        const tg_device_times before = *tg_device_times_of(context);
        const double start = tg_clock_now();
        own->status = own->step(own->worker);
        own->use = tg_gpu_use_since(context, before);
        const tg_device_times *times = &own->use.times;
        if (own->queue)
            own->use.times.transfer_seconds = tg_clock_now() - start - times->index_seconds - times->count_seconds;
    }
    if (own->queue && own->status != TRICORN_OK) own->queue->stop = true;
    return NULL;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static void add_use(tricorn_context *context, const job *jobs, uint32_t count, tg_gpu_use *all)
{
    tg_device_times slowest = {0};
    double start_seconds = 0;
    if (count > 0) all->costs = jobs[0].use.costs;
    for (uint32_t j = 0; j < count; j++) {
        const tg_device_times *times = &jobs[j].use.times;
        slowest.transfer_seconds = larger(slowest.transfer_seconds, times->transfer_seconds);
        slowest.index_seconds = larger(slowest.index_seconds, times->index_seconds);
        slowest.count_seconds = larger(slowest.count_seconds, times->count_seconds);
        start_seconds = larger(start_seconds, jobs[j].start_seconds);
        if (jobs[j].use.peak_bytes > all->peak_bytes) all->peak_bytes = jobs[j].use.peak_bytes;
    }
    all->times.transfer_seconds += slowest.transfer_seconds;
    all->times.index_seconds += slowest.index_seconds;
    all->times.count_seconds += slowest.count_seconds;
    tg_context_add_start(context, start_seconds);
}

/* Waits for a thread to end, and reports the work of the queue meanwhile. */
static void join(tricorn_context *context, pthread_t thread, tg_part_queue *queue)
{
    enum { NANOSECONDS = 1000000000, PAUSE = 10 * 1000000 };
    struct timespec until;
    if (queue == NULL) {
        pthread_join(thread, NULL);
        return;
    }
    do {
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += PAUSE;
        until.tv_sec += until.tv_nsec / NANOSECONDS;
        until.tv_nsec %= NANOSECONDS;
        if (tg_part_queue_report(context, queue)) queue->stop = true;
    } while (pthread_timedjoin_np(thread, NULL, &until) == ETIMEDOUT);
}

static tg_gpu_worker *worker_of(const tg_gpu_team *team, uint32_t number)
{
    return (tg_gpu_worker *)((char *)team->workers + number * team->bytes);
}

tricorn_status tg_gpu_team_do(tricorn_context *context, const tg_gpu_team *team, tg_gpu_step *step, tg_gpu_use *use)
{
    tricorn_status status = TRICORN_OK;
    uint32_t started = 0;
    job *jobs = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, team->count, &jobs));
    for (; started < team->count; started++) {
        job *own = &jobs[started];
        *own = (job){.worker = worker_of(team, started), .step = step, .queue = team->queue};
        if (pthread_create(&own->thread, NULL, do_job, own) != 0) break;
    }
    if (started < team->count) status = tg_fail(context, TRICORN_OUT_OF_MEMORY, "no thread could be started for a GPU");
    for (uint32_t j = 0; j < started; j++) {
        join(context, jobs[j].thread, team->queue);
        if (status == TRICORN_OK && jobs[j].status != TRICORN_OK)
            status = tg_fail(context, jobs[j].status, "%s", tricorn_context_message(jobs[j].worker->context));
    }
    add_use(context, jobs, started, use);
cleanup:
    tg_free(jobs);
    return status;
}

tricorn_status tg_gpu_team_count(
  tricorn_context *context, const tg_gpu_team *team, tg_gpu_step *step, tricorn_result *result)
{
    tg_gpu_use use = {.peak_bytes = 0};
    uint64_t sum = 0;

    TG_DO(tg_gpu_team_do(context, team, step, &use));
    TG_DO(tg_check_cancelled(context));
    for (uint32_t w = 0; w < team->count; w++) sum += worker_of(team, w)->triangles;
    result->triangles = sum;
    tg_gpu_use_add(&use, result);
    return TRICORN_OK;
}
