/* fork.c - counts forks in the child, and forgets the parent's threads, by a handler of pthread_atfork().
 *
 * A lock that another thread holds during the fork stays locked in the child, but each lock belongs to an object of
 * that thread's call, which the child does not use. The one exception, in registry/device_name.c, is never locked by
 * a count on a CPU.
 */
#include "base/fork.h"

#include <pthread.h>

#include "base/team.h"

static unsigned depth; /* changed only by a child that still has a single thread */

static void begin_child(void)
{
    depth++;
    tg_team_forget();
}

static void register_handlers(void)
{
    pthread_atfork(NULL, NULL, begin_child);
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
