/* thinned.h - estimates the number of triangles from those of a random sample of the edges. */
#pragma once

#include "base/context.h"

/* What was counted in a sample that has one in 2^halvings edges (load/edge_sample.h). */
typedef struct tg_thinned {
    tricorn_sampling kind;
    uint32_t halvings;
    uint64_t triangles;
    double pairs; /* pairs of triangles in the sample that share an edge */
} tg_thinned;

typedef struct tg_thinned_estimate {
    double estimate;
    uint64_t low, high;
} tg_thinned_estimate;

/* Computes an unbiased estimate, and an interval. The interval follows from Chebyshev's inequality, which holds for
 * any distribution. Its variance is computed from the number of triangles at the tested bound, and from the pairs of
 * triangles, whose number is itself estimated from the sample. */
tg_thinned_estimate tg_estimate_thinned(const tg_thinned *seen, double confidence);
