/* duckdb.c - loads DuckDB's library and calls it. */
#include "io/binary/duckdb.h"

#include <inttypes.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

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
int duckdb_pending_execute_task(void *pending);
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
void *duckdb_create_logical_type(int type);
void duckdb_destroy_logical_type(void **type);
void *duckdb_create_scalar_function(void);
void duckdb_destroy_scalar_function(void **function);
void duckdb_scalar_function_set_name(void *function, const char *name);
void duckdb_scalar_function_set_varargs(void *function, void *type);
void duckdb_scalar_function_set_special_handling(void *function);
void duckdb_scalar_function_set_volatile(void *function);
void duckdb_scalar_function_set_return_type(void *function, void *type);
void duckdb_scalar_function_set_extra_info(void *function, void *user, void (*release)(void *user));
void duckdb_scalar_function_set_function(void *function, void (*call)(void *function, void *chunk, void *results));
int duckdb_register_scalar_function(void *connection, void *function);
void *duckdb_scalar_function_get_extra_info(void *function);
void duckdb_scalar_function_set_error(void *function, const char *words);
void *duckdb_create_task_state(void *database);
void duckdb_execute_tasks_state(void *tasks);
void duckdb_finish_execution(void *tasks);
void duckdb_destroy_task_state(void *tasks);

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
    CALL(duckdb_vector_get_validity) CALL(duckdb_destroy_data_chunk) \
    CALL(duckdb_pending_execute_task) CALL(duckdb_create_logical_type) \
    CALL(duckdb_destroy_logical_type) CALL(duckdb_create_scalar_function) \
    CALL(duckdb_destroy_scalar_function) CALL(duckdb_scalar_function_set_name) \
    CALL(duckdb_scalar_function_set_varargs) CALL(duckdb_scalar_function_set_special_handling) \
    CALL(duckdb_scalar_function_set_volatile) CALL(duckdb_scalar_function_set_return_type) \
    CALL(duckdb_scalar_function_set_extra_info) CALL(duckdb_scalar_function_set_function) \
    CALL(duckdb_register_scalar_function) CALL(duckdb_scalar_function_get_extra_info) \
    CALL(duckdb_scalar_function_set_error) CALL(duckdb_create_task_state) \
    CALL(duckdb_execute_tasks_state) CALL(duckdb_finish_execution) CALL(duckdb_destroy_task_state)
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
      "%s: Parquet is read and written by DuckDB's library (" TG_LIBDUCKDB " of DuckDB 1.2 or later), and that is "
      "not installed: install it (duckdb.org, or libduckdb of conda-forge); or use tricorn in Python, which has "
      "Parquet by pyarrow or polars; or convert, in little "
      "memory: python3 -c \"import duckdb; duckdb.read_parquet('FILE').to_csv('OUT.csv')\"",
      name);
}

