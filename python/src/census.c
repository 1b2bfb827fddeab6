/* census.c - the functions that count the triads of directed graphs. */
#include "graph.h"

#include <string.h>

/* Makes a Python int with the value high * 2^64 + low. */
static PyObject *wide_number(uint64_t high, uint64_t low)
{
    /* The least significant byte comes first, as on all supported machines. */
    unsigned char bytes[16];
    memcpy(bytes, &low, sizeof low);
    memcpy(bytes + sizeof low, &high, sizeof high);
    return PyObject_CallMethod((PyObject *)&PyLong_Type, "from_bytes", "y#s", (char *)bytes,
                               (Py_ssize_t)sizeof bytes, "little");
}

/* Makes a dict of counts by their names: high * 2^64 + low. */
static PyObject *named_counts(int count, const char *name_of(int), const uint64_t *high,
                              const uint64_t *low)
{
    PyObject *made = PyDict_New();
    for (int i = 0; made && i < count; i++) {
        PyObject *number = wide_number(high[i], low[i]);
        if (number == NULL || PyDict_SetItemString(made, name_of(i), number) != 0)
            Py_CLEAR(made);
        Py_XDECREF(number);
    }
    return made;
}

/* census(settings): returns a dict with the counts of all kinds of triads. */
PyObject *py_census(PyObject *self, PyObject *settings)
{
    tricorn_census census = TRICORN_CENSUS_INIT;
    py_call call;
    if (!py_call_begin(&call, settings)) return NULL;
    py_call_release(&call);
    const tricorn_status status =
        tricorn_triad_census(call.context, ((py_graph *)self)->graph, NULL, &census);
    py_call_acquire(&call);
    if (!py_call_end(&call, status)) return NULL;
    return named_counts(TRICORN_TRIADS, tricorn_triad_name, census.high, census.low);
}

/* graphlets(settings): returns a dict of two dicts, by the names of the graphlets. */
PyObject *py_graphlets(PyObject *self, PyObject *settings)
{
    tricorn_graphlets found = TRICORN_GRAPHLETS_INIT;
    py_call call;
    if (!py_call_begin(&call, settings)) return NULL;
    py_call_release(&call);
    const tricorn_status status =
        tricorn_count_graphlets(call.context, ((py_graph *)self)->graph, &found);
    py_call_acquire(&call);
    if (!py_call_end(&call, status)) return NULL;
    PyObject *all = named_counts(TRICORN_GRAPHLETS, tricorn_graphlet_name, found.high, found.low);
    PyObject *induced = named_counts(TRICORN_GRAPHLETS, tricorn_graphlet_name,
                                     found.induced_high, found.induced_low);
    PyObject *made = NULL;
    if (all && induced) made = Py_BuildValue("{sOsO}", "subgraphs", all, "induced", induced);
    Py_XDECREF(all);
    Py_XDECREF(induced);
    return made;
}

/* Counts the triads of each vertex.  The caller holds the interpreter before and after. */
static tricorn_status ask_triads(py_call *call, py_graph *graph, py_array **array)
{
    tricorn_census census = TRICORN_CENSUS_INIT;
    uint64_t vertices = 0, *values = NULL;
    tricorn_status status = py_graph_places(call, graph);
    if (status == TRICORN_OK) status = py_graph_vertices(call, graph, &vertices);
    if (status == TRICORN_OK)
        status = py_array_create(call, 'q', vertices, TRICORN_TRIADS, array);
    if (status == TRICORN_OK)
        status = tricorn_array_create(call->context, vertices * TRICORN_TRIADS + 1,
                                      sizeof *values, (void **)&values);
    if (status == TRICORN_OK) {
        py_call_release(call);
        status = tricorn_triad_census(call->context, graph->graph, values, &census);
        for (uint32_t t = 0; status == TRICORN_OK && t < TRICORN_TRIADS; t++)
            py_graph_place(graph, values + t * vertices, vertices,
                           (uint64_t *)(*array)->data + t * vertices);
        py_call_acquire(call);
    }
    tricorn_array_free(values);
    return status;
}

/* vertex_census(settings): returns an array with a row for each vertex. */
PyObject *py_vertex_census(PyObject *self, PyObject *settings)
{
    py_array *array = NULL;
    py_call call;
    if (!py_call_begin(&call, settings)) return NULL;
    if (py_call_end(&call, ask_triads(&call, (py_graph *)self, &array))) return (PyObject *)array;
    Py_XDECREF((PyObject *)array);
    return NULL;
}
