/* edge_columns.c - edges are listed by their ends, in any order; an edge's position in the rows
 * of the graph, which is that of its values, is found by a search in the row of its larger end.
 */
#include "analysis/edge_columns.h"

#include "analysis/listing.h"
#include "analysis/top.h"
#include "base/memory.h"

enum { ROWS_AT_ONCE = 1 << 16 };

typedef struct edge_columns {
    const tg_table_job *job;
    tg_lines *lines;
    tg_rows rows;
    uint32_t counts, reals;
    uint64_t *count_rows; /* ROWS_AT_ONCE * counts entries */
    double *real_rows; /* ROWS_AT_ONCE * reals entries */
    tg_top top;
} edge_columns;

static uint64_t position_of(const edge_columns *from, const uint32_t *ends)
{
    const bool first = ends[0] > ends[1];
    return tg_row_position(&from->rows, ends[!first], ends[first]);
}

static void fill_rows(const edge_columns *from, const uint32_t *ends, uint64_t count, int threads)
{
    const tricorn_column *counts = from->job->options->columns, *reals = counts + from->counts;
#pragma omp parallel for num_threads(threads)
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t e = position_of(from, ends + 2 * i);
        for (uint32_t c = 0; c < from->counts; c++) from->count_rows[i * from->counts + c] = counts[c].counts[e];
        for (uint32_t r = 0; r < from->reals; r++) from->real_rows[i * from->reals + r] = reals[r].reals[e];
    }
}

static tricorn_status put_edges(
  tricorn_context *context, void *user, const uint32_t *ends, const uint32_t *unused, uint64_t count)
{
    const edge_columns *from = user;
    tricorn_status status = TRICORN_OK;
    (void)unused;
    for (uint64_t first = 0; first < count && status == TRICORN_OK; first += ROWS_AT_ONCE) {
        const uint64_t left = count - first;
        const tg_line_rows rows = {.vertices = ends + 2 * first,
          .counts = from->count_rows,
          .reals = from->real_rows,
          .count = left < ROWS_AT_ONCE ? left : ROWS_AT_ONCE};
        fill_rows(from, rows.vertices, rows.count, (int)context->threads);
        status = tg_lines_put(context, from->lines, &rows);
    }
    return status;
}

static tricorn_status offer_edges(
  tricorn_context *context, void *user, const uint32_t *ends, const uint32_t *unused, uint64_t count)
{
    edge_columns *from = user;
    const tricorn_graph *graph = from->job->graph;
    const tricorn_table_options *options = from->job->options;
    const tricorn_column *column = &options->columns[options->top_column];
    (void)context;
    (void)unused;
    for (uint64_t i = 0; i < count; i++, ends += 2) {
        const uint64_t e = position_of(from, ends);
        const uint64_t value = column->counts ? column->counts[e] : tg_top_key(column->reals[e]);
        const uint64_t rank = (uint64_t)tg_graph_input_id(graph, ends[0]) << 32 | tg_graph_input_id(graph, ends[1]);
        tg_top_offer(&from->top, &(tg_top_entry){value, rank, {ends[0], ends[1]}});
    }
    return TRICORN_OK;
}

/* Chooses the best edges, and writes them in descending order. */
static tricorn_status put_top(tricorn_context *context, edge_columns *from)
{
    const tricorn_graph *graph = from->job->graph;
    const uint64_t wanted = from->job->options->top;
    const tg_supported all = {.graph = graph};
    tricorn_status status = TRICORN_OK;
    uint32_t *ends = NULL;

    TG_TRY(tg_top_create(context, wanted < graph->edges ? wanted : graph->edges, &from->top));
    TG_TRY(tg_list_edges(context, &all, false, offer_edges, from));
    tg_top_sort(&from->top);
    TG_TRY(TG_ALLOC(context, 2 * from->top.used + 1, &ends));
    for (uint64_t i = 0; i < from->top.used; i++)
        for (int end = 0; end < 2; end++) ends[2 * i + end] = from->top.entries[i].ends[end];
    TG_TRY(put_edges(context, from, ends, NULL, from->top.used));
cleanup:
    tg_free(ends);
    return status;
}

tricorn_status tg_edge_columns_put(tricorn_context *context, tg_lines *lines, const tg_table_job *job)
{
    const tg_line_shape *shape = tg_lines_shape(lines);
    const tg_supported all = {.graph = job->graph};
    tricorn_status status = TRICORN_OK;
    edge_columns from = {.job = job, .lines = lines, .counts = shape->counts, .reals = shape->reals};

    TG_TRY(tg_graph_rows(context, job->graph, &from.rows));
    TG_TRY(TG_ALLOC(context, (uint64_t)ROWS_AT_ONCE * from.counts, &from.count_rows));
    TG_TRY(TG_ALLOC(context, (uint64_t)ROWS_AT_ONCE * from.reals, &from.real_rows));
    TG_TRY(job->options->top ? put_top(context, &from)
                             : tg_list_edges(context, &all, job->options->sorted != 0, put_edges, &from));
cleanup:
    tg_free(from.count_rows);
    tg_free(from.real_rows);
    tg_top_free(&from.top);
    return status;
}
