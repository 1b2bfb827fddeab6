/* parquet_writer.c - a thread in which DuckDB reads rows from a pipe, and writes them to a file. */
#include "io/binary/parquet_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "io/binary/duckdb.h"
#include "io/binary/statement.h"

struct tg_parquet_writer {
    tg_duckdb by;
    tg_statement copy;
    int pipe[2];     /* -1: closed */
    tg_output *text; /* to the pipe */
    tg_output *file;
    pthread_t thread;
    bool begun;
    atomic_bool failed;
    char words[TG_DUCKDB_WORDS_BYTES];
};

static void *copy_rows(void *user)
{
    tg_parquet_writer *own = user;
    if (!tg_duckdb_try(&own->by, own->copy.text, own->words)) atomic_store(&own->failed, true);
    close(own->pipe[0]); /* after `failed` is set: whoever writes to the pipe asks for it */
    return NULL;
}

static tricorn_status make_statement(
    tricorn_context *context, tg_parquet_writer *own, const tg_parquet_table *table, int file)
{
    const char separator[] = {table->separator, 0};
    char path[32];
    snprintf(path, sizeof path, "/dev/fd/%d", own->pipe[0]);
    /* No value is missing: one without quotes has no end of a line. */
    TG_DO(tg_statement_add(context, &own->copy, "COPY (FROM read_csv("));
    TG_DO(tg_statement_quote(context, &own->copy, path, '\''));
    TG_DO(tg_statement_add(context, &own->copy,
        ", auto_detect = false, header = false, quote = '\"', escape = '\"', nullstr = '\n', "
        "allow_quoted_nulls = false, max_line_size = 33554432, buffer_size = 67108864, "
        "delim = "));
    TG_DO(tg_statement_quote(context, &own->copy, separator, '\''));
    for (uint32_t c = 0; c < table->count; c++) {
        TG_DO(tg_statement_add(context, &own->copy, c == 0 ? ", columns = {" : ", "));
        TG_DO(tg_statement_quote(context, &own->copy, table->columns[c].name, '\''));
        TG_DO(tg_statement_add(context, &own->copy, ": "));
        TG_DO(tg_statement_quote(context, &own->copy, table->columns[c].type, '\''));
    }
    TG_DO(tg_statement_add(context, &own->copy, "})) TO "));
    snprintf(path, sizeof path, "/dev/fd/%d", file);
    TG_DO(tg_statement_quote(context, &own->copy, path, '\''));
    return tg_statement_add(
        context, &own->copy, " (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)");
}

tricorn_status tg_parquet_require(tricorn_context *context, const char *path)
{
    if (path) return tg_duckdb_require(context, path);
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
        "Parquet says at its end what is in it, so it is written to a file alone: name one");
}

static tricorn_status begin(tricorn_context *context, tg_output *output,
    const tg_parquet_table *table, tg_parquet_writer *own)
{
    const int file = tg_output_new_file(output);
    TG_DO(tg_parquet_require(context, tg_output_name(output)));
    if (file < 0 || tg_output_is_packed(output))
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
            "%s: Parquet is written to a file that is not compressed once more: name one",
            tg_output_name(output));
    TG_DO(tg_duckdb_open(context, tg_output_name(output), "written", &own->by));
    if (pipe2(own->pipe, O_CLOEXEC) != 0)
        return tg_fail(context, TRICORN_IO_ERROR, "no pipe can be made: %s", strerror(errno));
    TG_DO(make_statement(context, own, table, file));
    TG_DO(tg_output_open_descriptor(context, own->pipe[1], TG_PLAIN, &own->text));
    own->begun = pthread_create(&own->thread, NULL, copy_rows, own) == 0;
    if (own->begun) return TRICORN_OK;
    return tg_fail(context, TRICORN_UNSUPPORTED, "no thread can be started");
}

tricorn_status tg_parquet_writer_open(tricorn_context *context, tg_output *output,
    const tg_parquet_table *table, tg_parquet_writer **writer)
{
    tg_parquet_writer *made = NULL;
    TG_DO(TG_ALLOC_ZERO(context, 1, &made));
    made->pipe[0] = made->pipe[1] = -1;
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

tricorn_status tg_parquet_writer_end(
    tricorn_context *context, tg_parquet_writer *writer, tricorn_status status)
{
    if (writer->text && status == TRICORN_OK)
        status = tg_output_finish(context, writer->text);
    else
        tg_output_discard(writer->text);
    /* A table whose rows are not all there has no file, so how the statement ends has no meaning. */
    if (status != TRICORN_OK && writer->begun && !atomic_load(&writer->failed))
        tg_duckdb_interrupt(&writer->by);
    const bool failed_first = atomic_load(&writer->failed);
    if (writer->pipe[1] >= 0) close(writer->pipe[1]);
    if (writer->begun)
        pthread_join(writer->thread, NULL);
    else if (writer->pipe[0] >= 0)
        close(writer->pipe[0]);
    if (failed_first || (status == TRICORN_OK && atomic_load(&writer->failed)))
        status = tg_duckdb_refuse(context, &writer->by, writer->words);
    if (status == TRICORN_OK) tg_output_filled(writer->file);
    tg_duckdb_close(&writer->by);
    tg_free(writer->copy.text);
    tg_free(writer);
    return status;
}
