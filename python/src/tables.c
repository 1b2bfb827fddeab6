/* tables.c - makes graphs from tables of polars, pyarrow, DuckDB and others, batch by batch.
 *
 * Columns of integers are read in place, if no value is missing. Words are numbered in the
 * order in which they first come: row by row, in each row the source before the target.
 */
#include "column.h"
#include "graph.h"

#include <stdlib.h>
#include <string.h>

enum { SOURCE, TARGET, ENDS, WEIGHT = ENDS, ROLES, ROWS_AT_ONCE = 16 };

typedef struct table {
    struct ArrowArrayStream *stream;
    struct ArrowSchema schema;
    /* The positions of the columns; that of the weights is -1 if the table has none. */
    int places[ROLES];
    int roles; /* ENDS, or ROLES if edges have weights */
    py_column columns[ROLES];
    double *weights;
    uint64_t weighted, weight_room;
    struct ArrowArray *batches;
    tricorn_edge_columns *chunks;
    void *
      /* For each chunk, pairs of numbers; NULL if the chunk's columns are read in place. */
      *made;
    uint64_t count, room;
    py_words words; /* the words in columns of words; their bytes belong to the batches */
    bool has_words;
    int drop; /* not 0: rows with a missing value are skipped */
    int64_t rows; /* how many rows the batches before have */
    PyObject *dropped; /* a list of the numbers of skipped rows */
} table;

static void free_table(table *job)
{
    for (uint64_t b = 0; b < job->count; b++) {
        if (job->batches[b].release) job->batches[b].release(&job->batches[b]);
        free(job->made[b]);
    }
    free(job->batches);
    free(job->chunks);
    free(job->made);
    free(job->weights);
    py_words_free(&job->words);
    if (job->schema.release) job->schema.release(&job->schema);
}

/* ---- columns ---- */

static const char *name_of(const py_column *column)
{
    return column->schema->name ? column->schema->name : "";
}

static bool add_weight_room(table *job, uint64_t more)
{
    if (job->weights && more <= job->weight_room - job->weighted) return true;
    const uint64_t room = job->weight_room + job->weight_room / 2 + more + 1;
    double *grown = realloc(job->weights, room * sizeof *grown);
    if (grown == NULL) {
        PyErr_NoMemory();
        return false;
    }
    job->weights = grown;
    job->weight_room = room;
    return true;
}

static bool choose_weights(table *job)
{
    if (job->roles == ENDS) return true;
    const py_column *column = &job->columns[WEIGHT];
    if (column->kind == PY_WORDS) {
        py_raise_named(PyExc_TypeError, "column %R has words: weights are numbers", name_of(column));
        return false;
    }
    return add_weight_room(job, 0);
}

static bool choose_columns(table *job)
{
    job->roles = job->places[WEIGHT] < 0 ? ENDS : ROLES;
    for (int r = 0; r < job->roles; r++) {
        if (job->places[r] < 0 || job->places[r] >= job->schema.n_children) {
            PyErr_SetString(PyExc_ValueError, "the table has fewer columns than that");
            return false;
        }
        if (!py_column_begin(&job->columns[r], job->schema.children[job->places[r]])) {
            if (r == WEIGHT)
                py_raise_named(
                  PyExc_TypeError, "column %R has no numbers: weights are numbers", name_of(&job->columns[r]));
            return false;
        }
    }
    const py_column *ends = job->columns;
    job->has_words = ends[SOURCE].kind == PY_WORDS || ends[TARGET].kind == PY_WORDS;
    for (int e = 0; e < ENDS; e++) {
        if (!job->has_words || ends[e].kind == PY_WORDS || ends[e].kind == PY_NOTHING) continue;
        PyErr_Format(PyExc_TypeError,
          "of column '%s' and column '%s' one has words, and the other numbers: give "
          "both as words, or name other columns by source= and target=",
          name_of(&ends[SOURCE]), name_of(&ends[TARGET]));
        return false;
    }
    return choose_weights(job) && (!job->has_words || py_words_begin(&job->words));
}

/* ---- rows ---- */

static bool add_dropped(table *job, int64_t row)
{
    PyObject *number = PyLong_FromLongLong(job->rows + row);
    const bool good = number && PyList_Append(job->dropped, number) == 0;
    Py_XDECREF(number);
    return good;
}

/* Finds where the values of a row are. *gap: a value is missing, and the row is skipped. */
static bool find_row(table *job, int64_t row, int64_t entries[ROLES], bool *gap)
{
    *gap = false;
    for (int r = 0; r < job->roles; r++) {
        const py_column *column = &job->columns[r];
        entries[r] = py_column_entry(column, row);
        if (entries[r] == PY_BROKEN) {
            PyErr_SetString(PyExc_ValueError, "an entry of a column is not in its dictionary");
            return false;
        }
        if (entries[r] == PY_MISSING && !job->drop) {
            PyErr_Format(PyExc_ValueError,
              "column '%s' has no value in row %lld, counted from 0: "
              "missing='drop' leaves such rows out",
              name_of(column), (long long)(job->rows + row));
            return false;
        }
        *gap |= entries[r] == PY_MISSING;
    }
    if (*gap) return add_dropped(job, row);
    if (job->roles == ROLES) job->weights[job->weighted++] = py_column_real(&job->columns[WEIGHT], entries[WEIGHT]);
    return true;
}

