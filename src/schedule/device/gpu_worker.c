/* gpu_worker.c - runs a step on several GPUs at the same time, with a host thread for each. */
#include "schedule/device/gpu_worker.h"

#include <errno.h>
#include <time.h>

#include "base/memory.h"
#include "base/portable.h"

tricorn_status tg_gpu_worker_create(tricorn_context *context, uint32_t number,
                                    uint64_t bytes_limit, tg_gpu_worker *worker)
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

void tg_gpu_use_add(const tg_gpu_use *use, tricorn_result *result)
{
    result->seconds.transfer += use->times.transfer_seconds;
    result->seconds.prepare += use->times.index_seconds;
    result->seconds.count = use->times.count_seconds;
    result->memory.device_peak_bytes = use->peak_bytes;
    tg_gpu_costs_tell(&use->costs, result);
}

/* A step and the worker that runs it, as the worker's thread receives them. */
typedef struct job {
    tg_gpu_worker *worker;
    void *user;
    tg_gpu_step *step;
    tricorn_status status;
    tg_gpu_use use;
    double start_seconds; /* the seconds in which the thread waited for the GPU to start */
    pthread_t thread;
} job;

static tg_device_times difference(tg_device_times after, tg_device_times before)
{
    after.transfer_seconds -= before.transfer_seconds;
    after.index_seconds -= before.index_seconds;
    after.count_seconds -= before.count_seconds;
    return after;
}

static void *do_job(void *given)
{
    job *own = given;
    tricorn_context *context = own->worker->context;
    const double started = tg_context_start_seconds(context);
    own->status = tg_device_open(context, own->worker->number);
    own->start_seconds = tg_context_start_seconds(context) - started;
    if (own->status != TRICORN_OK) return NULL;
    tg_device_set_limit(context, own->worker->bytes_limit);
    const tg_device_times before = *tg_device_times_of(context);
    own->status = own->step(own->worker, own->user);
    own->use.times = difference(*tg_device_times_of(context), before);
    own->use.peak_bytes = tg_device_peak_bytes(context);
    own->use.costs = tg_gpu_costs_of(tg_device_properties_of(context));
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

/* Waits for a thread to end, and calls the watch meanwhile. */
static void join(tricorn_context *context, pthread_t thread, const tg_gpu_watch *watch)
{
    enum { NANOSECONDS = 1000000000, PAUSE = 10 * 1000000 };
    struct timespec until;
    if (watch == NULL) {
        pthread_join(thread, NULL);
        return;
    }
    do {
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += PAUSE;
        until.tv_sec += until.tv_nsec / NANOSECONDS;
        until.tv_nsec %= NANOSECONDS;
        watch->watch(context, watch->user);
    } while (pthread_timedjoin_np(thread, NULL, &until) == ETIMEDOUT);
}

tricorn_status tg_gpu_workers_do(tricorn_context *context, tg_gpu_worker *const *workers,
                                 void *const *users, uint32_t count, tg_gpu_step *step,
                                 const tg_gpu_watch *watch, tg_gpu_use *use)
{
    tricorn_status status = TRICORN_OK;
    uint32_t started = 0;
    job *jobs = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, count, &jobs));
    for (; started < count; started++) {
        jobs[started] = (job){.worker = workers[started], .user = users[started], .step = step};
        if (pthread_create(&jobs[started].thread, NULL, do_job, &jobs[started]) != 0) break;
    }
    if (started < count)
        status = tg_fail(context, TRICORN_OUT_OF_MEMORY, "no thread could be started for a GPU");
    for (uint32_t j = 0; j < started; j++) {
        join(context, jobs[j].thread, watch);
        if (status == TRICORN_OK && jobs[j].status != TRICORN_OK)
            status = tg_fail(context, jobs[j].status, "%s",
                             tricorn_context_message(workers[j]->context));
    }
    add_use(context, jobs, started, use);
cleanup:
    tg_free(jobs);
    return status;
}
