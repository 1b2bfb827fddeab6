/* similarity.c - computes measures of similarity: some from the support of an edge and the
 * degrees of its ends, others as sums of the weights of common neighbours. */
#include "analysis/similarity.h"

#include <inttypes.h>

#include <math.h>

#include "analysis/table.h"
#include "base/clock.h"
#include "base/memory.h"
#include "cpu/common/shared_sums.h"
#include "graph/transpose.h"
#include "store/stream.h"

enum {
    BATCH = 1 << 14, /* how many edges all threads measure at a time */
    PIECE = 1 << 9,  /* and one thread */
    PIECES = BATCH / PIECE
};

const char *tricorn_measure_name(tricorn_measure measure)
{
    static const char *const names[] = {
        [TRICORN_COMMON] = "common",           [TRICORN_JACCARD] = "jaccard",
        [TRICORN_OVERLAP] = "overlap",         [TRICORN_COSINE] = "cosine",
        [TRICORN_ADAMIC_ADAR] = "adamic-adar", [TRICORN_RESOURCE] = "resource"};
    return (unsigned)measure < sizeof names / sizeof *names ? names[measure] : NULL;
}

static bool is_weighted(tricorn_measure measure)
{
    return measure == TRICORN_ADAMIC_ADAR || measure == TRICORN_RESOURCE;
}

/* Returns the measure for two vertices that have a and b neighbours, `common` of which are
 * shared; 0 if one of them has no neighbours. */
static double value_of(tricorn_measure measure, double common, double a, double b)
{
    if (a == 0 || b == 0) return 0;
    switch (measure) {
    case TRICORN_JACCARD: return common / (a + b - common);
    case TRICORN_OVERLAP: return common / (a < b ? a : b);
    case TRICORN_COSINE: return common / sqrt(a * b);
    default: return common;
    }
}

/* ---- weights ---- */

/* The neighbours of each vertex, and the weight that each vertex has as a common neighbour.  A
 * common neighbour has degree 2 or more, so the weights of other vertices are not used. */
typedef struct weighing {
    tg_weighted graph;
    double *weights;
} weighing;

static void free_weighing(weighing *made)
{
    tg_free(made->weights);
    tg_rows_free(&made->graph.above);
}

static double weight_of(tricorn_measure measure, uint64_t degree)
{
    return measure == TRICORN_RESOURCE ? 1 / (double)degree : 1 / log((double)degree);
}

static tricorn_status weigh(tricorn_context *context, const tricorn_graph *graph,
                            tricorn_measure measure, weighing *made)
{
    tricorn_status status = TRICORN_OK;
    tg_rows *below = &made->graph.below;
    const tg_rows *above = &made->graph.above;

    TG_TRY(tg_graph_rows(context, graph, below));
    TG_TRY(tg_rows_transpose(context, below, &made->graph.above));
    if (!is_weighted(measure)) return TRICORN_OK;
    TG_TRY(TG_ALLOC(context, (uint64_t)below->count + 1, &made->weights));
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint32_t v = 0; v < below->count; v++)
        made->weights[v] = weight_of(measure, below->offsets[v + 1] - below->offsets[v] +
                                                  above->offsets[v + 1] - above->offsets[v]);
    made->graph.weights = made->weights;
cleanup:
    return status;
}

/* ---- edges ---- */

static tricorn_status count_sums(tricorn_context *context, const tg_plan *plan, tg_similarity *to,
                                 tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    weighing made = {0};
    const double start = tg_clock_now();

    tg_plan_describe(context, plan, result);
    result->how.algorithm = NULL;
    result->how.device = "cpu";
    TG_TRY(weigh(context, to->graph, to->measure, &made));
    TG_TRY(TG_ALLOC(context, to->graph->edges + 1, &to->sums));
    TG_TRY(tg_sum_edges(context, &made.graph, to->sums, &result->triangles));
    to->rows = made.graph.below;
    result->seconds.count = tg_clock_now() - start;
cleanup:
    free_weighing(&made);
    return status;
}

static tricorn_status count_supports(tricorn_context *context, const tg_plan *plan,
                                     tg_similarity *to, tricorn_result *result)
{
    const tricorn_graph *graph = to->graph;
    tricorn_status status = TRICORN_OK;

    TG_TRY(tg_count_support(context, plan, &to->edges, result));
    TG_TRY(TG_ALLOC(context, (uint64_t)graph->vertices + 1, &to->degrees));
    TG_TRY(graph->store ? tg_store_degrees(context, graph->store, 0, graph->vertices, to->degrees)
                        : tg_graph_degrees(context, graph, to->degrees));
cleanup:
    return status;
}

tricorn_status tg_similarity_count(tricorn_context *context, const tg_plan *plan,
                                   tricorn_measure measure, tg_similarity *similarity,
                                   tricorn_result *result)
{
    tg_similarity made = {.graph = plan->graph, .measure = measure};
    made.edges.graph = plan->graph;
    const tricorn_status status = is_weighted(measure)
                                      ? count_sums(context, plan, &made, result)
                                      : count_supports(context, plan, &made, result);
    *similarity = made;
    return status;
}

void tg_similarity_free(tg_similarity *similarity)
{
    tg_supported_free(&similarity->edges);
    tg_free(similarity->degrees);
    tg_free(similarity->sums);
    *similarity = (tg_similarity){0};
}

