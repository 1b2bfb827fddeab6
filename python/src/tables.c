/* tables.c - graphs of tables of polars, pyarrow, DuckDB and others, batch by batch.
 *
 * Columns of whole numbers are read where they stand.  Words are numbered in the order in which
 * they come.
 */
#include "arrow.h"
#include "graph.h"

#include <stdlib.h>
#include <string.h>

enum { ENDS = 2, VIEW_BYTES = 16, INLINE_BYTES = 12 };

typedef struct table {
    struct ArrowArrayStream *stream;
    struct ArrowSchema schema;
    int64_t columns[ENDS]; /* the places of the two that hold an edge */
    int64_t weight;        /* that of their weights; -1: there are none */
    double *weights;
    uint64_t weighted, weight_room;
    struct ArrowArray *batches;
    tricorn_edge_columns *pieces;
    uint32_t **made; /* numbers of words: two for each piece, or NULL */
    uint64_t count, room;
    PyObject *words,
        *numbers; /* a list and a dict of those that have come; NULL: ids are numbers */
} table;

static void free_table(table *job)
{
    for (uint64_t b = 0; b < job->count; b++) {
        if (job->batches[b].release) job->batches[b].release(&job->batches[b]);
        for (int e = 0; e < ENDS; e++) free(job->made[ENDS * b + (uint64_t)e]);
    }
    free(job->batches);
    free(job->pieces);
    free(job->made);
    free(job->weights);
    if (job->schema.release) job->schema.release(&job->schema);
    Py_XDECREF(job->words);
    Py_XDECREF(job->numbers);
}

/* ---- columns ------------------------------------------------------------------------------- */

/* The type of numbers that a format names; false for any other. */
static bool integers_of(const char *format, tricorn_integer *type)
{
    static const char letters[] = "csilCSIL"; /* in the order of tricorn_integer */
    const char *found = format[0] && format[1] == '\0' ? strchr(letters, format[0]) : NULL;
    if (found) *type = (tricorn_integer)(found - letters);
    return found != NULL;
}

static bool are_words(const char *format)
{
    return strcmp(format, "u") == 0 || strcmp(format, "U") == 0 || strcmp(format, "vu") == 0;
}

/* The format of a column's values: those of its dictionary if it has one. */
static const char *format_of(const struct ArrowSchema *column)
{
    return column->dictionary ? column->dictionary->format : column->format;
}

