/* order.c - the order of the vertices: hubs first, or as they came.
 *
 * Degrees are raw: repeated edges count, since nothing is sorted yet.  Any total order gives the
 * right count; hubs first keeps rows short (at most about the square root of twice the edges).
 * Where degrees are flat any order does, and the input's needs no new ids.
 */
#include "prepare/steps.h"

#include "base/memory.h"
#include "base/parallel.h"

/* ---- which order -------------------------------------------------------------------------- */

enum {
    LOCAL_PERCENT = 75, /* of the sampled edges must be local for neighbours to be near */
    FLAT_FACTOR = 16,   /* flat: no degree above so many times the mean */
    EVEN_FACTOR = 2     /* even: the mean of squares within so many times the mean's square */
};

/* Edges spread evenly over all of the input. */
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

/* The degree of number x, TG_LOOP_SEEN joined. */
static uint32_t degree_at(const tg_preparation *preparation, uint64_t x)
{
    if (preparation->degrees) return preparation->degrees[x];
    const uint32_t loop = (uint32_t)(preparation->loops[x / 64] >> x % 64) & 1;
    return preparation->few[x] | (loop ? TG_LOOP_SEEN : 0);
}

static tg_degree_sums sum_degrees(const trigon_context *context,
                                  const tg_preparation *preparation)
{
    const uint64_t vertices = preparation->edges->vertices;
    uint32_t most = 0;
    uint64_t active = 0, squares = 0;
#pragma omp parallel for num_threads((int)context->threads) reduction(max : most)                \
    reduction(+ : active, squares)
    for (uint64_t x = 0; x < vertices; x++) {
        const uint32_t degree =
            (preparation->few ? preparation->few[x] : preparation->degrees[x]) & TG_DEGREE_MASK;
        if (degree > most) most = degree;
        active += degree > 0;
        squares += (uint64_t)degree * degree;
    }
    return (tg_degree_sums){most, active, squares};
}

uint64_t tg_flat_degree(uint64_t input_edges, uint64_t vertices)
{
    return vertices == 0 ? 0 : FLAT_FACTOR * (2 * input_edges / vertices + 1);
}

/* Whether an end of an edge has, on average, not many more edges than a vertex.  Then the order
 * makes no difference to how many wedges there are to test. */
static bool is_even(uint64_t input_edges, const tg_degree_sums *sums)
{
    const double ends = 2 * (double)input_edges;
    return (double)sums->squares * (double)sums->active <= EVEN_FACTOR * ends * ends;
}

tg_order tg_order_for(uint64_t vertices, uint64_t input_edges, const tg_degree_sums *sums,
                      tg_order_sample sample)
{
    if (input_edges == 0) return TG_ORDER_INPUT;
    if (sums->most > tg_flat_degree(input_edges, vertices)) return TG_ORDER_DEGREE;
    if (is_even(input_edges, sums)) return TG_ORDER_INPUT;
    return 100 * (uint64_t)sample.local >= LOCAL_PERCENT * (uint64_t)sample.taken
               ? TG_ORDER_INPUT
               : TG_ORDER_DEGREE;
}

tg_order tg_choose_order(const tg_preparation *preparation, const tg_degree_sums *sums)
{
    return tg_order_for(preparation->edges->vertices, preparation->input_edges, sums,
                        sample_edges(preparation->edges, preparation->input_edges));
}

/* ---- numbering ---------------------------------------------------------------------------- */

/* Vertices are put into classes by a counting sort: the class of the highest degrees first. */
enum {
    CLASSES = TG_DEGREE_CLASSES + 1, /* the last: without edges */
    NO_VERTEX = CLASSES,             /* a number that nothing in the input has */
    COUNTS = CLASSES + 1             /* of these too */
};

/* Without a branch for all but hubs: whether a number has edges cannot be foreseen. */
static inline uint32_t class_of(uint32_t degree_and_loop, tg_order order, bool declared)
{
    const uint32_t degree = degree_and_loop & TG_DEGREE_MASK;
    const uint32_t idle = CLASSES - 1 + !(declared | (degree_and_loop >= TG_LOOP_SEEN));
    if (degree >= TG_EXACT_DEGREES && order == TG_ORDER_DEGREE)
        return CLASSES - 2 - tg_degree_class(degree);
    const uint32_t class = order == TG_ORDER_DEGREE ? CLASSES - 1 - degree : 0;
    return degree == 0 ? idle : class;
}

