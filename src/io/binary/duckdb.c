/* duckdb.c - loads DuckDB's library and calls it. */
#include "io/binary/duckdb.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/library.h"
#include "base/memory.h"
#include "base/parallel.h"

/* What duckdb.h declares. */
int duckdb_create_config(void **config);
int duckdb_set_config(void *config, const char *name, const char *value);
void duckdb_destroy_config(void **config);
int duckdb_open_ext(const char *path, void **database, void *config, char **error);
void duckdb_close(void **database);
void duckdb_free(void *bytes);
int duckdb_connect(void *database, void **connection);
void duckdb_disconnect(void **connection);
void duckdb_interrupt(void *connection);
int duckdb_query(void *connection, const char *query, tg_duckdb_result *result);
const char *duckdb_result_error(tg_duckdb_result *result);
void duckdb_destroy_result(tg_duckdb_result *result);
int duckdb_prepare(void *connection, const char *query, void **statement);
const char *duckdb_prepare_error(void *statement);
void duckdb_destroy_prepare(void **statement);
int duckdb_pending_prepared_streaming(void *statement, void **pending);
const char *duckdb_pending_error(void *pending);
int duckdb_execute_pending(void *pending, tg_duckdb_result *result);
void duckdb_destroy_pending(void **pending);
uint64_t duckdb_column_count(tg_duckdb_result *result);
const char *duckdb_column_name(tg_duckdb_result *result, uint64_t column);
int duckdb_column_type(tg_duckdb_result *result, uint64_t column);
void *duckdb_fetch_chunk(tg_duckdb_result result);
uint64_t duckdb_data_chunk_get_size(void *chunk);
void *duckdb_data_chunk_get_vector(void *chunk, uint64_t column);
void *duckdb_vector_get_data(void *vector);
uint64_t *duckdb_vector_get_validity(void *vector);
void duckdb_destroy_data_chunk(void **chunk);

/* clang-format off */
#define CALLS(CALL) \
    CALL(duckdb_create_config) CALL(duckdb_set_config) CALL(duckdb_destroy_config) \
    CALL(duckdb_open_ext) CALL(duckdb_close) CALL(duckdb_free) CALL(duckdb_connect) \
    CALL(duckdb_disconnect) CALL(duckdb_interrupt) CALL(duckdb_query) CALL(duckdb_result_error) \
    CALL(duckdb_destroy_result) CALL(duckdb_prepare) CALL(duckdb_prepare_error) \
    CALL(duckdb_destroy_prepare) CALL(duckdb_pending_prepared_streaming) \
    CALL(duckdb_pending_error) CALL(duckdb_execute_pending) CALL(duckdb_destroy_pending) \
    CALL(duckdb_column_count) CALL(duckdb_column_name) CALL(duckdb_column_type) \
    CALL(duckdb_fetch_chunk) CALL(duckdb_data_chunk_get_size) \
    CALL(duckdb_data_chunk_get_vector) CALL(duckdb_vector_get_data) \
    CALL(duckdb_vector_get_validity) CALL(duckdb_destroy_data_chunk)
/* clang-format on */

static struct {
    CALLS(TG_LIBRARY_CALL)
} lib;
static const char *const names[] = {CALLS(TG_LIBRARY_NAME) NULL};
static tg_library library = {.file = TG_LIBDUCKDB, .names = names, .calls = &lib};

enum { VALUE_BYTES = 32 };

tricorn_status tg_duckdb_require(tricorn_context *context, const char *name)
{
    if (tg_library_load(&library)) return TRICORN_OK;
    return tg_fail(context, TRICORN_UNSUPPORTED,
        "%s: Parquet is read and written by DuckDB's library (" TG_LIBDUCKDB
        "), and that is not installed: install it (duckdb.org, or libduckdb of conda-forge); or "
        "use tricorn in Python, which has Parquet by pyarrow or polars; or convert, in little "
        "memory: python3 -c \"import duckdb; duckdb.read_parquet('FILE').to_csv('OUT.csv')\"",
        name);
}

/* Only the first line of the words is shown. */
tricorn_status tg_duckdb_refuse(tricorn_context *context, const tg_duckdb *by, const char *words)
{
    const char no_memory[] = "Out of Memory";
    if (words == NULL) words = "it says nothing more";
    if (strncmp(words, no_memory, strlen(no_memory)) == 0)
        return tg_fail(context, TRICORN_OUT_OF_MEMORY,
            "%s: it cannot be %s by DuckDB with %" PRIu64 " bytes of memory", by->name, by->does, by->charged);
    return tg_fail(context, TRICORN_BAD_FORMAT, "%s: cannot be %s by DuckDB (%.*s)", by->name, by->does,
        (int)strcspn(words, "\n"), words);
}

/* ---- the database ---- */

/* The bytes that DuckDB may use: a quarter of what is free, but as much as a group of rows takes. */
static uint64_t bytes_for(const tricorn_context *context)
{
    enum { SHARE = 4 };
    const uint64_t least = 24 << 20, most = UINT64_C(4) << 30;
    const uint64_t share = tg_memory_room(context->memory) / SHARE;
    return share < least ? least : share > most ? most : share;
}

