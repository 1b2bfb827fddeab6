/* written.c - writes tables of results to files, with the library. */
#include "graph.h"

#include <math.h>
#include <string.h>

enum { COLUMNS = 16 };

/* A table to write, and the values of its columns. */
typedef struct table_job {
    tricorn_table_options options;
    tricorn_options count;
    tricorn_column columns[COLUMNS];
    uint64_t *values[COLUMNS]; /* the values of each column */
    uint32_t *pairs;
} table_job;

static bool get_table(PyObject *settings, tricorn_table *table)
{
    static const char *const names[] = {
        [TRICORN_TABLE_VERTICES] = "vertices",     [TRICORN_TABLE_EDGES] = "edges",
        [TRICORN_TABLE_TRIANGLES] = "triangles",   [TRICORN_TABLE_COLUMNS] = "columns",
        [TRICORN_TABLE_SIMILARITY] = "similarity", [TRICORN_TABLE_GENERALIZED] = "generalized",
    };
    const char *name = "";
    if (!py_get_text(settings, "table", &name)) return false;
    for (size_t t = 0; t < sizeof names / sizeof *names; t++)
        if (strcmp(names[t], name) == 0) {
            *table = (tricorn_table)t;
            return true;
        }
    py_raise_named(PyExc_ValueError,
                   "%R is no table: there are vertices, edges, triangles, similarity and "
                   "generalized",
                   name);
    return false;
}

static bool get_job(PyObject *settings, table_job *job)
{
    tricorn_table_options *options = &job->options;
    uint64_t by = 0;
    *job = (table_job){.options = TRICORN_TABLE_OPTIONS_INIT};
    if (!get_table(settings, &options->table) || !py_get_options(settings, &job->count) ||
        !py_get_text(settings, "format", &options->format) ||
        !py_get_text(settings, "compression", &options->compression) ||
        !py_get_flag(settings, "sort", &options->sorted) ||
        !py_get_number(settings, "top", UINT64_MAX, &options->top) ||
        !py_get_number(settings, "by", COLUMNS, &by) ||
        !py_get_real(settings, "least", &options->least) ||
        !py_get_measure(settings, &options->measure))
        return false;
    options->count = &job->count;
    options->columns = job->columns;
    options->top_column = (size_t)by;
    return true;
}

/* ---- columns ---- */

static bool is_finite(uint64_t bits)
{
    double number;
    memcpy(&number, &bits, sizeof number);
    return isfinite(number);
}

/* Moves a caller's numbers to the order of the vertices.  Returns false if a number is negative,
 * or a real is not finite. */
static bool arrange(const py_graph *graph, const tricorn_integers *numbers, bool real,
                    uint64_t count, uint64_t *values)
{
    for (uint64_t v = 0; v < count; v++) {
        const uint64_t place = graph->places[v];
        const char *at = (const char *)numbers->first + (ptrdiff_t)place * numbers->stride;
        if (real) memcpy(&values[v], at, sizeof *values);
        if (real ? !is_finite(values[v]) : !py_integer_at(numbers, place, &values[v]))
            return false;
    }
    return true;
}

/* Gets integers or float64, one for each vertex. */
static bool take_numbers(PyObject *object, const char *name, uint64_t count, Py_buffer *view,
                         tricorn_integers *numbers, bool *real)
{
    *real =
        PyObject_CheckBuffer(object) && PyObject_GetBuffer(object, view, PyBUF_RECORDS_RO) == 0;
    PyErr_Clear();
    if (*real && view->ndim == 1 && view->format && strcmp(view->format, "d") == 0) {
        *numbers = (tricorn_integers){view->buf, view->strides[0], TRICORN_UINT64};
    } else {
        if (*real) PyBuffer_Release(view);
        *real = false;
        if (!py_take_integers(object, name, view, numbers)) return false;
    }
    if ((uint64_t)view->shape[0] == count) return true;
    PyErr_Format(PyExc_ValueError, "there are %llu vertices, and %zd numbers in column '%s'",
                 (unsigned long long)count, view->shape[0], name);
    PyBuffer_Release(view);
    return false;
}

