/* weighted.c - computes weighted clustering coefficients, as sums over the edges of a vertex.
 *
 * - Onnela's coefficient: the value of an edge u-v is a sum over all common neighbours w of u
 *   and v, of the cube root of the weight of u-w times that of v-w.  At each end, this value is
 *   then multiplied by the cube root of the weight of u-v.
 * - Barrat's coefficient: each triangle of an edge u-v adds the weight of u-v once at u, so the
 *   value of an edge is its support.
 * - Each sum is computed by one thread, in the order of the vertices' numbers, so the result is
 *   the same for any number of threads.
 */
#include "analysis/weighted.h"

#include <math.h>

#include "analysis/clustering.h"
#include "analysis/table.h"
#include "base/clock.h"
#include "base/memory.h"
#include "cpu/common/shared_sums.h"
#include "graph/transpose.h"

typedef struct weighing {
    const tricorn_graph *graph;
    tg_weighted rows;
    double *below, *above; /* the weights of edges, by position in rows.below and in rows.above */
    double *sums; /* the values of edges by position in rows.below; NULL: supports are used */
    tg_supported edges; /* the supports, used if `sums` is NULL */
} weighing;

static void free_weighing(weighing *job)
{
    tg_rows_free(&job->rows.above);
    tg_free(job->below);
    tg_free(job->above);
    tg_free(job->sums);
    tg_supported_free(&job->edges);
}

tricorn_status tg_refuse_weight(tricorn_context *context, const tricorn_graph *graph, uint64_t edge, const char *why)
{
    char names[2][TG_VERTEX_NAME_BYTES];
    tg_rows rows;
    TG_DO(tg_graph_rows(context, graph, &rows));
    tg_graph_name_vertex(graph, tg_row_with(&rows, edge), names[0]);
    tg_graph_name_vertex(graph, rows.ids[edge], names[1]);
    return tg_fail(context, TRICORN_BAD_FORMAT, "the edge of %s and %s has the weight %g, %s", names[0], names[1],
      graph->weights[edge], why);
}

tricorn_status tg_require_no_negative(tricorn_context *context, const tricorn_graph *graph)
{
    uint64_t e = 0;
    while (e < graph->edges && graph->weights[e] >= 0) e++;
    return e == graph->edges ? TRICORN_OK
                             : tg_refuse_weight(context, graph, e,
                                 "and these coefficients are of weights of which "
                                 "none is negative");
}

static double largest_weight(const tricorn_context *context, const tricorn_graph *graph)
{
    double largest = 0;
#pragma omp parallel for num_threads((int)context->threads) schedule(static) reduction(max : largest)
    for (uint64_t e = 0; e < graph->edges; e++) largest = fmax(largest, graph->weights[e]);
    return largest;
}

/* Returns the weight as it is used. For Onnela's coefficient, this is the cube root of the
 * weight divided by the largest weight. For Barrat's, it is the weight divided by a power of
 * two, so that no sum overflows and no digit is lost. */
static double scaled(tricorn_weighted kind, double weight, double largest)
{
    int exponent;
    if (largest == 0) return 0;
    if (kind == TRICORN_ONNELA) return cbrt(weight / largest);
    frexp(largest, &exponent);
    return ldexp(weight, -exponent);
}

static tricorn_status weigh(tricorn_context *context, tricorn_weighted kind, double largest, weighing *job)
{
    const tricorn_graph *graph = job->graph;
    tg_rows *below = &job->rows.below, *above = &job->rows.above;

    TG_DO(tg_graph_rows(context, graph, below));
    TG_DO(tg_rows_transpose(context, below, above));
    TG_DO(TG_ALLOC(context, graph->edges + 1, &job->below));
    TG_DO(TG_ALLOC(context, graph->edges + 1, &job->above));
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint64_t e = 0; e < graph->edges; e++) job->below[e] = scaled(kind, graph->weights[e], largest);
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 256)
    for (uint32_t v = 0; v < above->count; v++)
        for (uint64_t i = above->offsets[v]; i < above->offsets[v + 1]; i++)
            job->above[i] = job->below[tg_row_position(below, above->ids[i], v)];
    job->rows.below_weights = job->below;
    job->rows.above_weights = job->above;
    return TRICORN_OK;
}

