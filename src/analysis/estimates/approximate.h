/* approximate.h - estimates the number of triangles from random wedges, with an interval. */
#pragma once

#include "graph/graph.h"

typedef struct tg_approximation_ask {
    /* The interval must not differ from the estimate by more than this, as a fraction of the estimate. */
    double error;
    double confidence; /* the probability with which the interval contains the true number */
    uint64_t seed;
    uint64_t most_samples; /* the most wedges that may be drawn; below 2^53 */
} tg_approximation_ask;

typedef struct tg_approximation {
    /* false: most_samples was too small, and only `wedges` and `drawn` are set. */
    bool met;
    uint64_t wedges; /* the number of pairs of ids in a row, over all rows */
    uint64_t drawn; /* the wedges that were drawn in all */
    /* The wedges from which the interval was computed, and the closed ones among them. */
    uint64_t samples, closed;
    double estimate;
    uint64_t low, high;
} tg_approximation;

/* Draws random wedges until the interval for the number of triangles is narrow enough. For a random seed, the
 * interval contains the true number with at least the probability `confidence`. It is the interval of Clopper and
 * Pearson, for a number of samples that was chosen before they were drawn. If it is too wide, a larger number of new
 * samples is drawn, and the next interval uses the rest of the allowed probability of error. The result is the same
 * for any number of threads. Errors: TRICORN_OUT_OF_MEMORY, TRICORN_UNSUPPORTED (2^63 wedges or more),
 * TRICORN_CANCELLED. Source: Seshadhri, Pinar, Kolda, "Triadic measures on graphs: the power of wedge sampling", SDM
 * 2013; here with the wedges of the oriented graph, a larger share of which is closed. */
tricorn_status tg_approximate(
  tricorn_context *context, const tg_rows *rows, const tg_approximation_ask *ask, tg_approximation *found);

/* Does the same for a graph in host memory, unless this would take longer than counting. Then
 * it sets to->exact, and the caller counts. */
tricorn_status tg_approximate_graph(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_approximate_options *options, tricorn_approximate_result *to);
