/* truss.c - finds trusses: counts the supports of edges, peels the edges, and returns all
 * trussness values or one truss.
 *
 * - Supports come from the fastest counting algorithm; a cost model chooses the peeling method.
 * - A method that runs out of memory is replaced by one that needs less.
 */
#include "analysis/truss/truss.h"

#include <omp.h>
#include <string.h>

#include "analysis/subgraph.h"
#include "analysis/table.h"
#include "analysis/truss/truss_shrink.h"
#include "analysis/truss/truss_single_k.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/parallel.h"
#include "device/device.h"
#include "registry/registry.h"
#include "schedule/schedule.h"

/* The methods of peeling, the fastest first, if they fit and pay; the last one needs the least memory. */
static const tg_truss_method *const methods[] = {&tg_truss_index, &tg_truss_rows, &tg_truss_trix};
enum { METHODS = sizeof methods / sizeof *methods, WORD_BITS = 64 };

const tg_truss_method *tg_truss_method_at(size_t index)
{
    return index < METHODS ? methods[index] : NULL;
}

tricorn_status tg_truss_method_read(tricorn_context *context, const char *name, const tg_truss_method **method)
{
    *method = NULL;
    if (tg_is_auto(name)) return TRICORN_OK;
    for (size_t m = 0; m < METHODS; m++)
        if (strcmp(methods[m]->name, name) == 0) *method = methods[m];
    if (*method) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
      "there is no method '%s' for trusses: choose auto, index, rows or trix by %s", name, TG_OPTION("method"));
}

static bool is_best(const tg_truss_method *method, const tricorn_context *context, const tg_peel *job)
{
    if (method->pays) return method->pays(context, job);
    return method->fits == NULL || method->fits(context, job->rows);
}

static const tg_truss_method *choose_on_cpu(const tricorn_context *context, const tg_peel *job)
{
    size_t m = 0;
    while (m + 1 < METHODS && !is_best(methods[m], context, job)) m++;
    return methods[m];
}

/* Whether a GPU, which no option excludes, would peel all levels sooner than the CPU, which has
 * counted the supports. */
static bool gpu_pays(const tricorn_context *context, const tg_plan *plan, const tg_peel *job)
{
    if (plan->request.gpu_end_seconds <= 0 || job->level > 0) return false;
    const uint64_t edges = job->rows->offsets[job->rows->count];
    uint64_t supports = 0;
#pragma omp parallel for num_threads(context->threads) reduction(+ : supports)
    for (uint64_t e = 0; e < edges; e++) supports += job->support[e];
    const tg_workload_seconds predicted = tg_predict_peeling(context, edges, supports / 3);
    return tg_prefer_gpu(&predicted);
}

/* A GPU peels if the rows from both ends fit in its memory: one of several that have counted the
 * supports, or one that pays. */
tricorn_status tg_truss_choose(
  tricorn_context *context, const tg_plan *plan, const tg_peel *job, const tg_truss_method **method)
{
    const bool counted_there = plan->request.setup.algorithm->gpu != NULL;
    *method = choose_on_cpu(context, job);
    if (plan->schedule->execute_there) return TRICORN_OK;
    if (!counted_there && !gpu_pays(context, plan, job)) return TRICORN_OK;
    const tricorn_status status = tg_device_open(context, plan->request.gpus.numbers[0]);
    if (status != TRICORN_OK) return counted_there ? status : TRICORN_OK;
    tg_device_set_limit(context, plan->request.device_bytes_limit);
    if (tg_truss_gpu.fits(context, job->rows)) *method = &tg_truss_gpu;
    return TRICORN_OK;
}

/* ---- supports, and peeling ---- */

/* The result of peeling. */
typedef struct found {
    tg_supported edges; /* the supports that peeling has left */
    /* If only one k is wanted: bits of the truss's edges, in place of supports; otherwise NULL. */
    uint64_t *bits;
    const tg_truss_method *method;
    double support_seconds, peel_seconds;
    uint64_t rounds;
} found;

static void free_found(found *all)
{
    tg_supported_free(&all->edges);
    tg_free(all->bits);
    *all = (found){0};
}

static void note_peeling(found *all, double seconds, const tg_single_k *one, tricorn_result *result)
{
    all->support_seconds = result->seconds.count;
    all->peel_seconds = seconds;
    all->rounds = one->peeled.rounds;
    result->seconds.count += seconds;
    result->how.peeled_by = one->method ? one->method->name : NULL;
}