/* Only the first line of the words is shown. */
tricorn_status tg_duckdb_refuse(tricorn_context *context, const tg_duckdb *by, const char *words)
{
    if (words == NULL) words = "it says nothing more";
    if (strstr(words, TG_DUCKDB_NO_MEMORY))
        return tg_fail(context, TRICORN_OUT_OF_MEMORY, "%s: it cannot be %s by DuckDB with %" PRIu64 " bytes of memory",
          by->name, by->does, by->charged);
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

static tricorn_status prepare(tricorn_context *context, const tg_duckdb *by, const char *query, tg_duckdb_rows *rows)
{
    *rows = (tg_duckdb_rows){.by = by};
    if (lib.duckdb_prepare(by->connection, query, &rows->statement) != 0)
        return tg_duckdb_refuse(context, by, rows->statement ? lib.duckdb_prepare_error(rows->statement) : NULL);
    if (lib.duckdb_pending_prepared_streaming(rows->statement, &rows->pending) != 0)
        return tg_duckdb_refuse(context, by, rows->pending ? lib.duckdb_pending_error(rows->pending) : NULL);
    return TRICORN_OK;
}

static tricorn_status execute(tricorn_context *context, tg_duckdb_rows *rows)
{
    if (lib.duckdb_execute_pending(rows->pending, &rows->result) != 0)
        return tg_duckdb_refuse(context, rows->by, lib.duckdb_result_error(&rows->result));
    return TRICORN_OK;
}

tricorn_status tg_duckdb_ask(tricorn_context *context, const tg_duckdb *by, const char *query, tg_duckdb_rows *rows)
{
    TG_DO(prepare(context, by, query, rows));
    return execute(context, rows);
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

tricorn_status tg_duckdb_numbers(
  tricorn_context *context, const tg_duckdb *by, const char *query, unsigned count, uint64_t *numbers)
{
    tricorn_status status = TRICORN_OK;
    tg_duckdb_rows rows = {0};
    void *chunk = NULL;
    uint64_t found;
    TG_TRY(tg_duckdb_ask(context, by, query, &rows));
    TG_TRY(tg_duckdb_next(context, &rows, &chunk, &found));
    for (unsigned n = 0; n < count && found == 1; n++)
        numbers[n] = *(const uint64_t *)tg_duckdb_vector_of(chunk, n).values;
cleanup:
    tg_duckdb_chunk_free(&chunk);
    tg_duckdb_rows_end(&rows);
    return status;
}

/* ---- rows for several threads ---- */

/* Is called by DuckDB, which then aggregates the results. */
static void take_rows(void *function, void *chunk, void *results)
{
    enum { BOOLEANS = 1 }; /* the bytes of a result */
    tg_duckdb_taker *own = lib.duckdb_scalar_function_get_extra_info(function);
    const uint64_t count = lib.duckdb_data_chunk_get_size(chunk);
    memset(lib.duckdb_vector_get_data(results), 1, count * BOOLEANS);
    atomic_fetch_add_explicit(&own->taken, count, memory_order_relaxed);
    const tricorn_status status = own->take(own->user, chunk, count, (uint32_t)omp_get_thread_num());
    if (status == TRICORN_OK) return;
    tg_keep_failure(&own->failure, status);
    lib.duckdb_scalar_function_set_error(function, "its caller stops");
}

static bool define(const tg_duckdb *by, tg_duckdb_taker *taker)
{
    enum { BOOLEAN = 1, ANY = 34 };
    void *function = lib.duckdb_create_scalar_function();
    void *any = lib.duckdb_create_logical_type(ANY), *result = lib.duckdb_create_logical_type(BOOLEAN);
    lib.duckdb_scalar_function_set_name(function, "take");
    lib.duckdb_scalar_function_set_varargs(function, any);
    lib.duckdb_scalar_function_set_return_type(function, result);
    lib.duckdb_scalar_function_set_special_handling(function); /* it is called for rows without a value, too */
    lib.duckdb_scalar_function_set_volatile(function); /* and for each row, also for equal ones */
    lib.duckdb_scalar_function_set_extra_info(function, taker, NULL);
    lib.duckdb_scalar_function_set_function(function, take_rows);
    const bool good = lib.duckdb_register_scalar_function(by->connection, function) == 0;
    lib.duckdb_destroy_logical_type(&any);
    lib.duckdb_destroy_logical_type(&result);
    lib.duckdb_destroy_scalar_function(&function);
    return good;
}

/* Works on the query until it is done, and asks now and then whether to stop. */
static void work(tricorn_context *context, tg_duckdb_rows *rows, tg_duckdb_taker *taker)
{
    enum { READY, NOT_READY, FAILED, NO_TASKS };
    const struct timespec pause = {.tv_nsec = 200000};
    for (int state = NOT_READY; state == NOT_READY || state == NO_TASKS;) {
        state = lib.duckdb_pending_execute_task(rows->pending);
        if (tg_work_add(context, 0)) {
            tg_keep_failure(&taker->failure, tg_check_cancelled(context));
            tg_duckdb_interrupt(rows->by);
        }
        if (state == NO_TASKS) nanosleep(&pause, NULL);
    }
}

/* Executes the query in threads of the context: DuckDB has none of its own then. After a failure of the taker
 * nothing is left to execute. */
static tricorn_status run_threads(
  tricorn_context *context, tg_duckdb_rows *rows, uint32_t threads, tg_duckdb_taker *taker)
{
    tricorn_status status = TRICORN_OK;
    void *const tasks = lib.duckdb_create_task_state(rows->by->database);
#pragma omp parallel num_threads((int)threads)
    {
        if (omp_get_thread_num() != 0) {
            lib.duckdb_execute_tasks_state(tasks);
        } else {
            work(context, rows, taker);
            status = (tricorn_status)atomic_load(&taker->failure);
            if (status == TRICORN_OK) status = execute(context, rows);
            lib.duckdb_finish_execution(tasks);
        }
    }
    lib.duckdb_destroy_task_state(tasks);
    return status;
}

tricorn_status tg_duckdb_each(
  tricorn_context *context, const tg_duckdb *by, const char *query, uint32_t threads, tg_duckdb_taker *taker)
{
    tricorn_status status = TRICORN_OK;
    tg_duckdb_rows rows = {0};
    void *chunk = NULL;
    uint64_t count;
    char own[64], words[TG_DUCKDB_WORDS_BYTES];
    atomic_init(&taker->failure, TRICORN_OK);
    atomic_init(&taker->taken, 0);
    snprintf(own, sizeof own, "SET external_threads = %" PRIu32 "; SET threads = %" PRIu32, threads, threads);
    if (!tg_duckdb_try(by, own, words)) TG_TRY(tg_duckdb_refuse(context, by, words));
    if (!taker->defined && !define(by, taker)) TG_TRY(tg_duckdb_refuse(context, by, NULL));
    taker->defined = true;
    TG_TRY(prepare(context, by, query, &rows));
    TG_TRY(run_threads(context, &rows, threads, taker));
    TG_TRY(tg_duckdb_next(context, &rows, &chunk, &count));
    if (count != 1 || *(const uint64_t *)tg_duckdb_vector_of(chunk, 0).values != atomic_load(&taker->taken))
        status = tg_duckdb_refuse(context, by, "it counts other rows than it gives");
cleanup:
    tg_duckdb_chunk_free(&chunk);
    tg_duckdb_rows_end(&rows);
    return status;
}
