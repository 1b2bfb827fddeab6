/* counted.h - counts triangles by vertex or edge, or lists them: plans, counts and verifies.
 *
 * All functions fill *result except its peak of memory, and verify the count if options->verify
 * is set. They fail like tg_plan_create() and tg_plan_execute(), with TRICORN_WRONG_COUNT, or
 * with TRICORN_CANCELLED if a visitor stops them.
 */
#pragma once

#include "analysis/clustering.h"
#include "analysis/similarity.h"
#include "schedule/plan.h"

/* The graph whose triangles are counted, and how. */
typedef struct tg_count_of {
    const tricorn_graph *graph;
    const tricorn_options *options; /* has all members of this version */
    tg_sink_kind kind;
    bool list; /* lists the triangles, instead of counting them into a sink */
    bool degrees; /* also counts the degrees of vertices */
} tg_count_of;

/* The plan of a count. From tg_counting_begin() to tg_counting_end() its limits apply to the context. */
typedef struct tg_counting {
    tg_plan *plan;
    bool verify;
    tg_plan_limits before; /* the context's own limits, if `plan` is not NULL */
} tg_counting;

/* Also fails with TRICORN_UNSUPPORTED if the graph has no ids. */
tricorn_status tg_counting_begin(tricorn_context *context, const tg_count_of *count, tg_counting *counting);
/* Frees the plan and restores the context's limits. *counting may be all zero, and begin may have failed. */
void tg_counting_end(tricorn_context *context, const tg_counting *counting);

/* Counts the triangles of each vertex, and its degree if `degrees` is not NULL. If *degrees is
 * NULL, allocates the array; the caller frees it, also after a failure. */
tricorn_status tg_count_vertices(
  tricorn_context *context, const tg_count_of *count, uint64_t *triangles, uint64_t **degrees, tricorn_result *result);

/* Passes all edges with their supports to the visitor. */
tricorn_status tg_visit_supports(
  tricorn_context *context, const tg_count_of *count, const tricorn_visitor *visitor, tricorn_result *result);

/* A tg_take_edges function: passes edges to the visitor that `user` points to. */
tricorn_status tg_visit_edges(
  tricorn_context *context, void *user, const uint32_t *ends, const uint32_t *support, uint64_t count);

/* Passes to options->edges those edges that are similar enough. */
tricorn_status tg_visit_similar(tricorn_context *context, const tg_count_of *count,
  const tricorn_similarity_options *options, tricorn_result *result);

/* Passes all triangles to the visitor. */
tricorn_status tg_visit_triangles(
  tricorn_context *context, const tg_count_of *count, const tricorn_visitor *visitor, tricorn_result *result);

/* Computes clustering coefficients. For a graph on disk it uses no array of all vertices,
 * unless `options` has arrays. */
tricorn_status tg_count_clustering(tricorn_context *context, const tg_count_of *count,
  const tricorn_clustering_options *options, tricorn_clustering_summary *found, tricorn_result *result);
