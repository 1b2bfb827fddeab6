/* local.h - estimates how many triangles each vertex is in, with an interval for each. */
#pragma once

#include "graph/graph.h"

typedef struct tg_local {
    uint64_t samples; /* how many pairs of neighbours are drawn for each vertex; at least 1 */
    double confidence;
    uint64_t seed;
    /* Results, with an entry for each vertex; each of these three arrays may be NULL. */
    double *estimates;
    uint64_t *low, *high;
} tg_local;

/* Fills the arrays of *ask. The graph must be in memory. Errors: TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
tricorn_status tg_approximate_vertices(tricorn_context *context, const tricorn_graph *graph, const tg_local *ask);
