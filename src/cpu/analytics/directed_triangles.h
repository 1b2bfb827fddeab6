/* directed_triangles.h - the triangles of a directed graph by their kind. */
#ifndef TG_CPU_ANALYTICS_DIRECTED_TRIANGLES_H
#define TG_CPU_ANALYTICS_DIRECTED_TRIANGLES_H

#include "graph/graph.h"

/* Kinds by the names that Holland and Leinhardt gave them. */
typedef enum tg_closed {
    TG_030T,
    TG_030C,
    TG_120D,
    TG_120U,
    TG_120C,
    TG_210,
    TG_300,
    TG_CLOSED_KINDS
} tg_closed;

/* What is counted of one vertex: a cache line. */
typedef struct tg_closed_counts {
    uint64_t of[TG_CLOSED_KINDS];
    uint64_t opposite; /* directed edges among its neighbours */
} tg_closed_counts;

/* The kind of triangle u, v, w: bits of u-v, u-w and v-w as in graph->directions, each 1 to 3,
 * with the first vertex as the row. */
tg_closed tg_closed_kind(unsigned uv, unsigned uw, unsigned vw);

/* of_vertices: graph->active entries, 0 before, or NULL.  total: likewise of all; `opposite`
 * stays. Errors: TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
tricorn_status tg_closed_count(tricorn_context *context, const tricorn_graph *graph,
                               tg_closed_counts *of_vertices, tg_closed_counts *total);

#endif
