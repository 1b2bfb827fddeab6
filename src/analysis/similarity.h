/* similarity.h - how alike the neighbourhoods of two vertices are: the ends of each edge, or
 * pairs. */
#ifndef TG_ANALYSIS_SIMILARITY_H
#define TG_ANALYSIS_SIMILARITY_H

#include "analysis/listing.h"
#include "schedule/plan.h"

/* What is known of the edges, to compute their values. */
typedef struct tg_similarity {
    const tricorn_graph *graph;
    tricorn_measure measure;
    tg_supported edges; /* for measures of the number of common neighbours */
    uint64_t *degrees;  /* likewise */
    tg_rows rows;       /* for sums of weights: these by position of the edge */
    double *sums;
} tg_similarity;

/* Counts what the measure needs; free *similarity.  plan: for supports of edges. */
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

/* values[i]: of the vertices pairs[2i] and pairs[2i + 1]; count is below 2^32. */
tricorn_status tg_similarity_of_pairs(tricorn_context *context, const tricorn_graph *graph,
                                      tricorn_measure measure, const uint32_t *pairs,
                                      uint64_t count, double *values);

#endif
