/* shared_sums.h - sums of weights over the common neighbours of two vertices.
 *
 * Each sum is computed by one thread, in ascending order of the neighbours' numbers: the sum is
 * the same to the last bit for any number of threads.
 */
#ifndef TG_CPU_COMMON_SHARED_SUMS_H
#define TG_CPU_COMMON_SHARED_SUMS_H

#include "graph/graph.h"

/* A graph's rows and their transpose.  A common neighbour w of u and v has the weight weights[w].
 * If weights is NULL, it has the product of the weights of the edges u-w and v-w; if these are
 * NULL, too, it has 1. */
typedef struct tg_weighted {
    tg_rows below, above;
    const double *weights;
    const double *below_weights, *above_weights; /* of edges, by position; both or none */
} tg_weighted;

/* Sets sums[e] for each edge e, by position in the rows, and *triangles to those of the graph.
 * Time: as many look-ups of a bit as the sum of the lower degrees of the edges' ends.
 * Errors: TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
tricorn_status tg_sum_edges(tricorn_context *context, const tg_weighted *graph, double *sums,
                            uint64_t *triangles);

/* Sets values[i] to the sum of vertices pairs[2i] and pairs[2i + 1].  Vertices without an edge
 * have numbers from below.count on. count must be below 2^32.  Errors: as tg_sum_edges(). */
tricorn_status tg_sum_pairs(tricorn_context *context, const tg_weighted *graph,
                            const uint32_t *pairs, uint64_t count, double *values);

#endif
