/* census.c - the functions that count triads, motifs, graphlets and the signs of triangles. */
#include "graph.h"

#include <string.h>

/* Makes a Python int with the value high * 2^64 + low. */
static PyObject *wide_number(uint64_t high, uint64_t low)
{
    /* The least significant byte comes first, as on all supported machines. */
    unsigned char bytes[16];
    memcpy(bytes, &low, sizeof low);
    memcpy(bytes + sizeof low, &high, sizeof high);
    return PyObject_CallMethod(
      (PyObject *)&PyLong_Type, "from_bytes", "y#s", (char *)bytes, (Py_ssize_t)sizeof bytes, "little");
}

/* Makes a dict of counts by their names: high * 2^64 + low. */
static PyObject *named_counts(int count, const char *name_of(int), const uint64_t *high, const uint64_t *low)
{
    PyObject *made = PyDict_New();
    for (int i = 0; made && i < count; i++) {
        PyObject *number = wide_number(high[i], low[i]);
        if (number == NULL || PyDict_SetItemString(made, name_of(i), number) != 0) Py_CLEAR(made);
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
    if (!PY_ASKED(&call, tricorn_triad_census(call.context, ((py_graph *)self)->graph, NULL, &census))) return NULL;
    return named_counts(TRICORN_TRIADS, tricorn_triad_name, census.high, census.low);
}

/* "M11" to "M66". */
static const char *name_of_motif(int motif)
{
    static char name[] = "M11";
    name[1] = (char)('1' + motif / TRICORN_MOTIF_SIDE);
    name[2] = (char)('1' + motif % TRICORN_MOTIF_SIDE);
    return name;
}

/* motifs(settings): returns a dict with the counts of all motifs within settings["window"]. */
PyObject *py_motifs(PyObject *self, PyObject *settings)
{
    tricorn_motifs found = TRICORN_MOTIFS_INIT;
    uint64_t window = 0;
    py_call call;
    if (!py_get_number(settings, "window", UINT64_MAX, &window) || !py_call_begin(&call, settings)) return NULL;
    if (!PY_ASKED(&call, tricorn_count_motifs(call.context, ((py_graph *)self)->graph, window, &found))) return NULL;
    return named_counts(TRICORN_MOTIF_SIDE * TRICORN_MOTIF_SIDE, name_of_motif, found.high, found.low);
}

/* triples(settings): returns a dict with the counts of all kinds of triples. */
PyObject *py_triples(PyObject *self, PyObject *settings)
{
    tricorn_triples found = TRICORN_TRIPLES_INIT;
    tricorn_options options;
    py_call call;
    if (!py_get_options(settings, &options) || !py_call_begin(&call, settings)) return NULL;
    if (!PY_ASKED(&call, tricorn_count_triples(call.context, ((py_graph *)self)->graph, &options, NULL, &found)))
        return NULL;
    return named_counts(TRICORN_TRIPLES, tricorn_triple_name, found.high, found.low);
}

/* graphlets(settings): returns a dict of two dicts, by the names of the graphlets. */
PyObject *py_graphlets(PyObject *self, PyObject *settings)
{
    tricorn_graphlets found = TRICORN_GRAPHLETS_INIT;
    py_call call;
    if (!py_call_begin(&call, settings)) return NULL;
    if (!PY_ASKED(&call, tricorn_count_graphlets(call.context, ((py_graph *)self)->graph, NULL, &found))) return NULL;
    PyObject *all = named_counts(TRICORN_GRAPHLETS, tricorn_graphlet_name, found.high, found.low);
    PyObject *induced = named_counts(TRICORN_GRAPHLETS, tricorn_graphlet_name, found.induced_high, found.induced_low);
    PyObject *made = NULL;
    if (all && induced) made = Py_BuildValue("{sOsO}", "subgraphs", all, "induced", induced);
    Py_XDECREF(all);
    Py_XDECREF(induced);
    return made;
}

/* A list of (label, label, label, triangles). */
static PyObject *triples_of(const tricorn_label_counts *found)
{
    PyObject *made = PyList_New((Py_ssize_t)found->count);
    for (uint64_t t = 0; made && t < found->count; t++) {
        const tricorn_label_triple *of = &found->triples[t];
        PyObject *row =
          Py_BuildValue("(IIIK)", of->labels[0], of->labels[1], of->labels[2], (unsigned long long)of->triangles);
        if (row == NULL || PyList_SetItem(made, (Py_ssize_t)t, row) != 0) Py_CLEAR(made);
    }
    return made;
}

/* Counts by the labels, which are in the caller's order, or NULL. The caller holds the interpreter before and after. */
static tricorn_status ask_labels(py_call *call, py_graph *graph, const uint32_t *labels, tricorn_label_counts *found)
{
    uint64_t vertices = 0;
    uint32_t *own = NULL;
    tricorn_status status = py_graph_places(call, graph);
    py_call_release(call);
    if (status == TRICORN_OK && labels) status = py_graph_vertices(call, graph, &vertices);
    if (status == TRICORN_OK) status = tricorn_array_create(call->context, vertices, sizeof *own, (void **)&own);
    for (uint64_t v = 0; status == TRICORN_OK && v < vertices; v++) own[v] = labels[graph->places[v]];
    if (status == TRICORN_OK) status = tricorn_count_by_labels(call->context, graph->graph, labels ? own : NULL, found);
    tricorn_array_free(own);
    py_call_acquire(call);
    return status;
}

/* label_triangles(labels, settings): labels has a uint32 for each vertex, in the order of the vertices, or is None.
 * Returns a list of (label, label, label, triangles). */
PyObject *py_label_triangles(PyObject *self, PyObject *arguments)
{
    tricorn_label_counts found = TRICORN_LABEL_COUNTS_INIT;
    PyObject *settings;
    Py_buffer labels;
    py_call call;
    if (!PyArg_ParseTuple(arguments, "z*O!:label_triangles", &labels, &PyDict_Type, &settings)) return NULL;
    bool good = py_call_begin(&call, settings);
    if (good) good = py_call_end(&call, ask_labels(&call, (py_graph *)self, labels.buf, &found));
    PyBuffer_Release(&labels);
    PyObject *made = good ? triples_of(&found) : NULL;
    tricorn_array_free(found.triples);
    return made;
}

/* balance(settings): returns a dict with the triangles by their signs. */
PyObject *py_balance(PyObject *self, PyObject *settings)
{
    tricorn_balance of = TRICORN_BALANCE_INIT;
    py_call call;
    if (!py_call_begin(&call, settings)) return NULL;
    if (!PY_ASKED(&call, tricorn_structural_balance(call.context, ((py_graph *)self)->graph, NULL, NULL, &of)))
        return NULL;
    const uint64_t *signs = of.triangles;
    PyObject *degree = of.balanced + of.unbalanced > 0 ? PyFloat_FromDouble(of.degree) : Py_BuildValue("");
    return Py_BuildValue("{sKsKsKsKsKsKsNsKsK}", tricorn_signs_name(0), signs[0], tricorn_signs_name(1), signs[1],
      tricorn_signs_name(2), signs[2], tricorn_signs_name(3), signs[3], "balanced", of.balanced, "unbalanced",
      of.unbalanced, "degree", degree, "positive", of.positive, "negative", of.negative);
}

/* ---- rows of vertices and edges ---- */

static tricorn_status write_triads(tricorn_context *context, const tricorn_graph *graph, void *values)
{
    tricorn_census census = TRICORN_CENSUS_INIT;
    return tricorn_triad_census(context, graph, values, &census);
}

static tricorn_status write_orbits(tricorn_context *context, const tricorn_graph *graph, void *values)
{
    tricorn_graphlets graphlets = TRICORN_GRAPHLETS_INIT;
    return tricorn_count_graphlets(context, graph, values, &graphlets);
}

static tricorn_status write_triples(tricorn_context *context, const tricorn_graph *graph, void *values)
{
    tricorn_triples triples = TRICORN_TRIPLES_INIT;
    return tricorn_count_triples(context, graph, NULL, values, &triples);
}

static tricorn_status write_signs(tricorn_context *context, const tricorn_graph *graph, void *values)
{
    tricorn_balance balance = TRICORN_BALANCE_INIT;
    return tricorn_structural_balance(context, graph, values, NULL, &balance);
}

static tricorn_status write_edge_signs(tricorn_context *context, const tricorn_graph *graph, void *values)
{
    tricorn_balance balance = TRICORN_BALANCE_INIT;
    return tricorn_structural_balance(context, graph, NULL, values, &balance);
}

PyObject *py_vertex_census(PyObject *self, PyObject *settings)
{
    return py_vertex_columns(self, settings, &(py_columns){'q', TRICORN_TRIADS, write_triads});
}

PyObject *py_vertex_triples(PyObject *self, PyObject *settings)
{
    return py_vertex_columns(self, settings, &(py_columns){'q', TRICORN_TRIPLES, write_triples});
}

PyObject *py_vertex_orbits(PyObject *self, PyObject *settings)
{
    return py_vertex_columns(self, settings, &(py_columns){'q', TRICORN_ORBITS, write_orbits});
}

PyObject *py_vertex_balance(PyObject *self, PyObject *settings)
{
    return py_vertex_columns(self, settings, &(py_columns){'q', TRICORN_SIGNS, write_signs});
}

PyObject *py_edge_balance(PyObject *self, PyObject *settings)
{
    return py_edge_columns(self, settings, &(py_columns){'q', TRICORN_SIGNS, write_edge_signs});
}
