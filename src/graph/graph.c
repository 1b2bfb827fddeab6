/* graph.c - reads a graph's rows, computes degrees, restores the order of the input.
 *
 * - Degrees of hubs, which are in most rows, are counted with counters of each thread's own:
 *   threads would wait for each other on shared atomic counters.
 */
#include "graph/graph.h"

#include <inttypes.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mapping.h"
#include "base/memory.h"
#include "base/search.h"

tricorn_status tg_graph_rows(tricorn_context *context, const tricorn_graph *graph, tg_rows *rows)
{
    if (graph->store)
        return tg_fail(context, TRICORN_OUT_OF_MEMORY,
          "the graph is on disk, and this needs it in memory: leave out " TG_OPTION(
            "work") ", or allow more memory by " TG_OPTION("process_bytes_limit"));
    const tricorn_status status = graph->on_gpu ? graph->fetch(context, graph) : TRICORN_OK;
    if (status == TRICORN_OK) *rows = (tg_rows){graph->active, graph->host.offsets, graph->host.targets};
    return status;
}

tricorn_status tg_graph_ends(tricorn_context *context, const tricorn_graph *graph, uint32_t *ends)
{
    tg_rows rows;
    TG_DO(tg_graph_rows(context, graph, &rows));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1024)
    for (uint32_t u = 0; u < rows.count; u++)
        for (uint64_t e = rows.offsets[u]; e < rows.offsets[u + UINT64_C(1)]; e++) {
            ends[2 * e] = u;
            ends[2 * e + 1] = rows.ids[e];
        }
    return TRICORN_OK;
}

tg_row_measures tg_rows_measures(const tricorn_context *context, const tg_rows *rows)
{
    uint64_t longest = 0, wedges = 0;
#pragma omp parallel for num_threads((int)context->threads) schedule(static)                     \
    reduction(max : longest) reduction(+ : wedges)
    for (uint32_t u = 0; u < rows->count; u++) {
        const uint64_t row = rows->offsets[u + 1] - rows->offsets[u];
        if (row > longest) longest = row;
        if (row > 1) wedges += row * (row - 1) / 2;
    }
    return (tg_row_measures){longest, wedges};
}

uint32_t tg_first_row_of_part(const tg_rows *rows, uint32_t part, uint32_t parts)
{
    const uint64_t ids = rows->offsets[rows->count];
    const uint64_t before = (uint64_t)((unsigned __int128)ids * part / parts);
    return part == parts ? rows->count : (uint32_t)tg_lower_bound_64(rows->offsets, rows->count, before);
}

uint64_t tg_rows_id_bound(const tg_rows *rows, uint32_t first, uint32_t last)
{
    uint64_t bound = 0;
    for (uint32_t r = first; r < last; r++) {
        if (rows->offsets[r] == rows->offsets[r + 1]) continue;
        const uint64_t id = rows->ids[rows->offsets[r + 1] - 1];
        if (id >= bound) bound = id + 1;
    }
    return bound;
}

static void add(uint64_t *counter, uint64_t value)
{
    __atomic_fetch_add(counter, value, __ATOMIC_RELAXED);
}

tricorn_status tg_graph_require_ids(tricorn_context *context, const tricorn_graph *graph)
{
    if (!graph->unnamed) return TRICORN_OK;
    return tg_fail(context, TRICORN_UNSUPPORTED,
      "the graph and its ids do not fit in memory: the triangles of the whole graph can be "
      "counted, but not told by id; allow more memory by " TG_OPTION("process_bytes_limit"));
}

/* Counts how many rows contain each of the ids first to first + count - 1. Each thread has its
 * own counters for the first `apart` of these ids, which are mostly hubs and so in most rows: an
 * atomic addition takes as long as ten others, and longer where threads wait for each other. */
typedef struct id_counts {
    const tg_rows *rows;
    uint64_t edges;
    uint32_t first, count, apart;
    uint32_t *counters; /* `apart` counters for each thread, which are 0 at first */
} id_counts;

