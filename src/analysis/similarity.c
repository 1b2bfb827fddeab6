/* similarity.c - computes measures of similarity: some from the support of an edge and the
 * degrees of its ends, others as sums of the weights of common neighbours. */
#include "analysis/similarity.h"

#include <inttypes.h>

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "analysis/table.h"
#include "analysis/weighing.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "cpu/common/bitmap.h"
#include "cpu/common/shared_sums.h"
#include "graph/transpose.h"
#include "store/stream.h"

enum {
    PAIRS = 1 << 20, /* how many edges of a directed graph are measured at a time */
    BATCH = 1 << 14, /* how many edges all threads pass on at a time */
    CHUNK = 1 << 9, /* and one thread */
    CHUNKS = BATCH / CHUNK
};

const char *tricorn_measure_name(tricorn_measure measure)
{
#define NAMES(suffix) \
    "common" suffix, "jaccard" suffix, "overlap" suffix, "cosine" suffix, "adamic-adar" suffix, "resource" suffix, \
      "collaboration" suffix
    static const char *const names[] = {NAMES(""), NAMES("-successors"), NAMES("-predecessors")};
#undef NAMES
    return (unsigned)measure < sizeof names / sizeof *names ? names[measure] : NULL;
}

/* Returns the measure for two vertices that have a and b neighbours, `common` of which are
 * shared; 0 if one of them has no neighbours. */
static double value_of(tricorn_measure measure, double common, double a, double b)
{
    if (a == 0 || b == 0) return 0;
    switch (tg_measure_kind(measure)) {
    case TRICORN_JACCARD: return common / (a + b - common);
    case TRICORN_OVERLAP: return common / (a < b ? a : b);
    case TRICORN_COSINE: return common / sqrt(a * b);
    default: return common;
    }
}

/* ---- pairs of ends ---- */

static double degree_of(const tg_weighted *graph, uint32_t v)
{
    if (v >= graph->below.count) return 0;
    return (double)tg_rows_degree(&graph->below, &graph->above, v);
}

/* Measures pairs of such ends. */
typedef struct vertex_pairs {
    const uint32_t *ends;
    uint64_t count;
} vertex_pairs;

static tricorn_status measure_pairs(
  tricorn_context *context, const tg_weighing *made, tricorn_measure measure, vertex_pairs pairs, double *values)
{
    const tg_weighted *graph = &made->graph;
    TG_DO(tg_sum_pairs(context, graph, pairs.ends, pairs.count, values));
    if (tg_measure_is_weighted(measure)) return TRICORN_OK;
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint64_t i = 0; i < pairs.count; i++)
        values[i] =
          value_of(measure, values[i], degree_of(graph, pairs.ends[2 * i]), degree_of(graph, pairs.ends[2 * i + 1]));
    return TRICORN_OK;
}

/* ---- edges ---- */

static tricorn_status count_sums(
  tricorn_context *context, const tg_plan *plan, tg_similarity *to, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tg_weighing made = {0};
    const double start = tg_clock_now();

    tg_plan_describe(context, plan, result);
    result->how.algorithm = NULL;
    result->how.device = "cpu";
    TG_TRY(tg_weigh(context, to->graph, to->measure, &made));
    TG_TRY(TG_ALLOC(context, to->graph->edges + 1, &to->sums));
    TG_TRY(tg_sum_edges(context, &made.graph, to->sums, &result->triangles));
    to->rows = made.graph.below;
    result->seconds.count = tg_clock_now() - start;
cleanup:
    tg_weighing_free(&made);
    return status;
}

static tricorn_status count_supports(
  tricorn_context *context, const tg_plan *plan, tg_similarity *to, tricorn_result *result)
{
    const tricorn_graph *graph = to->graph;

    TG_DO(tg_count_support(context, plan, &to->edges, result));
    TG_DO(TG_ALLOC(context, (uint64_t)graph->vertices + 1, &to->degrees));
    return graph->store ? tg_store_degrees(context, graph->store, 0, graph->vertices, to->degrees)
                        : tg_graph_degrees(context, graph, to->degrees);
}