/* The column of a name, or the first or second one. */
static int64_t find_column(const struct ArrowSchema *schema, const char *name, int64_t otherwise)
{
    for (int64_t c = 0; name && c < schema->n_children; c++)
        if (strcmp(schema->children[c]->name, name) == 0) return c;
    if (name == NULL && otherwise < schema->n_children) return otherwise;
    PyErr_Format(PyExc_ValueError,
                 name ? "columns: the table has no column '%s'" : "the table has no two columns",
                 name);
    return -1;
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

/* The column of weights, if one is named. */
static bool choose_weights(table *job, const char *name)
{
    tricorn_integer type;
    job->weight = -1;
    if (name == NULL) return true;
    job->weight = find_column(&job->schema, name, 0);
    if (job->weight < 0) return false;
    const char *format = job->schema.children[job->weight]->format;
    if (strcmp(format, "f") != 0 && strcmp(format, "g") != 0 && !integers_of(format, &type)) {
        PyErr_Format(PyExc_TypeError,
                     "column '%s' has the Arrow format '%s': weights are numbers", name, format);
        return false;
    }
    return add_weight_room(job, 0);
}

static bool choose_columns(table *job, const char *const names[ENDS])
{
    tricorn_integer type;
    int words = 0;
    for (int e = 0; e < ENDS; e++) {
        job->columns[e] = find_column(&job->schema, names[e], e);
        if (job->columns[e] < 0) return false;
        const struct ArrowSchema *column = job->schema.children[job->columns[e]];
        const char *format = format_of(column);
        words += are_words(format);
        if (are_words(format) || (column->dictionary == NULL && integers_of(format, &type)))
            continue;
        PyErr_Format(PyExc_TypeError,
                     "column '%s' has the Arrow format '%s': give whole numbers or words",
                     column->name, format);
        return false;
    }
    if (words == 1) PyErr_SetString(PyExc_TypeError, "one column has words, the other numbers");
    if (words == ENDS) {
        job->words = PyList_New(0);
        job->numbers = PyDict_New();
        return job->words && job->numbers;
    }
    return words == 0;
}

static bool has_nulls(const struct ArrowArray *array, int64_t first, int64_t count)
{
    const unsigned char *valid = array->n_buffers > 0 ? array->buffers[0] : NULL;
    if (array->null_count == 0 || valid == NULL) return false;
    for (int64_t i = first; i < first + count; i++)
        if (!(valid[i / 8] >> i % 8 & 1)) return true;
    return false;
}

/* ---- words --------------------------------------------------------------------------------- */

/* Word i of an array, counted from its buffers' begin. */
static const char *word_at(const struct ArrowArray *array, const char *format, int64_t i,
                           int64_t *bytes)
{
    if (format[0] == 'u') {
        const int32_t *offsets = array->buffers[1];
        *bytes = offsets[i + 1] - offsets[i];
        return (const char *)array->buffers[2] + offsets[i];
    }
    if (format[0] == 'U') {
        const int64_t *offsets = array->buffers[1];
        *bytes = offsets[i + 1] - offsets[i];
        return (const char *)array->buffers[2] + offsets[i];
    }
    const char *view = (const char *)array->buffers[1] + i * VIEW_BYTES;
    int32_t parts[4]; /* length, and of long ones: the first bytes, the buffer, the place there */
    memcpy(parts, view, sizeof parts);
    *bytes = parts[0];
    if (parts[0] <= INLINE_BYTES) return view + sizeof parts[0];
    return (const char *)array->buffers[2 + parts[2]] + parts[3];
}

/* The number of a word: a new one if it has not come before. */
static bool number_word(table *job, const char *word, int64_t bytes, uint32_t *number)
{
    PyObject *text = PyUnicode_DecodeUTF8(word, (Py_ssize_t)bytes, "strict"), *known = NULL;
    bool good = text != NULL;
    if (good) known = PyDict_GetItemWithError(job->numbers, text);
    if (known) {
        *number = (uint32_t)PyLong_AsUnsignedLong(known);
    } else if (good && !PyErr_Occurred()) {
        *number = (uint32_t)PyList_Size(job->words);
        PyObject *fresh = PyLong_FromUnsignedLong(*number);
        good = fresh && PyDict_SetItem(job->numbers, text, fresh) == 0 &&
               PyList_Append(job->words, text) == 0;
        Py_XDECREF(fresh);
    } else {
        good = false;
    }
    Py_XDECREF(text);
    return good;
}

/* Numbers of `count` words from `first` on. */
static uint32_t *number_words(table *job, const struct ArrowArray *array, const char *format,
                              int64_t first, int64_t count)
{
    uint32_t *numbers = malloc(((size_t)count + 1) * sizeof *numbers);
    if (numbers == NULL) PyErr_NoMemory();
    for (int64_t i = 0; numbers && i < count; i++) {
        int64_t bytes;
        const char *word = word_at(array, format, first + i, &bytes);
        if (number_word(job, word, bytes, &numbers[i])) continue;
        free(numbers);
        numbers = NULL;
    }
    return numbers;
}

/* Entry i of whole numbers, of any type of Arrow. */
static uint64_t entry_at(const struct ArrowArray *array, tricorn_integer type, int64_t i)
{
    const size_t bytes = (size_t)1 << (type & 3);
    uint64_t value = 0;
    memcpy(&value, (const char *)array->buffers[1] + (size_t)i * bytes, bytes);
    return value;
}

/* The same of words that a dictionary has, by the entries of the array. */
static uint32_t *number_coded(table *job, const struct ArrowArray *array,
                              const struct ArrowSchema *schema, int64_t first, int64_t count)
{
    const struct ArrowArray *dictionary = array->dictionary;
    tricorn_integer type = TRICORN_INT32;
    uint32_t *of_word = NULL, *numbers = NULL;
    bool good = integers_of(schema->format, &type) &&
                !has_nulls(dictionary, dictionary->offset, dictionary->length);
    if (!good) PyErr_SetString(PyExc_ValueError, "a dictionary of words has null values");
    if (good)
        of_word = number_words(job, dictionary, schema->dictionary->format, dictionary->offset,
                               dictionary->length);
    if (of_word) numbers = malloc(((size_t)count + 1) * sizeof *numbers);
    if (of_word && numbers == NULL) PyErr_NoMemory();
    for (int64_t i = 0; numbers && i < count; i++) {
        const uint64_t entry = entry_at(array, type, first + i);
        good = good && entry < (uint64_t)dictionary->length;
        if (good) numbers[i] = of_word[entry];
    }
    free(of_word);
    if (numbers == NULL || good) return numbers;
    PyErr_SetString(PyExc_ValueError, "an entry of a column is not in its dictionary");
    free(numbers);
    return NULL;
}

/* ---- batches ------------------------------------------------------------------------------- */

/* Column `e` of the last batch. */
static bool take_column(table *job, int e, tricorn_integers *column)
{
    const struct ArrowArray *batch = &job->batches[job->count - 1];
    const struct ArrowArray *array = batch->children[job->columns[e]];
    const struct ArrowSchema *schema = job->schema.children[job->columns[e]];
    const int64_t first = array->offset + batch->offset, count = batch->length;
    if (has_nulls(array, first, count) || has_nulls(batch, batch->offset, count)) {
        PyErr_Format(PyExc_ValueError, "column '%s' has null values", schema->name);
        return false;
    }
    if (job->words == NULL) {
        integers_of(schema->format, &column->type);
        column->stride = (ptrdiff_t)1 << (column->type & 3);
        if (count > 0) column->first = (const char *)array->buffers[1] + first * column->stride;
        return true;
    }
    uint32_t *numbers = schema->dictionary
                            ? number_coded(job, array, schema, first, count)
                            : number_words(job, array, schema->format, first, count);
    job->made[ENDS * (job->count - 1) + (uint64_t)e] = numbers;
    *column = (tricorn_integers){numbers, sizeof *numbers, TRICORN_UINT32};
    return numbers != NULL;
}

/* Number i of a column of weights. */
static double weight_at(const struct ArrowArray *array, const char *format, int64_t i)
{
    tricorn_integer type = TRICORN_INT64;
    if (*format == 'f') return ((const float *)array->buffers[1])[i];
    if (*format == 'g') return ((const double *)array->buffers[1])[i];
    integers_of(format, &type);
    const uint64_t bits = entry_at(array, type, i);
    const unsigned above = 64 - (8U << (type & 3));
    return type < TRICORN_UINT8 ? (double)((int64_t)(bits << above) >> above) : (double)bits;
}

/* Appends the weights of the last batch. */
static bool take_weights(table *job)
{
    const struct ArrowArray *batch = &job->batches[job->count - 1];
    const struct ArrowArray *array = batch->children[job->weight];
    const struct ArrowSchema *schema = job->schema.children[job->weight];
    const int64_t first = array->offset + batch->offset, count = batch->length;
    if (has_nulls(array, first, count)) {
        PyErr_Format(PyExc_ValueError, "column '%s' has null values", schema->name);
        return false;
    }
    if (!add_weight_room(job, (uint64_t)count)) return false;
    for (int64_t i = first; i < first + count; i++)
        job->weights[job->weighted++] = weight_at(array, schema->format, i);
    return true;
}

static bool make_room(table *job)
{
    if (job->count < job->room) return true;
    const uint64_t room = 2 * job->room + 16;
    struct ArrowArray *batches = realloc(job->batches, room * sizeof *batches);
    if (batches) job->batches = batches;
    tricorn_edge_columns *pieces = realloc(job->pieces, room * sizeof *pieces);
    if (pieces) job->pieces = pieces;
    uint32_t **made = realloc(job->made, ENDS * room * sizeof *made);
    if (made) job->made = made;
    if (batches && pieces && made) {
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

/* The next batch; *ended: there was none. */
static bool take_batch(table *job, bool *ended)
{
    if (!make_room(job) || PyErr_CheckSignals() != 0) return false;
    struct ArrowArray *batch = &job->batches[job->count];
    tricorn_edge_columns *piece = &job->pieces[job->count];
    int code;
    *batch = (struct ArrowArray){0};
    *piece = (tricorn_edge_columns){0};
    job->made[ENDS * job->count] = job->made[ENDS * job->count + 1] = NULL;
    Py_BEGIN_ALLOW_THREADS /* it may run a query */
        code = job->stream->get_next(job->stream, batch);
    Py_END_ALLOW_THREADS if (code != 0) return failed(job, code);
    *ended = batch->release == NULL;
    if (*ended) return true;
    job->count++;
    piece->edges = (uint64_t)batch->length;
    return take_column(job, 0, &piece->sources) && take_column(job, 1, &piece->targets) &&
           (job->weight < 0 || take_weights(job));
}

static bool take_table(table *job, const char *const names[ENDS], const char *weights)
{
    bool ended = false;
    const int code = job->stream->get_schema(job->stream, &job->schema);
    if (code != 0) return failed(job, code);
    if (strcmp(job->schema.format, "+s") != 0) {
        PyErr_SetString(PyExc_TypeError, "this is no table: it has no columns");
        return false;
    }
    if (!choose_columns(job, names) || !choose_weights(job, weights)) return false;
    while (!ended)
        if (!take_batch(job, &ended)) return false;
    return true;
}

/* from_arrow(capsule, source, target, weights, settings): names or None; the graph, and its words
 * or None. */
PyObject *py_from_arrow(PyObject *module, PyObject *arguments)
{
    PyObject *capsule, *settings, *graph = NULL, *made = NULL;
    const char *names[ENDS], *weights;
    table job = {0};
    (void)module;
    if (!PyArg_ParseTuple(arguments, "OzzzO!:from_arrow", &capsule, &names[0], &names[1],
                          &weights, &PyDict_Type, &settings))
        return NULL;
    job.stream = PyCapsule_GetPointer(capsule, "arrow_array_stream");
    if (job.stream == NULL) return NULL;
    if (job.stream->release == NULL)
        PyErr_SetString(PyExc_ValueError, "the table was read already");
    else if (take_table(&job, names, weights))
        graph = py_graph_of_pieces(job.pieces, job.count, job.weights, settings);
    if (graph) made = PyTuple_Pack(2, graph, job.words ? job.words : Py_None);
    Py_XDECREF(graph);
    free_table(&job);
    return made;
}
