/* parquet_writer.c - a thread in which DuckDB reads rows from a pipe, and writes them to a file. */
#include "io/binary/parquet_writer.h"

#include <stdio.h>

#include "base/memory.h"
#include "io/binary/duckdb_pipe.h"

enum { READS, WRITES }; /* the ends of the pipe: DuckDB has the first one */

struct tg_parquet_writer {
    tg_duckdb by;
    tg_duckdb_pipe pipe;
    tg_output *text; /* to the pipe */
    tg_output *file;
};

static tricorn_status make_statement(
  tricorn_context *context, tg_parquet_writer *own, const tg_parquet_table *table, int file)
{
    tg_statement *to = &own->pipe.statement;
    const char separator[] = {table->separator, 0};
    char path[32];
    /* No value is missing: one without quotes has no end of a line. */
    TG_DO(tg_statement_add(context, to, "COPY (FROM read_csv("));
    TG_DO(tg_duckdb_pipe_name(context, &own->pipe));
    TG_DO(tg_statement_add(context, to,
      ", auto_detect = false, header = false, quote = '\"', escape = '\"', nullstr = '\n', "
      "allow_quoted_nulls = false, max_line_size = 33554432, buffer_size = 67108864, "
      "delim = "));
    TG_DO(tg_statement_quote(context, to, separator, '\''));
    for (uint32_t c = 0; c < table->count; c++) {
        TG_DO(tg_statement_add(context, to, c == 0 ? ", columns = {" : ", "));
        TG_DO(tg_statement_quote(context, to, table->columns[c].name, '\''));
        TG_DO(tg_statement_add(context, to, ": "));
        TG_DO(tg_statement_quote(context, to, table->columns[c].type, '\''));
    }
    TG_DO(tg_statement_add(context, to, "})) TO "));
    snprintf(path, sizeof path, "/dev/fd/%d", file);
    TG_DO(tg_statement_quote(context, to, path, '\''));
    return tg_statement_add(context, to, " (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)");
}

tricorn_status tg_parquet_require(tricorn_context *context, const char *path)
{
    if (path) return tg_duckdb_require(context, path);
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
      "Parquet says at its end what is in it, so it is written to a file alone: name one");
}

static tricorn_status begin(
  tricorn_context *context, tg_output *output, const tg_parquet_table *table, tg_parquet_writer *own)
{
    const int file = tg_output_new_file(output);
    TG_DO(tg_parquet_require(context, tg_output_name(output)));
    if (file < 0 || tg_output_is_packed(output))
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "%s: Parquet is written to a file that is not compressed once more: name one", tg_output_name(output));
    TG_DO(tg_duckdb_open(context, tg_output_name(output), "written", &own->by));
    TG_DO(tg_duckdb_pipe_open(context, &own->by, READS, &own->pipe));
    TG_DO(make_statement(context, own, table, file));
    TG_DO(tg_output_open_descriptor(context, own->pipe.ends[WRITES], TG_PLAIN, &own->text));
    return tg_duckdb_pipe_begin(context, &own->pipe);
}

tricorn_status tg_parquet_writer_open(
  tricorn_context *context, tg_output *output, const tg_parquet_table *table, tg_parquet_writer **writer)
{
    tg_parquet_writer *made = NULL;
    TG_DO(TG_ALLOC_ZERO(context, 1, &made));
    made->pipe = (tg_duckdb_pipe){.ends = {-1, -1}};
    made->file = output;
    const tricorn_status status = begin(context, output, table, made);
    if (status != TRICORN_OK) return tg_parquet_writer_end(context, made, status);
    *writer = made;
    return TRICORN_OK;
}

tg_output *tg_parquet_writer_text(const tg_parquet_writer *writer)
{
    return writer->text;
}

tricorn_status tg_parquet_writer_end(tricorn_context *context, tg_parquet_writer *writer, tricorn_status status)
{
    if (writer->text && status == TRICORN_OK)
        status = tg_output_finish(context, writer->text);
    else
        tg_output_discard(writer->text);
    status = tg_duckdb_pipe_end(context, &writer->pipe, status);
    if (status == TRICORN_OK) tg_output_filled(writer->file);
    tg_duckdb_close(&writer->by);
    tg_free(writer);
    return status;
}