/* Counts supports, too, so that triangles are known. */
static tricorn_status count_directed(
  tricorn_context *context, const tg_plan *plan, tg_similarity *to, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tg_weighing made = {0};
    uint32_t *pairs = NULL;
    uint64_t count = 0, first = 0;

    TG_TRY(tg_weigh(context, to->graph, to->measure, &made));
    TG_TRY(count_supports(context, plan, to, result));
    TG_TRY(tg_graph_rows(context, to->graph, &to->rows));
    TG_TRY(TG_ALLOC(context, to->graph->edges + 1, &to->sums));
    TG_TRY(TG_ALLOC(context, 2 * PAIRS, &pairs));
    for (uint32_t r = 0; r < to->rows.count; r++)
        for (uint64_t e = to->rows.offsets[r]; e < to->rows.offsets[r + UINT64_C(1)]; e++) {
            pairs[2 * count] = tg_weighing_end(&made, r);
            pairs[2 * count++ + 1] = tg_weighing_end(&made, to->rows.ids[e]);
            if (count < PAIRS && e + 1 < to->graph->edges) continue;
            const vertex_pairs some = {pairs, count};
            TG_TRY(measure_pairs(context, &made, to->measure, some, to->sums + first));
            first += count;
            count = 0;
        }
cleanup:
    tg_free(pairs);
    tg_weighing_free(&made);
    return status;
}

tricorn_status tg_similarity_count(tricorn_context *context, const tg_plan *plan, tricorn_measure measure,
  tg_similarity *similarity, tricorn_result *result)
{
    tg_similarity made = {.graph = plan->graph, .measure = measure};
    made.edges.graph = plan->graph;
    const tricorn_status status = tg_measure_is_directed(measure)   ? count_directed(context, plan, &made, result)
                                  : tg_measure_is_weighted(measure) ? count_sums(context, plan, &made, result)
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

/* The edges of a chunk that are similar enough, at the beginning of its part of the arrays. */
typedef struct listing {
    const tg_similarity *from;
    double least;
    tg_take_similar *take;
    void *user;
    uint32_t ends[2 * BATCH];
    double values[BATCH];
    uint64_t kept[CHUNKS];
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

static void measure_chunk(listing *job, uint64_t chunk, const uint32_t *ends, const uint32_t *support, uint64_t count)
{
    uint32_t *to = job->ends + 2 * chunk * CHUNK;
    double *values = job->values + chunk * CHUNK;
    uint64_t kept = 0;
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t a = ends[2 * i], b = ends[2 * i + 1];
        const double value = edge_value(job->from, a, b, support[i]);
        if (!(value >= job->least)) continue;
        to[2 * kept] = a;
        to[2 * kept + 1] = b;
        values[kept++] = value;
    }
    job->kept[chunk] = kept;
}

static tricorn_status take_batch(
  tricorn_context *context, listing *job, const uint32_t *ends, const uint32_t *support, uint64_t count)
{
    const uint64_t chunks = (count + CHUNK - 1) / CHUNK;
    tricorn_status status = TRICORN_OK;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1)
    for (uint64_t p = 0; p < chunks; p++) {
        const uint64_t first = p * CHUNK, left = count - first;
        measure_chunk(job, p, ends + 2 * first, support + first, left < CHUNK ? left : CHUNK);
    }
    for (uint64_t p = 0; p < chunks && status == TRICORN_OK; p++)
        if (job->kept[p] > 0)
            status = job->take(context, job->user, job->ends + 2 * p * CHUNK, job->values + p * CHUNK, job->kept[p]);
    return status;
}

static tricorn_status take_edges(
  tricorn_context *context, void *user, const uint32_t *ends, const uint32_t *support, uint64_t count)
{
    tricorn_status status = TRICORN_OK;
    for (uint64_t first = 0; first < count && status == TRICORN_OK; first += BATCH) {
        const uint64_t left = count - first;
        status = take_batch(context, user, ends + 2 * first, support + first, left < BATCH ? left : BATCH);
    }
    return status;
}

