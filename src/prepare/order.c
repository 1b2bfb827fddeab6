/* order.c - degrees, and the order of the vertices: hubs first, or as they came.
 *
 * Degrees are raw: repeated edges count, since nothing is sorted yet.  Any total order gives the
 * right count; this one keeps rows short (at most about the square root of twice the edges).
 */
#include "prepare/steps.h"

#include "base/memory.h"
#include "base/parallel.h"

enum {
    PRIVATE_HISTOGRAMS = 4, /* up to so many threads each count for themselves, without atomics */
    WORK_STEP = 1 << 16     /* edges between two looks at progress and cancel */
};

/* ---- degrees ------------------------------------------------------------------------------ */

static void add_end(uint32_t *degree, bool shared)
{
    if (!shared)
        *degree += (*degree & TG_DEGREE_MASK) < TG_DEGREE_MASK;
    /* Several threads may pass the test at once: the distance to the mask covers them all. */
    else if ((__atomic_load_n(degree, __ATOMIC_RELAXED) & TG_DEGREE_MASK) < TG_DEGREE_MASK - 65536)
        __atomic_fetch_add(degree, 1, __ATOMIC_RELAXED);
}

/* Counts one piece; returns the loops in it. */
static uint64_t count_piece(const tg_edge *edges, uint64_t count, uint32_t *degrees, bool shared)
{
    uint64_t loops = 0;
    for (uint64_t i = 0; i < count; i++) {
        const tg_edge edge = edges[i];
        if (edge.u == edge.v) {
            __atomic_fetch_or(&degrees[edge.u], TG_LOOP_SEEN, __ATOMIC_RELAXED);
            loops++;
            continue;
        }
        add_end(&degrees[edge.u], shared);
        add_end(&degrees[edge.v], shared);
    }
    return loops;
}

static uint64_t count_slice(trigon_context *context, const tg_edges *edges, tg_slice slice,
                            uint32_t *degrees, bool shared)
{
    uint64_t loops = 0, start = 0;
    for (uint32_t p = 0; p < edges->part_count; start += edges->parts[p].count, p++) {
        const tg_piece piece = tg_piece_of(&edges->parts[p], start, slice);
        for (uint64_t i = 0; i < piece.count; i += WORK_STEP) {
            const uint64_t left = piece.count - i, step = left < WORK_STEP ? left : WORK_STEP;
            loops += count_piece(piece.edges + i, step, degrees, shared);
            if (tg_work_add(context, step)) return loops;
        }
    }
    return loops;
}

/* Adds `more` to *sum, loop bits joined, the degree stopping at the mask. */
static void join_degree(uint32_t *sum, uint32_t more)
{
    const uint64_t degree =
        (uint64_t)(*sum & TG_DEGREE_MASK) + (uint64_t)(more & TG_DEGREE_MASK);
    *sum = (uint32_t)(degree < TG_DEGREE_MASK ? degree : TG_DEGREE_MASK) |
           ((*sum | more) & TG_LOOP_SEEN);
}

trigon_status tg_count_degrees(trigon_context *context, tg_preparation *preparation)
{
    trigon_status status = TRIGON_OK;
    const uint64_t vertices = preparation->edges->vertices;
    const uint32_t threads = context->threads;
    const bool shared = threads > PRIVATE_HISTOGRAMS;
    const uint64_t copies = shared ? 1 : threads;
    uint32_t *degrees = NULL;
    uint64_t loops = 0;

    if (vertices == 0) return TRIGON_OK;
    TG_TRY(TG_ALLOC_ZERO(context, vertices * copies, &degrees));
    tg_work_begin(context, "counting degrees", preparation->input_edges);
#pragma omp parallel for num_threads((int)threads) schedule(static, 1) reduction(+ : loops)
    for (uint32_t slice = 0; slice < threads; slice++)
        loops += count_slice(context, preparation->edges,
                             tg_slice_of(preparation->input_edges, slice, threads),
                             degrees + (shared ? 0 : slice * vertices), shared);
    TG_TRY(tg_check_cancelled(context));
    if (copies > 1) {
#pragma omp parallel for num_threads((int)threads) schedule(static)
        for (uint64_t x = 0; x < vertices; x++)
            for (uint64_t c = 1; c < copies; c++) join_degree(&degrees[x], degrees[c * vertices + x]);
        TG_TRY(TG_REALLOC(context, vertices, &degrees));
    }
    preparation->degrees = degrees;
    preparation->self_loops = loops;
    degrees = NULL;

cleanup:
    tg_free(degrees);
    return status;
}

/* ---- which order -------------------------------------------------------------------------- */

