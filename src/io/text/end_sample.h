/* end_sample.h - estimates from samples of a file how unequal degrees are: the mean degree of the vertices at which
 * edges end, which is the sum of the squared degrees over that of the degrees.
 *
 * Two ends of random edges are the same vertex with probability sum (d / 2E)^2, so pairs of ends tell the sum of
 * squares. Ends of one sample have too much in common, since many files are sorted: only pairs of different samples
 * count. What sorting hides from them, the edges of a vertex that are in one place, are runs of equal first ends.
 */
#pragma once

#include <stdint.h>
#include <tricorn/tricorn.h>

#include "base/context.h"

enum { TG_END_SAMPLE_MOST = 1 << 14, TG_END_SAMPLE_STEP = 16 };

typedef struct tg_sampled_end {
    uint64_t id;
    uint32_t sample;
} tg_sampled_end;

typedef struct tg_end_sample {
    tg_sampled_end *ends; /* room for 2 TG_END_SAMPLE_MOST; NULL: nothing is sampled */
    uint32_t count;
    uint32_t sample; /* the number of the current sample */
    uint64_t edges; /* that were seen */
    uint64_t first, run; /* the first end of the last edges, and how many these are */
    double squares; /* of the lengths of earlier runs */
} tg_end_sample;

tricorn_status tg_end_sample_begin(tricorn_context *context, tg_end_sample *sampled);
void tg_end_sample_free(tg_end_sample *sampled);

/* Sees the next edge of the current sample; ends are ids, or hashes of words. */
void tg_end_sample_see(tg_end_sample *sampled, uint64_t u, uint64_t v);
/* Ends the current sample. */
void tg_end_sample_next(tg_end_sample *sampled);

/* Returns the mean degree, for a file of this number of edges; 0: unknown, by fewer than two
 * samples. Sorts the ends. */
double tg_end_sample_degree(tg_end_sample *sampled, uint64_t edges);
