/* table.c - the three tables: vertices, edges, triangles. */
#include "analysis/table.h"

#include <inttypes.h>
#include <string.h>

#include "analysis/lines.h"
#include "analysis/listing.h"
#include "analysis/top.h"
#include "base/clock.h"
#include "base/memory.h"
#include "io/format.h"
#include "schedule/level_support.h"


enum {
    ROWS_AT_ONCE = 1 << 16, /* vertices between two progress reports */
    TOP_ROWS = 1 << 9,
    MOST_ENDS = 2 /* the most triangles of a vertex or an edge */
};

/* The destination of a table. */
typedef struct table_writer {
    tricorn_context *context;
    tg_lines *lines;
} table_writer;

/* ---- the best of all ----------------------------------------------------------------------- */

static tricorn_status create_top(tricorn_context *context, const tg_table_job *job,
                                 uint64_t items, tg_top *top)
{
    const uint64_t wanted = job->options->top;
    return tg_top_create(context, wanted < items ? wanted : items, top);
}

static tricorn_status put_top(const table_writer *writer, tg_top *top)
{
    const uint32_t ends = tg_lines_shape(writer->lines)->ends;
    uint32_t vertices[TOP_ROWS * MOST_ENDS];
    uint64_t counts[TOP_ROWS];
    tricorn_status status = TRICORN_OK;

    tg_top_sort(top);
    for (uint64_t first = 0; first < top->used && status == TRICORN_OK; first += TOP_ROWS) {
        const uint64_t left = top->used - first, count = left < TOP_ROWS ? left : TOP_ROWS;
        for (uint64_t i = 0; i < count; i++) {
            const tg_top_entry *entry = &top->entries[first + i];
            for (uint32_t end = 0; end < ends; end++) vertices[i * ends + end] = entry->ends[end];
            counts[i] = entry->count;
        }
        const tg_line_rows rows = {.vertices = vertices, .counts = counts, .count = count};
        status = tg_lines_put(writer->context, writer->lines, &rows);
    }
    return status;
}

/* ---- vertices ------------------------------------------------------------------------------ */

static tricorn_status put_vertices(const table_writer *writer, const tricorn_graph *graph,
                                   const uint64_t *counts)
{
    tricorn_context *context = writer->context;
    tricorn_status status = TRICORN_OK;
    uint32_t *order = NULL;
    uint64_t *in_order = NULL;

    tg_work_begin(context, "writing", graph->vertices);
    TG_TRY(tg_sorted_vertices(context, graph, &order));
    TG_TRY(TG_ALLOC(context, ROWS_AT_ONCE, &in_order));
    for (uint32_t first = 0; first < graph->vertices;) {
        const uint32_t left = graph->vertices - first;
        const uint32_t count = left < ROWS_AT_ONCE ? left : ROWS_AT_ONCE;
#pragma omp parallel for num_threads((int)context->threads)
        for (uint32_t i = 0; i < count; i++) in_order[i] = counts[order[first + i]];
        const tg_line_rows rows = {.vertices = order + first, .counts = in_order, .count = count};
        TG_TRY(tg_lines_put(context, writer->lines, &rows));
        first += count;
        if (tg_work_add(context, count)) TG_TRY(tg_check_cancelled(context));
    }
cleanup:
    tg_free(order);
    tg_free(in_order);
    return status;
}

static tricorn_status put_top_vertices(const table_writer *writer, const tg_table_job *job,
                                       const uint64_t *counts)
{
    const tricorn_graph *graph = job->graph;
    tricorn_status status = TRICORN_OK;
    tg_top top = {0};

    TG_TRY(create_top(writer->context, job, graph->vertices, &top));
    for (uint32_t v = 0; v < graph->vertices; v++)
        tg_top_offer(&top, &(tg_top_entry){counts[v], tg_graph_input_id(graph, v), {v, 0}});
    TG_TRY(put_top(writer, &top));
cleanup:
    tg_top_free(&top);
    return status;
}

static tricorn_status table_of_vertices(tg_table_job *job, const table_writer *writer)
{
    tricorn_context *context = writer->context;
    tricorn_status status = TRICORN_OK;
    uint64_t *counts = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, (uint64_t)job->graph->vertices + 1, &counts));
    const tg_sink sink = tg_sink_of_vertices(counts);
    TG_TRY(tg_run_execute(context, job->run, &sink, &job->result));
    TG_TRY(job->options->top ? put_top_vertices(writer, job, counts)
                             : put_vertices(writer, job->graph, counts));
cleanup:
    tg_free(counts);
    return status;
}

/* ---- edges --------------------------------------------------------------------------------- */

static tricorn_status put_edges(tricorn_context *context, void *user, const uint32_t *ends,
                                const uint32_t *support, uint64_t count)
{
    const tg_line_rows rows = {.vertices = ends, .supports = support, .count = count};
    return tg_lines_put(context, user, &rows);
}

typedef struct edges_offer {
    const tricorn_graph *graph;
    tg_top top;
} edges_offer;

static tricorn_status offer_edges(tricorn_context *context, void *user, const uint32_t *ends,
                                  const uint32_t *support, uint64_t count)
{
    edges_offer *to = user;
    (void)context;
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t first = ends[2 * i], second = ends[2 * i + 1];
        const uint64_t rank = (uint64_t)tg_graph_input_id(to->graph, first) << 32 |
                              tg_graph_input_id(to->graph, second);
        tg_top_offer(&to->top, &(tg_top_entry){support[i], rank, {first, second}});
    }
    return TRICORN_OK;
}

