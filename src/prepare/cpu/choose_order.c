/* choose_order.c - chooses the order of the vertices, hubs first or as in the input, and numbers them in that order.
 *
 * - Degrees count repeated edges, since nothing is sorted yet; this is harmless, as any order of
 *   the vertices gives the right count of triangles.
 * - The order with hubs first makes rows short: at most about the square root of twice the edges.
 * - If degrees are even the order hardly matters, and that of the input needs no new ids.
 * - A counting sort by classes of degrees numbers the vertices; in the order of the input, their
 *   ranks in a set of bits do.
 */
#include "prepare/steps.h"

#include "base/memory.h"
#include "base/parallel.h"

/* ---- which order ---- */

/* Samples edges at equal distances, from the whole input. */
static tg_order_sample sample_edges(const tg_edges *edges, uint64_t count)
{
    const uint64_t samples = count < TG_ORDER_SAMPLES ? count : TG_ORDER_SAMPLES;
    const uint64_t step = count > 0 ? count / samples : 1;
    uint64_t start = 0, next = 0;
    tg_order_sample sample = {0, 0};
    for (uint32_t p = 0; p < edges->part_count; start += edges->parts[p].count, p++)
        for (; next < start + edges->parts[p].count && sample.taken < samples; next += step) {
            const tg_edge edge = ((const tg_edge *)edges->parts[p].edges)[next - start];
            sample.local += tg_edge_is_local(edge, edges->vertices);
            sample.taken++;
        }
    return sample;
}

/* Returns the degree of number x, together with its bit TG_LOOP_SEEN. */
static uint32_t degree_at(const tg_preparation *preparation, uint64_t x)
{
    if (preparation->degrees) return preparation->degrees[x];
    const uint32_t loop = (uint32_t)(preparation->loops[x / 64] >> x % 64) & 1;
    return preparation->few[x] | (loop ? TG_LOOP_SEEN : 0);
}

static tg_degree_sums sum_degrees(tricorn_context *context, const tg_preparation *preparation)
{
    const uint64_t vertices = preparation->edges->vertices;
    uint32_t most = 0;
    uint64_t active = 0, squares = 0;
    tg_work_begin(context, "numbering vertices", vertices);
#pragma omp parallel for num_threads((int)context->threads) reduction(max : most) reduction(+ : active, squares)
    for (uint64_t first = 0; first < vertices; first += TG_REPORTED_VERTICES) {
        const uint64_t left = vertices - first, count = left < TG_REPORTED_VERTICES ? left : TG_REPORTED_VERTICES;
        if (tg_work_add(context, count)) continue;
        for (uint64_t x = first; x < first + count; x++)
            tg_add_degree(preparation->few ? preparation->few[x] : preparation->degrees[x], &most, &active, &squares);
    }
    return (tg_degree_sums){most, active, squares};
}

tg_order tg_choose_order(const tg_preparation *preparation, const tg_degree_sums *sums)
{
    return tg_order_for(preparation->edges->vertices, preparation->input_edges, sums,
      sample_edges(preparation->edges, preparation->input_edges));
}

/* ---- numbering ---- */

/* A counting sort numbers the vertices by these classes; the class of the highest degrees comes first. */
enum {
    /* the classes of vertices; the last one has those without edges */
    CLASSES = TG_DEGREE_CLASSES + 1,
    NO_VERTEX = CLASSES, /* numbers that no vertex has */
    COUNTS = CLASSES + 1 /* all of these classes */
};

/* Returns the class of a degree. It branches only for hubs, because a branch on whether a number
 * has edges would often be mispredicted. */
static inline uint32_t class_of(uint32_t degree_and_loop, tg_order order, bool declared)
{
    const uint32_t degree = degree_and_loop & TG_DEGREE_MASK;
    const uint32_t idle = CLASSES - 1 + !(declared | (degree_and_loop >= TG_LOOP_SEEN));
    if (degree >= TG_EXACT_DEGREES && order == TG_ORDER_DEGREE) return CLASSES - 2 - tg_degree_class(degree);
    const uint32_t class = order == TG_ORDER_DEGREE ? CLASSES - 1 - degree : 0;
    return degree == 0 ? idle : class;
}

/* A thread processes two slices of the vertices alternately, each with its own counters. Most vertices have few
 * edges, so the next vertex of a slice often needs a counter that is still being stored. */
enum { SLICES_AT_ONCE = 2 };

typedef struct numbering {
    const tg_preparation *preparation;
    uint64_t vertices; /* all numbers in the input are below this */
    tg_order order;
    bool declared;
    uint32_t first_class; /* classes before this one have no vertices */
    uint32_t classes; /* the number of classes from first_class on */
    uint64_t slices; /* how many ranges the vertices are cut into */
    uint32_t *starts; /* starts[slice * classes + class]: the number for the next vertex */
    uint32_t *new_ids, *input_ids;
} numbering;

