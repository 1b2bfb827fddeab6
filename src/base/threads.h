/* threads.h - how many threads a call may use. */
#ifndef TG_BASE_THREADS_H
#define TG_BASE_THREADS_H

#include "base/context.h"

/* The most threads that a context or a call may ask for: more than any machine has CPUs. */
enum { TG_MOST_THREADS = 4096 };

/* Returns the number of CPUs that this process may run on, which a container may restrict; at
 * most TG_MOST_THREADS. */
uint32_t tg_usable_cpus(void);

/* Returns one thread for each usable CPU, but no more than OMP_NUM_THREADS and OMP_THREAD_LIMIT
 * allow. */
uint32_t tg_default_threads(void);

/* Between these two calls a parallel region has exactly the threads that it asks for, because
 * loops divide work by thread numbers and the work of a missing thread would not be done.  So
 * OMP_DYNAMIC is off, and a call from inside a parallel region runs with one thread if OpenMP
 * allows no nested regions.  Calls may nest. */
void tg_teams_begin(tricorn_context *context);
void tg_teams_end(tricorn_context *context);

/* Returns the number of threads that a region of this call has if it asks for `threads`. */
uint32_t tg_team_of(const tricorn_context *context, uint32_t threads);

/* Checks whether a call may use `threads` threads.  OpenMP ends the process where the system
 * cannot start a thread.  So where that may happen, with more threads than CPUs or limited
 * memory, this call starts the threads once before OpenMP does.  Errors, with a message:
 * TRICORN_INVALID_ARGUMENT above TG_MOST_THREADS, TRICORN_UNSUPPORTED where the system does not
 * start them or OMP_THREAD_LIMIT forbids them. */
tricorn_status tg_check_threads(tricorn_context *context, uint32_t threads);

#endif
