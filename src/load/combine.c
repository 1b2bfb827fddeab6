/* combine.c - one weight for each edge, of all that the input gives it.
 *
 * - "error" needs no order: threads share the input's edges, and the first to see an edge sets its
 *   weight.  Only after a fault one thread looks for the first such edge.
 * - For the other rules each thread reads all edges in the input's order and takes those of rows of
 *   its own, so no two threads meet at a weight, and sums are added up in one order.
 */
#include "load/combine.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <omp.h>
#include <string.h>

#include "base/memory.h"
#include "base/names.h"

typedef enum rule { ERROR, SUM, MEAN, MIN, MAX, FIRST, RULES } rule;

static const char *const names[RULES] = {
  [ERROR] = "error",
  [SUM] = "sum",
  [MEAN] = "mean",
  [MIN] = "min",
  [MAX] = "max",
  [FIRST] = "first",
};

/* Before an edge has its weight. */
static const double NO_WEIGHT = NAN;

typedef struct combining {
    const tg_read_edges_kept *kept;
    const uint32_t *numbers;
    const tricorn_graph *graph;
    tg_rows rows;
    rule rule;
    double *weights; /* of the graph's edges */
    double *upward; /* NULL, or sums of those from the smaller number; then weights has the others */
    uint64_t *counts; /* for MEAN */
} combining;

static rule find_rule(const char *name)
{
    int r = 0;
    if (name == NULL) return ERROR;
    while (r < RULES && strcmp(names[r], name) != 0) r++;
    return (rule)r;
}

tricorn_status tg_check_combine(tricorn_context *context, const char *name)
{
    char known[TG_NAMES_BYTES] = "";
    if (find_rule(name) < RULES) return TRICORN_OK;
    for (int r = 0; r < RULES; r++) tg_names_add(known, names[r]);
    return tg_no_name(context, "combine", name, known);
}

/* ---- the input's edges ---- */

/* An edge of the input: the numbers of its ends, the larger one first. */
typedef struct ends {
    uint32_t high, low;
    bool upward; /* it leads from the smaller number */
} ends;

static ends ends_of(const combining *job, uint64_t i)
{
    const tg_edge edge = job->kept->edges[i];
    const uint32_t u = job->numbers[edge.u], v = job->numbers[edge.v];
    return u > v ? (ends){u, v, false} : (ends){v, u, true};
}

static uint64_t place_of(const combining *job, ends edge)
{
    return tg_row_position(&job->rows, edge.high, edge.low);
}

/* ---- one weight for all ---- */

/* The weight of the input's edge i, of which only the sign is compared if weights are signed. */
static double compared(const combining *job, uint64_t i)
{
    const double weight = job->kept->weights[i];
    return job->kept->is_signed ? (weight > 0) - (weight < 0) : weight;
}

/* Gives the edge its weight; false if it has another one. */
static bool set_weight(double *to, double weight)
{
    uint64_t before, bits;
    memcpy(&before, &NO_WEIGHT, sizeof before);
    memcpy(&bits, &weight, sizeof bits);
    return __atomic_compare_exchange_n(
             (uint64_t *)(void *)to, &before, bits, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED) ||
           before == bits;
}

static void clear(const combining *job)
{
    for (uint64_t e = 0; e < job->graph->edges; e++) job->weights[e] = NO_WEIGHT;
}

/* The number of the first edge of the input with these ends. */
static uint64_t first_with(const combining *job, ends edge)
{
    for (uint64_t i = 0;; i++) {
        const ends other = ends_of(job, i);
        if (other.high == edge.high && other.low == edge.low) return i;
    }
}

/* Names the first edge of the input that has another weight than before. */
static tricorn_status refuse_difference(tricorn_context *context, const combining *job)
{
    char from[TG_VERTEX_NAME_BYTES], to[TG_VERTEX_NAME_BYTES];
    const double *weights = job->kept->weights;
    const char *input = job->kept->name ? job->kept->name : "";
    uint64_t i = 0;
    clear(job);
    for (;; i++) {
        const ends edge = ends_of(job, i);
        if (edge.high != edge.low && !set_weight(&job->weights[place_of(job, edge)], compared(job, i))) break;
    }
    const ends edge = ends_of(job, i);
    const uint64_t first = first_with(job, edge);
    tg_graph_name_vertex(job->graph, edge.upward ? edge.low : edge.high, from);
    tg_graph_name_vertex(job->graph, edge.upward ? edge.high : edge.low, to);
    return tg_fail(context, TRICORN_BAD_FORMAT,
      "%s%sthe edge of %s and %s comes again with another %s: as edge %" PRIu64
      " of the input it has %.17g, as edge %" PRIu64
      " %.17g.  Leave one of them in the input, or say what such edges have "
      "by " TG_OPTION("combine=sum") ", or mean, min, max, first",
      input, *input ? ": " : "", from, to, job->kept->is_signed ? "sign" : "weight", first + 1, weights[first], i + 1,
      weights[i]);
}