/* Peels all levels, or one level with the method that the job names. */
static tricorn_status peel_supports(
  tricorn_context *context, const tg_truss_job *job, const tg_rows *rows, found *all, tg_single_k *one)
{
    tricorn_status status = TRICORN_OK;
    tg_peel peel = {.rows = rows, .support = all->edges.support, .level = job->level};
    all->method = job->method;
    if (all->method == NULL) TG_TRY(tg_truss_choose(context, job->plan, &peel, &all->method));
    status = all->method->peel(context, &peel);
    if (status == TRICORN_OUT_OF_DEVICE_MEMORY) { /* the supports have not changed */
        all->method = choose_on_cpu(context, &peel);
        status = all->method->peel(context, &peel);
    }
    one->method = all->method;
    one->peeled = peel.peeled;
cleanup:
    return status;
}

static tricorn_status create_bits(tricorn_context *context, const tg_truss_job *job, found *all)
{
    return TG_ALLOC_ZERO(context, job->plan->graph->edges / WORD_BITS + 1, &all->bits);
}

/* Peels one truss on the CPU, which may also remove edges and count supports again. */
static tricorn_status peel_one(
  tricorn_context *context, const tg_truss_job *job, const tg_rows *rows, found *all, tg_single_k *one)
{
    tricorn_status status = TRICORN_OK;
    tg_shrunk left = {.rows = *rows, .support = all->edges.support, .borrowed = true};
    TG_TRY(create_bits(context, job, all));
    one->bits = all->bits;
    one->costs = tg_truss_costs_on_cpu(context);
    all->method = methods[0];
    TG_TRY(tg_single_k_on_cpu(context, &left, choose_on_cpu, one));
    if (one->method) all->method = one->method;
cleanup:
    tg_shrunk_free(&left);
    return status;
}

static bool recounts(const tg_truss_job *job)
{
    return job->level && job->method == NULL && job->plan->request.setup.algorithm->cpu &&
           job->plan->graph->edges < UINT32_MAX;
}

static tricorn_status count_and_peel(
  tricorn_context *context, const tg_truss_job *job, found *all, tricorn_result *result)
{
    tg_single_k one = {.setup = &job->plan->request.setup, .least = job->least};
    tg_rows rows;

    TG_DO(tg_count_support(context, job->plan, &all->edges, result));
    if (job->verify) TG_DO(tg_plan_verify(context, job->plan, result));
    TG_DO(tg_graph_rows(context, job->plan->graph, &rows));
    const double start = tg_clock_now();
    one.count_seconds = result->seconds.count;
    TG_DO(recounts(job) ? peel_one(context, job, &rows, all, &one) : peel_supports(context, job, &rows, all, &one));
    note_peeling(all, tg_clock_now() - start, &one, result);
    return TRICORN_OK;
}

/* Counts supports and peels on one GPU; the supports stay on it. */
static tricorn_status count_and_peel_there(
  tricorn_context *context, const tg_truss_job *job, found *all, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tg_single_k one = {.setup = &job->plan->request.setup, .costs = tg_truss_costs_on_gpu, .least = job->least};
    tg_device_supported there = {0};

    TG_TRY(tg_plan_execute_there(context, job->plan, &there, result));
    if (job->verify) TG_TRY(tg_plan_verify(context, job->plan, result));
    const double start = tg_clock_now();
    all->edges.graph = job->plan->graph;
    if (job->level) {
        TG_TRY(create_bits(context, job, all));
        one.bits = all->bits;
        one.count_seconds = result->seconds.count;
        TG_TRY(tg_single_k_on_gpu(context, &there, &one));
    } else {
        TG_TRY(TG_ALLOC(context, job->plan->graph->edges + 1, &all->edges.support));
        tg_peel_there peel = {.support = all->edges.support, .clear = tg_zero};
        TG_TRY(tg_device_supported_peel(context, &there, &peel));
        one.peeled = peel.peeled;
    }
    all->method = one.method = &tg_truss_gpu;
    note_peeling(all, tg_clock_now() - start, &one, result);
cleanup:
    tg_device_supported_free(context, &there);
    return status;
}

/* Counts supports and peels. If the GPU has too little memory, the CPU peels. A method that runs out of memory leaves
 * supports half peeled, so they are counted again, for the method that needs the least memory. */