/* Reads two numbers from each row. */
static bool take_numbers(table *job, int64_t count, uint64_t *pairs, uint64_t *edges)
{
    int64_t entries[ROLES];
    bool gap;
    for (int64_t row = 0; row < count; row++) {
        if (!find_row(job, row, entries, &gap)) return false;
        for (int e = 0; e < ENDS && !gap; e++) {
            const py_column *column = &job->columns[e];
            uint64_t *number = &pairs[ENDS * *edges + (uint64_t)e];
            if (column->kind == PY_NUMBERS)
                *number = py_column_number(column, entries[e]);
            else if (!py_column_whole(column, entries[e], job->rows + row, number))
                return false;
        }
        *edges += !gap;
    }
    return true;
}

/* Numbers the two words of each row, several rows at a time. */
static bool take_words(table *job, int64_t count, uint32_t *pairs, uint64_t *edges)
{
    py_word words[ENDS * ROWS_AT_ONCE];
    int64_t entries[ROLES];
    uint32_t some = 0;
    bool gap;
    for (int64_t row = 0; row < count; row++) {
        if (!find_row(job, row, entries, &gap)) return false;
        for (int e = 0; e < ENDS && !gap; e++) words[some++] = py_column_word(&job->columns[e], entries[e]);
        if (some < ENDS * ROWS_AT_ONCE && row + 1 < count) continue;
        if (!py_words_number(&job->words, words, some, &pairs[ENDS * *edges])) return false;
        *edges += some / ENDS;
        some = 0;
    }
    return true;
}

/* Returns how to interpret the 64 bits of the numbers that take_rows() makes from a column. */
static tricorn_integer made_type(const table *job, const py_column *column)
{
    if (job->has_words) return TRICORN_UINT32;
    return column->kind == PY_NUMBERS && column->type >= TRICORN_UINT8 ? TRICORN_UINT64 : TRICORN_INT64;
}

static bool take_rows(table *job, int64_t count, tricorn_edge_columns *chunk)
{
    const size_t bytes = job->has_words ? sizeof(uint32_t) : sizeof(uint64_t);
    const ptrdiff_t stride = (ptrdiff_t)(ENDS * bytes);
    char *pairs = malloc(ENDS * ((size_t)count + 1) * bytes);
    job->made[job->count - 1] = pairs;
    if (pairs == NULL) {
        PyErr_NoMemory();
        return false;
    }
    chunk->sources = (tricorn_integers){pairs, stride, made_type(job, &job->columns[SOURCE])};
    chunk->targets = (tricorn_integers){pairs + bytes, stride, made_type(job, &job->columns[TARGET])};
    chunk->edges = 0;
    return job->has_words ? take_words(job, count, (uint32_t *)(void *)pairs, &chunk->edges)
                          : take_numbers(job, count, (uint64_t *)(void *)pairs, &chunk->edges);
}

/* ---- batches ---- */

/* Whether the batch can be read in place: both ends are integers, and no value is missing. */
static bool stand(const table *job, int64_t count)
{
    for (int r = 0; r < job->roles; r++) {
        const py_column *column = &job->columns[r];
        if (r < ENDS && (column->kind != PY_NUMBERS || column->schema->dictionary)) return false;
        if (py_column_has_gaps(column, count)) return false;
    }
    return true;
}

static tricorn_integers integers_of(const py_column *column, int64_t count)
{
    const ptrdiff_t bytes = (ptrdiff_t)1 << (column->type & 3);
    const char *first = count > 0 ? column->array->buffers[1] : NULL;
    return (tricorn_integers){first ? first + column->first * bytes : NULL, bytes, column->type};
}

static bool take_chunk(table *job, const struct ArrowArray *batch, tricorn_edge_columns *chunk)
{
    const int64_t count = batch->length;
    if (batch->null_count > 0) {
        PyErr_SetString(PyExc_ValueError, "a row of the table is NULL: give a table of columns");
        return false;
    }
    for (int r = 0; r < job->roles; r++) py_column_turn(&job->columns[r], batch, job->places[r]);
    if (job->roles == ROLES && !add_weight_room(job, (uint64_t)count)) return false;
    if (!stand(job, count)) return take_rows(job, count, chunk);
    chunk->edges = (uint64_t)count;
    chunk->sources = integers_of(&job->columns[SOURCE], count);
    chunk->targets = integers_of(&job->columns[TARGET], count);
    const py_column *weights = &job->columns[WEIGHT];
    for (int64_t row = 0; job->roles == ROLES && row < count; row++)
        job->weights[job->weighted++] = py_column_real(weights, py_column_entry(weights, row));
    return true;
}

