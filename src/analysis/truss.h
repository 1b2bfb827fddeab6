/* truss.h - the trussness of every edge; the k-truss as a graph; connected components. */
#ifndef TG_ANALYSIS_TRUSS_H
#define TG_ANALYSIS_TRUSS_H

#include "analysis/listing.h"
#include "task/truss.h"
#include "schedule/plan.h"

/* The method of that name; NULL for NULL or "auto": then the fastest that fits in memory is
 * chosen.
 * Errors: TRICORN_INVALID_ARGUMENT for an unknown name. */
tricorn_status tg_truss_method_read(tricorn_context *context, const char *name,
                                    const tg_truss_method **method);

/* All methods, the fastest first; NULL for an index out of range. */
const tg_truss_method *tg_truss_method_at(size_t index);

/* How trusses are found. */
typedef struct tg_truss_job {
    const tg_plan *plan;           /* counts the support of each edge */
    const tg_truss_method *method; /* NULL: choose one */
    uint32_t level;                /* as in tg_peel */
    uint32_t least;                /* for one level: triangles of a truss edge, at least */
    bool verify;
} tg_truss_job;

/* The struct behind the API's opaque type. */
struct tricorn_trusses {
    tg_supported trussness; /* by position in the rows of the graph */
    uint32_t k_max;
    uint64_t *histogram; /* k_max + 1: the edges of each trussness */
    const tg_truss_method *method;
    double support_seconds, peel_seconds;
    uint64_t rounds;
};

/* Finds the trussness of each edge of the plan's graph, which must be in memory; *result is of
 * the count of supports, its seconds of counting and peeling.  Call tricorn_trusses_free(). */
tricorn_status tg_find_trusses(tricorn_context *context, const tg_truss_job *job,
                               tricorn_result *result, tricorn_trusses **trusses);

/* Finds the k-truss of the plan's graph alone; k >= 2. */
tricorn_status tg_find_truss(tricorn_context *context, const tg_truss_job *job, uint32_t k,
                             tricorn_result *result, tricorn_graph **truss);

/* The graph of the edges whose value is at least `least`, with the ids of the other graph. */
tricorn_status tg_edges_above(tricorn_context *context, const tg_supported *edges, uint32_t least,
                              tricorn_graph **graph);

/* Sets components[v] to the number of vertex v's component, 0, 1, ... in the order of their first
 * vertices, for graph->vertices vertices, and *count to the number of components. */
tricorn_status tg_find_components(tricorn_context *context, const tricorn_graph *graph,
                                  uint32_t *components, uint32_t *count);

#endif
