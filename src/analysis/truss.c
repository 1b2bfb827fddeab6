/* truss.c - supports by the algorithms that count, then peeling; what is made of it. */
#include "analysis/truss.h"

#include <string.h>

#include "analysis/table.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/parallel.h"
#include "prepare/prepare.h"

/* The fastest first; the last one takes the least memory. */
static const tg_truss_method *const methods[] = {&tg_truss_rows, &tg_truss_trix};
enum { METHODS = sizeof methods / sizeof *methods };

const tg_truss_method *tg_truss_method_at(size_t index)
{
    return index < METHODS ? methods[index] : NULL;
}

tricorn_status tg_truss_method_read(tricorn_context *context, const char *name,
                                    const tg_truss_method **method)
{
    *method = NULL;
    if (tg_is_auto(name)) return TRICORN_OK;
    for (size_t m = 0; m < METHODS; m++)
        if (strcmp(methods[m]->name, name) == 0) *method = methods[m];
    if (*method) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                   "no way to peel is called '%s': choose auto, rows or trix by %s", name,
                   TG_OPTION("method"));
}

static const tg_truss_method *choose(const tricorn_context *context, const tg_rows *rows)
{
    size_t m = 0;
    while (m + 1 < METHODS && methods[m]->fits && !methods[m]->fits(context, rows)) m++;
    return methods[m];
}

/* ---- supports, and peeling ------------------------------------------------------------------
 */

/* What a call finds. */
typedef struct found {
    tg_supported edges;
    const tg_truss_method *method;
    double support_seconds, peel_seconds;
    uint64_t rounds;
} found;

static tricorn_status count_and_peel(tricorn_context *context, const tg_truss_job *job,
                                     found *all, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tg_rows rows;

    TG_TRY(tg_count_support(context, job->run, &all->edges, result));
    if (job->verify) TG_TRY(tg_run_verify(context, job->run, result));
    TG_TRY(tg_graph_rows(context, job->run->graph, &rows));
    const double start = tg_clock_now();
    tg_peel peel = {.rows = &rows, .support = all->edges.support, .level = job->level};
    all->method = job->method ? job->method : choose(context, &rows);
    TG_TRY(all->method->peel(context, &peel));
    all->support_seconds = result->count_seconds;
    all->peel_seconds = tg_clock_now() - start;
    all->rounds = peel.peeled.rounds;
    result->count_seconds += all->peel_seconds;
cleanup:
    return status;
}

static tricorn_status find(tricorn_context *context, const tg_truss_job *job, found *all,
                           tricorn_result *result)
{
    if (job->run->graph->store)
        return tg_fail(context, TRICORN_UNSUPPORTED,
                       "trusses are found in memory, and the graph is on disk: give more by %s",
                       TG_OPTION("process_bytes_limit"));
    const tg_run_limits before = tg_run_begin(context, job->run);
    const tricorn_status status = count_and_peel(context, job, all, result);
    tg_run_end(context, &before);
    return status;
}

/* ---- all of them ----------------------------------------------------------------------------
 */

/* From peeled supports: adds 2, and counts. */
static tricorn_status make_histogram(tricorn_context *context, tricorn_trusses *trusses)
{
    uint32_t *values = trusses->trussness.support, k_max = 0;
    const uint64_t edges = trusses->trussness.graph->edges;
#pragma omp parallel for num_threads((int)context->threads) reduction(max : k_max)
    for (uint64_t e = 0; e < edges; e++) {
        values[e] += 2;
        if (values[e] > k_max) k_max = values[e];
    }
    const tricorn_status status =
        TG_ALLOC_ZERO(context, (uint64_t)k_max + 1, &trusses->histogram);
    if (status != TRICORN_OK) return status;
    for (uint64_t e = 0; e < edges; e++) trusses->histogram[values[e]]++;
    trusses->k_max = k_max;
    return TRICORN_OK;
}

