/* butterflies.c - the functions of bipartite graphs: sides, butterflies and Latapy's coefficients. */
#include "graph.h"

/* left(settings): returns how many vertices are on the left side; these come first in the caller's order. */
PyObject *py_left(PyObject *self, PyObject *settings)
{
    const py_graph *graph = (py_graph *)self;
    uint64_t vertices = 0, left = 0, *sides = NULL;
    py_call call;
    if (!py_call_begin(&call, settings)) return NULL;
    tricorn_status status = py_graph_vertices(&call, graph, &vertices);
    if (status == TRICORN_OK) status = tricorn_array_create(call.context, vertices + 1, sizeof *sides, (void **)&sides);
    if (status == TRICORN_OK) status = tricorn_graph_sides(call.context, graph->graph, sides);
    for (uint64_t v = 0; status == TRICORN_OK && v < vertices; v++) left += sides[v] == 0;
    tricorn_array_free(sides);
    return py_call_end(&call, status) ? PyLong_FromUnsignedLongLong(left) : NULL;
}

/* butterflies(settings): returns the number of butterflies, and the coefficient of Robins and Alexander. */
PyObject *py_butterflies(PyObject *self, PyObject *settings)
{
    tricorn_butterfly_summary of = TRICORN_BUTTERFLY_SUMMARY_INIT;
    py_call call;
    if (!py_call_begin(&call, settings)) return NULL;
    if (!PY_ASKED(&call, tricorn_count_butterflies(call.context, ((py_graph *)self)->graph, NULL, NULL, &of)))
        return NULL;
    return Py_BuildValue("(Kd)", of.butterflies, of.robins_alexander);
}

static tricorn_status write_vertices(tricorn_context *context, const tricorn_graph *graph, void *values)
{
    tricorn_butterfly_summary summary = TRICORN_BUTTERFLY_SUMMARY_INIT;
    return tricorn_count_butterflies(context, graph, values, NULL, &summary);
}

static tricorn_status write_edges(tricorn_context *context, const tricorn_graph *graph, void *values)
{
    tricorn_butterfly_summary summary = TRICORN_BUTTERFLY_SUMMARY_INIT;
    return tricorn_count_butterflies(context, graph, NULL, values, &summary);
}

static tricorn_status write_bitruss(tricorn_context *context, const tricorn_graph *graph, void *values)
{
    return tricorn_bitruss_numbers(context, graph, values, NULL);
}

static tricorn_status write_latapy(tricorn_context *context, const tricorn_graph *graph, void *values)
{
    tricorn_latapy_summary summary = TRICORN_LATAPY_SUMMARY_INIT;
    return tricorn_latapy_clustering(context, graph, values, &summary);
}

PyObject *py_vertex_butterflies(PyObject *self, PyObject *settings)
{
    return py_vertex_columns(self, settings, &(py_columns){'q', 1, write_vertices});
}

PyObject *py_edge_butterflies(PyObject *self, PyObject *settings)
{
    return py_edge_columns(self, settings, &(py_columns){'q', 1, write_edges});
}

PyObject *py_bitruss_numbers(PyObject *self, PyObject *settings)
{
    return py_edge_columns(self, settings, &(py_columns){'q', 1, write_bitruss});
}

PyObject *py_latapy(PyObject *self, PyObject *settings)
{
    return py_vertex_columns(self, settings, &(py_columns){'d', TRICORN_LATAPY, write_latapy});
}

/* average_latapy(settings): returns the averages of all vertices, of the left ones and of the
 * right ones, three each. */
PyObject *py_average_latapy(PyObject *self, PyObject *settings)
{
    tricorn_latapy_summary of = TRICORN_LATAPY_SUMMARY_INIT;
    py_call call;
    if (!py_call_begin(&call, settings)) return NULL;
    if (!PY_ASKED(&call, tricorn_latapy_clustering(call.context, ((py_graph *)self)->graph, NULL, &of))) return NULL;
    return Py_BuildValue("((ddd)(ddd)(ddd))", of.average[0], of.average[1], of.average[2], of.left[0], of.left[1],
      of.left[2], of.right[0], of.right[1], of.right[2]);
}
