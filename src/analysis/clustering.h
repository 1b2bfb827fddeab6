/* clustering.h - clustering coefficients from the degrees and triangles of vertices. */
#ifndef TG_ANALYSIS_CLUSTERING_H
#define TG_ANALYSIS_CLUSTERING_H

#include "analysis/listing.h"

typedef struct tg_clustering_input {
    uint64_t vertices; /* entries of the arrays */
    const uint64_t *degrees;
    const uint64_t *triangles;
    bool isolated; /* vertices of degree 0 are averaged, too */
} tg_clustering_input;

/* Fills triangles, wedges, averages and numbers of vertices in *found.  coefficients: an entry
 * for each vertex, out, or NULL.  Averages depend neither on the order of the vertices nor on
 * threads, to the last bit. */
void tg_clustering_sum(const tricorn_context *context, const tg_clustering_input *input,
                       double *coefficients, tricorn_clustering_summary *found);

/* The same from the supports of a graph on disk, without an array by vertex. */
tricorn_status tg_clustering_of_support(tricorn_context *context, const tg_supported *edges,
                                        bool isolated, tricorn_clustering_summary *found);

/* The sum of `count` coefficients from 0 to 1, divided by `over`; 0 if over is 0.  The same for
 * any number of threads. */
double tg_clustering_mean(const tricorn_context *context, const double *coefficients,
                          uint64_t count, uint64_t over);

#endif
