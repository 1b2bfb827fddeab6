/* gather.h - collects edges that are found line by line, each thread in a part of its own.
 *
 * Ids have 32 bits until one does not fit. Strict reading, by one thread, also collects the line of each edge.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <tricorn/tricorn.h>

#include "graph/edges.h"

/* The edges of one thread, on cache lines of its own. */
typedef struct tg_gathered {
    _Alignas(64) tg_edge_part part;
    uint64_t largest, declarations;
    uint64_t missing; /* lines that were left out, as they lack a value */
    uint64_t excluded; /* lines that were left out, as a condition does not hold */
    bool wide;
} tg_gathered;

typedef struct tg_gathering {
    uint32_t threads;
    tg_edges *edges;
    tg_gathered *own; /* one for each thread */
    bool strict;
    /* Edges have weights, or times, so their order in the input is noted. */
    bool weighted, timed;
    uint64_t lines_room;
} tg_gathering;

/* Makes the parts of *edges, which is empty: one for each thread, or one part with `single` and
 * with strict reading. */
tricorn_status tg_gather_begin(
  tricorn_context *context, const tricorn_load_options *options, bool single, tg_edges *edges, tg_gathering *gathering);

/* Call it at the beginning of each chunk, with its number. */
static inline tricorn_status tg_gather_chunk(
  tricorn_context *context, tg_gathering *gathering, uint32_t thread, uint64_t index)
{
    if (!gathering->weighted && !gathering->timed) return TRICORN_OK;
    return tg_edge_part_run(context, &gathering->own[thread].part, index);
}

static inline size_t tg_gathered_bytes(const tg_gathered *own)
{
    return own->wide ? sizeof(tg_wide_edge) : sizeof(tg_edge);
}

/* Makes room for `more` edges of the thread, and for their lines. */
tricorn_status tg_gather_reserve(tricorn_context *context, tg_gathering *gathering, uint32_t thread, uint64_t more);

/* Appends any edge; tg_gather_edge calls it where more is to do than a store. */
tricorn_status tg_gather_any_edge(
  tricorn_context *context, tg_gathering *gathering, uint32_t thread, tg_wide_edge edge, uint64_t line);

/* Appends the edge of a line. `line`, its number, is used where one thread reads. */
static inline tricorn_status tg_gather_edge(
  tricorn_context *context, tg_gathering *gathering, uint32_t thread, tg_wide_edge edge, uint64_t line)
{
    tg_gathered *own = &gathering->own[thread];
    const uint64_t larger = edge.u > edge.v ? edge.u : edge.v;
    if (own->part.count == own->part.room || own->wide || larger >= UINT32_MAX || gathering->strict)
        return tg_gather_any_edge(context, gathering, thread, edge, line);
    if (larger > own->largest) own->largest = larger;
    tg_edge_part_push(&own->part, (uint32_t)edge.u, (uint32_t)edge.v);
    return TRICORN_OK;
}

/* Appends a vertex that may have no edge (`declarations` in edges.h). */
tricorn_status tg_gather_vertex(tricorn_context *context, tg_gathering *gathering, uint32_t thread, uint64_t id);

/* Makes all parts wide if one of them is, bounds the ids, and moves the parts to *edges. */
tricorn_status tg_gather_finish(tricorn_context *context, tg_gathering *gathering);

/* Moves the parts to *edges, also after a failure, so that they are freed with it. */
void tg_gather_end(tg_gathering *gathering);
