/* parquet.c - tables of Parquet, one file or several, read and written by DuckDB's library. */
#include <string.h>

#include "base/memory.h"
#include "io/binary/parquet_writer.h"
#include "io/format.h"
#include "io/formats/edge_list.h"
#include "io/formats/table_read.h"

enum { ENDS = TG_TABLE_ENDS };

static const char SUFFIXES[] = ".parquet .pq .parq";

/* ---- statements ---- */

/* Adds a path, in which no character is one of a glob. */
static tricorn_status add_path(tricorn_context *context, tg_statement *to, const char *path)
{
    tg_statement plain = {0};
    tricorn_status status = tg_statement_add(context, &plain, "");
    for (; *path && status == TRICORN_OK; path++) {
        const char in_brackets[] = {'[', *path, ']', 0}, alone[] = {*path, 0};
        status = tg_statement_add(context, &plain, strchr("*?[", *path) ? in_brackets : alone);
    }
    if (status == TRICORN_OK) status = tg_statement_quote(context, to, plain.text, '\'');
    tg_free(plain.text);
    return status;
}

/* Adds what a statement is asked of: the rows of the files, by "read_parquet", or their descriptions. */
static tricorn_status add_files(tricorn_context *context, tg_statement *to, const tg_input *input, const char *function)
{
    const uint64_t parts = tg_input_parts(input);
    TG_DO(tg_statement_add(context, to, function));
    TG_DO(tg_statement_add(context, to, "(["));
    for (uint64_t p = 0; p < parts || p == 0; p++) {
        if (p > 0) TG_DO(tg_statement_add(context, to, ","));
        TG_DO(add_path(context, to, parts ? tg_input_part_name(input, p) : tg_input_name(input)));
    }
    return tg_statement_add(context, to, "])");
}

/* Adds the descriptions of the ends in all groups of rows. */
static tricorn_status add_groups(tricorn_context *context, tg_statement *to, const tg_table *job)
{
    TG_DO(tg_statement_add(context, to, " FROM "));
    TG_DO(add_files(context, to, job->input, "parquet_metadata"));
    TG_DO(tg_statement_add(context, to, " WHERE path_in_schema IN ("));
    TG_DO(tg_statement_quote(context, to, job->columns[0].name, '\''));
    TG_DO(tg_statement_add(context, to, ","));
    TG_DO(tg_statement_quote(context, to, job->columns[1].name, '\''));
    return tg_statement_add(context, to, ")");
}

/* ---- reading ---- */

/* Returns in *bytes what the ends take in the largest group of rows, compressed and decompressed. */
static tricorn_status find_group(tg_table *job, uint64_t *bytes)
{
    tricorn_context *context = job->context;
    tricorn_status status = TRICORN_OK;
    tg_statement query = {0};
    TG_TRY(tg_statement_add(context, &query,
      "SELECT coalesce(max(bytes), 0)::UBIGINT FROM "
      "(SELECT sum(total_compressed_size + total_uncompressed_size) AS bytes"));
    TG_TRY(add_groups(context, &query, job));
    TG_TRY(tg_statement_add(context, &query, " GROUP BY file_name, row_group_id)"));
    TG_TRY(tg_duckdb_numbers(context, &job->by, query.text, 1, bytes));
cleanup:
    tg_free(query.text);
    return status;
}

/* Returns in *threads how many groups of rows, one for each thread, fit in DuckDB's memory. */
static tricorn_status find_threads(tg_table *job, uint32_t *threads)
{
    uint64_t bytes = 0;
    TG_DO(find_group(job, &bytes));
    const uint64_t most = bytes > 0 ? job->by.charged / bytes : job->context->threads;
    *threads = most < 1 ? 1 : most < job->context->threads ? (uint32_t)most : job->context->threads;
    return TRICORN_OK;
}

static tricorn_status begin(tricorn_context *context, tg_table *job)
{
    const char *name = tg_input_name(job->input);
    TG_DO(tg_table_require_file(context, job->input, "a Parquet file"));
    TG_DO(tg_duckdb_require(context, name));
    TG_DO(tg_duckdb_open(context, name, "read", &job->by));
    TG_DO(add_files(context, &job->rows, job->input, "read_parquet"));
    job->find_threads = find_threads;
    return tg_table_find_columns(context, job);
}

