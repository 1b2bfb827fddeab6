/* local.h - estimates how many triangles each vertex is in, with an interval. */
#ifndef TG_ANALYSIS_LOCAL_H
#define TG_ANALYSIS_LOCAL_H

#include "graph/graph.h"

typedef struct tg_local {
    uint64_t samples; /* pairs of neighbours for each vertex, at least 1 */
    double confidence;
    uint64_t seed;
    double *estimates;    /* by vertex, out; each of the three may be NULL */
    uint64_t *low, *high;
} tg_local;

/* Fills ask's arrays.  The graph must be in memory.  Errors: TRICORN_OUT_OF_MEMORY,
 * TRICORN_CANCELLED. */
tricorn_status tg_approximate_vertices(tricorn_context *context, const tricorn_graph *graph,
                                       const tg_local *ask);

#endif