typedef struct numbering {
    const tg_preparation *preparation;
    uint64_t vertices; /* numbers in the input */
    tg_order order;
    bool declared;
    uint32_t first_class; /* none before has vertices */
    uint32_t *starts; /* for each thread, for each class: where its next vertex goes */
} numbering;

static void count_classes(const numbering *job, uint64_t thread, uint64_t threads)
{
    uint32_t *counts = job->starts + thread * COUNTS;
    const tg_slice slice = tg_slice_of(job->vertices, thread, threads);
    for (uint64_t x = slice.first; x < slice.last; x++)
        counts[class_of(degree_at(job->preparation, x), job->order, job->declared)]++;
}

/* Counts to starts: by class, then by thread, so that equal degrees keep the input's order. */
static void sum_classes(const numbering *job, uint64_t threads, trigon_graph *graph)
{
    uint32_t sum = 0;
    for (uint32_t class = job->first_class; class < COUNTS; class++) {
        if (class == CLASSES - 1) graph->active = sum;
        if (class == NO_VERTEX) graph->vertices = sum;
        for (uint64_t t = 0; t < threads; t++) {
            const uint32_t count = job->starts[t * COUNTS + class];
            job->starts[t * COUNTS + class] = sum;
            sum += count;
        }
    }
}

static void place_vertices(const numbering *job, uint64_t thread, uint64_t threads,
                           uint32_t *new_ids, uint32_t *input_ids)
{
    uint32_t *starts = job->starts + thread * COUNTS;
    const tg_slice slice = tg_slice_of(job->vertices, thread, threads);
    for (uint64_t x = slice.first; x < slice.last; x++) {
        const uint32_t class = class_of(degree_at(job->preparation, x), job->order, job->declared);
        const uint32_t id = starts[class]++;
        new_ids[x] = id;
        input_ids[id] = (uint32_t)x;
    }
}

static trigon_status number_by_class(trigon_context *context, const numbering *job,
                                     uint64_t threads, tg_preparation *preparation)
{
    trigon_status status = TRIGON_OK;
    trigon_graph *graph = preparation->graph;
    const int team = (int)threads;

#pragma omp parallel for num_threads(team) schedule(static)
    for (uint64_t t = 0; t < threads; t++) count_classes(job, t, threads);
    sum_classes(job, threads, graph);
    TG_TRY(TG_ALLOC(context, job->vertices, &preparation->new_ids));
    /* Numbers that nothing has are put behind the others, and cut off. */
    TG_TRY(TG_ALLOC(context, job->vertices, &graph->input_ids));
#pragma omp parallel for num_threads(team) schedule(static)
    for (uint64_t t = 0; t < threads; t++)
        place_vertices(job, t, threads, preparation->new_ids, graph->input_ids);
    TG_TRY(TG_REALLOC(context, graph->vertices, &graph->input_ids));
cleanup:
    return status;
}

/* ---- numbering by rank -------------------------------------------------------------------- */

/* What the numbers of a word are: with an edge, without one but vertices. */
typedef struct word_of_vertices {
    uint64_t active, idle;
} word_of_vertices;

static word_of_vertices look_at_word(const tg_preparation *preparation, uint64_t word)
{
    const uint64_t vertices = preparation->edges->vertices, first = word * 64;
    const uint64_t count = vertices - first < 64 ? vertices - first : 64;
    const uint64_t all = count == 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
    uint64_t active = preparation->few ? 0 : preparation->with_edges[word];
    for (uint64_t i = 0; preparation->few && i < count; i++)
        active |= (uint64_t)(preparation->few[first + i] > 0) << i;
    const uint64_t known = preparation->edges->declared ? all : preparation->loops[word];
    return (word_of_vertices){active, known & ~active};
}

