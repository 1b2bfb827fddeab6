/* fork.c - ends OpenMP's team before a fork and counts forks in the child, by handlers of
 * pthread_atfork().
 *
 * Locks that another thread holds at that moment need no care: each of them belongs to an object
 * of that thread's call, except the one in registry/device_name.c, which no count on a CPU locks.
 */
#include "base/fork.h"

#include <omp.h>
#include <pthread.h>

/* In a parallel region the pause would fail, and is not needed: a child that is forked in a
 * region cannot call the library. */
static void end_team(void)
{
    if (omp_get_level() == 0) omp_pause_resource_all(omp_pause_soft);
}

static unsigned depth; /* only a child that has one thread yet changes it */

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
