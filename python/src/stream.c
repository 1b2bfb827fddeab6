/* stream.c - tables of results as streams of Arrow, for pandas, polars, pyarrow, DuckDB and others.
 *
 * Numbers that stand one behind the other, and words of all vertices, are read where they are; a stream of only these
 * has one batch. Other columns are copied, some rows at a time. Consumers call from any thread, without the
 * interpreter: it is needed only to release the buffers of the columns, after the last use.
 */
#include "array.h"
#include "arrow.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH_ROWS = 1 << 20, BUFFERS = 3, NULLABLE = 2 };

/* A column. A row of words is one of the words, of which `offsets` and `bytes` have the texts:
 * the one at its place in `values`, or that of its own number. */
typedef struct column {
    char *name;
    char format[2]; /* Arrow's */
    bool in_place;
    Py_buffer values, offsets, bytes;
} column;

/* A table, which the stream and each of its arrays use. */
typedef struct table {
    atomic_size_t users;
    int64_t rows, batch_rows, count;
    column *columns;
} table;

typedef struct position {
    table *of;
    int64_t row; /* the first one that was not read yet */
} position;

static bool is_words(const column *of)
{
    return *of->format == 'U';
}

static void free_table(table *of)
{
    for (int64_t c = 0; c < of->count; c++) {
        PyBuffer_Release(&of->columns[c].values);
        PyBuffer_Release(&of->columns[c].offsets);
        PyBuffer_Release(&of->columns[c].bytes);
        free(of->columns[c].name);
    }
    free(of->columns);
    free(of);
}

/* Ends a use; the last one frees the table, unless the process ends. */
static void leave(table *of)
{
    if (atomic_fetch_sub(&of->users, 1) > 1 || !Py_IsInitialized()) return;
    const PyGILState_STATE state = PyGILState_Ensure();
    free_table(of);
    PyGILState_Release(state);
}

/* ---- schemas ---- */

static void release_schema(struct ArrowSchema *schema)
{
    for (int64_t c = 0; c < schema->n_children; c++) {
        struct ArrowSchema *child = schema->children[c];
        if (child && child->release) child->release(child);
        free(child);
    }
    free(schema->children);
    free(schema->private_data);
    schema->release = NULL;
}

/* Makes the schema of a column; private_data has its format and, behind it, its name. */
static int describe(const column *of, struct ArrowSchema *out)
{
    const size_t format = strlen(of->format) + 1, name = strlen(of->name) + 1;
    char *text = malloc(format + name);
    if (text == NULL) return ENOMEM;
    memcpy(text, of->format, format);
    memcpy(text + format, of->name, name);
    *out = (struct ArrowSchema){
      .format = text, .name = text + format, .flags = NULLABLE, .release = release_schema, .private_data = text};
    return 0;
}

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out)
{
    const table *of = ((const position *)stream->private_data)->of;
    *out = (struct ArrowSchema){.format = "+s", .name = "", .release = release_schema};
    out->children = calloc((size_t)of->count + 1, sizeof(struct ArrowSchema *));
    int code = out->children ? 0 : ENOMEM;
    for (int64_t c = 0; code == 0 && c < of->count; c++) {
        struct ArrowSchema *child = calloc(1, sizeof *child);
        if (child) out->children[out->n_children++] = child;
        code = child ? describe(&of->columns[c], child) : ENOMEM;
    }
    if (code != 0) release_schema(out);
    return code;
}

/* ---- arrays ---- */

/* The buffers of an array. Those that were copied are freed with it; the others belong to the table. */
typedef struct content {
    table *of;
    const void *buffers[BUFFERS]; /* which rows have a value: all, which is NULL; numbers or
                                     offsets; bytes */
    void *copied[BUFFERS];
} content;

static void release_array(struct ArrowArray *array)
{
    content *has = array->private_data;
    for (int64_t c = 0; c < array->n_children; c++) {
        struct ArrowArray *child = array->children[c];
        if (child && child->release) child->release(child);
        free(child);
    }
    free(array->children);
    for (int b = 0; b < BUFFERS; b++) free(has->copied[b]);
    leave(has->of);
    free(has);
    array->release = NULL;
}

static content *make_content(table *of, struct ArrowArray *out, int64_t rows, int64_t buffers)
{
    content *has = calloc(1, sizeof *has);
    if (has == NULL) return NULL;
    has->of = of;
    atomic_fetch_add(&of->users, 1);
    *out = (struct ArrowArray){
      .length = rows, .n_buffers = buffers, .buffers = has->buffers, .release = release_array, .private_data = has};
    return has;
}

static void *copied(content *has, int buffer, size_t bytes)
{
    has->copied[buffer] = malloc(bytes + 1); /* plus 1, so that it is never NULL */
    has->buffers[buffer] = has->copied[buffer];
    return has->copied[buffer];
}

static const char *value_at(const column *of, int64_t row)
{
    const Py_ssize_t stride = of->values.strides ? *of->values.strides : of->values.itemsize;
    return (const char *)of->values.buf + row * stride;
}