/* Returns the counter for the class of number x, among the counters of a slice. */
static inline uint32_t *counter_of(const numbering *job, uint32_t *counters, uint64_t x)
{
    const uint32_t degree = degree_at(job->preparation, x);
    return counters + (class_of(degree, job->order, job->declared) - job->first_class);
}

static inline void count_vertex(const numbering *job, uint32_t *counters, uint64_t x)
{
    ++*counter_of(job, counters, x);
}

static inline void place_vertex(const numbering *job, uint32_t *counters, uint64_t x)
{
    const uint32_t id = (*counter_of(job, counters, x))++;
    job->new_ids[x] = id;
    job->input_ids[id] = (uint32_t)x;
}

/* Calls one(job, counters of the slice, x) for the numbers x of two slices, alternately, unless
 * the work is stopped. */
static inline __attribute__((always_inline)) void for_two_slices(tricorn_context *context, const numbering *job,
  uint64_t first, void (*one)(const numbering *job, uint32_t *counters, uint64_t x))
{
    const tg_slice a = tg_slice_of(job->vertices, first, job->slices);
    const tg_slice b = tg_slice_of(job->vertices, first + 1, job->slices);
    uint32_t *const for_a = job->starts + first * job->classes, *const for_b = for_a + job->classes;
    const uint64_t of_a = a.last - a.first, of_b = b.last - b.first;
    const uint64_t both = of_a < of_b ? of_a : of_b;
    for (uint64_t step = 0; step < both; step += TG_REPORTED_VERTICES) {
        const uint64_t end = both - step < TG_REPORTED_VERTICES ? both : step + TG_REPORTED_VERTICES;
        if (tg_work_add(context, 2 * (end - step))) return;
        for (uint64_t i = step; i < end; i++) {
            one(job, for_a, a.first + i);
            one(job, for_b, b.first + i);
        }
    }
    for (uint64_t i = both; i < of_a; i++) one(job, for_a, a.first + i);
    for (uint64_t i = both; i < of_b; i++) one(job, for_b, b.first + i);
}

/* Turns counts into the first number of each class and slice, in the order of the classes and
 * then of the slices, so that vertices of equal degree stay in the order of the input. */
static void sum_classes(const numbering *job, tricorn_graph *graph)
{
    uint32_t sum = 0;
    for (uint32_t class = job->first_class; class < COUNTS; class ++) {
        if (class == CLASSES - 1) graph->active = sum;
        if (class == NO_VERTEX) graph->vertices = sum;
        uint32_t *start = job->starts + (class - job->first_class);
        for (uint64_t s = 0; s < job->slices; s++, start += job->classes) {
            const uint32_t count = *start;
            *start = sum;
            sum += count;
        }
    }
}

static tricorn_status number_by_class(tricorn_context *context, numbering *job, tg_preparation *preparation)
{
    tricorn_status status = TRICORN_OK;
    tricorn_graph *graph = preparation->graph;
    const uint64_t slices = job->slices;
    const int team = (int)(slices / SLICES_AT_ONCE);

    TG_TRY(TG_ALLOC_ZERO(context, slices * job->classes, &job->starts));
    tg_work_begin(context, "numbering vertices", 2 * job->vertices);
#pragma omp parallel for num_threads(team) schedule(static)
    for (uint64_t s = 0; s < slices; s += SLICES_AT_ONCE) for_two_slices(context, job, s, count_vertex);
    TG_TRY(tg_check_cancelled(context));
    sum_classes(job, graph);
    TG_TRY(TG_ALLOC(context, job->vertices, &preparation->new_ids));
    /* The last entries are numbers that no vertex has; they are cut off below. */
    TG_TRY(TG_ALLOC(context, job->vertices, &graph->input_ids));
    job->new_ids = preparation->new_ids;
    job->input_ids = graph->input_ids;
#pragma omp parallel for num_threads(team) schedule(static)
    for (uint64_t s = 0; s < slices; s += SLICES_AT_ONCE) for_two_slices(context, job, s, place_vertex);
    TG_TRY(tg_check_cancelled(context));
    TG_TRY(TG_REALLOC(context, graph->vertices, &graph->input_ids));
cleanup:
    tg_free(job->starts);
    job->starts = NULL;
    return status;
}

/* ---- numbering by rank ---- */

/* Bits for 64 consecutive numbers: which are vertices with an edge, and which are vertices without one. */
typedef struct word_of_vertices {
    uint64_t active, idle;
} word_of_vertices;

