/* threads.h - how many threads a call may use. */
#ifndef TG_BASE_THREADS_H
#define TG_BASE_THREADS_H

#include "base/context.h"

/* The most of a context and of a call: more than any machine has CPUs. */
enum { TG_MOST_THREADS = 4096 };

/* The number of CPUs that this process may run on, which a container may restrict; at most
 * TG_MOST_THREADS. */
uint32_t tg_usable_cpus(void);

/* One for each usable CPU, but no more than OMP_NUM_THREADS and OMP_THREAD_LIMIT allow. */
uint32_t tg_default_threads(void);

/* For the duration of a call, a region has as many threads as it asks for: loops deal work out to
 * threads by number, and nobody would do the work of one that is missing.  So OpenMP may not make teams
 * smaller by itself (OMP_DYNAMIC), and a call from within a parallel region of the caller's, where
 * OpenMP nests no further, has one thread.  Calls may be within calls. */
void tg_teams_begin(tricorn_context *context);
void tg_teams_end(tricorn_context *context);

/* The threads of a region of this call that shall have so many. */
uint32_t tg_team_of(const tricorn_context *context, uint32_t threads);

/* Whether a call may use so many threads.  OpenMP ends the process where the system starts no
 * further thread.  So more threads than CPUs, and any in a process of limited memory, are tried
 * once before OpenMP asks for them.
 * Errors, with a message: TRICORN_INVALID_ARGUMENT above TG_MOST_THREADS, TRICORN_UNSUPPORTED
 * where the system does not start them or OMP_THREAD_LIMIT forbids them. */
tricorn_status tg_check_threads(tricorn_context *context, uint32_t threads);

#endif
