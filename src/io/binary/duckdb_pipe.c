/* duckdb_pipe.c - makes a pipe and a thread, and ends both in the right order. */
#include "io/binary/duckdb_pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"

tricorn_status tg_duckdb_pipe_open(tricorn_context *context, const tg_duckdb *by, int own, tg_duckdb_pipe *made)
{
    *made = (tg_duckdb_pipe){.by = by, .own = own, .ends = {-1, -1}};
    if (pipe2(made->ends, O_CLOEXEC) == 0) return TRICORN_OK;
    return tg_fail(context, TRICORN_IO_ERROR, "no pipe can be made: %s", strerror(errno));
}

tricorn_status tg_duckdb_pipe_name(tricorn_context *context, tg_duckdb_pipe *of)
{
    char path[32];
    snprintf(path, sizeof path, "/dev/fd/%d", of->ends[of->own]);
    return tg_statement_quote(context, &of->statement, path, '\'');
}

static void *run(void *user)
{
    tg_duckdb_pipe *own = user;
    if (!tg_duckdb_try(own->by, own->statement.text, own->words)) atomic_store(&own->failed, true);
    close(own->ends[own->own]);
    return NULL;
}

tricorn_status tg_duckdb_pipe_begin(tricorn_context *context, tg_duckdb_pipe *of)
{
    of->begun = pthread_create(&of->thread, NULL, run, of) == 0;
    if (of->begun) return TRICORN_OK;
    return tg_fail(context, TRICORN_UNSUPPORTED, "no thread can be started");
}

tricorn_status tg_duckdb_pipe_end(tricorn_context *context, tg_duckdb_pipe *of, tricorn_status status)
{
    const bool failed_first = atomic_load(&of->failed);
    const int other = of->ends[!of->own];
    if (status != TRICORN_OK && of->begun && !failed_first) tg_duckdb_interrupt(of->by);
    if (other >= 0) close(other);
    if (of->begun)
        pthread_join(of->thread, NULL);
    else if (of->ends[of->own] >= 0)
        close(of->ends[of->own]);
    if (failed_first || (status == TRICORN_OK && atomic_load(&of->failed)))
        status = tg_duckdb_refuse(context, of->by, of->words);
    tg_free(of->statement.text);
    return status;
}