tricorn_status tg_find_trusses(tricorn_context *context, const tg_truss_job *job,
                               tricorn_result *result, tricorn_trusses **trusses)
{
    tricorn_status status = TRICORN_OK;
    tricorn_trusses *made = NULL;
    found all = {0};

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    TG_TRY(find(context, job, &all, result));
    made->trussness = all.edges;
    all.edges = (tg_supported){0};
    made->method = all.method;
    made->support_seconds = all.support_seconds;
    made->peel_seconds = all.peel_seconds;
    made->rounds = all.rounds;
    TG_TRY(make_histogram(context, made));
    *trusses = made;
    made = NULL;
cleanup:
    tg_supported_free(&all.edges);
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

/* ---- one as a graph -------------------------------------------------------------------------
 */

static tricorn_status copy_array(tricorn_context *context, const void *from, uint64_t bytes,
                                 void **copy)
{
    const tricorn_status status = tg_alloc(context, bytes, 1, copy);
    if (status == TRICORN_OK && bytes > 0) memcpy(*copy, from, bytes);
    return status;
}

static tricorn_status copy_ids(tricorn_context *context, const tricorn_graph *graph,
                               uint64_t numbers, tg_ids *copy)
{
    const tg_ids *ids = &graph->ids;
    tricorn_status status = TRICORN_OK;
    copy->first = ids->first;
    if (ids->numbers)
        TG_TRY(copy_array(context, ids->numbers, numbers * sizeof *ids->numbers,
                          (void **)&copy->numbers));
    if (ids->text) {
        TG_TRY(copy_array(context, ids->text, tg_ids_text_bytes(ids, numbers),
                          (void **)&copy->text));
        TG_TRY(copy_array(context, ids->starts, numbers * sizeof *ids->starts,
                          (void **)&copy->starts));
    }
cleanup:
    return status;
}

static void take_edges(const tg_supported *from, const tg_rows *rows, uint32_t least,
                       tg_edge_part *part)
{
    for (uint32_t u = 0; u < rows->count; u++)
        for (uint64_t e = rows->offsets[u]; e < rows->offsets[u + 1]; e++)
            if (from->support[e] >= least)
                tg_edge_part_push(part, tg_graph_input_id(from->graph, u),
                                  tg_graph_input_id(from->graph, rows->ids[e]));
}

tricorn_status tg_edges_above(tricorn_context *context, const tg_supported *from, uint32_t least,
                              tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    tg_edges edges = {0};
    tg_rows rows;
    uint64_t count = 0;
    const tg_prepare_options options = {0};

    TG_TRY(tg_graph_rows(context, from->graph, &rows));
#pragma omp parallel for num_threads((int)context->threads) reduction(+ : count)
    for (uint64_t e = 0; e < from->graph->edges; e++) count += from->support[e] >= least;
    TG_TRY(tg_edges_create(context, 1, &edges));
    TG_TRY(tg_edge_part_reserve(context, &edges.parts[0], count, sizeof(tg_edge)));
    take_edges(from, &rows, least, &edges.parts[0]);
    edges.vertices = tg_input_numbers(from->graph);
    TG_TRY(copy_ids(context, from->graph, edges.vertices, &edges.ids));
    TG_TRY(tg_prepare(context, &edges, &options, graph));
    (*graph)->source = from->graph->source;
cleanup:
    tg_edges_free(&edges);
    return status;
}

tricorn_status tg_find_truss(tricorn_context *context, const tg_truss_job *job, uint32_t k,
                             tricorn_result *result, tricorn_graph **truss)
{
    tricorn_status status = TRICORN_OK;
    tg_truss_job level = *job;
    found all = {0};

    level.level = k > 2 ? k - 1 : 2;
    TG_TRY(find(context, &level, &all, result));
    TG_TRY(tg_edges_above(context, &all.edges, k - 2, truss));
cleanup:
    tg_supported_free(&all.edges);
    return status;
}

/* ---- components -----------------------------------------------------------------------------
 */

/* The root of v's tree; halves the way there. */
static uint32_t root_of(uint32_t *parents, uint32_t v)
{
    while (parents[v] != v) v = parents[v] = parents[parents[v]];
    return v;
}

tricorn_status tg_find_components(tricorn_context *context, const tricorn_graph *graph,
                                  uint32_t *components, uint32_t *count)
{
    tricorn_status status = TRICORN_OK;
    uint32_t *parents = components, found_components = 0; /* roots become numbers in order */
    tg_rows rows;

    TG_TRY(tg_graph_rows(context, graph, &rows));
    for (uint32_t v = 0; v < graph->vertices; v++) parents[v] = v;
    for (uint32_t u = 0; u < rows.count; u++)
        for (uint64_t e = rows.offsets[u]; e < rows.offsets[u + 1]; e++) {
            const uint32_t a = root_of(parents, u), b = root_of(parents, rows.ids[e]);
            /* The smaller number is the root, so that a root comes before its tree. */
            parents[a < b ? b : a] = a < b ? a : b;
        }
    for (uint32_t v = 0; v < graph->vertices; v++) {
        const uint32_t parent = parents[v];
        components[v] = parent == v ? found_components++ : components[parent];
    }
    *count = found_components;
cleanup:
    return status;
}
