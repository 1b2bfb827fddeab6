/* threads.c - how many threads a call may use, and a test that the system can start them. */
#include "base/threads.h"

#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/resource.h>

uint32_t tg_usable_cpus(void)
{
    cpu_set_t set;
    const bool known = sched_getaffinity(0, sizeof set, &set) == 0;
    const uint32_t cpus = (uint32_t)(known ? CPU_COUNT(&set) : omp_get_num_procs());
    return cpus < TG_MOST_THREADS ? cpus : TG_MOST_THREADS;
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

uint32_t tg_default_threads(void)
{
    const uint32_t allowed = smaller((uint32_t)omp_get_max_threads(),
                                     (uint32_t)omp_get_thread_limit());
    return smaller(tg_usable_cpus(), allowed);
}

void tg_teams_begin(tricorn_context *context)
{
    if (context->calls++ > 0) return;
    const bool nests = omp_get_active_level() < omp_get_max_active_levels();
    context->team_most = nests ? TG_MOST_THREADS : 1;
    context->threads = smaller(context->given_threads, context->team_most);
    context->dynamic = omp_get_dynamic() != 0;
    omp_set_dynamic(0);
}

void tg_teams_end(tricorn_context *context)
{
    if (--context->calls > 0) return;
    context->threads = context->given_threads;
    omp_set_dynamic(context->dynamic);
}

uint32_t tg_team_of(const tricorn_context *context, uint32_t threads)
{
    return smaller(threads, context->team_most);
}

static void *pass(void *gate)
{
    pthread_mutex_lock(gate);
    pthread_mutex_unlock(gate);
    return NULL;
}

/* Starts `wanted` threads that live at the same time, and ends them; returns how many started. */
static uint32_t start_together(uint32_t wanted)
{
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_t threads[TG_MOST_THREADS];
    uint32_t started = 0;
    pthread_mutex_lock(&gate);
    while (started < wanted && pthread_create(&threads[started], NULL, pass, &gate) == 0)
        started++;
    pthread_mutex_unlock(&gate);
    for (uint32_t t = 0; t < started; t++) pthread_join(threads[t], NULL);
    pthread_mutex_destroy(&gate);
    return started;
}

/* Whether the address space is limited: the stacks of threads need most of the space of an idle
 * process. */
static bool is_memory_limited(void)
{
    struct rlimit space;
    return getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY;
}

tricorn_status tg_check_threads(tricorn_context *context, uint32_t threads)
{
    /* the largest number of threads that were started at the same time */
    static _Atomic uint32_t proven = 1;
    if (threads > TG_MOST_THREADS)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       TG_OPTION("threads") " is %u; choose 1 to %d, or 0 to leave it open",
                       threads, TG_MOST_THREADS);
    if (threads > (uint32_t)omp_get_thread_limit())
        return tg_fail(context, TRICORN_UNSUPPORTED,
                       TG_OPTION("threads") " is %u, and OMP_THREAD_LIMIT allows %d: raise that or "
                       "choose fewer", threads, omp_get_thread_limit());
    if (threads <= atomic_load(&proven)) return TRICORN_OK;
    if (threads <= tg_usable_cpus() && !is_memory_limited()) return TRICORN_OK;
    /* The caller counts as one of the threads, and tg_threads_apart() needs one more. */
    const uint32_t started = start_together(threads);
    if (started < threads)
        return tg_fail(
            context, TRICORN_UNSUPPORTED,
            "the system started %u of %u threads; choose fewer by " TG_OPTION("threads"), started,
            threads);
    atomic_store(&proven, threads);
    return TRICORN_OK;
}
