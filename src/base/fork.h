/* fork.h - the library works in the child of a process that has used it.
 *
 * A child has the memory of its parent and only the thread that forked.  OpenMP's memory says that
 * its other threads wait for work, so the next parallel region of the child would wait for them for
 * ever.  A thread that forks therefore ends its team first; parent and child start a new one when
 * they need it, which takes some ten microseconds a thread.
 */
#ifndef TG_BASE_FORK_H
#define TG_BASE_FORK_H

/* Called before the first parallel region of a process; later calls do nothing. */
void tg_fork_prepare(void);

#endif
