/* thinned.h - how many triangles there are, from those of a random part of the edges. */
#ifndef TG_ANALYSIS_THINNED_H
#define TG_ANALYSIS_THINNED_H

#include "base/context.h"

/* What there is in one of 2^halvings parts of the edges (load/edge_sample.h). */
typedef struct tg_thinned {
    tricorn_sampling kind;
    uint32_t halvings;
    uint64_t triangles;
    double pairs; /* of triangles that share an edge */
} tg_thinned;

typedef struct tg_thinned_estimate {
    double estimate;
    uint64_t low, high;
} tg_thinned_estimate;

/* The estimate is unbiased.  The interval is that of Chebyshev's inequality, which holds for any
 * distribution, with the variance for the number of triangles that it tests and the number of pairs
 * that the part has: that number is itself an estimate. */
tg_thinned_estimate tg_estimate_thinned(const tg_thinned *seen, double confidence);

#endif
