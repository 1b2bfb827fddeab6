/* table_read.h - reads the edges of a table by DuckDB's library: files of Parquet, or one of Arrow. */
#pragma once

#include "io/binary/duckdb.h"
#include "io/binary/statement.h"
#include "io/bytes/input.h"
#include "io/text/dialect/table_roles.h"
#include "io/text/gather.h"

enum { TG_TABLE_ENDS = 2, TG_TABLE_COLUMNS_MOST = TG_ROLES + TG_TABLE_ENDS };

/* A column that is read. */
typedef struct tg_column {
    const char *name;
    int type;
} tg_column;

/* A format sets the first members, and opens `by`. */
typedef struct tg_table {
    tricorn_context *context;
    tg_input *input;
    const tricorn_load_options *options;
    tg_duckdb by;
    tg_statement rows; /* what stands behind FROM */
    /* NULL, or finds by how many threads the rows may be read in any order. */
    tricorn_status (*find_threads)(struct tg_table *job, uint32_t *threads);
    unsigned *next; /* NULL, or what has to be 0 when a statement begins */

    tg_duckdb_rows table; /* its description, which has the names of columns */
    tg_roles roles;
    tg_column columns[TG_TABLE_COLUMNS_MOST]; /* the ends first */
    unsigned count;
    tg_gathering gathering;
    tg_duckdb_taker taker;
    bool numbered; /* the rows come in their order, and with their numbers */
    bool looks; /* for a row that is no edge, and gathers none */
} tg_table;

/* Fails unless the input is a plain file; `kind` is such as "a Parquet file". */
tricorn_status tg_table_require_file(tricorn_context *context, const tg_input *input, const char *kind);
/* Finds the columns to read. */
tricorn_status tg_table_find_columns(tricorn_context *context, tg_table *job);
/* Whether these are two of whole numbers. */
bool tg_table_is_plain(const tg_table *job);
tricorn_status tg_table_read(tricorn_context *context, tg_table *job, tg_edges *edges);
/* Frees what it has, and closes `by`. */
void tg_table_end(tg_table *job);