tricorn_status tg_list_similar(tricorn_context *context, const tg_similarity *similarity, double least, bool sorted,
  tg_take_similar *take, void *user)
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

tricorn_status tg_similarity_of_pairs(tricorn_context *context, const tricorn_graph *graph, tricorn_measure measure,
  const uint32_t *pairs, uint64_t count, double *values)
{
    tricorn_status status = TRICORN_OK;
    tg_weighing made = {0};
    uint32_t *own = NULL;

    TG_TRY(tg_weigh(context, graph, measure, &made));
    if (made.directed) {
        TG_TRY(TG_ALLOC(context, 2 * count + 1, &own));
        for (uint64_t i = 0; i < 2 * count; i++) own[i] = tg_weighing_end(&made, pairs[i]);
    }
    TG_TRY(measure_pairs(context, &made, measure, (vertex_pairs){own ? own : pairs, count}, values));
cleanup:
    tg_free(own);
    tg_weighing_free(&made);
    return status;
}

/* ---- the most similar pairs that are no edge ---- */

/* What a projection passes on. */
typedef struct projection {
    const tricorn_similarity_options *options;
    tg_take_similar *take;
    void *user;
    uint32_t *ends;
    double *values;
    uint64_t count;
    tricorn_status status;
} projection;

/* A pair is found at one of its ends u, by the neighbours v of u's neighbours w. Those w of low degree come first. A
 * vertex v that none of them has is joined to u by the others alone, so its value has a bound; where that is below
 * the worst of the best pairs, no further v is looked for, and hubs are not visited. Those that were seen are
 * computed as tg_sum_pairs() does, to the last bit. */
typedef struct pair_job {
    tricorn_context *context;
    const tricorn_graph *graph;
    tricorn_measure measure;
    tg_weighing of;
    tg_rows rows; /* of the graph */
    const uint64_t *given; /* bits of the vertices one of which is in each pair; NULL: all */
    projection *projected; /* NULL: the best pairs are searched for */
    tg_top top;
    _Atomic uint64_t worst_key, worst_rank; /* of `top` when it is full; before, of a pair of value 0 */
    _Atomic uint64_t next;
} pair_job;

/* What a thread has for one vertex u of a pair. */
typedef struct pair_search {
    uint64_t *row; /* bits of u's neighbours */
    double *sums; /* of those w of v that were visited; 0 between vertices u */
    uint32_t *seen; /* the vertices v */
    uint64_t *order; /* degree << 32 | w, ascending */
    double *left; /* what w from this one on can add */
    uint64_t seen_count, degree, visited;
    uint32_t end; /* vertices from this one on are not seen, as their pairs are found elsewhere */
} pair_search;

static double share_of(const pair_job *job, uint32_t w)
{
    return job->of.weights ? job->of.weights[w] : 1;
}

/* The key of a value that none exceeds, with room for rounding where it was not made as the value is. */
static uint64_t bound_key(const pair_job *job, double value, bool rounded)
{
    return tg_top_key(rounded || tg_measure_is_weighted(job->measure) ? value * (1 + 1e-9) : value);
}

/* The key of the most that a pair of u has if its common neighbours add up to `shared`: the other
 * end has at least as many neighbours. */
static uint64_t most_of(const pair_job *job, double shared, uint64_t degree)
{
    const double part = shared / (double)degree;
    switch (tg_measure_kind(job->measure)) {
    case TRICORN_JACCARD: return bound_key(job, part, false);
    case TRICORN_OVERLAP: return bound_key(job, shared > 0 ? 1 : 0, false);
    case TRICORN_COSINE: return bound_key(job, sqrt(part), true);
    default: return bound_key(job, shared, false);
    }
}

static int ascending(const void *a, const void *b)
{
    const uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return (first > second) - (first < second);
}

/* Calls each(job, search, ids, count) for the two rows of a vertex, the ids of which ascend. */
typedef void each_row(const pair_job *job, pair_search *search, const uint32_t *ids, uint64_t count);

