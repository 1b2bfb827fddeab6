/* shared_sums.h - sums of weights over the common neighbours of two vertices.
 *
 * One thread computes each sum, in ascending order of the neighbours' numbers. So a sum is the
 * same to the last bit for any number of threads.
 */
#pragma once

#include "graph/graph.h"

/* The rows of a graph, their transpose, and weights. A common neighbour w of u and v contributes
 * weights[w] to their sum. If `weights` is NULL, it contributes the product of the weights of
 * edges u-w and v-w; if the edges have no weights either, it contributes 1. */
typedef struct tg_weighted {
    tg_rows below, above;
    const double *weights;
    /* weights of the edges, by position in `below` and `above`; both or none are NULL */
    const double *below_weights, *above_weights;
} tg_weighted;

/* Sets sums[e] for the ends of each edge e, by position in `below`, and *triangles to the number
 * of triangles of the graph. Time: as many look-ups of a bit as the sum of the lower degrees of
 * all edges' ends. Errors: TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
tricorn_status tg_sum_edges(tricorn_context *context, const tg_weighted *graph, double *sums, uint64_t *triangles);

/* Sets values[i] to the sum for vertices pairs[2i] and pairs[2i + 1]. Numbers from below.count on are vertices
 * without edges. `count` must be below 2^32. Errors: TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
tricorn_status tg_sum_pairs(
  tricorn_context *context, const tg_weighted *graph, const uint32_t *pairs, uint64_t count, double *values);