enum {
    LOCAL_PERCENT = 75, /* of the sampled edges must be local for the input's order to be kept */
    FLAT_FACTOR = 16    /* and no degree may be above so many times the mean */
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

static uint32_t largest_degree(const trigon_context *context, const uint32_t *degrees,
                               uint64_t vertices)
{
    uint32_t most = 0;
#pragma omp parallel for num_threads((int)context->threads) reduction(max : most)
    for (uint64_t x = 0; x < vertices; x++)
        if ((degrees[x] & TG_DEGREE_MASK) > most) most = degrees[x] & TG_DEGREE_MASK;
    return most;
}

tg_order tg_order_for(uint64_t vertices, uint64_t input_edges, uint32_t most_degree,
                      tg_order_sample sample)
{
    if (input_edges == 0) return TG_ORDER_INPUT;
    const uint64_t flat = FLAT_FACTOR * (2 * input_edges / vertices + 1);
    if (most_degree > flat) return TG_ORDER_DEGREE;
    return 100 * (uint64_t)sample.local >= LOCAL_PERCENT * (uint64_t)sample.taken
               ? TG_ORDER_INPUT
               : TG_ORDER_DEGREE;
}

/* ---- numbering ---------------------------------------------------------------------------- */

/* Vertices are put into classes by a counting sort: the class of the highest degrees first. */
enum {
    CLASSES = TG_DEGREE_CLASSES + 1, /* the last: without edges */
    NO_VERTEX = CLASSES              /* a number that nothing in the input has */
};

static uint32_t class_of(uint32_t degree_and_loop, tg_order order, bool declared)
{
    const uint32_t degree = degree_and_loop & TG_DEGREE_MASK;
    if (degree == 0)
        return declared || (degree_and_loop & TG_LOOP_SEEN) ? CLASSES - 1 : NO_VERTEX;
    return order == TG_ORDER_INPUT ? 0 : CLASSES - 2 - tg_degree_class(degree);
}

typedef struct numbering {
    const uint32_t *degrees;
    uint64_t vertices; /* numbers in the input */
    tg_order order;
    bool declared;
    uint32_t *starts; /* for each thread, for each class: where its next vertex goes */
} numbering;

static void count_classes(const numbering *job, uint64_t thread, uint64_t threads)
{
    uint32_t *counts = job->starts + thread * CLASSES;
    const tg_slice slice = tg_slice_of(job->vertices, thread, threads);
    for (uint64_t x = slice.first; x < slice.last; x++) {
        const uint32_t class = class_of(job->degrees[x], job->order, job->declared);
        if (class != NO_VERTEX) counts[class]++;
    }
}

/* Counts to starts: by class, then by thread, so that equal degrees keep the input's order. */
static void sum_classes(const numbering *job, uint64_t threads, trigon_graph *graph)
{
    uint32_t sum = 0;
    for (uint32_t class = 0; class < CLASSES; class++) {
        if (class == CLASSES - 1) graph->active = sum;
        for (uint64_t t = 0; t < threads; t++) {
            const uint32_t count = job->starts[t * CLASSES + class];
            job->starts[t * CLASSES + class] = sum;
            sum += count;
        }
    }
    graph->vertices = sum;
}

static void place_vertices(const numbering *job, uint64_t thread, uint64_t threads,
                           uint32_t *new_ids, uint32_t *input_ids)
{
    uint32_t *starts = job->starts + thread * CLASSES;
    const tg_slice slice = tg_slice_of(job->vertices, thread, threads);
    for (uint64_t x = slice.first; x < slice.last; x++) {
        const uint32_t class = class_of(job->degrees[x], job->order, job->declared);
        if (class == NO_VERTEX) continue;
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
    if (job->order == TG_ORDER_INPUT && graph->active == job->vertices) return TRIGON_OK;
    TG_TRY(TG_ALLOC(context, job->vertices, &preparation->new_ids));
    TG_TRY(TG_ALLOC(context, graph->vertices, &graph->input_ids));
#pragma omp parallel for num_threads(team) schedule(static)
    for (uint64_t t = 0; t < threads; t++)
        place_vertices(job, t, threads, preparation->new_ids, graph->input_ids);
cleanup:
    return status;
}

trigon_status tg_order_vertices(trigon_context *context, tg_preparation *preparation)
{
    trigon_status status = TRIGON_OK;
    /* Each thread's classes take memory: few vertices need few threads. */
    const uint64_t wanted = preparation->edges->vertices / CLASSES + 1;
    const uint64_t threads = wanted < context->threads ? wanted : context->threads;
    const tg_edges *edges = preparation->edges;
    const uint32_t most = largest_degree(context, preparation->degrees, edges->vertices);
    numbering job = {.degrees = preparation->degrees,
                     .vertices = preparation->edges->vertices,
                     .order = tg_order_for(edges->vertices, preparation->input_edges, most,
                                           sample_edges(edges, preparation->input_edges)),
                     .declared = preparation->edges->declared};

    preparation->graph->order = job.order;
    TG_TRY(TG_ALLOC_ZERO(context, threads * CLASSES, &job.starts));
    TG_TRY(number_by_class(context, &job, threads, preparation));
    tg_free(preparation->degrees);
    preparation->degrees = NULL;

cleanup:
    tg_free(job.starts);
    return status;
}
