/* vertex_counters.h - counters of vertices to which all threads add.
 *
 * Hubs are in most triangles: threads that share counters would wait for each other at every hub.
 * So each thread has its own counters, if memory suffices.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"

typedef struct tg_vertex_counters {
    uint64_t *counts; /* the caller's array; the first thread, or all threads, count here */
    /* the arrays of the other threads, one after another; NULL: all threads share `counts` */
    uint64_t *others;
    uint32_t vertices, threads;
} tg_vertex_counters;

/* Allocates counters for each further thread of the context. If they exceed a certain fraction
 * of the free memory, all threads share `counts`. */
tricorn_status tg_vertex_counters_create(
  tricorn_context *context, uint64_t *counts, uint32_t vertices, tg_vertex_counters *counters);
/* Adds the counters of all threads to `counts`. */
void tg_vertex_counters_sum(const tg_vertex_counters *counters);
void tg_vertex_counters_free(tg_vertex_counters *counters);

/* Whether several threads share one array of counters. */
static inline bool tg_vertex_counters_shared(const tg_vertex_counters *counters)
{
    return counters->threads > 1 && counters->others == NULL;
}

/* Returns a thread's counters. */
static inline uint64_t *tg_vertex_counters_of(const tg_vertex_counters *counters, uint32_t thread)
{
    return thread == 0 || counters->others == NULL ? counters->counts
                                                   : counters->others + (uint64_t)(thread - 1) * counters->vertices;
}

/* Adds to a counter, atomically if `shared`, which is a constant wherever this is inlined. */
static inline __attribute__((always_inline)) void tg_counter_add(uint64_t *counter, uint64_t value, const bool shared)
{
    if (shared)
        __atomic_fetch_add(counter, value, __ATOMIC_RELAXED);
    else
        *counter += value;
}
