/* shared_sums.h - sums of weights over the common neighbours of two vertices.
 *
 * Each sum is made by one thread, in ascending order of the neighbours' numbers, so it is the
 * same to the last bit for any number of threads.
 */
#ifndef TG_CPU_COMMON_SHARED_SUMS_H
#define TG_CPU_COMMON_SHARED_SUMS_H

#include "graph/graph.h"

/* A graph's rows and their transpose.  The weight of a common neighbour w of u and v is
 * weights[w]; NULL: the product of the weights of the edges u-w and v-w, by their positions in
 * both; NULL, too: 1.
 */
typedef struct tg_weighted {
    tg_rows below, above;
    const double *weights;
    const double *below_weights, *above_weights; /* both or none */
} tg_weighted;

/* sums: an entry for each edge by position in the rows, out; *triangles: those of the graph.
 * Time: the sum of the lower degrees of the edges' ends, in bits looked up.
 * Errors: TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
tricorn_status tg_sum_edges(tricorn_context *context, const tg_weighted *graph, double *sums,
                            uint64_t *triangles);

/* values[i]: of vertices pairs[2i] and pairs[2i + 1]; those without an edge have numbers from
 * below.count on.  count is below 2^32.  Errors: likewise. */
tricorn_status tg_sum_pairs(tricorn_context *context, const tg_weighted *graph,
                            const uint32_t *pairs, uint64_t count, double *values);

#endif