/* ---- listing ---- */

/* The edges of a piece that are similar enough, at the beginning of its part of the arrays. */
typedef struct listing {
    const tg_similarity *from;
    double least;
    tg_take_similar *take;
    void *user;
    uint32_t ends[2 * BATCH];
    double values[BATCH];
    uint64_t kept[PIECES];
} listing;

static double sum_of(const tg_similarity *from, uint32_t a, uint32_t b)
{
    return from->sums[tg_row_position(&from->rows, a > b ? a : b, a > b ? b : a)];
}

static double edge_value(const tg_similarity *from, uint32_t a, uint32_t b, uint32_t support)
{
    if (from->sums) return sum_of(from, a, b);
    return value_of(from->measure, support, (double)from->degrees[a], (double)from->degrees[b]);
}

static void measure_piece(listing *job, uint64_t piece, const uint32_t *ends,
                          const uint32_t *support, uint64_t count)
{
    uint32_t *to = job->ends + 2 * piece * PIECE;
    double *values = job->values + piece * PIECE;
    uint64_t kept = 0;
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t a = ends[2 * i], b = ends[2 * i + 1];
        const double value = edge_value(job->from, a, b, support[i]);
        if (!(value >= job->least)) continue;
        to[2 * kept] = a;
        to[2 * kept + 1] = b;
        values[kept++] = value;
    }
    job->kept[piece] = kept;
}

static tricorn_status take_batch(tricorn_context *context, listing *job, const uint32_t *ends,
                                 const uint32_t *support, uint64_t count)
{
    const uint64_t pieces = (count + PIECE - 1) / PIECE;
    tricorn_status status = TRICORN_OK;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1)
    for (uint64_t p = 0; p < pieces; p++) {
        const uint64_t first = p * PIECE, left = count - first;
        measure_piece(job, p, ends + 2 * first, support + first, left < PIECE ? left : PIECE);
    }
    for (uint64_t p = 0; p < pieces && status == TRICORN_OK; p++)
        if (job->kept[p] > 0)
            status = job->take(context, job->user, job->ends + 2 * p * PIECE,
                               job->values + p * PIECE, job->kept[p]);
    return status;
}

static tricorn_status take_edges(tricorn_context *context, void *user, const uint32_t *ends,
                                 const uint32_t *support, uint64_t count)
{
    tricorn_status status = TRICORN_OK;
    for (uint64_t first = 0; first < count && status == TRICORN_OK; first += BATCH) {
        const uint64_t left = count - first;
        status = take_batch(context, user, ends + 2 * first, support + first,
                            left < BATCH ? left : BATCH);
    }
    return status;
}

tricorn_status tg_list_similar(tricorn_context *context, const tg_similarity *similarity,
                               double least, bool sorted, tg_take_similar *take, void *user)
{
    tricorn_status status = TRICORN_OK;
    listing *job = NULL;

    TG_TRY(TG_ALLOC(context, 1, &job));
    job->from = similarity;
    job->least = least;
    job->take = take;
    job->user = user;
    TG_TRY(tg_list_edges(context, &similarity->edges, sorted, take_edges, job));
cleanup:
    tg_free(job);
    return status;
}

/* ---- pairs ---- */

static double degree_of(const tg_weighted *graph, uint32_t v)
{
    if (v >= graph->below.count) return 0;
    return (double)tg_rows_degree(&graph->below, &graph->above, v);
}

tricorn_status tg_similarity_of_pairs(tricorn_context *context, const tricorn_graph *graph,
                                      tricorn_measure measure, const uint32_t *pairs,
                                      uint64_t count, double *values)
{
    tricorn_status status = TRICORN_OK;
    weighing made = {0};

    TG_TRY(weigh(context, graph, measure, &made));
    TG_TRY(tg_sum_pairs(context, &made.graph, pairs, count, values));
    if (is_weighted(measure)) goto cleanup;
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint64_t i = 0; i < count; i++)
        values[i] = value_of(measure, values[i], degree_of(&made.graph, pairs[2 * i]),
                             degree_of(&made.graph, pairs[2 * i + 1]));
cleanup:
    free_weighing(&made);
    return status;
}

/* ---- arguments ---- */

tricorn_status tg_check_measure(tricorn_context *context, tricorn_measure measure)
{
    if (tricorn_measure_name(measure)) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                   "measure is %d, which is no tricorn_measure", (int)measure);
}

tricorn_status tg_check_pairs(tricorn_context *context, const tricorn_graph *graph,
                              const uint32_t *pairs, uint64_t count)
{
    if (count > UINT32_MAX)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "there are %" PRIu64 " pairs; at most 2^32 - 1 are taken at once", count);
    for (uint64_t i = 0; i < 2 * count; i++)
        if (pairs[i] >= graph->vertices)
            return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                           "pairs[%" PRIu64 "] is %" PRIu32 ", but there are only %" PRIu32
                           " vertices",
                           i, pairs[i], graph->vertices);
    for (uint64_t i = 0; i < count; i++)
        if (pairs[2 * i] == pairs[2 * i + 1])
            return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                           "pair %" PRIu64 " is a vertex and itself", i);
    return TRICORN_OK;
}
