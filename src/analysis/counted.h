/* counted.h - counts into sinks: a plan, its count and its verification, for what is done with
 * the counts of vertices, edges and triangles.
 *
 * All fill *result, but for the peak of memory, and obey options->verify.  Errors: those of
 * tg_plan_create() and tg_plan_execute(); TRICORN_WRONG_COUNT; TRICORN_CANCELLED where a visitor
 * says stop.
 */
#ifndef TG_ANALYSIS_COUNTED_H
#define TG_ANALYSIS_COUNTED_H

#include "analysis/clustering.h"
#include "analysis/similarity.h"
#include "schedule/plan.h"

/* What is counted of the graph, and how. */
typedef struct tg_count_of {
    const tricorn_graph *graph;
    const tricorn_options *options; /* all members of this version */
    tg_sink_kind kind;
    bool list;    /* of triangles, instead of a count into a sink */
    bool degrees; /* of vertices, beside their triangles */
} tg_count_of;

/* The plan of a count, in force from begin to end: the context has its limits meanwhile. */
typedef struct tg_counting {
    tg_plan *plan;
    bool verify;
    tg_plan_limits before; /* the context's own limits, if `plan` is not NULL */
} tg_counting;

/* TRICORN_UNSUPPORTED for a graph without ids, too. */
tricorn_status tg_counting_begin(tricorn_context *context, const tg_count_of *count,
                                 tg_counting *counting);
/* Also of all zeros, and after a failure. */
void tg_counting_end(tricorn_context *context, const tg_counting *counting);

/* Triangles of all vertices.  degrees: NULL, or out: theirs; where *degrees is NULL an array is
 * made, which the caller frees, also on failure. */
tricorn_status tg_count_vertices(tricorn_context *context, const tg_count_of *count,
                                 uint64_t *triangles, uint64_t **degrees, tricorn_result *result);

/* Gives the visitor all edges with their supports. */
tricorn_status tg_visit_supports(tricorn_context *context, const tg_count_of *count,
                                 const tricorn_visitor *visitor, tricorn_result *result);

/* Gives the visitor, `user` of this tg_take_edges, some edges. */
tricorn_status tg_visit_edges(tricorn_context *context, void *user, const uint32_t *ends,
                              const uint32_t *support, uint64_t count);

/* Gives options->edges the edges that are similar enough. */
tricorn_status tg_visit_similar(tricorn_context *context, const tg_count_of *count,
                                const tricorn_similarity_options *options,
                                tricorn_result *result);

/* Gives the visitor all triangles. */
tricorn_status tg_visit_triangles(tricorn_context *context, const tg_count_of *count,
                                  const tricorn_visitor *visitor, tricorn_result *result);

/* Clustering coefficients: on disk, unless options has arrays, without an array by vertex. */
tricorn_status tg_count_clustering(tricorn_context *context, const tg_count_of *count,
                                   const tricorn_clustering_options *options,
                                   tricorn_clustering_summary *found, tricorn_result *result);

#endif
