/* approximate.h - estimates the number of triangles from random wedges, with an interval. */
#ifndef TG_ANALYSIS_APPROXIMATE_H
#define TG_ANALYSIS_APPROXIMATE_H

#include "graph/graph.h"

typedef struct tg_approximation_ask {
    double error;      /* the widest distance of a bound from the estimate, relative to it */
    double confidence; /* the probability that the interval has the number */
    uint64_t seed;
    uint64_t most_samples; /* below 2^53 */
} tg_approximation_ask;

typedef struct tg_approximation {
    bool met; /* false: most_samples was too small; only wedges and drawn are set */
    uint64_t wedges;          /* pairs of ids in rows */
    uint64_t drawn;           /* all samples */
    uint64_t samples, closed; /* the samples of the interval, and the closed ones */
    double estimate;
    uint64_t low, high;
} tg_approximation;

/* Draws wedges until the interval is narrow enough.  The interval has the number of triangles
 * with probability `confidence` at least, over seeds: it is Clopper and Pearson's of samples
 * whose number was chosen before they were drawn.  If it is too wide, more samples are drawn
 * anew, and the next interval uses the rest of the allowed probability of a miss.  The result is
 * the same for any number of threads.
 * Errors: TRICORN_OUT_OF_MEMORY, TRICORN_UNSUPPORTED (2^63 wedges), TRICORN_CANCELLED.
 * Source: Seshadhri, Pinar, Kolda, "Triadic measures on graphs: the power of wedge sampling", SDM
 * 2013, here with the wedges of the oriented graph, of which more are closed. */
tricorn_status tg_approximate(tricorn_context *context, const tg_rows *rows,
                              const tg_approximation_ask *ask, tg_approximation *found);

#endif