static void both_rows(const pair_job *job, pair_search *search, uint32_t v, each_row *each)
{
    const tg_rows *sides[] = {&job->of.graph.below, &job->of.graph.above};
    for (int i = 0; i < 2; i++) {
        const uint64_t first = sides[i]->offsets[v];
        each(job, search, sides[i]->ids + first, sides[i]->offsets[v + 1] - first);
    }
}

static void take_row(const pair_job *job, pair_search *search, const uint32_t *ids, uint64_t count)
{
    const tg_weighted *of = &job->of.graph;
    tg_bits_set(search->row, ids, count);
    for (uint64_t i = 0; i < count; i++)
        search->order[search->degree++] = tg_rows_degree(&of->below, &of->above, ids[i]) << 32 | ids[i];
}

static void clear_row(const pair_job *job, pair_search *search, const uint32_t *ids, uint64_t count)
{
    (void)job;
    tg_bits_clear(search->row, ids, count);
}

/* Whether the pair is found at u, and not at v. */
static bool is_found_at(const pair_job *job, uint32_t u, uint32_t v)
{
    return v < u || (v > u && !tg_bits_get(job->given, v - job->of.first));
}

/* Whether u and v are an edge of the graph, in either direction. */
static bool are_joined(const pair_job *job, const pair_search *search, uint32_t u, uint32_t v)
{
    if (!job->of.directed) return tg_bits_get(search->row, v);
    const uint32_t high = (u > v ? u : v) - job->of.first, low = (u > v ? v : u) - job->of.first;
    const uint64_t at = tg_row_position(&job->rows, high, low);
    return at < job->rows.offsets[high + UINT64_C(1)] && job->rows.ids[at] == low;
}

static void see_row(const pair_job *job, pair_search *search, const uint32_t *ids, uint64_t count)
{
    const double share = share_of(job, (uint32_t)search->order[search->visited]);
    for (uint64_t i = 0; i < count && ids[i] < search->end; i++) {
        if (search->sums[ids[i]] == 0) search->seen[search->seen_count++] = ids[i];
        search->sums[ids[i]] += share;
    }
}

/* The pair's measure, of sums that are added in ascending order. */
static double measure_pair(const pair_job *job, const pair_search *search, uint32_t u, uint32_t v)
{
    const tg_rows *sides[] = {&job->of.graph.below, &job->of.graph.above};
    double sum = 0;
    for (int i = 0; i < 2; i++)
        for (uint64_t e = sides[i]->offsets[v]; e < sides[i]->offsets[v + 1]; e++)
            if (tg_bits_get(search->row, sides[i]->ids[e])) sum += share_of(job, sides[i]->ids[e]);
    return tg_measure_is_weighted(job->measure)
             ? sum
             : value_of(job->measure, sum, degree_of(&job->of.graph, u), degree_of(&job->of.graph, v));
}

static void offer_pair(pair_job *job, const pair_search *search, uint32_t u, uint32_t v)
{
    const uint32_t x = u - job->of.first, y = v - job->of.first;
    const uint32_t a = tg_graph_input_id(job->graph, x), b = tg_graph_input_id(job->graph, y);
    const uint64_t key = tg_top_key(measure_pair(job, search, u, v)), worst = job->worst_key;
    const tg_top_entry entry = {key, (uint64_t)(a < b ? a : b) << 32 | (a < b ? b : a), {a < b ? x : y, a < b ? y : x}};
    if (key < worst || (key == worst && entry.rank >= job->worst_rank)) return;
#pragma omp critical(top_pairs)
    {
        tg_top_offer(&job->top, &entry);
        if (job->top.used == job->top.room) {
            job->worst_rank = job->top.entries[0].rank;
            job->worst_key = job->top.entries[0].count;
        }
    }
}

static void offer_seen(pair_job *job, pair_search *search, uint32_t u)
{
    const double left = search->left[search->visited];
    for (uint64_t i = 0; i < search->seen_count; i++) {
        const uint32_t v = search->seen[i];
        const double degree = (double)search->degree, other = degree_of(&job->of.graph, v),
                     most = tg_measure_is_weighted(job->measure) ? INFINITY : fmin(degree, other),
                     shared = fmin(search->sums[v] + left, most);
        search->sums[v] = 0;
        if (!is_found_at(job, u, v)) continue;
        const double value =
          tg_measure_is_weighted(job->measure) ? shared : value_of(job->measure, shared, degree, other);
        if (bound_key(job, value, false) >= job->worst_key && !are_joined(job, search, u, v))
            offer_pair(job, search, u, v);
    }
    search->seen_count = 0;
}

