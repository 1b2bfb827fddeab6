/* arrow.c - an Arrow file (Feather): Arrow's library for GLib gives its rows, group by group, to DuckDB. */
#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "base/library.h"
#include "base/memory.h"
#include "io/format.h"
#include "io/formats/table_read.h"

#define LIBARROW "libarrow-glib.so"
#define TABLE "arrow_rows"

static const char SUFFIXES[] = ".arrow .feather .ipc";

/* Apache Arrow, "The Arrow C data interface" and "The Arrow C stream interface". */
typedef struct schema {
    const char *texts[3];
    int64_t flags, columns;
    void *parts[2];
    void (*release)(struct schema *);
    void *user;
} schema;

typedef struct array {
    int64_t numbers[5];
    void *parts[3];
    void (*release)(struct array *);
    void *user;
} array;

typedef struct stream {
    int (*get_schema)(struct stream *, schema *);
    int (*get_next)(struct stream *, array *); /* some rows; without `release` at the end */
    const char *(*get_last_error)(struct stream *);
    void (*release)(struct stream *);
    void *user;
} stream;

/* GLib's GError. */
typedef struct failure {
    uint32_t domain;
    int code;
    char *message;
} failure;

/* Functions of Arrow's library and of GLib, in the order of their names. */
static struct {
    void *(*open_file)(const char *path, failure **);
    void *(*open_reader)(void *input, failure **);
    void *(*get_schema)(void *reader);
    unsigned (*count_groups)(void *reader);
    void *(*read_group)(void *reader, unsigned group, failure **);
    void *(*export_schema)(void *columns, failure **);
    int (*validate)(void *rows, failure **);
    int (*export_rows)(void *rows, void **made, void **columns, failure **);
    void *(*get_pool)(void);
    int64_t (*count_bytes)(void *pool);
    void (*unref)(void *object);
    void (*free_failure)(failure *);
    void (*free)(void *bytes);
} lib;
#define READER "garrow_record_batch_file_reader_"
static const char *const names[] = {"garrow_file_input_stream_new", READER "new", READER "get_schema",
  READER "get_n_record_batches", READER "read_record_batch", "garrow_schema_export",
  "garrow_record_batch_validate_full", "garrow_record_batch_export", "garrow_memory_pool_default",
  "garrow_memory_pool_get_bytes_allocated", "g_object_unref", "g_error_free", "g_free", NULL};
static tg_library library = {.file = LIBARROW, .names = names, .calls = &lib};

/* A call that Parquet can do without. */
static struct {
    int (*arrow_scan)(void *connection, const char *table, stream *rows);
} duckdb;
static const char *const duckdb_names[] = {"duckdb_arrow_scan", NULL};
static tg_library duckdb_library = {.file = TG_LIBDUCKDB, .names = duckdb_names, .calls = &duckdb};

typedef struct arrow_file {
    tricorn_context *context;
    void *input, *reader, *pool;
    unsigned next, count; /* groups of rows */
    uint64_t charged; /* what the library has in memory */
    schema *columns;
    stream rows;
    failure *why;
} arrow_file;

static failure no_memory = {.message = TG_DUCKDB_NO_MEMORY};

static tricorn_status require(tricorn_context *context, const char *name)
{
    if (tg_library_load(&library) && tg_library_load(&duckdb_library)) return tg_duckdb_require(context, name);
    return tg_fail(context, TRICORN_UNSUPPORTED,
      "%s: an Arrow file (Feather) is read by " LIBARROW
      " (of Arrow 20 or later; arrow-c-glib of conda-forge) and " TG_LIBDUCKDB
      " (libduckdb of conda-forge), and one is not installed; Python's pyarrow and polars read it, and convert it to CSV",
      name);
}

/* ---- rows for DuckDB ---- */

/* Charges what the library has allocated, which nothing says before. */
static bool count_memory(arrow_file *file)
{
    const uint64_t all = (uint64_t)lib.count_bytes(file->pool);
    if (all > file->charged && tg_memory_charge(file->context, all - file->charged) != TRICORN_OK) {
        file->why = &no_memory;
        return false;
    }
    if (all < file->charged) tg_memory_discharge(file->context->memory, file->charged - all);
    file->charged = all;
    return true;
}

/* Takes the next group. A damaged one could lead DuckDB anywhere. */
static bool take_group(arrow_file *file, array *out)
{
    if (file->why) return false;
    void *rows = lib.read_group(file->reader, file->next++, &file->why), *made = NULL;
    if (rows == NULL) return false;
    const bool good =
      count_memory(file) && lib.validate(rows, &file->why) && lib.export_rows(rows, &made, NULL, &file->why);
    lib.unref(rows);
    if (good) *out = *(array *)made;
    lib.free(made);
    return good;
}

