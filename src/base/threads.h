/* threads.h - how many threads a call may use. */
#ifndef TG_BASE_THREADS_H
#define TG_BASE_THREADS_H

#include "base/context.h"

/* The most of a context and of a call: more than any machine has CPUs. */
enum { TG_MOST_THREADS = 4096 };

/* The number of CPUs that this process may run on, which a container may restrict; at most
 * TG_MOST_THREADS. */
uint32_t tg_usable_cpus(void);

/* Whether a call may use so many threads.  OpenMP ends the process where the system starts no
 * further thread.  So more threads than CPUs, and any in a process of limited memory, are tried
 * once before OpenMP asks for them.
 * Errors, with a message: TRICORN_INVALID_ARGUMENT above TG_MOST_THREADS, TRICORN_UNSUPPORTED
 * where the system does not start them. */
tricorn_status tg_check_threads(tricorn_context *context, uint32_t threads);

#endif