static int copy_numbers(const column *of, int64_t first, int64_t rows, content *has)
{
    const size_t bytes = (size_t)of->values.itemsize;
    char *to = copied(has, 1, (size_t)rows * bytes);
    for (int64_t row = 0; to && row < rows; row++) memcpy(to + (size_t)row * bytes, value_at(of, first + row), bytes);
    return to ? 0 : ENOMEM;
}

/* Copies truth values, of which Arrow has eight in a byte. */
static int copy_bits(const column *of, int64_t first, int64_t rows, content *has)
{
    unsigned char *to = copied(has, 1, (size_t)rows / 8 + 1);
    if (to == NULL) return ENOMEM;
    memset(to, 0, (size_t)rows / 8 + 1);
    for (int64_t row = 0; row < rows; row++)
        if (*value_at(of, first + row)) to[row / 8] |= (unsigned char)(1 << row % 8);
    return 0;
}

/* Copies the words at the places that the rows have. */
static int copy_words(const column *of, int64_t first, int64_t rows, content *has)
{
    const int64_t *from = of->offsets.buf;
    int64_t *to = copied(has, 1, ((size_t)rows + 1) * sizeof *to), place;
    if (to == NULL) return ENOMEM;
    for (int64_t row = *to = 0; row < rows; row++) {
        memcpy(&place, value_at(of, first + row), sizeof place);
        to[row + 1] = to[row] + from[place + 1] - from[place];
    }
    char *bytes = copied(has, 2, (size_t)to[rows]);
    for (int64_t row = 0; bytes && row < rows; row++) {
        memcpy(&place, value_at(of, first + row), sizeof place);
        memcpy(bytes + to[row], (const char *)of->bytes.buf + from[place], (size_t)(to[row + 1] - to[row]));
    }
    return bytes ? 0 : ENOMEM;
}

static int fill(const column *of, int64_t first, int64_t rows, content *has)
{
    if (of->in_place) {
        has->buffers[1] = is_words(of) ? (const int64_t *)of->offsets.buf + first : (const void *)value_at(of, first);
        has->buffers[2] = of->bytes.buf;
        return 0;
    }
    if (is_words(of)) return copy_words(of, first, rows, has);
    return *of->format == 'b' ? copy_bits(of, first, rows, has) : copy_numbers(of, first, rows, has);
}

static int make_column(table *of, const column *from, int64_t first, int64_t rows, struct ArrowArray *out)
{
    content *has = make_content(of, out, rows, is_words(from) ? 3 : 2);
    return has ? fill(from, first, rows, has) : ENOMEM;
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out)
{
    position *at = stream->private_data;
    table *of = at->of;
    const int64_t left = of->rows - at->row, rows = left < of->batch_rows ? left : of->batch_rows;
    *out = (struct ArrowArray){0};
    if (rows == 0) return 0;
    if (make_content(of, out, rows, 1) == NULL) return ENOMEM;
    out->children = calloc((size_t)of->count + 1, sizeof(struct ArrowArray *));
    int code = out->children ? 0 : ENOMEM;
    for (int64_t c = 0; code == 0 && c < of->count; c++) {
        struct ArrowArray *child = calloc(1, sizeof *child);
        if (child) out->children[out->n_children++] = child;
        code = child ? make_column(of, &of->columns[c], at->row, rows, child) : ENOMEM;
    }
    if (code != 0)
        release_array(out);
    else
        at->row += rows;
    return code;
}

static const char *get_last_error(struct ArrowArrayStream *stream)
{
    (void)stream;
    return NULL; /* the code says all: memory has ended */
}

static void release_stream(struct ArrowArrayStream *stream)
{
    position *at = stream->private_data;
    leave(at->of);
    free(at);
    stream->release = NULL;
}

/* ---- columns of Python ---- */

/* Finds Arrow's format of a buffer's numbers; returns false if it has none. */
static bool find_format(const Py_buffer *view, char format[2])
{
    tricorn_integer type;
    const char *given = view->format ? view->format : "B";
    if (py_integer_type(view, &type))
        *format = "cCsSiIlL"[2 * (type & 3) + (type >= TRICORN_UINT8)];
    else if (strcmp(given, "?") == 0)
        *format = 'b';
    else if (strcmp(given, "e") == 0 || strcmp(given, "f") == 0)
        *format = *given;
    else if (strcmp(given, "d") == 0)
        *format = 'g';
    else
        return false;
    return true;
}

static bool take_numbers(PyObject *values, column *to)
{
    const bool has = PyObject_GetBuffer(values, &to->values, PyBUF_RECORDS_RO) == 0;
    PyErr_Clear();
    if (!has || to->values.ndim != 1 || !find_format(&to->values, to->format)) {
        py_raise_named(PyExc_TypeError, "column %R has no numbers, words or truth values in one dimension", to->name);
        return false;
    }
    to->in_place = *to->format != 'b' && (to->values.shape[0] < 2 || to->values.strides == NULL ||
                                           *to->values.strides == to->values.itemsize);
    return true;
}

