/* similarity.h - measures how similar the neighbourhoods of two vertices are: for the ends of
 * each edge, or for given pairs. */
#pragma once

#include "analysis/listing.h"
#include "analysis/top.h"
#include "schedule/plan.h"

/* What is needed to compute the values of all edges. */
typedef struct tg_similarity {
    const tricorn_graph *graph;
    tricorn_measure measure;
    tg_supported edges; /* the supports, for measures that need the number of common neighbours */
    uint64_t *degrees; /* the degrees, for the same measures */
    /* For measures that are sums of weights: the rows, and `sums` by position in them. */
    tg_rows rows;
    double *sums;
} tg_similarity;

/* Counts what the measure needs; the plan must count supports. The caller frees *similarity. */
tricorn_status tg_similarity_count(tricorn_context *context, const tg_plan *plan, tricorn_measure measure,
  tg_similarity *similarity, tricorn_result *result);
void tg_similarity_free(tg_similarity *similarity);

/* Receives the next edges, each with its value: edge i has the vertices ends[2i] and ends[2i + 1]. */
typedef tricorn_status tg_take_similar(
  tricorn_context *context, void *user, const uint32_t *ends, const double *values, uint64_t count);

/* Lists the edges whose value is at least `least`, in the same order as tg_list_edges. */
tricorn_status tg_list_similar(tricorn_context *context, const tg_similarity *similarity, double least, bool sorted,
  tg_take_similar *take, void *user);

/* Lists the projection onto options->side, as tricorn_edge_similarity() does. */
tricorn_status tg_project(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_similarity_options *options, tg_take_similar *take, void *user);

/* Sets values[i] to the measure of the vertices pairs[2i] and pairs[2i + 1]; `count` is below 2^32. */
tricorn_status tg_similarity_of_pairs(tricorn_context *context, const tricorn_graph *graph, tricorn_measure measure,
  const uint32_t *pairs, uint64_t count, double *values);

/* Selects the most similar pairs that are no edge, in order, as tricorn_pairs_search() does; `given` has
 * the bits of options->vertices, or is NULL for all. The caller frees *top. */
tricorn_status tg_top_pairs(tricorn_context *context, const tricorn_graph *graph, const tricorn_top_pairs *options,
  const uint64_t *given, tg_top *top);

/* TRICORN_INVALID_ARGUMENT unless it is a tricorn_measure. */
tricorn_status tg_check_measure(tricorn_context *context, tricorn_measure measure);

/* TRICORN_INVALID_ARGUMENT unless they are pairs of two vertices, of which tg_similarity_of_pairs() takes `count`. */
tricorn_status tg_check_pairs(
  tricorn_context *context, const tricorn_graph *graph, const uint32_t *pairs, uint64_t count);
