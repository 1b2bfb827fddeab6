/* edge_counters.h - counters of edges to which all threads add.
 *
 * Edges between hubs are in most triangles, and any thread may find these. So each thread has
 * its own counters of these edges, which are the first ones by position, if memory suffices.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"

typedef struct tg_edge_counters {
    uint32_t *counts; /* the caller's array of all edges; the first thread counts here */
    /* the arrays of the other threads, one after another; NULL without others */
    uint32_t *others;
    uint64_t own; /* how many first edges each thread has its own counters of */
    uint32_t threads;
} tg_edge_counters;

/* Returns the largest number of edges for which the counters of all threads fit into a certain
 * fraction of the free memory. */
uint64_t tg_edge_counters_most(const tricorn_context *context);
/* Whether the counters of this number of edges fit into that fraction. */
bool tg_edge_counters_fit(const tricorn_context *context, uint64_t own);

/* Allocates counters of the first `own` edges for each further thread of the context. If they do
 * not fit, all threads share `counts`. */
tricorn_status tg_edge_counters_create(
  tricorn_context *context, uint32_t *counts, uint64_t own, tg_edge_counters *counters);
/* Adds the counters of all threads to `counts`. */
void tg_edge_counters_sum(const tg_edge_counters *counters);
void tg_edge_counters_free(tg_edge_counters *counters);

/* Whether all threads share `counts`, because memory was too small for their own counters. */
static inline bool tg_edge_counters_shared(const tg_edge_counters *counters)
{
    return counters->threads > 1 && counters->own > 0 && counters->others == NULL;
}

/* Returns a thread's counters of the first `own` edges. */
static inline uint32_t *tg_edge_counters_of(const tg_edge_counters *counters, uint32_t thread)
{
    return thread == 0 || counters->others == NULL ? counters->counts : counters->others + (thread - 1) * counters->own;
}

/* Adds to a counter, atomically if `shared`, which is a constant wherever this is inlined. */
static inline __attribute__((always_inline)) void tg_support_add(uint32_t *edge, uint32_t value, const bool shared)
{
    if (shared)
        __atomic_fetch_add(edge, value, __ATOMIC_RELAXED);
    else
        *edge += value;
}
