/* fork.c - ends OpenMP's team before a fork and counts forks in the child, by handlers of
 * pthread_atfork().
 *
 * A lock that another thread holds during the fork stays locked in the child, but each lock
 * belongs to an object of that thread's call, which the child does not use.  The one exception,
 * in registry/device_name.c, is never locked by a count on a CPU.
 */
#include "base/fork.h"

#include <omp.h>
#include <pthread.h>

/* Does nothing in a parallel region, where omp_pause_resource() would fail: a child that is
 * forked in one cannot call the library anyway. */
static void end_team(void)
{
    if (omp_get_level() == 0) omp_pause_resource_all(omp_pause_soft);
}

static unsigned depth; /* changed only by a child that still has a single thread */

static void count_fork(void)
{
    depth++;
}

static void register_handlers(void)
{
    pthread_atfork(end_team, NULL, count_fork);
}

void tg_fork_prepare(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, register_handlers);
}

unsigned tg_fork_depth(void)
{
    return depth;
}
