/* census.h - kinds of triads, and clustering, of graphs whose directions are stored. */
#ifndef TG_ANALYSIS_CENSUS_H
#define TG_ANALYSIS_CENSUS_H

#include "graph/graph.h"

/* The edges of a vertex by their direction, seen from it. */
typedef struct tg_dyads {
    uint64_t out, in, both;
} tg_dyads;

/* Sets dyads[0..vertices-1]. */
tricorn_status tg_dyads_count(tricorn_context *context, const tricorn_graph *graph,
                              tg_dyads *dyads);

/* Fills *census and, unless vertices is NULL, vertices, as tricorn_triad_census() does. */
tricorn_status tg_triad_census(tricorn_context *context, const tricorn_graph *graph,
                               uint64_t *vertices, tricorn_census *census);

/* Sets coefficients[0..vertices-1]. */
tricorn_status tg_directed_clustering(tricorn_context *context, const tricorn_graph *graph,
                                      tricorn_directed kind, double *coefficients,
                                      tricorn_directed_summary *summary);

#endif