static tricorn_status set_equal(tricorn_context *context, const combining *job)
{
    bool differ = false;
    clear(job);
#pragma omp parallel for num_threads((int)context->threads) schedule(static) reduction(|| : differ)
    for (uint64_t i = 0; i < job->kept->count; i++) {
        const ends edge = ends_of(job, i);
        if (edge.high != edge.low) differ = !set_weight(&job->weights[place_of(job, edge)], compared(job, i)) || differ;
    }
    return differ ? refuse_difference(context, job) : TRICORN_OK;
}

/* ---- in the order of the input ---- */

static void add(const combining *job, ends edge, double weight)
{
    const uint64_t place = place_of(job, edge);
    double *to = edge.upward && job->upward ? &job->upward[place] : &job->weights[place];
    const bool is_first = isnan(*to); /* it is NO_WEIGHT */
    if (job->counts) job->counts[place]++;
    if (is_first)
        *to = weight;
    else if (job->rule == SUM || job->rule == MEAN)
        *to += weight;
    else if (job->rule == MIN)
        *to = fmin(*to, weight);
    else if (job->rule == MAX)
        *to = fmax(*to, weight);
}

static void add_all(const tricorn_context *context, const combining *job)
{
    clear(job);
    for (uint64_t e = 0; job->upward && e < job->graph->edges; e++) job->upward[e] = NO_WEIGHT;
#pragma omp parallel num_threads((int)context->threads)
    {
        const uint32_t team = (uint32_t)omp_get_num_threads(), own = (uint32_t)omp_get_thread_num();
        for (uint64_t i = 0; i < job->kept->count; i++) {
            const ends edge = ends_of(job, i);
            if (edge.high != edge.low && edge.high % team == own) add(job, edge, job->kept->weights[i]);
        }
    }
}

/* Whether each edge has both directions with equal sums. Sums of the same weights in another order
 * differ by rounding. */
static bool is_symmetric(const combining *job)
{
    const double rounding = 1e-12;
    for (uint64_t e = 0; e < job->graph->edges; e++) {
        const double down = job->weights[e], up = job->upward[e];
        if (isnan(down) || isnan(up) || fabs(down - up) > rounding * fmax(fabs(down), fabs(up))) return false;
    }
    return true;
}

static void add_directions(const combining *job)
{
    if (is_symmetric(job)) return;
    for (uint64_t e = 0; e < job->graph->edges; e++)
        if (isnan(job->weights[e]))
            job->weights[e] = job->upward[e];
        else if (!isnan(job->upward[e]))
            job->weights[e] += job->upward[e];
}

static tricorn_status check_finite(tricorn_context *context, const combining *job)
{
    const char *input = job->kept->name ? job->kept->name : "";
    for (uint64_t e = 0; e < job->graph->edges; e++)
        if (!isfinite(job->weights[e]))
            return tg_fail(context, TRICORN_BAD_FORMAT,
              "%s%sthe weights of an edge that comes again add up to more than a "
              "number can be: scale the weights",
              input, *input ? ": " : "");
    return TRICORN_OK;
}

static tricorn_status combine(tricorn_context *context, combining *job)
{
    const bool both = job->kept->both_ends && job->rule == SUM;
    tricorn_status status = TRICORN_OK;
    if (both) TG_TRY(TG_ALLOC(context, job->graph->edges + 1, &job->upward));
    if (job->rule == MEAN) TG_TRY(TG_ALLOC_ZERO(context, job->graph->edges + 1, &job->counts));
    add_all(context, job);
    if (both) add_directions(job);
    TG_TRY(check_finite(context, job));
    for (uint64_t e = 0; job->counts && e < job->graph->edges; e++) job->weights[e] /= (double)job->counts[e];
cleanup:
    tg_free(job->upward);
    tg_free(job->counts);
    return status;
}

tricorn_status tg_combine_weights(
  tricorn_context *context, const tg_read_edges_kept *kept, const uint32_t *numbers, tricorn_graph *graph)
{
    combining job = {.kept = kept, .numbers = numbers, .graph = graph, .rule = find_rule(kept->combine)};
    TG_DO(tg_graph_rows(context, graph, &job.rows));
    TG_DO(TG_ALLOC(context, graph->edges + 1, &graph->weights));
    job.weights = graph->weights;
    return job.rule == ERROR ? set_equal(context, &job) : combine(context, &job);
}