static word_of_vertices look_at_word(const tg_preparation *preparation, uint64_t word)
{
    const uint64_t vertices = preparation->edges->vertices, first = word * 64;
    const uint64_t count = vertices - first < 64 ? vertices - first : 64;
    const uint64_t all = count == 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
    uint64_t active = 0;
    for (uint64_t i = 0; i < count; i++) active |= (uint64_t)(preparation->few[first + i] > 0) << i;
    const uint64_t known = preparation->edges->declared ? all : preparation->loops[word];
    return (word_of_vertices){active, known & ~active};
}

/* Writes those of 64 consecutive numbers whose bits are set, ascending; returns the position after them. */
static uint32_t *list_bits(uint64_t bits, uint64_t word, uint32_t *to)
{
    for (; bits; bits &= bits - 1) *to++ = (uint32_t)(word * 64 + (uint64_t)__builtin_ctzll(bits));
    return to;
}

/* Numbers the vertices in the order of the input, if degrees are bytes: a vertex with edges by
 * its rank among these, then the vertices without edges. */
static tricorn_status number_by_rank(tricorn_context *context, tg_preparation *preparation)
{
    tricorn_status status = TRICORN_OK;
    tricorn_graph *graph = preparation->graph;
    const uint64_t words = (preparation->edges->vertices + 63) / 64, slices = context->threads;
    /* for each slice: its vertices with an edge, then those without one */
    uint64_t *counts = NULL;

    tg_work_begin(context, "numbering vertices", 2 * preparation->edges->vertices);
    TG_TRY(TG_ALLOC(context, words, &preparation->ranks));
    TG_TRY(TG_ALLOC_ZERO(context, 2 * slices + 1, &counts));
#pragma omp parallel for num_threads((int)slices) schedule(static, 1)
    for (uint64_t s = 0; s < slices; s++) {
        const tg_slice slice = tg_slice_of(words, s, slices);
        for (uint64_t w = slice.first; w < slice.last && !tg_pass_stops(context, w, 64); w++) {
            const word_of_vertices word = look_at_word(preparation, w);
            counts[s] += (uint64_t)__builtin_popcountll(word.active);
            counts[slices + s] += (uint64_t)__builtin_popcountll(word.idle);
        }
    }
    TG_TRY(tg_check_cancelled(context));
    graph->vertices = (uint32_t)tg_prefix_sum(context, counts, 2 * slices);
    graph->active = (uint32_t)counts[slices];
    TG_TRY(TG_ALLOC(context, graph->vertices, &graph->input_ids));
#pragma omp parallel for num_threads((int)slices) schedule(static, 1)
    for (uint64_t s = 0; s < slices; s++) {
        const tg_slice slice = tg_slice_of(words, s, slices);
        uint32_t *active = graph->input_ids + counts[s];
        uint32_t *idle = graph->input_ids + counts[slices + s];
        for (uint64_t w = slice.first; w < slice.last && !tg_pass_stops(context, w, 64); w++) {
            const word_of_vertices word = look_at_word(preparation, w);
            preparation->ranks[w] = (tg_rank_word){word.active, (uint32_t)(active - graph->input_ids)};
            active = list_bits(word.active, w, active);
            idle = list_bits(word.idle, w, idle);
        }
    }
    TG_TRY(tg_check_cancelled(context));
cleanup:
    tg_free(counts);
    return status;
}

/* ---- both ---- */

tricorn_status tg_order_vertices(tricorn_context *context, tg_preparation *preparation)
{
    const tg_edges *edges = preparation->edges;
    const tg_degree_sums sums = preparation->summed ? preparation->sums : sum_degrees(context, preparation);
    tricorn_graph *graph = preparation->graph;
    numbering job = {.preparation = preparation,
      .vertices = edges->vertices,
      .order = tg_choose_order(preparation, &sums),
      .declared = edges->declared};

    TG_DO(tg_check_cancelled(context)); /* a stopped sum is too small */
    graph->order = job.order;
    if (job.order == TG_ORDER_INPUT && sums.active == job.vertices) {
        graph->active = graph->vertices = (uint32_t)sums.active;
    } else if (job.order == TG_ORDER_INPUT && preparation->few) {
        TG_DO(number_by_rank(context, preparation));
    } else {
        const uint32_t most = sums.most > 0 ? sums.most : 1;
        job.first_class = class_of(most, job.order, false);
        job.classes = COUNTS - job.first_class;
        /* Each slice has a counter for each class, so a graph with few vertices uses few threads. */
        const uint64_t wanted = job.vertices / (SLICES_AT_ONCE * (uint64_t)job.classes) + 1;
        job.slices = SLICES_AT_ONCE * (wanted < context->threads ? wanted : context->threads);
        TG_DO(number_by_class(context, &job, preparation));
    }
    tg_free(preparation->degrees);
    tg_free(preparation->few);
    tg_free(preparation->loops);
    preparation->degrees = NULL;
    preparation->few = NULL;
    preparation->loops = NULL;
    return TRICORN_OK;
}
