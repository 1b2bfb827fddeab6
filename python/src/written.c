/* written.c - writes tables of results, and graphs with results, to files, with the library. */
#include "graph.h"

#include <math.h>
#include <string.h>

enum { COLUMNS = 16 };

/* Columns of the caller, in the library's order. */
typedef struct column_list {
    const char *of; /* "vertices" or "edges" */
    const uint32_t *vertices; /* the places of the vertices in the caller's order, */
    uint64_t *edges; /* or else those of the edges */
    uint64_t rows;
    tricorn_column columns[COLUMNS];
    uint64_t *values[COLUMNS]; /* the values of each column */
    size_t count;
} column_list;

/* A table to write. */
typedef struct table_job {
    tricorn_table_options options;
    tricorn_options count;
    column_list columns;
    uint32_t *pairs;
} table_job;

static bool get_table(PyObject *settings, tricorn_table *table)
{
    static const char *const names[] = {
      [TRICORN_TABLE_VERTICES] = "vertices",
      [TRICORN_TABLE_EDGES] = "edges",
      [TRICORN_TABLE_TRIANGLES] = "triangles",
      [TRICORN_TABLE_COLUMNS] = "columns",
      [TRICORN_TABLE_SIMILARITY] = "similarity",
      [TRICORN_TABLE_GENERALIZED] = "generalized",
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
    uint64_t by = 0, share = 0, shares = 0;
    *job = (table_job){.options = TRICORN_TABLE_OPTIONS_INIT};
    if (!get_table(settings, &options->table) || !py_get_options(settings, &job->count) ||
        !py_get_text(settings, "format", &options->format) ||
        !py_get_text(settings, "compression", &options->compression) ||
        !py_get_flag(settings, "sort", &options->sorted) ||
        !py_get_number(settings, "top", UINT64_MAX, &options->top) || !py_get_number(settings, "by", COLUMNS, &by) ||
        !py_get_number(settings, "share", UINT32_MAX, &share) ||
        !py_get_number(settings, "shares", UINT32_MAX, &shares) || !py_get_real(settings, "least", &options->least) ||
        !py_get_measure(settings, &options->measure))
        return false;
    options->count = &job->count;
    options->columns = job->columns.columns;
    options->top_column = (size_t)by;
    options->share = (uint32_t)share;
    options->shares = (uint32_t)shares;
    return true;
}

/* ---- columns ---- */

static bool is_finite(uint64_t bits)
{
    double number;
    memcpy(&number, &bits, sizeof number);
    return isfinite(number);
}

/* Moves a caller's numbers to the library's order. Returns false if a number is negative, or a real is not finite. */
static bool arrange(const column_list *list, const tricorn_integers *numbers, bool real, uint64_t *values)
{
    for (uint64_t v = 0; v < list->rows; v++) {
        const uint64_t place = list->vertices ? list->vertices[v] : list->edges[v];
        const char *at = (const char *)numbers->first + (ptrdiff_t)place * numbers->stride;
        if (real) memcpy(&values[v], at, sizeof *values);
        if (real ? !is_finite(values[v]) : !py_integer_at(numbers, place, &values[v])) return false;
    }
    return true;
}

/* Gets integers or float64, one for each vertex or edge. */
static bool take_numbers(
  PyObject *object, const char *name, const column_list *list, Py_buffer *view, tricorn_integers *numbers, bool *real)
{
    *real = PyObject_CheckBuffer(object) && PyObject_GetBuffer(object, view, PyBUF_RECORDS_RO) == 0;
    PyErr_Clear();
    if (*real && view->ndim == 1 && view->format && strcmp(view->format, "d") == 0) {
        *numbers = (tricorn_integers){view->buf, view->strides[0], TRICORN_UINT64};
    } else {
        if (*real) PyBuffer_Release(view);
        *real = false;
        if (!py_take_integers(object, name, view, numbers)) return false;
    }
    if (py_check_length(name, (uint64_t)view->shape[0], list->rows, list->of)) return true;
    PyBuffer_Release(view);
    return false;
}

static tricorn_status add_column(py_call *call, PyObject *named, column_list *list)
{
    tricorn_column *column = &list->columns[list->count];
    uint64_t **values = &list->values[list->count];
    tricorn_integers numbers;
    PyObject *object;
    Py_buffer view;
    bool real;
    if (!PyArg_ParseTuple(named, "sO:column", &column->name, &object) ||
        !take_numbers(object, column->name, list, &view, &numbers, &real))
        return TRICORN_INVALID_ARGUMENT;
    tricorn_status status = tricorn_array_create(call->context, list->rows + 1, sizeof **values, (void **)values);
    if (status == TRICORN_OK && !arrange(list, &numbers, real, *values)) {
        py_raise_named(PyExc_ValueError,
          real ? "column %R has a number that is not finite" : "column %R has a number that is negative", column->name);
        status = TRICORN_INVALID_ARGUMENT;
    }
    PyBuffer_Release(&view);
    column->counts = real ? NULL : *values;
    column->reals = real ? (const double *)*values : NULL;
    list->count++;
    return status;
}

/* Adds the columns that are in a list of names and numbers. */
static tricorn_status add_columns(py_call *call, PyObject *named, column_list *list)
{
    tricorn_status status = TRICORN_OK;
    if (PyList_Size(named) > COLUMNS) {
        PyErr_Format(PyExc_ValueError, "%s have up to %d columns", list->of, COLUMNS);
        status = TRICORN_INVALID_ARGUMENT;
    }
    for (Py_ssize_t c = 0; status == TRICORN_OK && c < PyList_Size(named); c++)
        status = add_column(call, PyList_GetItem(named, c), list);
    return status;
}

static tricorn_status add_vertex_columns(py_call *call, py_graph *graph, PyObject *named, column_list *list)
{
    tricorn_status status = py_graph_places(call, graph);
    list->of = "vertices";
    list->vertices = graph->places;
    if (status == TRICORN_OK) status = py_graph_vertices(call, graph, &list->rows);
    return status == TRICORN_OK ? add_columns(call, named, list) : status;
}

static tricorn_status add_edge_columns(py_call *call, py_graph *graph, PyObject *named, column_list *list)
{
    if (PyList_Size(named) == 0) return TRICORN_OK;
    list->of = "edges";
    const tricorn_status status = py_graph_edge_places(call, graph, &list->edges, &list->rows);
    return status == TRICORN_OK ? add_columns(call, named, list) : status;
}

static void free_columns(column_list *list)
{
    for (int c = 0; c < COLUMNS; c++) tricorn_array_free(list->values[c]);
    tricorn_array_free(list->edges);
}

/* ---- files ---- */

/* Gets the columns, or the pairs, if they are given. */
static tricorn_status take_parts(
  py_call *call, py_graph *graph, PyObject *sources, PyObject *targets, PyObject *columns, table_job *job)
{
    tricorn_status status = TRICORN_OK;
    if (job->options.table == TRICORN_TABLE_COLUMNS) status = add_vertex_columns(call, graph, columns, &job->columns);
    job->options.column_count = job->columns.count;
    if (status == TRICORN_OK && sources != Py_None)
        status = py_graph_pairs(call, graph, sources, targets, &job->pairs, &job->options.pair_count);
    job->options.pairs = job->pairs;
    return status;
}

static void free_job(table_job *job)
{
    free_columns(&job->columns);
    tricorn_array_free(job->pairs);
}

/* write_table(path: bytes, sources, targets, columns: list, settings): writes a table. If
 * `sources` is None, the table has no pairs. */
PyObject *py_write_table(PyObject *self, PyObject *arguments)
{
    py_graph *graph = (py_graph *)self;
    PyObject *path, *sources, *targets, *columns, *settings;
    table_job job;
    py_call call;
    if (!PyArg_ParseTuple(
          arguments, "SOOO!O!:write_table", &path, &sources, &targets, &PyList_Type, &columns, &PyDict_Type, &settings))
        return NULL;
    char *text = py_path(path);
    if (text == NULL || !get_job(settings, &job) || !py_call_begin(&call, settings)) return NULL;
    tricorn_status status = take_parts(&call, graph, sources, targets, columns, &job);
    if (status == TRICORN_OK)
        status = PY_RELEASED(&call, tricorn_table_save(call.context, graph->graph, text, &job.options, NULL));
    free_job(&job);
    if (!py_call_end(&call, status)) return NULL;
    Py_RETURN_NONE;
}

/* save(path: bytes, vertex_columns: list, edge_columns: list, settings): writes the graph. */
PyObject *py_save(PyObject *self, PyObject *arguments)
{
    tricorn_save_options options = TRICORN_SAVE_OPTIONS_INIT;
    py_graph *graph = (py_graph *)self;
    column_list vertices = {.count = 0}, edges = {.count = 0};
    PyObject *path, *of_vertices, *of_edges, *settings;
    py_call call;
    if (!PyArg_ParseTuple(arguments, "SO!O!O!:save", &path, &PyList_Type, &of_vertices, &PyList_Type, &of_edges,
          &PyDict_Type, &settings))
        return NULL;
    char *text = py_path(path);
    if (text == NULL || !py_get_text(settings, "format", &options.format) ||
        !py_get_text(settings, "compression", &options.compression) || !py_call_begin(&call, settings))
        return NULL;
    tricorn_status status = add_vertex_columns(&call, graph, of_vertices, &vertices);
    if (status == TRICORN_OK) status = add_edge_columns(&call, graph, of_edges, &edges);
    options.vertex_columns = vertices.columns;
    options.vertex_column_count = vertices.count;
    options.edge_columns = edges.columns;
    options.edge_column_count = edges.count;
    if (status == TRICORN_OK)
        status = PY_RELEASED(&call, tricorn_graph_save(call.context, graph->graph, text, &options));
    free_columns(&vertices);
    free_columns(&edges);
    if (!py_call_end(&call, status)) return NULL;
    Py_RETURN_NONE;
}