static tricorn_status add_column(py_call *call, const py_graph *graph, uint64_t vertices,
                                 PyObject *named, table_job *job)
{
    const size_t number = job->options.column_count;
    tricorn_column *column = &job->columns[number];
    tricorn_integers numbers;
    PyObject *object;
    Py_buffer view;
    bool real;
    if (!PyArg_ParseTuple(named, "sO:column", &column->name, &object) ||
        !take_numbers(object, column->name, vertices, &view, &numbers, &real))
        return TRICORN_INVALID_ARGUMENT;
    tricorn_status status = tricorn_array_create(
        call->context, vertices + 1, sizeof **job->values, (void **)&job->values[number]);
    if (status == TRICORN_OK && !arrange(graph, &numbers, real, vertices, job->values[number])) {
        py_raise_named(PyExc_ValueError,
                       real ? "column %R has a number that is not finite"
                            : "column %R has a number that is negative",
                       column->name);
        status = TRICORN_INVALID_ARGUMENT;
    }
    PyBuffer_Release(&view);
    column->counts = real ? NULL : job->values[number];
    column->reals = real ? (const double *)job->values[number] : NULL;
    job->options.column_count++;
    return status;
}

/* Adds the columns that are in a list of names and numbers. */
static tricorn_status add_columns(py_call *call, py_graph *graph, PyObject *list, table_job *job)
{
    uint64_t vertices = 0;
    tricorn_status status = py_graph_places(call, graph);
    if (status == TRICORN_OK) status = py_graph_vertices(call, graph, &vertices);
    if (status == TRICORN_OK && PyList_Size(list) > COLUMNS) {
        PyErr_Format(PyExc_ValueError, "a table has up to %d columns", COLUMNS);
        status = TRICORN_INVALID_ARGUMENT;
    }
    for (Py_ssize_t c = 0; status == TRICORN_OK && c < PyList_Size(list); c++)
        status = add_column(call, graph, vertices, PyList_GetItem(list, c), job);
    return status;
}

/* ---- files ---- */

/* Gets the columns, or the pairs, if they are given. */
static tricorn_status take_parts(py_call *call, py_graph *graph, PyObject *sources,
                                 PyObject *targets, PyObject *columns, table_job *job)
{
    tricorn_status status = TRICORN_OK;
    if (job->options.table == TRICORN_TABLE_COLUMNS)
        status = add_columns(call, graph, columns, job);
    if (status == TRICORN_OK && sources != Py_None)
        status =
            py_graph_pairs(call, graph, sources, targets, &job->pairs, &job->options.pair_count);
    job->options.pairs = job->pairs;
    return status;
}

static void free_job(table_job *job)
{
    for (int c = 0; c < COLUMNS; c++) tricorn_array_free(job->values[c]);
    tricorn_array_free(job->pairs);
}

/* write_table(path: bytes, sources, targets, columns: list, settings): writes a table.  If
 * `sources` is None, the table has no pairs. */
PyObject *py_write_table(PyObject *self, PyObject *arguments)
{
    py_graph *graph = (py_graph *)self;
    PyObject *path, *sources, *targets, *columns, *settings;
    table_job job;
    py_call call;
    if (!PyArg_ParseTuple(arguments, "SOOO!O!:write_table", &path, &sources, &targets,
                          &PyList_Type, &columns, &PyDict_Type, &settings))
        return NULL;
    char *text = py_path(path);
    if (text == NULL || !get_job(settings, &job) || !py_call_begin(&call, settings)) return NULL;
    tricorn_status status = take_parts(&call, graph, sources, targets, columns, &job);
    if (status == TRICORN_OK) {
        py_call_release(&call);
        status = tricorn_table_save(call.context, graph->graph, text, &job.options, NULL);
        py_call_acquire(&call);
    }
    free_job(&job);
    if (!py_call_end(&call, status)) return NULL;
    Py_RETURN_NONE;
}
