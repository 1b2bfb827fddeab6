/* duckdb_pipe.h - a statement that DuckDB runs in a thread of its own, and that reads text from a pipe, or
 * writes text to it, while the caller is at the other end. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>

#include "io/binary/duckdb.h"
#include "io/binary/statement.h"

typedef struct tg_duckdb_pipe {
    const tg_duckdb *by;
    tg_statement statement;
    int ends[2]; /* the one to read from, the one to write to */
    int own; /* the index of DuckDB's */
    pthread_t thread;
    bool begun;
    atomic_bool failed; /* is set before DuckDB's end is closed */
    char words[TG_DUCKDB_WORDS_BYTES];
} tg_duckdb_pipe;

/* Makes the pipe, whose end `own` is DuckDB's. Whether it fails or not, tg_duckdb_pipe_end() follows. */
tricorn_status tg_duckdb_pipe_open(tricorn_context *context, const tg_duckdb *by, int own, tg_duckdb_pipe *made);
/* Adds the quoted path of DuckDB's end to the statement. */
tricorn_status tg_duckdb_pipe_name(tricorn_context *context, tg_duckdb_pipe *of);
/* Starts the thread, which runs the statement. */
tricorn_status tg_duckdb_pipe_begin(tricorn_context *context, tg_duckdb_pipe *of);
/* Closes the caller's end, waits for the statement, which is interrupted after a failure of the caller, and
 * frees what the pipe has. Returns the caller's status, or DuckDB's failure, if that came first. */
tricorn_status tg_duckdb_pipe_end(tricorn_context *context, tg_duckdb_pipe *of, tricorn_status status);