static tricorn_status read_parquet(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    tg_table job = {.context = context, .input = input, .options = options};
    tricorn_status status = begin(context, &job);
    if (status == TRICORN_OK) status = tg_table_read(context, &job, edges);
    tg_table_end(&job);
    return status;
}

/* The file states how many rows it has, and the largest id if ids are numbers. */
static tricorn_status estimate(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_sizes *sizes)
{
    enum { LARGEST, BYTES, FACTS };
    const uint64_t library = 48 << 20; /* DuckDB took 46 MiB beside a small file */
    tg_table job = {.context = context, .input = input, .options = options};
    uint64_t rows = 0, group = 0, facts[FACTS] = {0};
    tg_statement query = {0}, of_ends = {0};
    tricorn_status status = begin(context, &job);
    TG_TRY(status);
    TG_TRY(tg_statement_add(context, &query, "SELECT coalesce(sum(num_rows), 0)::UBIGINT FROM "));
    TG_TRY(add_files(context, &query, input, "parquet_file_metadata"));
    TG_TRY(tg_duckdb_numbers(context, &job.by, query.text, 1, &rows));
    TG_TRY(tg_statement_add(context, &of_ends,
      "SELECT coalesce(max(TRY_CAST(stats_max_value AS UBIGINT)), 0)::UBIGINT, "
      "coalesce(sum(total_uncompressed_size), 0)::UBIGINT"));
    TG_TRY(add_groups(context, &of_ends, &job));
    TG_TRY(tg_duckdb_numbers(context, &job.by, of_ends.text, FACTS, facts));
    TG_TRY(find_group(&job, &group));
    const bool plain = tg_table_is_plain(&job);
    *sizes = (tg_sizes){.edges = rows,
      .largest = facts[LARGEST] > 0 ? facts[LARGEST] : 2 * rows,
      .text_bytes = plain ? 0 : facts[BYTES],
      .library_bytes = library + context->threads * group,
      .wide = plain && facts[LARGEST] >= UINT32_MAX};
cleanup:
    tg_free(query.text);
    tg_free(of_ends.text);
    tg_table_end(&job);
    return status;
}

/* ---- writing ---- */

/* What is written, and the function of text edge lists that writes it. */
typedef struct written {
    const tricorn_graph *graph;
    const tg_edge_stream *edges;
} written;

static tricorn_status write_table(tricorn_context *context, const written *of, bool words, tg_output *output)
{
    const char *type = words ? "VARCHAR" : "UBIGINT";
    const tg_parquet_column columns[ENDS] = {{"source", type}, {"target", type}};
    const tg_parquet_table table = {columns, ENDS, '\t'};
    tg_parquet_writer *writer = NULL;
    TG_DO(tg_parquet_writer_open(context, output, &table, &writer));
    tg_output *text = tg_parquet_writer_text(writer);
    const tricorn_status status =
      of->graph ? tg_edge_list_write(context, of->graph, text) : tg_edge_list_write_edges(context, of->edges, text);
    return tg_parquet_writer_end(context, writer, status);
}

static tricorn_status write_parquet(tricorn_context *context, const tricorn_graph *graph, tg_output *output)
{
    const written of = {.graph = graph};
    return write_table(context, &of, graph->ids.text != NULL, output);
}

static tricorn_status write_edges(tricorn_context *context, const tg_edge_stream *edges, tg_output *output)
{
    const written of = {.edges = edges};
    return write_table(context, &of, false, output);
}

static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    static const char magic[] = "PAR1";
    if (tg_suffix_matches(name, SUFFIXES)) return TG_BY_NAME;
    /* Raw numbers may begin so, too; their names say it. */
    return count > sizeof magic && memcmp(bytes, magic, sizeof magic - 1) == 0 ? TG_BY_LINES : TG_NOT_MINE;
}

TG_DEFINE_FORMAT(parquet) = {
  .binary = true,
  .description = {.name = "parquet",
    .summary = "Parquet, by DuckDB's library; two columns are the ends",
    .suffixes = SUFFIXES,
    .reads = "names weights directions large parallel",
    .writes = "names large"},
  .recognise = recognise,
  .read = read_parquet,
  .estimate = estimate,
  .takes_vertices = true,
  .selects = true,
  .by_library = true,
  .in_parts = true,
  .write = write_parquet,
  .write_edges = write_edges,
};
