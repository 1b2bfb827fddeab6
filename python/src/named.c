/* named.c - a graph under the names that the caller's nodes have, for files. */
#include "graph.h"

#include <stdlib.h>
#include <string.h>

/* Returns the words of a list, which holds them, or NULL with an exception set. The caller frees
 * the array by free(). */
static const char **get_labels(PyObject *list)
{
    const Py_ssize_t count = PyList_Size(list);
    const char **labels = malloc(((size_t)count + 1) * sizeof *labels);
    if (labels == NULL) PyErr_NoMemory();
    for (Py_ssize_t i = 0; labels && i < count; i++) {
        PyObject *item = PyList_GetItem(list, i);
        Py_ssize_t bytes = 0;
        labels[i] = PyUnicode_Check(item) ? PyUnicode_AsUTF8AndSize(item, &bytes) : NULL;
        if (labels[i] && strlen(labels[i]) == (size_t)bytes) continue;
        PyErr_Clear();
        PyErr_Format(PyExc_ValueError, "node %R cannot be written: it has a NUL, or is no text of UTF-8", item);
        free(labels);
        return NULL;
    }
    return labels;
}

static PyObject *make_named(py_graph *graph, const uint64_t *ids, const char *const *labels, PyObject *settings)
{
    tricorn_graph *named = NULL;
    py_call call;
    if (!py_call_begin(&call, settings)) return NULL;
    const tricorn_status status =
      PY_RELEASED(&call, tricorn_graph_with_names(call.context, graph->graph, ids, labels, &named));
    PyObject *made = py_graph_finish(&call, status, named);
    if (made) ((py_graph *)made)->of = Py_NewRef((PyObject *)graph);
    return made;
}

static bool is_of_vertices(py_graph *graph, PyObject *settings, uint64_t count)
{
    uint64_t vertices = 0;
    py_call call;
    if (!py_call_begin(&call, settings) || !py_call_end(&call, py_graph_vertices(&call, graph, &vertices)))
        return false;
    return py_check_length("names", count, vertices, "vertices");
}

/* with_names(names, settings): returns the graph under other names, in the caller's order: a list
 * of str, or a buffer of uint64. */
PyObject *py_with_names(PyObject *self, PyObject *arguments)
{
    PyObject *names, *settings, *made = NULL;
    py_graph *graph = (py_graph *)self;
    Py_buffer view;
    if (!PyArg_ParseTuple(arguments, "OO!:with_names", &names, &PyDict_Type, &settings)) return NULL;
    if (PyList_Check(names)) {
        if (!is_of_vertices(graph, settings, (uint64_t)PyList_Size(names))) return NULL;
        const char **labels = get_labels(names);
        if (labels) made = make_named(graph, NULL, labels, settings);
        free(labels);
        return made;
    }
    if (PyObject_GetBuffer(names, &view, PyBUF_SIMPLE) != 0) return NULL;
    if (is_of_vertices(graph, settings, (uint64_t)view.len / sizeof(uint64_t)))
        made = make_named(graph, view.buf, NULL, settings);
    PyBuffer_Release(&view);
    return made;
}

/* values(settings): returns the directions of edges as bytes and their weights, in the library's order,
 * each None if the graph has none. */
PyObject *py_values(PyObject *self, PyObject *settings)
{
    tricorn_graph_description of = TRICORN_GRAPH_DESCRIPTION_INIT;
    const tricorn_graph *graph = ((py_graph *)self)->graph;
    PyObject *directions = NULL, *weights = NULL, *both = NULL;
    py_call call;
    if (!py_call_begin(&call, settings)) return NULL;
    tricorn_status status = tricorn_graph_describe(call.context, graph, &of);
    const Py_ssize_t edges = (Py_ssize_t)of.edges;
    directions = of.directed ? PyBytes_FromStringAndSize(NULL, edges) : Py_NewRef(Py_None);
    weights = of.weighted ? PyBytes_FromStringAndSize(NULL, edges * (Py_ssize_t)sizeof(double)) : Py_NewRef(Py_None);
    if (status == TRICORN_OK && directions && weights)
        status =
          tricorn_graph_edges(call.context, graph, NULL, of.directed ? (uint8_t *)PyBytes_AsString(directions) : NULL,
            of.weighted ? (double *)(void *)PyBytes_AsString(weights) : NULL);
    if (py_call_end(&call, status) && directions && weights) both = PyTuple_Pack(2, directions, weights);
    Py_XDECREF(directions);
    Py_XDECREF(weights);
    return both;
}

/* Returns the bytes of an object, which has `size` for each edge, or NULL if it is None or with an exception set. */
static const char *bytes_of(PyObject *object, uint64_t edges, size_t size)
{
    char *bytes = NULL;
    Py_ssize_t length = 0;
    if (object == Py_None || PyBytes_AsStringAndSize(object, &bytes, &length) != 0) return NULL;
    if ((uint64_t)length == edges * size) return bytes;
    PyErr_Format(
      PyExc_ValueError, "there are %llu edges, and %zd bytes of their values", (unsigned long long)edges, length);
    return NULL;
}

/* with_values(directions, weights, settings): returns the graph with these, as values() has them. */
PyObject *py_with_values(PyObject *self, PyObject *arguments)
{
    tricorn_graph_description of = TRICORN_GRAPH_DESCRIPTION_INIT;
    PyObject *directions, *weights, *settings;
    tricorn_graph *graph = ((py_graph *)self)->graph, *valued = NULL;
    py_call call;
    if (!PyArg_ParseTuple(arguments, "OOO!:with_values", &directions, &weights, &PyDict_Type, &settings) ||
        !py_call_begin(&call, settings))
        return NULL;
    tricorn_status status = tricorn_graph_describe(call.context, graph, &of);
    const char *ways = bytes_of(directions, of.edges, sizeof(uint8_t));
    const char *reals = PyErr_Occurred() ? NULL : bytes_of(weights, of.edges, sizeof(double));
    if (PyErr_Occurred()) status = TRICORN_INVALID_ARGUMENT;
    if (status == TRICORN_OK)
        status = tricorn_graph_with_values(
          call.context, graph, (const uint8_t *)ways, (const double *)(const void *)reals, &valued);
    PyObject *made = py_graph_finish(&call, status, valued);
    if (made) ((py_graph *)made)->of = Py_NewRef(self);
    return made;
}
