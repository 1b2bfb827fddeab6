/* duckdb.h - asks DuckDB's library, which reads and writes tables, by its C API.
 *
 * The library is loaded when it is first needed, and no header of it is: the few calls and the layout of a result are
 * declared here. A database has no file and no other extensions; its memory is charged to the context.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"

#define TG_LIBDUCKDB "libduckdb.so"
#define TG_DUCKDB_NO_MEMORY "Out of Memory" /* in its words */

/* duckdb_result; its members are the library's. */
typedef struct tg_duckdb_result {
    uint64_t counts[3];
    void *columns;
    char *message;
    void *own;
} tg_duckdb_result;

typedef struct tg_duckdb {
    void *database, *connection;
    const char *name, *does; /* for messages: the file, and that it is "read" or "written" */
    uint64_t charged;
    tg_memory *memory;
} tg_duckdb;

/* The types of columns, as duckdb_type numbers them. */
typedef enum tg_duckdb_type {
    TG_DUCKDB_INT8 = 2,
    TG_DUCKDB_INT16,
    TG_DUCKDB_INT32,
    TG_DUCKDB_INT64,
    TG_DUCKDB_UINT8,
    TG_DUCKDB_UINT16,
    TG_DUCKDB_UINT32,
    TG_DUCKDB_UINT64,
    TG_DUCKDB_FLOAT,
    TG_DUCKDB_DOUBLE,
    TG_DUCKDB_INT128 = 16,
    TG_DUCKDB_VARCHAR = 17,
    TG_DUCKDB_DECIMAL = 19
} tg_duckdb_type;

/* Fails if the library is missing, which the Parquet file of that name needs. */
tricorn_status tg_duckdb_require(tricorn_context *context, const char *name);

/* Opens a database with the context's threads; `does` is "read" or "written". Errors: TRICORN_OUT_OF_MEMORY, TRICORN_UNSUPPORTED with the
 * library's words. */
tricorn_status tg_duckdb_open(tricorn_context *context, const char *name, const char *does, tg_duckdb *made);
/* A zeroed one may be closed, too. */
void tg_duckdb_close(tg_duckdb *from);

/* Runs a statement that returns nothing; any thread may. False after a failure, with the library's words. */
enum { TG_DUCKDB_WORDS_BYTES = 320 };
bool tg_duckdb_try(const tg_duckdb *by, const char *statement, char words[TG_DUCKDB_WORDS_BYTES]);
/* Ends what another thread runs. */
void tg_duckdb_interrupt(const tg_duckdb *by);
/* Fails with the library's words, which are about the file. */
tricorn_status tg_duckdb_refuse(tricorn_context *context, const tg_duckdb *by, const char *words);

/* ---- rows ---- */

typedef struct tg_duckdb_rows {
    const tg_duckdb *by;
    void *statement, *pending;
    tg_duckdb_result result;
} tg_duckdb_rows;

/* Some rows of a column. */
typedef struct tg_duckdb_vector {
    const void *values;
    const uint64_t *valid; /* a bit for each row; NULL: all have a value */
} tg_duckdb_vector;

/* Begins a query, whose rows are made while they are read. */
tricorn_status tg_duckdb_ask(tricorn_context *context, const tg_duckdb *by, const char *query, tg_duckdb_rows *rows);
/* May be called for zeroed rows. */
void tg_duckdb_rows_end(tg_duckdb_rows *rows);

uint64_t tg_duckdb_columns(tg_duckdb_rows *rows);
const char *tg_duckdb_column_name(tg_duckdb_rows *rows, uint64_t column);
int tg_duckdb_column_type(tg_duckdb_rows *rows, uint64_t column);

/* Sets *chunk to the next rows, and *count to their number; NULL and 0 at the end. */
tricorn_status tg_duckdb_next(tricorn_context *context, tg_duckdb_rows *rows, void **chunk, uint64_t *count);
tg_duckdb_vector tg_duckdb_vector_of(void *chunk, uint64_t column);
void tg_duckdb_chunk_free(void **chunk);

/* Asks for a row of `count` numbers of 64 bits, without a sign; leaves them as they are if no row comes. */
tricorn_status tg_duckdb_numbers(
  tricorn_context *context, const tg_duckdb *by, const char *query, unsigned count, uint64_t *numbers);

/* ---- rows for several threads ---- */

/* Takes rows of a query, in which `take(COLUMN, ...)` stands for it; several threads call it at once, each with
 * its number in the team. */
typedef struct tg_duckdb_taker {
    tricorn_status (*take)(void *user, void *chunk, uint64_t count, uint32_t thread);
    void *user;
    bool defined;
    _Atomic uint64_t taken; /* rows */
    _Atomic int failure;
} tg_duckdb_taker;

/* Runs a query, such as "SELECT count(*)::UBIGINT, bool_and(take(u, v)) FROM rows", by this number of threads, and
 * compares the rows that it counts with those that were taken. All queries of a database have one taker. Returns
 * the taker's failure, if it had one. */
tricorn_status tg_duckdb_each(
  tricorn_context *context, const tg_duckdb *by, const char *query, uint32_t threads, tg_duckdb_taker *taker);