static int get_next(stream *of, array *out)
{
    arrow_file *file = of->user;
    out->release = NULL;
    return file->next == file->count || take_group(file, out) ? 0 : EIO;
}

static void release_schema(schema *of)
{
    of->release = NULL;
}

/* DuckDB frees no description that it gets, so all are the file's own. */
static int get_schema(stream *of, schema *out)
{
    *out = *((const arrow_file *)of->user)->columns;
    out->release = release_schema;
    return 0;
}

static const char *get_last_error(stream *of)
{
    const arrow_file *file = of->user;
    return file->why ? file->why->message : "it says nothing more";
}

static void release_stream(stream *of)
{
    of->release = NULL;
}

/* ---- the file ---- */

static bool open_file(arrow_file *file, const char *path)
{
    file->input = lib.open_file(path, &file->why);
    if (file->input) file->reader = lib.open_reader(file->input, &file->why);
    if (file->reader == NULL) return false;
    void *columns = lib.get_schema(file->reader);
    file->columns = lib.export_schema(columns, &file->why);
    lib.unref(columns);
    file->count = lib.count_groups(file->reader);
    return file->columns != NULL;
}

/* Makes the rows a table. DuckDB's C API tells a stream of no choice of columns or rows, so plans must make none. */
static tricorn_status begin_file(tricorn_context *context, const tg_duckdb *by, arrow_file *file)
{
    char words[TG_DUCKDB_WORDS_BYTES];
    file->context = context;
    file->pool = lib.get_pool();
    file->rows = (stream){get_schema, get_next, get_last_error, release_stream, file};
    if (!open_file(file, by->name)) return tg_duckdb_refuse(context, by, get_last_error(&file->rows));
    if (file->columns->columns == 0) return tg_duckdb_refuse(context, by, "it has no columns");
    if (!tg_duckdb_try(by, "SET disabled_optimizers = 'unused_columns,filter_pushdown'", words))
        return tg_duckdb_refuse(context, by, words);
    if (duckdb.arrow_scan(by->connection, TABLE, &file->rows) != 0)
        return tg_duckdb_refuse(context, by, "it has a column of an unknown type");
    return TRICORN_OK;
}

static void end_file(arrow_file *file)
{
    void *const objects[] = {file->reader, file->input, file->pool};
    if (file->columns) {
        file->columns->release(file->columns);
        lib.free(file->columns);
    }
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++)
        if (objects[i]) lib.unref(objects[i]);
    if (file->why && file->why != &no_memory) lib.free_failure(file->why);
    if (file->charged) tg_memory_discharge(file->context->memory, file->charged);
}

/* ---- the format ---- */

static tricorn_status begin(tricorn_context *context, tg_table *job, arrow_file *file)
{
    const char *name = tg_input_name(job->input);
    TG_DO(tg_table_require_file(context, job->input, "an Arrow file"));
    TG_DO(require(context, name));
    TG_DO(tg_duckdb_open(context, name, "read", &job->by));
    TG_DO(begin_file(context, &job->by, file));
    job->next = &file->next;
    TG_DO(tg_statement_add(context, &job->rows, TABLE));
    return tg_table_find_columns(context, job);
}

static tricorn_status read_arrow(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    tg_table job = {.context = context, .input = input, .options = options};
    arrow_file file = {0};
    tricorn_status status = begin(context, &job, &file);
    if (status == TRICORN_OK) status = tg_table_read(context, &job, edges);
    tg_table_end(&job);
    end_file(&file);
    return status;
}

static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    static const char magic[] = "ARROW1\0";
    if (tg_suffix_matches(name, SUFFIXES)) return TG_BY_NAME;
    return count >= sizeof magic && memcmp(bytes, magic, sizeof magic) == 0 ? TG_BY_CONTENT : TG_NOT_MINE;
}

TG_DEFINE_FORMAT(arrow) = {
  .binary = true,
  .description = {.name = "arrow",
    .summary = "Arrow's files (Feather), by the libraries of Arrow and DuckDB; two columns are the ends",
    .suffixes = SUFFIXES,
    .reads = "names weights directions large parallel"},
  .recognise = recognise,
  .read = read_arrow,
  .takes_vertices = true,
  .selects = true,
  .by_library = true,
};
