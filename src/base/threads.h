/* threads.h - how many threads a call may use. */
#pragma once

#include "base/context.h"

/* The most threads that a context or a call may ask for: more than any machine has CPUs. */
enum { TG_MOST_THREADS = 4096 };

/* Returns the number of CPUs that this process may run on, which a container may restrict; at
 * most TG_MOST_THREADS. */
uint32_t tg_usable_cpus(void);

/* Returns one thread for each usable CPU, but no more than OMP_NUM_THREADS and OMP_THREAD_LIMIT allow. */
uint32_t tg_default_threads(void);

/* Returns how many threads a call uses that may use `threads`: one inside a parallel region, as
 * when a progress callback calls the library. */
uint32_t tg_team_of(uint32_t threads);

/* Between these two calls a parallel region has exactly the shares that it asks for, because loops divide work by the
 * numbers of shares and the work of a missing share would not be done. Calls may nest. */
void tg_teams_begin(tricorn_context *context);
void tg_teams_end(tricorn_context *context);

/* Returns how many threads pay off for a graph of this many edges, at least 8. */
uint32_t tg_threads_worth(uint64_t edges);

/* Lets the call use no more threads than pay off for a graph of this many edges, if the user left
 * their number open. Cliques do not call it: their work for each edge is larger. */
void tg_threads_fit(tricorn_context *context, uint64_t edges);

/* Checks whether a call may use `threads` threads. With more threads than CPUs or limited memory
 * this call first starts them all and ends them: else fewer would come to help without a word, and
 * LLVM's OpenMP would end the process. Errors, with a message:
 * TRICORN_INVALID_ARGUMENT above TG_MOST_THREADS, TRICORN_UNSUPPORTED where the system does not
 * start them or OMP_THREAD_LIMIT forbids them. */
tricorn_status tg_check_threads(tricorn_context *context, uint32_t threads);
