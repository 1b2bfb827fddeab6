/* table_graph.c - see table_graph.h. */
#include "analysis/table_graph.h"

#include "base/memory.h"
#include "load/save.h"

tricorn_status tg_table_graph_check(tricorn_context *context, const tricorn_table_options *options)
{
    const tricorn_table table = options->table;
    if (options->clustering || options->curvature ||
        (table != TRICORN_TABLE_VERTICES && table != TRICORN_TABLE_EDGES && table != TRICORN_TABLE_COLUMNS &&
          table != TRICORN_TABLE_EDGE_COLUMNS))
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "the format is one of graphs, whose vertices or edges have one value each, and "
          "this table has others: choose text, csv, tsv, jsonl, binary or parquet");
    if (options->top > 0 || options->shares > 0 || options->rows)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "the format is one of graphs, which are written as a whole: leave out "
          "top, shares and rows, or choose text, csv, tsv, jsonl, binary or parquet");
    return TRICORN_OK;
}

/* Counts the triangles of each vertex; the caller frees *counts with tg_free(). */
static tricorn_status count_vertices(tricorn_context *context, tg_table_job *job, uint64_t **counts)
{
    TG_DO(TG_ALLOC_ZERO(context, (uint64_t)job->graph->vertices + 1, counts));
    const tg_sink sink = tg_sink_of_vertices(*counts);
    return tg_plan_execute(context, job->plan, &sink, &job->result);
}

/* Finds the values of the edges in the order of the rows; the caller frees *counts with tg_free(). */
static tricorn_status find_edges(tricorn_context *context, tg_table_job *job, uint64_t **counts)
{
    tricorn_status status = TRICORN_OK;
    tg_supported counted = {0};
    const tg_supported *known = job->known ? job->known : &counted;
    TG_TRY(TG_ALLOC_ZERO(context, job->graph->edges + 1, counts));
    if (job->known == NULL) TG_TRY(tg_count_support(context, job->plan, &counted, &job->result));
    for (uint64_t e = 0; known->support && e < job->graph->edges; e++) (*counts)[e] = known->support[e];
cleanup:
    tg_supported_free(&counted);
    return status;
}

/* Sets the columns that the caller has. */
static void set_columns(const tricorn_table_options *from, tricorn_save_options *to)
{
    const bool edges = from->table == TRICORN_TABLE_EDGE_COLUMNS;
    to->vertex_columns = edges ? NULL : from->columns;
    to->vertex_column_count = edges ? 0 : from->column_count;
    to->edge_columns = edges ? from->columns : NULL;
    to->edge_column_count = edges ? from->column_count : 0;
}

tricorn_status tg_table_graph_write(
  tricorn_context *context, tg_table_job *job, const tg_format *format, const char *path, int descriptor)
{
    const tricorn_table_options *options = job->options;
    const bool edges = options->table == TRICORN_TABLE_EDGES;
    const bool counted = edges || options->table == TRICORN_TABLE_VERTICES;
    tricorn_save_options saved = {
      .struct_size = sizeof saved, .format = format->description.name, .compression = options->compression};
    const tg_target target = {path, descriptor, &saved};
    tricorn_column column = {.name = job->known ? job->known_name : "triangles"};
    tricorn_status status = TRICORN_OK;
    uint64_t *counts = NULL;
    TG_TRY(tg_table_graph_check(context, options));
    if (!counted) set_columns(options, &saved);
    if (job->graph->store) return tg_save(context, job->graph, &target); /* says why it cannot */
    if (counted) {
        TG_TRY(edges ? find_edges(context, job, &counts) : count_vertices(context, job, &counts));
        if (job->verify) TG_TRY(tg_plan_verify(context, job->plan, &job->result));
        column.counts = counts;
        saved.vertex_columns = saved.edge_columns = &column;
        saved.vertex_column_count = !edges;
        saved.edge_column_count = edges;
    }
    TG_TRY(tg_save(context, job->graph, &target));
cleanup:
    tg_free(counts);
    return status;
}
