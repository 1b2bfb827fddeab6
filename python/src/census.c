/* census.c - the functions that count triads, graphlets and the signs of triangles. */
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
        tricorn_count_graphlets(call.context, ((py_graph *)self)->graph, NULL, &found);
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

/* balance(settings): returns a dict with the triangles by their signs. */
PyObject *py_balance(PyObject *self, PyObject *settings)
{
    tricorn_balance of = TRICORN_BALANCE_INIT;
    py_call call;
    if (!py_call_begin(&call, settings)) return NULL;
    py_call_release(&call);
    const tricorn_status status =
        tricorn_structural_balance(call.context, ((py_graph *)self)->graph, NULL, &of);
    py_call_acquire(&call);
    if (!py_call_end(&call, status)) return NULL;
    const uint64_t *signs = of.triangles;
    PyObject *degree = of.balanced + of.unbalanced > 0 ? PyFloat_FromDouble(of.degree)
                                                       : Py_BuildValue("");
    return Py_BuildValue("{sKsKsKsKsKsKsNsKsK}", tricorn_signs_name(0), signs[0],
                         tricorn_signs_name(1), signs[1], tricorn_signs_name(2), signs[2],
                         tricorn_signs_name(3), signs[3], "balanced", of.balanced, "unbalanced",
                         of.unbalanced, "degree", degree, "positive", of.positive, "negative",
                         of.negative);
}

/* ---- rows of vertices ---- */

/* Counts into `values`, which has consecutive arrays of all vertices. */
typedef tricorn_status count_columns(py_call *call, const tricorn_graph *graph, uint64_t *values);

static tricorn_status count_triads(py_call *call, const tricorn_graph *graph, uint64_t *values)
{
    tricorn_census census = TRICORN_CENSUS_INIT;
    return tricorn_triad_census(call->context, graph, values, &census);
}

static tricorn_status count_orbits(py_call *call, const tricorn_graph *graph, uint64_t *values)
{
    tricorn_graphlets graphlets = TRICORN_GRAPHLETS_INIT;
    return tricorn_count_graphlets(call->context, graph, values, &graphlets);
}

static tricorn_status count_signs(py_call *call, const tricorn_graph *graph, uint64_t *values)
{
    tricorn_balance balance = TRICORN_BALANCE_INIT;
    return tricorn_structural_balance(call->context, graph, values, &balance);
}

/* Counts for each vertex.  The caller holds the interpreter before and after. */
static tricorn_status ask_columns(py_call *call, py_graph *graph, uint32_t columns,
                                  count_columns *count, py_array **array)
{
    uint64_t vertices = 0, *values = NULL;
    tricorn_status status = py_graph_places(call, graph);
    if (status == TRICORN_OK) status = py_graph_vertices(call, graph, &vertices);
    if (status == TRICORN_OK) status = py_array_create(call, 'q', vertices, columns, array);
    if (status == TRICORN_OK)
        status = tricorn_array_create(call->context, vertices * columns + 1, sizeof *values,
                                      (void **)&values);
    if (status == TRICORN_OK) {
        py_call_release(call);
        status = count(call, graph->graph, values);
        for (uint32_t c = 0; status == TRICORN_OK && c < columns; c++)
            py_graph_place(graph, values + c * vertices, vertices,
                           (uint64_t *)(*array)->data + c * vertices);
        py_call_acquire(call);
    }
    tricorn_array_free(values);
    return status;
}

/* Returns an array with a row for each vertex. */
static PyObject *answer_columns(PyObject *self, PyObject *settings, uint32_t columns,
                                count_columns *count)
{
    py_array *array = NULL;
    py_call call;
    if (!py_call_begin(&call, settings)) return NULL;
    if (py_call_end(&call, ask_columns(&call, (py_graph *)self, columns, count, &array)))
        return (PyObject *)array;
    Py_XDECREF((PyObject *)array);
    return NULL;
}

PyObject *py_vertex_census(PyObject *self, PyObject *settings)
{
    return answer_columns(self, settings, TRICORN_TRIADS, count_triads);
}

PyObject *py_vertex_orbits(PyObject *self, PyObject *settings)
{
    return answer_columns(self, settings, TRICORN_ORBITS, count_orbits);
}

PyObject *py_vertex_balance(PyObject *self, PyObject *settings)
{
    return answer_columns(self, settings, TRICORN_SIGNS, count_signs);
}
