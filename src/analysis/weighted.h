/* weighted.h - clustering coefficients of graphs whose edges have weights. */
#pragma once

#include "schedule/plan.h"

/* Fails with TRICORN_BAD_FORMAT: names the edge at a position in the rows, and its weight. */
tricorn_status tg_refuse_weight(tricorn_context *context, const tricorn_graph *graph, uint64_t edge, const char *why);
/* Fails so if a weight of the graph is negative. */
tricorn_status tg_require_no_negative(tricorn_context *context, const tricorn_graph *graph);

/* Sets coefficients[v] for each vertex of the plan's graph, which must have weights; the plan
 * must count supports. Fills the averages, the triangles and the largest weight of *summary.
 * *result says how supports were counted, if they were.
 * Errors: TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED, those of counting. */
tricorn_status tg_weighted_clustering(tricorn_context *context, const tg_plan *plan, tricorn_weighted kind,
  double *coefficients, tricorn_weighted_summary *summary, tricorn_result *result);
