/* parquet_writer.h - writes a table in Parquet: its rows are written as text, which DuckDB's library reads
 * from a pipe. */
#pragma once

#include "io/bytes/output.h"

typedef struct tg_parquet_writer tg_parquet_writer;

/* A column: its name, and its type for DuckDB: "UBIGINT", "DOUBLE" or "VARCHAR", which is UTF-8. */
typedef struct tg_parquet_column {
    const char *name, *type;
} tg_parquet_column;

typedef struct tg_parquet_table {
    const tg_parquet_column *columns;
    uint32_t count;
    char separator; /* between the values of a line of text */
} tg_parquet_table;

/* Fails if no table can be written to that path: NULL, or without the library. */
tricorn_status tg_parquet_require(tricorn_context *context, const char *path);

/* Begins a table in the file of `output`, to which nothing else is written; both must stay until the writer is
 * freed. Errors: TRICORN_UNSUPPORTED without the library, TRICORN_INVALID_ARGUMENT if the output is no new
 * file, or compressed. */
tricorn_status tg_parquet_writer_open(
  tricorn_context *context, tg_output *output, const tg_parquet_table *table, tg_parquet_writer **writer);
/* Takes the rows: lines of text, with the separator between the values, and quotes as in RFC 4180. */
tg_output *tg_parquet_writer_text(const tg_parquet_writer *writer);
/* Writes the rest, which completes the table, if all rows were written without a failure, which is `status`;
 * frees the writer, and returns what is to be told. */
tricorn_status tg_parquet_writer_end(tricorn_context *context, tg_parquet_writer *writer, tricorn_status status);
