/* census.h - the kinds of triads, and clustering coefficients, of graphs whose directions are stored. */
#pragma once

#include "graph/graph.h"

/* How many edges of a vertex go out, come in, or go both ways. */
typedef struct tg_dyads {
    uint64_t out, in, both;
} tg_dyads;

/* Sets dyads[v] for each vertex v with an edge. */
tricorn_status tg_dyads_count(tricorn_context *context, const tricorn_graph *graph, tg_dyads *dyads);

/* Counts the triads as tricorn_triad_census() does: fills *census and, unless it is NULL,
 * `vertices`. */
tricorn_status tg_triad_census(
  tricorn_context *context, const tricorn_graph *graph, uint64_t *vertices, tricorn_census *census);

/* Sets coefficients[v] for each vertex v of the graph. */
tricorn_status tg_directed_clustering(tricorn_context *context, const tricorn_graph *graph, tricorn_directed kind,
  double *coefficients, tricorn_directed_summary *summary);
