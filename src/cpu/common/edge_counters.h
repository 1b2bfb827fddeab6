/* edge_counters.h - counters of edges that all threads add to.
 *
 * Edges between hubs are in most triangles, which any thread may find.  So each thread has
 * counters of its own for these edges, the first ones by position, if memory allows it.
 */
#ifndef TG_CPU_COMMON_EDGE_COUNTERS_H
#define TG_CPU_COMMON_EDGE_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"

typedef struct tg_edge_counters {
    uint32_t *counts; /* the caller's array for all edges, which the first thread uses */
    uint32_t *others; /* arrays of the other threads, consecutive; NULL: none */
    uint64_t own;     /* the number of first edges for which each thread has counters */
    uint32_t threads;
} tg_edge_counters;

/* Returns the most edges for which counters of all threads fit into a fraction of the free
 * memory. */
uint64_t tg_edge_counters_most(const tricorn_context *context);
/* Whether counters of this number of edges fit into that fraction. */
bool tg_edge_counters_fit(const tricorn_context *context, uint64_t own);

/* Allocates counters for each thread of the context, if they fit. */
tricorn_status tg_edge_counters_create(tricorn_context *context, uint32_t *counts, uint64_t own,
                                       tg_edge_counters *counters);
/* Adds the counters of all threads to counts. */
void tg_edge_counters_sum(const tg_edge_counters *counters);
void tg_edge_counters_free(tg_edge_counters *counters);

/* Whether threads share counters because memory was too small for their own. */
static inline bool tg_edge_counters_shared(const tg_edge_counters *counters)
{
    return counters->threads > 1 && counters->own > 0 && counters->others == NULL;
}

/* Returns the counters of this thread, for the first `own` edges. */
static inline uint32_t *tg_edge_counters_of(const tg_edge_counters *counters, uint32_t thread)
{
    return thread == 0 || counters->others == NULL
               ? counters->counts
               : counters->others + (thread - 1) * counters->own;
}

/* Adds to a counter.  `shared` is a constant wherever this is inlined. */
static inline __attribute__((always_inline)) void tg_support_add(uint32_t *edge, uint32_t value,
                                                                 const bool shared)
{
    if (shared)
        __atomic_fetch_add(edge, value, __ATOMIC_RELAXED);
    else
        *edge += value;
}

#endif
