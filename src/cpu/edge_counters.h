/* edge_counters.h - counters of edges that many threads add to.
 *
 * Edges between hubs are in most triangles, and any thread may find them.  So each thread has
 * counters of its own for these, the first edges by position, where memory allows it.
 */
#ifndef TG_CPU_EDGE_COUNTERS_H
#define TG_CPU_EDGE_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"

typedef struct tg_edge_counters {
    uint32_t *counts; /* the caller's, of all edges; the first thread's own */
    uint32_t *others; /* of the other threads, one after the other; NULL: they have none */
    uint64_t own;     /* how many edges, the first ones, all threads have counters of */
    uint32_t threads;
} tg_edge_counters;

/* Whether counters of so many edges for each thread take no more than a part of the memory that
 * is left. */
bool tg_edge_counters_fit(const tricorn_context *context, uint64_t own);

/* Gives the threads of the context counters of their own, if they fit. */
tricorn_status tg_edge_counters_create(tricorn_context *context, uint32_t *counts, uint64_t own,
                                       tg_edge_counters *counters);
/* Adds all of them up in counts. */
void tg_edge_counters_sum(const tg_edge_counters *counters);
void tg_edge_counters_free(tg_edge_counters *counters);

/* Whether threads that should have counters of their own have none. */
static inline bool tg_edge_counters_shared(const tg_edge_counters *counters)
{
    return counters->threads > 1 && counters->own > 0 && counters->others == NULL;
}

/* Those of the thread with this number: of the first `own` edges. */
static inline uint32_t *tg_edge_counters_of(const tg_edge_counters *counters, uint32_t thread)
{
    return thread == 0 || counters->others == NULL
               ? counters->counts
               : counters->others + (thread - 1) * counters->own;
}

/* Compiled twice, for a constant `shared`. */
static inline __attribute__((always_inline)) void tg_support_add(uint32_t *edge, uint32_t value,
                                                                 const bool shared)
{
    if (shared)
        __atomic_fetch_add(edge, value, __ATOMIC_RELAXED);
    else
        *edge += value;
}

#endif
