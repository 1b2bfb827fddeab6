/* fork.c - ends OpenMP's team before a fork, by a handler of the system.
 *
 * Locks of the library that another thread holds at that moment need no care: each of them belongs
 * to an object of that thread's call, but for the one in registry/device_name.c, which no CPU count
 * takes.
 */
#include "base/fork.h"

#include <omp.h>
#include <pthread.h>

/* In a parallel region it fails, and has nothing to do: a child made there cannot call back. */
static void end_team(void)
{
    if (omp_get_level() == 0) omp_pause_resource_all(omp_pause_soft);
}

static void register_handler(void)
{
    pthread_atfork(end_team, NULL, NULL);
}

void tg_fork_prepare(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, register_handler);
}
