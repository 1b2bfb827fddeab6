/* values.c - arrays with several numbers of each vertex, or of each edge. */
#include "graph.h"

/* Makes the array of the result, and one behind the other the values that the library writes. */
static tricorn_status make(py_call *call, uint64_t rows, const py_columns *columns, py_array **array, uint64_t **values)
{
    const tricorn_status status =
      py_array_create(call, columns->format, rows, columns->count > 1 ? columns->count : 0, array);
    if (status != TRICORN_OK) return status;
    return tricorn_array_create(call->context, rows * columns->count + 1, sizeof **values, (void **)values);
}

/* Asks for the values, and moves them to the caller's order. */
static tricorn_status write_vertices(
  const py_call *call, const py_graph *graph, const py_columns *columns, uint64_t *values, py_array *array)
{
    const uint64_t vertices = (uint64_t)array->shape[0];
    const tricorn_status status = columns->write(call->context, graph->graph, values);
    for (uint32_t c = 0; status == TRICORN_OK && c < columns->count; c++)
        py_graph_place(graph, values + c * vertices, vertices, (uint64_t *)array->data + c * vertices);
    return status;
}

static tricorn_status ask_vertices(py_call *call, py_graph *graph, const py_columns *columns, py_array **array)
{
    uint64_t vertices = 0, *values = NULL;
    tricorn_status status = py_graph_places(call, graph);
    if (status == TRICORN_OK) status = py_graph_vertices(call, graph, &vertices);
    if (status == TRICORN_OK) status = make(call, vertices, columns, array, &values);
    if (status == TRICORN_OK) status = PY_RELEASED(call, write_vertices(call, graph, columns, values, *array));
    tricorn_array_free(values);
    return status;
}

PyObject *py_vertex_columns(PyObject *self, PyObject *settings, const py_columns *columns)
{
    py_array *array = NULL;
    py_call call;
    if (!py_call_begin(&call, settings)) return NULL;
    const tricorn_status status = ask_vertices(&call, (py_graph *)self, columns, &array);
    return py_array_finish(&call, status, array);
}

/* The edges of a graph, in the library's order. */
typedef struct edge_rows {
    uint64_t count;
    uint64_t *places; /* in the caller's order */
    uint32_t *ends;
    uint64_t *values;
} edge_rows;

/* Moves the ends and the values of the edges to their places in the caller's order. */
static void place_edges(const py_graph *graph, const edge_rows *from, uint32_t columns, py_array *made[2])
{
    uint64_t *ends = made[0]->data, *values = made[1]->data;
    for (uint64_t e = 0; e < from->count; e++) {
        const uint32_t u = from->ends[2 * e], v = from->ends[2 * e + 1];
        const bool u_first = graph->places[u] < graph->places[v];
        ends[from->places[e]] = graph->names[u_first ? u : v];
        ends[from->count + from->places[e]] = graph->names[u_first ? v : u];
        for (uint32_t c = 0; c < columns; c++)
            values[c * from->count + from->places[e]] = from->values[c * from->count + e];
    }
}

static tricorn_status ask_edges(py_call *call, py_graph *graph, const py_columns *columns, py_array *made[2])
{
    edge_rows rows = {0};
    tricorn_status status = py_graph_edge_places(call, graph, &rows.places, &rows.count);
    if (status == TRICORN_OK) status = py_array_create(call, py_graph_format(graph), rows.count, 2, &made[0]);
    if (status == TRICORN_OK) status = make(call, rows.count, columns, &made[1], &rows.values);
    if (status == TRICORN_OK)
        status = tricorn_array_create(call->context, 2 * rows.count + 1, sizeof *rows.ends, (void **)&rows.ends);
    if (status == TRICORN_OK) {
        py_call_release(call);
        status = columns->write(call->context, graph->graph, rows.values);
        if (status == TRICORN_OK) status = tricorn_graph_edges(call->context, graph->graph, rows.ends, NULL, NULL);
        if (status == TRICORN_OK) place_edges(graph, &rows, columns->count, made);
        py_call_acquire(call);
    }
    tricorn_array_free(rows.places);
    tricorn_array_free(rows.values);
    tricorn_array_free(rows.ends);
    return status;
}

PyObject *py_edge_columns(PyObject *self, PyObject *settings, const py_columns *columns)
{
    py_array *made[2] = {NULL, NULL};
    py_call call;
    if (!py_call_begin(&call, settings)) return NULL;
    return py_pair_finish(&call, ask_edges(&call, (py_graph *)self, columns, made), made);
}