static void add_ids(const id_counts *job, int threads, uint64_t *degrees)
{
    const uint32_t apart = job->apart;
#pragma omp parallel num_threads(threads)
    {
        uint32_t *const own = job->counters + (uint64_t)omp_get_thread_num() * apart;
#pragma omp for schedule(static) nowait
        for (uint64_t e = 0; e < job->edges; e++) {
            const uint32_t i = job->rows->ids[e] - job->first;
            if (i < apart)
                own[i]++;
            else if (i < job->count)
                add(&degrees[i], 1);
        }
    }
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t i = 0; i < apart; i++)
        for (int t = 0; t < threads; t++) degrees[i] += job->counters[(uint64_t)t * apart + i];
}

/* Gives threads their own counters for all ids if clearing and adding those takes little time
 * compared with reading the rows; otherwise for as many ids as fit in a core's cache. */
static void choose_apart(tricorn_context *context, id_counts *job)
{
    enum { EDGES_PER_COUNTER = 8, IN_CACHE = 1 << 17 };
    const uint64_t each = job->edges / context->threads;
    const uint64_t some = each < IN_CACHE ? each : IN_CACHE;
    job->apart = job->count <= each / EDGES_PER_COUNTER || job->count < some ? job->count : (uint32_t)some;
    const uint64_t counters = (uint64_t)context->threads * job->apart;
    if (TG_ALLOC_ZERO(context, counters, &job->counters) != TRICORN_OK) job->apart = 0;
}

tricorn_status tg_graph_some_degrees(
  tricorn_context *context, const tricorn_graph *graph, uint32_t first, uint32_t count, uint64_t *degrees)
{
    const int threads = (int)context->threads;
    tg_rows rows;
    TG_DO(tg_graph_rows(context, graph, &rows));
    id_counts job = {.rows = &rows, .edges = graph->edges, .first = first, .count = count};
    choose_apart(context, &job);
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t u = first + i;
        degrees[i] = u < rows.count ? rows.offsets[u + 1] - rows.offsets[u] : 0;
    }
    add_ids(&job, threads, degrees);
    tg_free(job.counters);
    return TRICORN_OK;
}

tricorn_status tg_graph_degrees(tricorn_context *context, const tricorn_graph *graph, uint64_t *degrees)
{
    return tg_graph_some_degrees(context, graph, 0, graph->vertices, degrees);
}