static bool configure(const tricorn_context *context, const tg_duckdb *made, void *config)
{
    char threads[VALUE_BYTES], bytes[VALUE_BYTES];
    const char *const values[][2] = {{"threads", threads}, {"memory_limit", bytes}, {"temp_directory", ""},
        {"autoinstall_known_extensions", "false"}, {"autoload_known_extensions", "false"}};
    snprintf(threads, sizeof threads, "%" PRIu32, context->threads);
    snprintf(bytes, sizeof bytes, "%" PRIu64 "B", made->charged);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (lib.duckdb_set_config(config, values[i][0], values[i][1]) != 0) return false;
    return true;
}

tricorn_status tg_duckdb_open(tricorn_context *context, const char *name, const char *does, tg_duckdb *made)
{
    void *config = NULL;
    char *words = NULL;
    const uint64_t bytes = bytes_for(context);
    *made = (tg_duckdb){.name = name, .does = does, .memory = context->memory};
    TG_DO(tg_memory_charge(context, bytes));
    made->charged = bytes;
    const bool good = lib.duckdb_create_config(&config) == 0 && configure(context, made, config) &&
                      lib.duckdb_open_ext(NULL, &made->database, config, &words) == 0 &&
                      lib.duckdb_connect(made->database, &made->connection) == 0;
    const tricorn_status status =
        good ? TRICORN_OK
             : tg_fail(context, TRICORN_UNSUPPORTED, "%s: DuckDB (" TG_LIBDUCKDB ") does not start: %s", name,
                   words ? words : "it may be too old");
    if (words) lib.duckdb_free(words);
    if (config) lib.duckdb_destroy_config(&config);
    if (!good) tg_duckdb_close(made);
    return status;
}

void tg_duckdb_close(tg_duckdb *from)
{
    if (from->connection) lib.duckdb_disconnect(&from->connection);
    if (from->database) lib.duckdb_close(&from->database);
    if (from->charged) tg_memory_discharge(from->memory, from->charged);
    *from = (tg_duckdb){0};
}

bool tg_duckdb_try(const tg_duckdb *by, const char *statement, char words[TG_DUCKDB_WORDS_BYTES])
{
    tg_duckdb_result result = {0};
    const bool good = lib.duckdb_query(by->connection, statement, &result) == 0;
    const char *why = good ? NULL : lib.duckdb_result_error(&result);
    snprintf(words, TG_DUCKDB_WORDS_BYTES, "%s", why ? why : "");
    lib.duckdb_destroy_result(&result);
    return good;
}

void tg_duckdb_interrupt(const tg_duckdb *by)
{
    lib.duckdb_interrupt(by->connection);
}

/* ---- rows ---- */

tricorn_status tg_duckdb_ask(tricorn_context *context, const tg_duckdb *by, const char *query, tg_duckdb_rows *rows)
{
    *rows = (tg_duckdb_rows){.by = by};
    if (lib.duckdb_prepare(by->connection, query, &rows->statement) != 0)
        return tg_duckdb_refuse(context, by, rows->statement ? lib.duckdb_prepare_error(rows->statement) : NULL);
    if (lib.duckdb_pending_prepared_streaming(rows->statement, &rows->pending) != 0)
        return tg_duckdb_refuse(context, by, rows->pending ? lib.duckdb_pending_error(rows->pending) : NULL);
    if (lib.duckdb_execute_pending(rows->pending, &rows->result) != 0)
        return tg_duckdb_refuse(context, by, lib.duckdb_result_error(&rows->result));
    return TRICORN_OK;
}

void tg_duckdb_rows_end(tg_duckdb_rows *rows)
{
    if (rows->by == NULL) return;
    lib.duckdb_destroy_result(&rows->result);
    lib.duckdb_destroy_pending(&rows->pending);
    lib.duckdb_destroy_prepare(&rows->statement);
    *rows = (tg_duckdb_rows){0};
}

uint64_t tg_duckdb_columns(tg_duckdb_rows *rows)
{
    return lib.duckdb_column_count(&rows->result);
}

const char *tg_duckdb_column_name(tg_duckdb_rows *rows, uint64_t column)
{
    return lib.duckdb_column_name(&rows->result, column);
}

int tg_duckdb_column_type(tg_duckdb_rows *rows, uint64_t column)
{
    return lib.duckdb_column_type(&rows->result, column);
}

tricorn_status tg_duckdb_next(tricorn_context *context, tg_duckdb_rows *rows, void **chunk, uint64_t *count)
{
    *chunk = lib.duckdb_fetch_chunk(rows->result);
    *count = *chunk ? lib.duckdb_data_chunk_get_size(*chunk) : 0;
    const char *words = *chunk ? NULL : lib.duckdb_result_error(&rows->result);
    return words ? tg_duckdb_refuse(context, rows->by, words) : TRICORN_OK;
}

tg_duckdb_vector tg_duckdb_vector_of(void *chunk, uint64_t column)
{
    void *vector = lib.duckdb_data_chunk_get_vector(chunk, column);
    return (tg_duckdb_vector){lib.duckdb_vector_get_data(vector), lib.duckdb_vector_get_validity(vector)};
}

void tg_duckdb_chunk_free(void **chunk)
{
    if (*chunk) lib.duckdb_destroy_data_chunk(chunk);
}