static tricorn_status count_and_peel_by_any(
  tricorn_context *context, const tg_truss_job *job, found *all, tricorn_result *result)
{
    const tg_truss_method *last = methods[METHODS - 1];
    tg_truss_job again = *job;
    tricorn_status status;
    if (job->method == NULL && job->plan->schedule->execute_there) {
        status = count_and_peel_there(context, job, all, result);
        if (status != TRICORN_OUT_OF_DEVICE_MEMORY) return status;
        free_found(all);
    }
    status = count_and_peel(context, job, all, result);
    if (status != TRICORN_OUT_OF_MEMORY || job->method) return status;
    if (all->method == NULL || all->method == last) return status;
    free_found(all);
    context->limit_reached = false;
    again.method = last;
    return count_and_peel(context, &again, all, result);
}

/* ---- memory ---- */

enum {
    THREAD_BYTES = 2 << 20, /* a thread's buffers, and the unused ends of huge pages */
    OTHER_BYTES = 8 << 20, /* the pool's unused memory, and the histogram */
    EDGE_BYTES = 8 + 1, /* a support, 4 more bytes for counting it, and bits */
    ROW_BYTES = 8, /* for counting a row */
    PLACE_BYTES = 4, /* per vertex and thread, for the method that needs the least memory */
    SUBGRAPH_EDGE_BYTES = 16 + 1, /* the raw edges, the sorted edges, and bits */
    SUBGRAPH_VERTEX_BYTES = 24 + 8 /* as much as for loading a file, and the id */
};

uint64_t tg_truss_bytes(const tricorn_context *context, uint64_t edges, uint64_t vertices)
{
    const uint64_t threads = context->threads;
    return threads * THREAD_BYTES + OTHER_BYTES + EDGE_BYTES * edges + (ROW_BYTES + threads * PLACE_BYTES) * vertices;
}

/* Returns the memory limit with which the job succeeds; `live` is the memory in use before the job. */
static uint64_t enough_bytes(const tricorn_context *context, const tg_truss_job *job, uint64_t live)
{
    const tricorn_graph *graph = job->plan->graph;
    const uint64_t numbers = tg_graph_input_numbers(graph);
    const uint64_t peeling = tg_truss_bytes(context, graph->edges, graph->active);
    const uint64_t subgraph =
      SUBGRAPH_EDGE_BYTES * graph->edges + SUBGRAPH_VERTEX_BYTES * numbers + tg_ids_text_bytes(&graph->ids, numbers);
    const uint64_t other = tg_truss_bytes(context, 0, 0);
    return live + (job->level && subgraph + other > peeling ? subgraph + other : peeling);
}

/* If the memory limit has stopped the job, adds to the message how much memory is enough. */
static tricorn_status name_enough(
  tricorn_context *context, const tg_truss_job *job, uint64_t live, tricorn_status status)
{
    if (status != TRICORN_OUT_OF_MEMORY || !context->limit_reached) return status;
    return tg_limit_reached(context, enough_bytes(context, job, live));
}

static tricorn_status find(tricorn_context *context, const tg_truss_job *job, found *all, tricorn_result *result)
{
    const uint64_t live = tg_memory_bytes(context->memory);
    if (job->plan->graph->store)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "one truss needs the graph in memory, and it is on disk: find the trussness of all "
          "edges, or allow more memory by %s",
          TG_OPTION("process_bytes_limit"));
    const tg_plan_limits before = tg_plan_begin(context, job->plan);
    const tricorn_status status = name_enough(context, job, live, count_and_peel_by_any(context, job, all, result));
    tg_plan_end(context, &before);
    return status;
}

/* ---- all trusses ---- */

