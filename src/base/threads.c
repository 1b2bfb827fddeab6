/* threads.c - how many threads a call may use, and a test that the system can start them. */
#include "base/threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/portable.h"
#include "base/team.h"

uint32_t tg_usable_cpus(void)
{
    const uint32_t known = tg_process_cpus();
    const uint32_t cpus = known > 0 ? known : (uint32_t)sysconf(_SC_NPROCESSORS_ONLN);
    return cpus < TG_MOST_THREADS ? cpus : TG_MOST_THREADS;
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Returns the number of threads that a variable of OpenMP allows: the first number of its value. */
static uint32_t allowed_by(const char *variable)
{
    const char *value = getenv(variable);
    const unsigned long long most = value ? strtoull(value, NULL, 10) : 0;
    return most > 0 && most < TG_MOST_THREADS ? (uint32_t)most : TG_MOST_THREADS;
}

uint32_t tg_default_threads(void)
{
    const uint32_t allowed = smaller(allowed_by("OMP_NUM_THREADS"), allowed_by("OMP_THREAD_LIMIT"));
    return smaller(tg_usable_cpus(), allowed);
}

uint32_t tg_team_of(uint32_t threads)
{
    return tg_team_inside() ? 1 : threads;
}

/* For a graph of E edges, about E^(1/4) threads count triangles, and compute trussness, core numbers and similarity,
 * in the least time, but more than 32 only with 2^19 edges for each: each thread otherwise has little to do between
 * two barriers. With 64 threads instead of 32 trussness took 1.0 to 1.5 times as long on 16 million edges, 1.6 times
 * on 4 million, and 2.5 times on a million; other answers took up to 1.25 times as long. */
uint32_t tg_threads_worth(uint64_t edges)
{
    enum { LEAST = 8, ALWAYS = 32, EDGES_OF_MORE_BITS = 19 };
    const uint64_t more = edges >> EDGES_OF_MORE_BITS;
    const uint64_t most = more > ALWAYS ? more : ALWAYS;
    uint64_t worth = LEAST;
    while (worth < most && worth < TG_MOST_THREADS && worth * worth * worth * worth < edges) worth++;
    return (uint32_t)worth;
}

void tg_threads_fit(tricorn_context *context, uint64_t edges)
{
    if (context->threads_left_open) context->threads = smaller(context->threads, tg_threads_worth(edges));
}

void tg_teams_begin(tricorn_context *context)
{
    if (context->calls++ > 0) return;
    context->threads = tg_team_of(context->given_threads);
    context->vary = tg_team_vary(false);
}

void tg_teams_end(tricorn_context *context)
{
    if (--context->calls > 0) return;
    context->threads = context->given_threads;
    tg_team_vary(context->vary);
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
    while (started < wanted && pthread_create(&threads[started], NULL, pass, &gate) == 0) started++;
    pthread_mutex_unlock(&gate);
    for (uint32_t t = 0; t < started; t++) pthread_join(threads[t], NULL);
    pthread_mutex_destroy(&gate);
    return started;
}

/* Whether the address space is limited: the stacks of threads need most of the space of an idle process. */
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
          TG_OPTION("threads") " is %u; choose 1 to %d, or 0 to leave it open", threads, TG_MOST_THREADS);
    const uint32_t limit = allowed_by("OMP_THREAD_LIMIT");
    if (threads > limit)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          TG_OPTION("threads") " is %u, and OMP_THREAD_LIMIT allows %u: raise that or "
                               "choose fewer",
          threads, limit);
    if (threads <= atomic_load(&proven)) return TRICORN_OK;
    if (threads <= tg_usable_cpus() && !is_memory_limited()) return TRICORN_OK;
    const uint32_t started = start_together(threads);
    if (started < threads)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "the system started %u of %u threads; choose fewer by " TG_OPTION("threads"), started, threads);
    atomic_store(&proven, threads);
    return TRICORN_OK;
}
