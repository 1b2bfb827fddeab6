/* clustering.h - computes clustering coefficients from the degrees and triangles of vertices. */
#pragma once

#include "analysis/listing.h"

typedef struct tg_clustering_input {
    uint64_t vertices; /* the vertices with an edge, and perhaps others */
    const uint64_t *degrees;
    const uint64_t *triangles;
    uint64_t isolated; /* averages include this many vertices of degree 0 */
    bool closed; /* the coefficients are those of closed neighbourhoods */
} tg_clustering_input;

/* Fills the triangles, wedges, averages and numbers of vertices of *found. `coefficients` is
 * NULL or receives an entry for each of `vertices`. The averages are the same to the last bit for any
 * order of the vertices and any number of threads. */
void tg_clustering_sum(const tricorn_context *context, const tg_clustering_input *input, double *coefficients,
  tricorn_clustering_summary *found);

/* Computes the same from the supports of a graph on disk, without an array for all vertices.
 * *like says which vertices are averaged, and which coefficients. */
tricorn_status tg_clustering_of_support(tricorn_context *context, const tg_supported *edges,
  const tg_clustering_input *like, tricorn_clustering_summary *found);

/* Returns the sum of `count` coefficients, each from 0 to 1, divided by `over`; 0 if `over` is
 * 0. The result is the same for any number of threads. */
double tg_clustering_mean(const tricorn_context *context, const double *coefficients, uint64_t count, uint64_t over);
