/* fork.h - makes the library usable in a child of a process that has used it.
 *
 * A child has the memory of its parent but only the thread that forked.  OpenMP's memory says
 * that its other threads wait for work, so the next parallel region of the child would wait for
 * them for ever.  A thread that forks therefore ends its team first; parent and child start a new
 * one when they need it, which takes about ten microseconds for each thread.
 */
#ifndef TG_BASE_FORK_H
#define TG_BASE_FORK_H

/* Registers the handler; call it before a process's first parallel region.  Later calls do
 * nothing. */
void tg_fork_prepare(void);

/* The number of forks between the process that registered the handler first and this one: what was
 * made at another number belongs to a parent. */
unsigned tg_fork_depth(void);

#endif