static void search_vertex(pair_job *job, pair_search *search, uint32_t u)
{
    search->degree = 0;
    search->end = job->given ? job->of.graph.below.count : u;
    both_rows(job, search, u, take_row);
    qsort(search->order, search->degree, sizeof *search->order, ascending);
    search->left[search->degree] = 0;
    for (uint64_t i = search->degree; i-- > 0;)
        search->left[i] = search->left[i + 1] + share_of(job, (uint32_t)search->order[i]);
    for (search->visited = 0; search->visited < search->degree; search->visited++) {
        const uint64_t most = most_of(job, search->left[search->visited], search->degree);
        if (most < job->worst_key || tg_work_add(job->context, 0)) break;
        both_rows(job, search, (uint32_t)search->order[search->visited], see_row);
    }
    offer_seen(job, search, u);
    both_rows(job, search, u, clear_row);
}

/* Passes on the pairs of the projection if they are `least` or more. */
static void pass_on(const pair_job *job, uint64_t least)
{
    projection *to = job->projected;
    if (to->count < least || to->status != TRICORN_OK) return;
    to->status = to->take(job->context, to->user, to->ends, to->values, to->count);
    to->count = 0;
}

/* Adds the pairs of u, if it is on the side, and the vertices before it. */
static void project_vertex(pair_job *job, pair_search *search, uint32_t u)
{
    projection *to = job->projected;
    const uint32_t input = tg_graph_input_id(job->graph, u);

    if (job->graph->sides[input] != to->options->side || to->status != TRICORN_OK) return;
    search->degree = search->seen_count = 0;
    search->end = u;
    both_rows(job, search, u, take_row);
    for (search->visited = 0; search->visited < search->degree; search->visited++)
        both_rows(job, search, (uint32_t)search->order[search->visited], see_row);
    both_rows(job, search, u, clear_row);
    for (uint64_t i = 0; i < search->seen_count; i++) {
        const uint32_t v = search->seen[i];
        const double value =
          value_of(job->measure, search->sums[v], (double)search->degree, degree_of(&job->of.graph, v));
        const bool first = input < tg_graph_input_id(job->graph, v);
        search->sums[v] = 0;
        if (!(value >= to->options->least)) continue;
        to->ends[2 * to->count + !first] = u;
        to->ends[2 * to->count + first] = v;
        to->values[to->count++] = value;
    }
    pass_on(job, BATCH);
}

static tricorn_status search_pairs(pair_job *job)
{
    const uint64_t count = job->of.graph.below.count;
    tricorn_context *context = job->context;
    tricorn_status status = TRICORN_OK;
    pair_search own = {0};

    TG_TRY(TG_ALLOC_ZERO(context, count / 64 + 1, &own.row));
    TG_TRY(TG_ALLOC_ZERO(context, count + 1, &own.sums));
    TG_TRY(TG_ALLOC(context, count + 1, &own.seen));
    TG_TRY(TG_ALLOC(context, count + 1, &own.order));
    TG_TRY(TG_ALLOC(context, count + 1, &own.left));
    for (uint64_t u; (u = atomic_fetch_add(&job->next, 1)) < count && !tg_work_add(context, 1);)
        if (job->given == NULL || tg_bits_get(job->given, (uint32_t)u - job->of.first))
            (job->projected ? project_vertex : search_vertex)(job, &own, (uint32_t)u);
cleanup:
    tg_free(own.row);
    tg_free(own.sums);
    tg_free(own.seen);
    tg_free(own.order);
    tg_free(own.left);
    return status;
}

