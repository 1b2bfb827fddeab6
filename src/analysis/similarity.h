/* similarity.h - how similar the neighbourhoods of two vertices are: of each edge's ends, or of
 * pairs. */
#ifndef TG_ANALYSIS_SIMILARITY_H
#define TG_ANALYSIS_SIMILARITY_H

#include "analysis/listing.h"
#include "schedule/plan.h"

/* What the values of edges are computed from. */
typedef struct tg_similarity {
    const tricorn_graph *graph;
    tricorn_measure measure;
    tg_supported edges; /* for measures of the number of common neighbours */
    uint64_t *degrees;  /* for the same measures */
    tg_rows rows;       /* for sums of weights, with `sums` by position of the edge */
    double *sums;
} tg_similarity;

/* Counts what the measure needs; the caller frees *similarity.  plan must count supports. */
tricorn_status tg_similarity_count(tricorn_context *context, const tg_plan *plan,
                                   tricorn_measure measure, tg_similarity *similarity,
                                   tricorn_result *result);
void tg_similarity_free(tg_similarity *similarity);

/* Receives the next edges, as tg_take_edges does, each with its value. */
typedef tricorn_status tg_take_similar(tricorn_context *context, void *user, const uint32_t *ends,
                                       const double *values, uint64_t count);

/* Lists the edges whose value is `least` or more, as tg_list_edges does. */
tricorn_status tg_list_similar(tricorn_context *context, const tg_similarity *similarity,
                               double least, bool sorted, tg_take_similar *take, void *user);

/* Sets values[i] to the measure of vertices pairs[2i] and pairs[2i + 1]; count is below 2^32. */
tricorn_status tg_similarity_of_pairs(tricorn_context *context, const tricorn_graph *graph,
                                      tricorn_measure measure, const uint32_t *pairs,
                                      uint64_t count, double *values);

#endif
