/* fork.h - makes the library usable in a child of a process that has used it.
 *
 * A child has the memory of its parent but only the thread that forked, so it forgets the team of
 * that thread and starts a new one when it needs it.
 */
#pragma once

/* Registers the handler; call it before a process's first parallel region. Later calls do nothing. */
void tg_fork_prepare(void);

/* The number of forks between the process that registered the handler first and this one: what was
 * made at another number belongs to a parent. */
unsigned tg_fork_depth(void);
