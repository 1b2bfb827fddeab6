/* census.h - kinds of triads, and clustering, of graphs whose directions were kept. */
#ifndef TG_ANALYSIS_CENSUS_H
#define TG_ANALYSIS_CENSUS_H

#include "graph/graph.h"

/* Edges of a vertex, as it sees them. */
typedef struct tg_dyads {
    uint64_t out, in, both;
} tg_dyads;

/* dyads: graph->vertices entries, out. */
tricorn_status tg_dyads_count(tricorn_context *context, const tricorn_graph *graph,
                              tg_dyads *dyads);

/* vertices, census: as for tricorn_triad_census(). */
tricorn_status tg_triad_census(tricorn_context *context, const tricorn_graph *graph,
                               uint64_t *vertices, tricorn_census *census);

/* coefficients: graph->vertices entries, out. */
tricorn_status tg_directed_clustering(tricorn_context *context, const tricorn_graph *graph,
                                      tricorn_directed kind, double *coefficients,
                                      tricorn_directed_summary *summary);

#endif