/* At most as many pairs have a common neighbour. */
static uint64_t count_wedges(const tg_weighted *graph)
{
    uint64_t wedges = 0;
    for (uint32_t v = 0; v < graph->below.count; v++) {
        const uint64_t degree = tg_rows_degree(&graph->below, &graph->above, v);
        if (__builtin_add_overflow(wedges, degree * (degree - 1) / 2, &wedges)) return UINT64_MAX;
    }
    return wedges;
}

tricorn_status tg_top_pairs(tricorn_context *context, const tricorn_graph *graph, const tricorn_top_pairs *options,
  const uint64_t *given, tg_top *top)
{
    tricorn_status status = TRICORN_OK;
    pair_job job = {
      .context = context, .graph = graph, .measure = options->measure, .given = given, .worst_key = tg_top_key(0)};
    _Atomic int failure = TRICORN_OK;

    TG_TRY(tg_graph_rows(context, graph, &job.rows));
    TG_TRY(tg_weigh(context, graph, options->measure, &job.of));
    job.next = job.of.first;
    const uint64_t most = count_wedges(&job.of.graph);
    TG_TRY(tg_top_create(context, options->top < most ? options->top : most, &job.top));
    tg_work_begin(context, "comparing neighbours", job.of.graph.below.count - job.of.first);
#pragma omp parallel num_threads((int)context->threads)
    tg_keep_failure(&failure, search_pairs(&job));
    TG_TRY(failure != TRICORN_OK ? (tricorn_status)failure : tg_check_cancelled(context));
    tg_top_sort(&job.top);
    *top = job.top;
    job.top = (tg_top){0};
cleanup:
    tg_top_free(&job.top);
    tg_weighing_free(&job.of);
    return status;
}

/* ---- projection ---- */

tricorn_status tg_project(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_similarity_options *options, tg_take_similar *take, void *user)
{
    tricorn_status status = TRICORN_OK;
    projection to = {.options = options, .take = take, .user = user};
    pair_job job = {.context = context, .graph = graph, .measure = options->measure, .projected = &to};

    if (graph->sides == NULL || tg_measure_is_directed(options->measure) || options->side > TG_RIGHT || options->sorted)
        return tg_fail(
          context, TRICORN_INVALID_ARGUMENT, "side is 1 or 2, of a graph with sides, and no pairs are sorted");
    TG_TRY(tg_weigh(context, graph, options->measure, &job.of));
    const uint64_t room = job.of.graph.below.count + (uint64_t)BATCH;
    TG_TRY(TG_ALLOC(context, 2 * room, &to.ends));
    TG_TRY(TG_ALLOC(context, room, &to.values));
    tg_work_begin(context, "projecting", job.of.graph.below.count);
    TG_TRY(search_pairs(&job));
    TG_TRY(tg_check_cancelled(context));
    pass_on(&job, 1);
    status = to.status;
cleanup:
    tg_free(to.ends);
    tg_free(to.values);
    tg_weighing_free(&job.of);
    return status;
}

/* ---- arguments ---- */

tricorn_status tg_check_measure(tricorn_context *context, tricorn_measure measure)
{
    if (tricorn_measure_name(measure)) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT, "measure is %d, which is no tricorn_measure", (int)measure);
}

tricorn_status tg_check_pairs(
  tricorn_context *context, const tricorn_graph *graph, const uint32_t *pairs, uint64_t count)
{
    if (count > UINT32_MAX)
        return tg_fail(
          context, TRICORN_INVALID_ARGUMENT, "%" PRIu64 " pairs are too many: give at most 2^32 - 1 at once", count);
    for (uint64_t i = 0; i < 2 * count; i++)
        if (pairs[i] >= graph->vertices)
            return tg_fail(context, TRICORN_INVALID_ARGUMENT,
              "pairs[%" PRIu64 "] is %" PRIu32 ", but the graph has %" PRIu32 " vertices", i, pairs[i],
              graph->vertices);
    for (uint64_t i = 0; i < count; i++)
        if (pairs[2 * i] == pairs[2 * i + 1])
            return tg_fail(context, TRICORN_INVALID_ARGUMENT, "pair %" PRIu64 " is a vertex and itself", i);
    return TRICORN_OK;
}