static bool make_room(table *job)
{
    if (job->count < job->room) return true;
    const uint64_t room = 2 * job->room + 16;
    struct ArrowArray *batches = realloc(job->batches, room * sizeof *batches);
    if (batches) job->batches = batches;
    tricorn_edge_columns *chunks = realloc(job->chunks, room * sizeof *chunks);
    if (chunks) job->chunks = chunks;
    void **made = realloc(job->made, room * sizeof *made);
    if (made) job->made = made;
    if (batches && chunks && made) {
        job->room = room;
        return true;
    }
    PyErr_NoMemory();
    return false;
}

static bool failed(table *job, int code)
{
    const char *why = job->stream->get_last_error(job->stream);
    PyErr_Format(PyExc_OSError, "the table cannot be read: %s", why ? why : strerror(code));
    return false;
}

/* Reads the next batch; *ended: none was left. */
static bool take_batch(table *job, bool *ended)
{
    if (!make_room(job) || PyErr_CheckSignals() != 0) return false;
    struct ArrowArray *batch = &job->batches[job->count];
    tricorn_edge_columns *chunk = &job->chunks[job->count];
    int code;
    *batch = (struct ArrowArray){0};
    *chunk = (tricorn_edge_columns){0};
    job->made[job->count] = NULL;
    Py_BEGIN_ALLOW_THREADS /* reading the stream may run a query */
      code = job->stream->get_next(job->stream, batch);
    Py_END_ALLOW_THREADS if (code != 0) return failed(job, code);
    *ended = batch->release == NULL;
    if (*ended) return true;
    job->count++;
    if (!take_chunk(job, batch, chunk)) return false;
    job->rows += batch->length;
    return true;
}

static bool take_schema(table *job, PyObject *capsule)
{
    job->stream = PyCapsule_GetPointer(capsule, "arrow_array_stream");
    if (job->stream == NULL) return false;
    if (job->stream->release == NULL) {
        PyErr_SetString(PyExc_ValueError, "the table was read already");
        return false;
    }
    const int code = job->stream->get_schema(job->stream, &job->schema);
    if (code != 0) return failed(job, code);
    if (strcmp(job->schema.format, "+s") == 0) return true;
    PyErr_SetString(PyExc_TypeError, "this is no table: it has no columns");
    return false;
}

static bool take_table(table *job, PyObject *capsule)
{
    bool ended = false;
    if (!take_schema(job, capsule) || !choose_columns(job)) return false;
    while (!ended)
        if (!take_batch(job, &ended)) return false;
    return true;
}

/* arrow_names(capsule): returns the names of all columns, without reading the table. */
PyObject *py_arrow_names(PyObject *module, PyObject *capsule)
{
    table job = {0};
    (void)module;
    PyObject *names = take_schema(&job, capsule) ? PyList_New(0) : NULL;
    for (int64_t c = 0; names && c < job.schema.n_children; c++) {
        const char *name = job.schema.children[c]->name;
        PyObject *text = PyUnicode_FromString(name ? name : "");
        if (text == NULL || PyList_Append(names, text) != 0) Py_CLEAR(names);
        Py_XDECREF(text);
    }
    free_table(&job);
    return names;
}

/* Makes the graph; returns it, its words or None, and the list of skipped rows. An exception has the last two as
 * its attributes. */
static PyObject *make_graph(const table *job, PyObject *settings)
{
    PyObject *made = NULL, *words = job->has_words ? py_words_list(&job->words) : Py_NewRef(Py_None);
    if (words == NULL) return NULL;
    PyObject *graph = py_graph_of_chunks(job->chunks, job->count, job->weights, settings);
    if (graph) {
        made = PyTuple_Pack(3, graph, words, job->dropped);
    } else {
        py_error_set("nodes", words);
        py_error_set("dropped", job->dropped);
    }
    Py_XDECREF(graph);
    Py_DECREF(words);
    return made;
}

/* from_arrow(capsule, places, drop, settings): `places` has the positions of the columns of
 * sources, targets and weights, and the last may be -1. See make_graph(). */
PyObject *py_from_arrow(PyObject *module, PyObject *arguments)
{
    PyObject *capsule, *settings, *made = NULL;
    table job = {0};
    int *places = job.places;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "O(iii)pO!:from_arrow", &capsule, &places[SOURCE], &places[TARGET],
          &places[WEIGHT], &job.drop, &PyDict_Type, &settings))
        return NULL;
    job.dropped = PyList_New(0);
    if (job.dropped && take_table(&job, capsule)) made = make_graph(&job, settings);
    Py_XDECREF(job.dropped);
    free_table(&job);
    return made;
}