/* Writes the numbers in `bits`, ascending; returns where the next one goes. */
static uint32_t *list_bits(uint64_t bits, uint64_t word, uint32_t *to)
{
    for (; bits; bits &= bits - 1)
        *to++ = (uint32_t)(word * 64 + (uint64_t)__builtin_ctzll(bits));
    return to;
}

/* The input's order, where degrees are few: vertices with edges by their rank, then the others. */
static trigon_status number_by_rank(trigon_context *context, tg_preparation *preparation)
{
    trigon_status status = TRIGON_OK;
    trigon_graph *graph = preparation->graph;
    const uint64_t words = (preparation->edges->vertices + 63) / 64, slices = context->threads;
    uint64_t *counts = NULL; /* of each slice: active, then idle */

    TG_TRY(TG_ALLOC(context, words, &preparation->ranks));
    TG_TRY(TG_ALLOC_ZERO(context, 2 * slices + 1, &counts));
#pragma omp parallel for num_threads((int)slices) schedule(static, 1)
    for (uint64_t s = 0; s < slices; s++) {
        const tg_slice slice = tg_slice_of(words, s, slices);
        for (uint64_t w = slice.first; w < slice.last; w++) {
            const word_of_vertices word = look_at_word(preparation, w);
            counts[s] += (uint64_t)__builtin_popcountll(word.active);
            counts[slices + s] += (uint64_t)__builtin_popcountll(word.idle);
        }
    }
    graph->vertices = (uint32_t)tg_prefix_sum(context, counts, 2 * slices);
    graph->active = (uint32_t)counts[slices];
    TG_TRY(TG_ALLOC(context, graph->vertices, &graph->input_ids));
#pragma omp parallel for num_threads((int)slices) schedule(static, 1)
    for (uint64_t s = 0; s < slices; s++) {
        const tg_slice slice = tg_slice_of(words, s, slices);
        uint32_t *active = graph->input_ids + counts[s];
        uint32_t *idle = graph->input_ids + counts[slices + s];
        for (uint64_t w = slice.first; w < slice.last; w++) {
            const word_of_vertices word = look_at_word(preparation, w);
            preparation->ranks[w] =
                (tg_rank_word){word.active, (uint32_t)(active - graph->input_ids)};
            active = list_bits(word.active, w, active);
            idle = list_bits(word.idle, w, idle);
        }
    }
cleanup:
    tg_free(counts);
    return status;
}

/* ---- both --------------------------------------------------------------------------------- */

trigon_status tg_order_vertices(trigon_context *context, tg_preparation *preparation)
{
    trigon_status status = TRIGON_OK;
    /* Each thread's classes take memory: few vertices need few threads. */
    const uint64_t wanted = preparation->edges->vertices / CLASSES + 1;
    const uint64_t threads = wanted < context->threads ? wanted : context->threads;
    const tg_edges *edges = preparation->edges;
    const tg_degree_sums sums =
        preparation->with_edges ? preparation->sums : sum_degrees(context, preparation);
    trigon_graph *graph = preparation->graph;
    numbering job = {.preparation = preparation,
                     .vertices = edges->vertices,
                     .order = tg_choose_order(preparation, &sums),
                     .declared = edges->declared};

    graph->order = job.order;
    if (job.order == TG_ORDER_INPUT && sums.active == job.vertices) {
        graph->active = graph->vertices = (uint32_t)sums.active;
    } else if (job.order == TG_ORDER_INPUT && (preparation->few || preparation->with_edges)) {
        TG_TRY(number_by_rank(context, preparation));
    } else {
        const uint32_t most = sums.most > 0 ? sums.most : 1;
        job.first_class = class_of(most, job.order, false);
        TG_TRY(TG_ALLOC_ZERO(context, threads * COUNTS, &job.starts));
        TG_TRY(number_by_class(context, &job, threads, preparation));
    }
    tg_free(preparation->degrees);
    tg_free(preparation->few);
    tg_free(preparation->with_edges);
    tg_free(preparation->loops);
    preparation->degrees = NULL;
    preparation->few = NULL;
    preparation->with_edges = NULL;
    preparation->loops = NULL;

cleanup:
    tg_free(job.starts);
    return status;
}