static int by_id(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The rows to which an edge belongs, one or two, and the id of the edge in each of them. */
typedef struct ends {
    uint32_t row[2], id[2];
    int count;
} ends;

static ends ends_of(const tricorn_graph *graph, uint32_t u, uint32_t v, int symmetric)
{
    const uint32_t a = tg_graph_input_id(graph, u), b = tg_graph_input_id(graph, v);
    const uint32_t low = a < b ? a : b, high = a < b ? b : a;
    return (ends){{low, high}, {high, low}, symmetric ? 2 : 1};
}

uint64_t tg_graph_input_numbers(const tricorn_graph *graph)
{
    uint64_t numbers = 0;
    if (graph->store == NULL && graph->input_ids == NULL) return graph->vertices;
    for (uint32_t u = 0; u < graph->vertices; u++)
        if (tg_graph_input_id(graph, u) >= numbers) numbers = (uint64_t)tg_graph_input_id(graph, u) + 1;
    return numbers;
}

/* Counts the ids of each row at cursors[row]; or, if `ids` is not NULL, writes each edge's id at
 * the cursors of its rows and advances them. */
typedef struct scattering {
    const tricorn_graph *graph;
    tg_rows rows;
    int symmetric, threads;
} scattering;

static void scatter(const scattering *job, uint64_t *cursors, uint32_t *ids)
{
    const tg_rows *rows = &job->rows;
#pragma omp parallel for num_threads(job->threads) schedule(dynamic, 1024)
    for (uint32_t u = 0; u < rows->count; u++)
        for (uint64_t e = rows->offsets[u]; e < rows->offsets[u + 1]; e++) {
            const ends both = ends_of(job->graph, u, rows->ids[e], job->symmetric);
            for (int i = 0; i < both.count; i++) {
                const uint64_t at = __atomic_fetch_add(&cursors[both.row[i]], 1, __ATOMIC_RELAXED);
                if (ids) ids[at] = both.id[i];
            }
        }
}

tricorn_status tg_graph_input_rows(tricorn_context *context, const tricorn_graph *graph, int symmetric, tg_rows *rows)
{
    tricorn_status status = TRICORN_OK;
    scattering job = {.graph = graph, .symmetric = symmetric, .threads = (int)context->threads};
    const uint32_t count = (uint32_t)tg_graph_input_numbers(graph);
    uint64_t *offsets = NULL;
    uint32_t *ids = NULL;

    TG_TRY(tg_graph_rows(context, graph, &job.rows));
    TG_TRY(TG_ALLOC_ZERO(context, (uint64_t)count + 2, &offsets));
    TG_TRY(TG_ALLOC(context, graph->edges * (symmetric ? 2 : 1), &ids));
    /* Counts are stored two positions later, so that after the prefix sum offsets[row + 1] is the start of the row.
     * Each id that is written advances it, until it is the start of the next row. */
    scatter(&job, offsets + 2, NULL);
    for (uint64_t r = 2; r <= count; r++) offsets[r] += offsets[r - 1];
    scatter(&job, offsets + 1, ids);
    tg_rows_sort(context, count, offsets, ids);
    *rows = (tg_rows){count, offsets, ids};
    offsets = NULL;
    ids = NULL;

cleanup:
    tg_free(offsets);
    tg_free(ids);
    return status;
}

void tg_rows_sort(const tricorn_context *context, uint32_t count, const uint64_t *offsets, uint32_t *ids)
{
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1024)
    for (uint32_t r = 0; r < count; r++) {
        const uint64_t length = offsets[r + 1] - offsets[r];
        if (length > 1) qsort(ids + offsets[r], length, sizeof *ids, by_id);
    }
}

void tg_rows_free(tg_rows *rows)
{
    tg_free((void *)(uintptr_t)rows->offsets);
    tg_free((void *)(uintptr_t)rows->ids);
    *rows = (tg_rows){0};
}

static void free_rows(tricorn_graph *graph)
{
    if (graph->on_gpu) graph->free_on_gpu(graph->on_gpu);
    if (graph->store) graph->free_store(graph->store);
    if (graph->mapping) {
        tg_mapping_free(graph->mapping);
        return;
    }
    tg_free(graph->host.offsets);
    tg_free(graph->host.targets);
    tg_free(graph->input_ids);
    tg_free(graph->sides);
}

void tricorn_graph_free(tricorn_graph *graph)
{
    if (graph == NULL) return;
    const bool mapped = graph->mapping && !graph->borrowed.rows; /* with the arrays of `ids` */
    if (!graph->borrowed.ids && !mapped) tg_ids_free(&graph->ids);
    if (!graph->borrowed.rows) free_rows(graph);
    if (!graph->borrowed.values) {
        tg_free(graph->directions);
        tg_free(graph->weights);
        tg_free(graph->temporal);
        tg_free(graph->labels);
    }
    tg_free(graph);
}

void tg_graph_name_vertex(const tricorn_graph *graph, uint32_t vertex, char name[TG_VERTEX_NAME_BYTES])
{
    const uint32_t number = tg_graph_input_id(graph, vertex);
    const tg_ids *ids = &graph->ids;
    if (ids->text)
        snprintf(name, TG_VERTEX_NAME_BYTES, "'%.40s'", ids->text + ids->starts[number]);
    else
        snprintf(
          name, TG_VERTEX_NAME_BYTES, TG_VERTEX("%" PRIu64), ids->numbers ? ids->numbers[number] : ids->first + number);
}