static double value_at(const weighing *job, uint64_t position)
{
    return job->sums ? job->sums[position] : job->edges.support[position];
}

/* Returns the sum of v's edge weights, each times the value of its edge; *strength receives the
 * sum of the weights alone. */
static double sum_vertex(const weighing *job, uint32_t v, double *strength)
{
    const tg_rows *below = &job->rows.below, *above = &job->rows.above;
    double sum = 0;
    *strength = 0;
    for (uint64_t e = below->offsets[v]; e < below->offsets[v + 1]; e++) {
        sum += job->below[e] * value_at(job, e);
        *strength += job->below[e];
    }
    for (uint64_t e = above->offsets[v]; e < above->offsets[v + 1]; e++) {
        sum += job->above[e] * value_at(job, tg_row_position(below, above->ids[e], v));
        *strength += job->above[e];
    }
    return sum;
}

/* Returns Barrat's transitivity. Each edge is in as many pairs of edges as it has neighbouring edges, and in
 * two closed ones for each of its triangles. */
static double transitivity_of(const weighing *job)
{
    const tg_rows *below = &job->rows.below, *above = &job->rows.above;
    long double closed = 0, all = 0;
    for (uint32_t u = 0; u < below->count; u++) {
        const uint64_t d = tg_rows_degree(below, above, u);
        for (uint64_t e = below->offsets[u]; e < below->offsets[u + 1]; e++) {
            const uint64_t others = d + tg_rows_degree(below, above, below->ids[e]) - 2;
            closed += (long double)job->below[e] * 2 * value_at(job, e);
            all += (long double)job->below[e] * others;
        }
    }
    return all > 0 ? fmin((double)(closed / all), 1) : 0;
}

static double coefficient_of(const weighing *job, tricorn_weighted kind, uint32_t v)
{
    const tg_rows *below = &job->rows.below, *above = &job->rows.above;
    const uint64_t degree = below->offsets[v + 1] - below->offsets[v] + above->offsets[v + 1] - above->offsets[v];
    double strength;
    if (degree < 2) return 0;
    const double sum = sum_vertex(job, v, &strength);
    const double most = (kind == TRICORN_ONNELA ? (double)degree : strength) * (double)(degree - 1);
    return most > 0 ? fmin(sum / most, 1) : 0; /* only rounding makes the quotient more than 1 */
}

/* Computes the values of all edges: sums for Onnela's coefficient, supports for Barrat's. */
static tricorn_status sum_edges(
  tricorn_context *context, const tg_plan *plan, tricorn_weighted kind, weighing *job, tricorn_result *result)
{
    const double start = tg_clock_now();

    if (kind == TRICORN_BARRAT) return tg_count_support(context, plan, &job->edges, result);
    tg_plan_describe(context, plan, result);
    result->how.algorithm = NULL;
    result->how.device = "cpu";
    TG_DO(TG_ALLOC(context, job->graph->edges + 1, &job->sums));
    TG_DO(tg_sum_edges(context, &job->rows, job->sums, &result->triangles));
    result->seconds.count = tg_clock_now() - start;
    return TRICORN_OK;
}

tricorn_status tg_weighted_clustering(tricorn_context *context, const tg_plan *plan, tricorn_weighted kind,
  double *coefficients, tricorn_weighted_summary *summary, tricorn_result *result)
{
    const tricorn_graph *graph = plan->graph;
    tricorn_status status = TRICORN_OK;
    weighing job = {.graph = graph};

    summary->largest = largest_weight(context, graph);
    TG_TRY(weigh(context, kind, summary->largest, &job));
    TG_TRY(sum_edges(context, plan, kind, &job, result));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 256)
    for (uint32_t v = 0; v < graph->vertices; v++)
        coefficients[v] = v < graph->active ? coefficient_of(&job, kind, v) : 0;
    summary->triangles = result->triangles;
    if (kind == TRICORN_BARRAT) summary->transitivity = transitivity_of(&job);
    summary->average = tg_clustering_mean(context, coefficients, graph->vertices, graph->active);
    summary->average_all = tg_clustering_mean(context, coefficients, graph->vertices, graph->vertices);
cleanup:
    free_weighing(&job);
    return status;
}
