/* truss.h - the trussness of every edge; the k-truss as a graph; connected components. */
#ifndef TG_ANALYSIS_TRUSS_H
#define TG_ANALYSIS_TRUSS_H

#include "analysis/listing.h"
#include "task/truss.h"
#include "schedule/plan.h"

/* By name, NULL or "auto": the fastest that fits in memory.  TRICORN_INVALID_ARGUMENT for a name
 * that there is not. */
tricorn_status tg_truss_method_read(tricorn_context *context, const char *name,
                                    const tg_truss_method **method);

/* The fastest first; NULL for an index out of range. */
const tg_truss_method *tg_truss_method_at(size_t index);

/* How trusses are found. */
typedef struct tg_truss_job {
    const tg_plan *plan;           /* counts the support of each edge */
    const tg_truss_method *method; /* NULL: chosen */
    uint32_t level;                /* as in tg_peel */
    uint32_t least;                /* of one level: triangles of the edges that are kept */
    bool verify;
} tg_truss_job;

/* Opaque in the API. */
struct tricorn_trusses {
    tg_supported trussness; /* by position in the rows of the graph */
    uint32_t k_max;
    uint64_t *histogram; /* k_max + 1: the edges of each trussness */
    const tg_truss_method *method;
    double support_seconds, peel_seconds;
    uint64_t rounds;
};

/* The trussness of each edge of the plan's graph, which has to be in memory; *result is of the
 * count of supports, count_seconds of all.  tricorn_trusses_free() them. */
tricorn_status tg_find_trusses(tricorn_context *context, const tg_truss_job *job,
                               tricorn_result *result, tricorn_trusses **trusses);

/* The k-truss of the plan's graph alone: k >= 2. */
tricorn_status tg_find_truss(tricorn_context *context, const tg_truss_job *job, uint32_t k,
                             tricorn_result *result, tricorn_graph **truss);

/* The edges whose value is at least `least`, as a graph with the ids of the other. */
tricorn_status tg_edges_above(tricorn_context *context, const tg_supported *edges, uint32_t least,
                              tricorn_graph **graph);

/* components[v]: the number of the component of vertex v, from 0 in the order of their first
 * vertices; graph->vertices of them.  *count: out. */
tricorn_status tg_find_components(tricorn_context *context, const tricorn_graph *graph,
                                  uint32_t *components, uint32_t *count);

#endif