/* Adds 2 to the peeled supports, and counts the edges with each trussness. */
static tricorn_status make_histogram(tricorn_context *context, tricorn_trusses *trusses)
{
    tricorn_status status = TRICORN_OK;
    uint32_t *values = trusses->trussness.support, k_max = 0;
    uint64_t *counters = NULL; /* k_max + 1 for each thread */
    const uint64_t edges = trusses->trussness.graph->edges;
    const int threads = (int)context->threads;
#pragma omp parallel for num_threads(threads) reduction(max : k_max)
    for (uint64_t e = 0; e < edges; e++) {
        values[e] += 2;
        if (values[e] > k_max) k_max = values[e];
    }
    TG_TRY(TG_ALLOC_ZERO(context, (uint64_t)k_max + 1, &trusses->histogram));
    TG_TRY(TG_ALLOC_ZERO(context, context->threads * ((uint64_t)k_max + 1), &counters));
#pragma omp parallel num_threads(threads)
    {
        uint64_t *own = counters + (uint64_t)omp_get_thread_num() * ((uint64_t)k_max + 1);
#pragma omp for schedule(static) nowait
        for (uint64_t e = 0; e < edges; e++) own[values[e]]++;
    }
    for (uint32_t t = 0; t < context->threads; t++)
        for (uint64_t k = 0; k <= k_max; k++) trusses->histogram[k] += counters[t * ((uint64_t)k_max + 1) + k];
    trusses->k_max = k_max;
cleanup:
    tg_free(counters);
    return status;
}

static tricorn_status find_in_memory(
  tricorn_context *context, const tg_truss_job *job, tricorn_result *result, tricorn_trusses *made)
{
    tricorn_status status = TRICORN_OK;
    found all = {0};

    TG_TRY(find(context, job, &all, result));
    made->trussness = all.edges;
    all.edges = (tg_supported){0};
    made->method = all.method;
    made->support_seconds = all.support_seconds;
    made->peel_seconds = all.peel_seconds;
    made->rounds = all.rounds;
    TG_TRY(make_histogram(context, made));
cleanup:
    free_found(&all);
    return status;
}

tricorn_status tg_find_trusses(
  tricorn_context *context, const tg_truss_job *job, tricorn_result *result, tricorn_trusses **trusses)
{
    const uint64_t live = tg_memory_bytes(context->memory);
    tricorn_status status = TRICORN_OK;
    tricorn_trusses *made = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    if (job->plan->graph->store)
        status = name_enough(context, job, live, tg_find_trusses_on_disk(context, job, result, made));
    else
        status = find_in_memory(context, job, result, made);
    TG_TRY(status);
    *trusses = made;
    made = NULL;
cleanup:
    tricorn_trusses_free(made);
    return status;
}

void tricorn_trusses_free(tricorn_trusses *trusses)
{
    if (trusses == NULL) return;
    tg_supported_free(&trusses->trussness);
    tg_free(trusses->histogram);
    tg_free(trusses);
}

/* ---- one truss as a graph ---- */

typedef struct least_value {
    const uint32_t *values;
    uint32_t least;
} least_value;

static bool is_above(const void *user, uint32_t u, uint32_t v, uint64_t edge)
{
    const least_value *wanted = user;
    (void)u, (void)v;
    return wanted->values[edge] >= wanted->least;
}

tricorn_status tg_edges_above(tricorn_context *context, const tg_supported *from, uint32_t least, tricorn_graph **graph)
{
    const least_value wanted = {from->support, least};
    return tg_subgraph(context, from->graph, is_above, &wanted, graph);
}

static bool has_bit(const void *user, uint32_t u, uint32_t v, uint64_t edge)
{
    const uint64_t *bits = user;
    (void)u, (void)v;
    return bits[edge / WORD_BITS] >> edge % WORD_BITS & 1;
}

/* Replaces the supports by bits, so that the subgraph can use their memory. */
static tricorn_status keep_bits(tricorn_context *context, const tg_truss_job *job, found *all)
{
    tg_shrunk left = {.support = all->edges.support, .borrowed = true};
    if (all->bits == NULL) {
        TG_DO(tg_graph_rows(context, job->plan->graph, &left.rows));
        TG_DO(create_bits(context, job, all));
        tg_shrunk_bits(context, &left, job->least, all->bits);
    }
    tg_supported_free(&all->edges);
    return TRICORN_OK;
}

tricorn_status tg_find_truss(
  tricorn_context *context, const tg_truss_job *job, uint32_t k, tricorn_result *result, tricorn_graph **truss)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t live = tg_memory_bytes(context->memory);
    tg_truss_job level = *job;
    found all = {0};

    level.level = k > 2 ? k - 1 : 2;
    level.least = k - 2;
    TG_TRY(find(context, &level, &all, result));
    status = keep_bits(context, &level, &all);
    if (status == TRICORN_OK) status = tg_subgraph(context, job->plan->graph, has_bit, all.bits, truss);
    status = name_enough(context, &level, live, status);
cleanup:
    free_found(&all);
    return status;
}