/* Takes words, and the places of rows, which are of int64, or None if the words are the rows. */
static bool take_words(PyObject *places, PyObject *offsets, PyObject *bytes, column *to)
{
    if (PyObject_GetBuffer(offsets, &to->offsets, PyBUF_SIMPLE) != 0 ||
        PyObject_GetBuffer(bytes, &to->bytes, PyBUF_SIMPLE) != 0)
        return false;
    to->in_place = places == Py_None;
    if (!to->in_place && !take_numbers(places, to)) return false;
    strcpy(to->format, "U");
    to->in_place = places == Py_None;
    return true;
}

static int64_t rows_of(const column *of)
{
    const bool own = is_words(of) && of->values.obj == NULL;
    return own ? of->offsets.len / (Py_ssize_t)sizeof(int64_t) - 1 : of->values.shape[0];
}

static bool take_column(PyObject *given, column *to)
{
    PyObject *values, *offsets, *bytes;
    const char *name;
    if (!PyArg_ParseTuple(given, "sOOO:column", &name, &values, &offsets, &bytes)) return false;
    to->name = strdup(name);
    if (to->name == NULL) {
        PyErr_NoMemory();
        return false;
    }
    return offsets == Py_None ? take_numbers(values, to) : take_words(values, offsets, bytes, to);
}

static bool take_columns(PyObject *list, table *of)
{
    of->batch_rows = INT64_MAX;
    of->columns = calloc((size_t)PyList_Size(list) + 1, sizeof *of->columns);
    if (of->columns == NULL) {
        PyErr_NoMemory();
        return false;
    }
    while (of->count < PyList_Size(list)) {
        column *to = &of->columns[of->count++];
        if (!take_column(PyList_GetItem(list, of->count - 1), to)) return false;
        if (!to->in_place) of->batch_rows = BATCH_ROWS;
        if (of->count == 1) of->rows = rows_of(to);
        if (rows_of(to) == of->rows) continue;
        PyErr_SetString(PyExc_ValueError, "columns of a table have the same length");
        return false;
    }
    return true;
}

/* ---- functions of the module ---- */

static void free_capsule(PyObject *capsule)
{
    struct ArrowArrayStream *stream = PyCapsule_GetPointer(capsule, "arrow_array_stream");
    if (stream && stream->release) stream->release(stream);
    free(stream);
}

static PyObject *make_capsule(table *of)
{
    struct ArrowArrayStream *stream = calloc(1, sizeof *stream);
    position *at = calloc(1, sizeof *at);
    PyObject *capsule = stream && at ? PyCapsule_New(stream, "arrow_array_stream", free_capsule) : PyErr_NoMemory();
    if (capsule == NULL) {
        free(stream);
        free(at);
        free_table(of);
        return NULL;
    }
    *at = (position){.of = of};
    *stream = (struct ArrowArrayStream){get_schema, get_next, get_last_error, release_stream, at};
    return capsule;
}

/* stream(columns): makes a stream of a list of columns, (name, values, None, None) or (name,
 * places or None, offsets, bytes) as encode_words() makes the last two. */
PyObject *py_stream(PyObject *module, PyObject *columns)
{
    (void)module;
    if (!PyList_Check(columns)) return PyErr_Format(PyExc_TypeError, "columns are a list");
    table *of = calloc(1, sizeof *of);
    if (of == NULL) return PyErr_NoMemory();
    atomic_init(&of->users, 1);
    if (take_columns(columns, of)) return make_capsule(of);
    free_table(of);
    return NULL;
}

/* encode_words(list): returns the bytes of all words one behind the other, and where each begins and the last one
 * ends, in numbers of 64 bits: (offsets, bytes). UnicodeEncodeError for a word that is not UTF-8. */
PyObject *py_encode_words(PyObject *module, PyObject *list)
{
    (void)module;
    if (!PyList_Check(list)) return PyErr_Format(PyExc_TypeError, "words are a list");
    const Py_ssize_t count = PyList_Size(list);
    PyObject *offsets = PyBytes_FromStringAndSize(NULL, (count + 1) * (Py_ssize_t)sizeof(int64_t));
    int64_t *ends = offsets ? (int64_t *)(void *)PyBytes_AsString(offsets) : NULL;
    if (ends) *ends = 0;
    for (Py_ssize_t w = 0; offsets && w < count; w++) {
        Py_ssize_t size = 0;
        if (PyUnicode_AsUTF8AndSize(PyList_GetItem(list, w), &size) == NULL)
            Py_CLEAR(offsets);
        else
            ends[w + 1] = ends[w] + size;
    }
    PyObject *bytes = offsets ? PyBytes_FromStringAndSize(NULL, (Py_ssize_t)ends[count]) : NULL;
    for (Py_ssize_t w = 0; bytes && w < count; w++)
        memcpy(PyBytes_AsString(bytes) + ends[w], PyUnicode_AsUTF8AndSize(PyList_GetItem(list, w), NULL),
          (size_t)(ends[w + 1] - ends[w]));
    PyObject *both = bytes ? PyTuple_Pack(2, offsets, bytes) : NULL;
    Py_XDECREF(offsets);
    Py_XDECREF(bytes);
    return both;
}