tricorn_status tg_count_support(tricorn_context *context, const tg_run *run, tg_supported *edges,
                                tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tg_supported made = {.graph = run->graph};

    if (run->graph->store)
        TG_TRY(tg_level_support_create(context, run->graph->store, &made.stored));
    else
        TG_TRY(TG_ALLOC_ZERO(context, run->graph->edges + 1, &made.support));
    tg_sink sink = tg_sink_of_edges(made.support);
    sink.stored = made.stored;
    TG_TRY(tg_run_execute(context, run, &sink, result));
    *edges = made;
    made = (tg_supported){0};
cleanup:
    tg_supported_free(&made);
    return status;
}

static tricorn_status table_of_edges(tg_table_job *job, const table_writer *writer)
{
    tricorn_context *context = writer->context;
    const tricorn_graph *graph = job->graph;
    tricorn_status status = TRICORN_OK;
    edges_offer best = {.graph = graph};
    const tg_supported *known = job->known;
    tg_supported edges = {0};

    if (known == NULL) {
        TG_TRY(tg_count_support(context, job->run, &edges, &job->result));
        known = &edges;
    }
    if (job->options->top) {
        TG_TRY(create_top(context, job, graph->edges, &best.top));
        TG_TRY(tg_list_edges(context, known, false, offer_edges, &best));
        TG_TRY(put_top(writer, &best.top));
    } else {
        TG_TRY(
            tg_list_edges(context, known, job->options->sorted != 0, put_edges, writer->lines));
    }
cleanup:
    tg_top_free(&best.top);
    tg_supported_free(&edges);
    return status;
}

/* ---- triangles ----------------------------------------------------------------------------- */

typedef struct triangles_put {
    tg_lines *lines;
    uint64_t left; /* not written yet */
    bool done;
} triangles_put;

static tricorn_status put_triangles(tricorn_context *context, void *user, uint32_t *triangles,
                                    uint64_t count)
{
    triangles_put *to = user;
    const uint64_t wanted = count < to->left ? count : to->left;
    tricorn_status status = TRICORN_OK;
    const tg_line_rows rows = {.vertices = triangles, .count = wanted};
    TG_TRY(tg_lines_put(context, to->lines, &rows));
    if (tg_work_add(context, 0)) TG_TRY(tg_check_cancelled(context));
    to->left -= wanted;
    to->done = to->left == 0;
cleanup:
    return status == TRICORN_OK && to->done ? TRICORN_CANCELLED : status;
}

static tricorn_status table_of_triangles(tg_table_job *job, const table_writer *writer)
{
    const uint64_t wanted = job->options->top ? job->options->top : UINT64_MAX;
    triangles_put to = {.lines = writer->lines, .left = wanted};
    const double start = tg_clock_now();
    tg_run_describe(writer->context, job->run, &job->result);
    tricorn_status status =
        tg_list_triangles(writer->context, job->graph, job->options->sorted != 0, put_triangles,
                          &to, &job->result.triangles);
    if (to.done) {
        job->result.triangles = wanted;
        status = TRICORN_OK;
    }
    job->result.count_seconds = tg_clock_now() - start;
    return status;
}

/* ---- all ----------------------------------------------------------------------------------- */

static tricorn_status put_rows(tg_table_job *job, const table_writer *writer)
{
    const tricorn_table table = job->options->table;
    if (table == TRICORN_TABLE_VERTICES) return table_of_vertices(job, writer);
    if (table == TRICORN_TABLE_EDGES) return table_of_edges(job, writer);
    return table_of_triangles(job, writer);
}

static tricorn_status put_table(tricorn_context *context, tg_table_job *job, tg_line_shape *shape,
                                tg_output *output)
{
    const tricorn_table table = job->options->table;
    tricorn_status status = TRICORN_OK;
    table_writer writer = {.context = context};
    shape->counted = table != TRICORN_TABLE_TRIANGLES;
    shape->ends = table == TRICORN_TABLE_VERTICES ? 1 : table == TRICORN_TABLE_EDGES ? 2 : 3;
    const char *const corners[] = {table == TRICORN_TABLE_VERTICES ? "vertex" : "u", "v", "w"};
    for (uint32_t i = 0; i < shape->ends; i++) shape->names[i] = corners[i];
    if (shape->counted) shape->names[shape->ends] = job->known ? job->known_name : "triangles";
    TG_TRY(tg_lines_open(context, output, shape, &writer.lines));
    TG_TRY(put_rows(job, &writer));
    TG_TRY(tg_lines_finish(context, writer.lines));
cleanup:
    tg_lines_free(writer.lines);
    return status;
}

/* A list that is cut short has no total to compare. */
static tricorn_status verify(tricorn_context *context, tg_table_job *job)
{
    const bool cut = job->options->table == TRICORN_TABLE_TRIANGLES && job->options->top > 0;
    return job->verify && !cut ? tg_run_verify(context, job->run, &job->result) : TRICORN_OK;
}

tricorn_status tg_table_write(tricorn_context *context, tg_table_job *job, const char *path,
                              int descriptor)
{
    const tricorn_table_options *options = job->options;
    tg_compression compression = TG_PLAIN;
    tg_line_shape shape = {.graph = job->graph};
    tg_output *output = NULL;
    tricorn_status status = TRICORN_OK;

    TG_TRY(tg_lines_choose(context, job->graph, options->format, path, &shape.format));
    TG_TRY(tg_choose_compression(context, path, options->compression, &compression));
    if (path)
        TG_TRY(tg_output_open(context, path, compression, &output));
    else
        TG_TRY(tg_output_open_descriptor(context, descriptor, compression, &output));
    TG_TRY(put_table(context, job, &shape, output));
    TG_TRY(verify(context, job));
    status = tg_output_finish(context, output);
    output = NULL;
cleanup:
    tg_output_discard(output);
    return status;
}
