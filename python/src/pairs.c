/* pairs.c - finds the vertices of pairs that the caller names, and computes how similar the two
 * vertices of each pair are. */
#include "graph.h"

#include <stdio.h>

/* The path of a file of pairs, and a dict that says how it is read. */
typedef struct py_pairs_file {
    PyObject *path, *reading;
} py_pairs_file;

/* The vertices by their names, which ascend. */
typedef struct by_name {
    const py_named_vertex *at;
    uint64_t count;
    double density; /* about how many vertices have names from x to x + 1 */
} by_name;

/* Sorts the vertices by their names, if this was not done before; if two threads do it, the first result is used. */
static tricorn_status sort_by_name(py_call *call, py_graph *graph, by_name *sorted)
{
    py_named_vertex *made = NULL;
    tricorn_status status = py_graph_vertices(call, graph, &sorted->count);
    if (status == TRICORN_OK && graph->by_name == NULL) {
        status = tricorn_array_create(call->context, sorted->count + 1, sizeof *made, (void **)&made);
        for (uint64_t v = 0; status == TRICORN_OK && v < sorted->count; v++)
            made[graph->places[v]] = (py_named_vertex){graph->names[v], (uint32_t)v};
        if (status == TRICORN_OK) graph->by_name = made;
    }
    sorted->at = graph->by_name;
    sorted->density = 0;
    if (status == TRICORN_OK && sorted->count > 1)
        sorted->density =
          (double)(sorted->count - 1) / (double)(sorted->at[sorted->count - 1].name - sorted->at[0].name);
    return status;
}

/* Returns the place of the last vertex whose name is at most this one; the first vertex's name is.
 * Begins where it would be if names were equally far from each other: most names are numbers from
 * a range that has few gaps, and then few steps follow. */
static uint64_t place_of(const by_name *sorted, uint64_t name)
{
    const py_named_vertex *at = sorted->at;
    const double guess = (double)(name - at[0].name) * sorted->density;
    const uint64_t last = sorted->count - 1;
    uint64_t low = guess < (double)last ? (uint64_t)guess : last, high, step = 1;

    for (high = low; low > 0 && at[low].name > name; step *= 2) {
        high = low;
        low = low > step ? low - step : 0;
    }
    for (; high < last && at[high].name <= name; step *= 2) {
        low = high;
        high = last - high > step ? high + step : last;
    }
    if (at[high].name <= name) return high;
    while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;
        if (at[middle].name <= name)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Finds the vertex that has a name; returns false if no vertex has it. */
static bool find_vertex(const by_name *sorted, uint64_t name, uint32_t *vertex)
{
    if (sorted->count == 0 || name < sorted->at[0].name) return false;
    const py_named_vertex *found = &sorted->at[place_of(sorted, name)];
    *vertex = found->vertex;
    return found->name == name;
}

/* Finds a vertex of a changing graph that its first graph does not have, or makes one; *vertex is UINT32_MAX if none
 * has the name. */
static tricorn_status find_added(py_call *call, uint64_t name, uint32_t *vertex)
{
    const uint64_t before = tricorn_changing_vertex_count(call->changing);
    char id[24];
    *vertex = UINT32_MAX;
    if (call->changing == NULL) return TRICORN_OK;
    snprintf(id, sizeof id, "%llu", (unsigned long long)name);
    tricorn_status status = tricorn_changing_find(call->context, call->changing, id, call->added != NULL, vertex);
    if (status != TRICORN_OK || tricorn_changing_vertex_count(call->changing) == before) return status;
    PyObject *number = PyLong_FromUnsignedLongLong(name);
    if (number == NULL || PyList_Append(call->added, number) < 0) status = TRICORN_OUT_OF_MEMORY;
    Py_XDECREF(number);
    return status;
}

/* Writes the ends that one column has, to every second entry of `ends`. */
static tricorn_status find_ends(
  py_call *call, const by_name *sorted, const tricorn_integers *column, uint64_t count, uint32_t *ends)
{
    for (uint64_t i = 0; i < count; i++) {
        uint64_t name = 0;
        const bool is_id = py_integer_at(column, i, &name);
        if (is_id && find_vertex(sorted, name, &ends[2 * i])) continue;
        const tricorn_status status = is_id ? find_added(call, name, &ends[2 * i]) : TRICORN_OK;
        if (status != TRICORN_OK) return status;
        if (is_id && ends[2 * i] != UINT32_MAX) continue;
        if (is_id)
            PyErr_Format(PyExc_ValueError, "pair %llu has the end %llu, which is no vertex", (unsigned long long)i,
              (unsigned long long)name);
        else
            PyErr_Format(PyExc_ValueError, "pair %llu has a negative end, which is no vertex", (unsigned long long)i);
        return TRICORN_INVALID_ARGUMENT;
    }
    return TRICORN_OK;
}

/* Finds the pairs that two buffers have. */
static tricorn_status find_pairs(
  py_call *call, py_graph *graph, const Py_buffer views[2], const tricorn_integers columns[2], uint32_t **pairs)
{
    const uint64_t count = (uint64_t)views[0].shape[0];
    by_name sorted;
    tricorn_status status = py_graph_places(call, graph);
    if (status == TRICORN_OK) status = sort_by_name(call, graph, &sorted);
    if (status == TRICORN_OK)
        status = tricorn_array_create(call->context, 2 * count + 1, sizeof **pairs, (void **)pairs);
    for (int e = 0; status == TRICORN_OK && e < 2; e++)
        status = find_ends(call, &sorted, &columns[e], count, *pairs + e);
    return status;
}

/* Loads the pairs that a file has. */
static tricorn_status load_pairs(
  py_call *call, const py_graph *graph, py_pairs_file file, uint32_t **pairs, uint64_t *count)
{
    tricorn_load_options options;
    const char *text = py_path(file.path);
    if (text == NULL || !py_get_load_options(file.reading, &options)) return TRICORN_INVALID_ARGUMENT;
    if (tricorn_graph_label(graph->graph, 0)) options.input.ids = TRICORN_IDS_STRING;
    return PY_RELEASED(call, tricorn_pairs_load(call->context, graph->graph, text, &options, pairs, count));
}

tricorn_status py_graph_pairs(
  py_call *call, py_graph *graph, PyObject *sources, PyObject *targets, uint32_t **pairs, uint64_t *count)
{
    Py_buffer views[2];
    tricorn_integers columns[2];
    tricorn_status status = TRICORN_INVALID_ARGUMENT;
    *pairs = NULL;
    if (PyDict_Check(targets)) return load_pairs(call, graph, (py_pairs_file){sources, targets}, pairs, count);
    if (!py_take_integers(sources, "sources", &views[0], &columns[0])) return status;
    if (py_take_integers(targets, "targets", &views[1], &columns[1])) {
        *count = (uint64_t)views[0].shape[0];
        if (py_check_length("targets", (uint64_t)views[1].shape[0], *count, "sources"))
            status = find_pairs(call, graph, views, columns, pairs);
        PyBuffer_Release(&views[1]);
    }
    PyBuffer_Release(&views[0]);
    return status;
}

/* find_pairs(path: bytes, settings), which also say how the file is read: returns the places of the
 * ends of all pairs of the file, alternately of the first and the second one. */
PyObject *py_find_pairs(PyObject *self, PyObject *arguments)
{
    PyObject *path, *settings;
    py_graph *graph = (py_graph *)self;
    py_array *places = NULL;
    uint32_t *pairs = NULL;
    uint64_t count = 0;
    py_call call;
    if (!PyArg_ParseTuple(arguments, "SO!:find_pairs", &path, &PyDict_Type, &settings) ||
        !py_call_begin(&call, settings))
        return NULL;
    tricorn_status status = load_pairs(&call, graph, (py_pairs_file){path, settings}, &pairs, &count);
    if (status == TRICORN_OK) status = py_graph_places(&call, graph);
    if (status == TRICORN_OK) status = py_array_create(&call, 'q', 2 * count, 0, &places);
    for (uint64_t i = 0; status == TRICORN_OK && i < 2 * count; i++)
        ((uint64_t *)places->data)[i] = graph->places[pairs[i]];
    tricorn_array_free(pairs);
    return py_array_finish(&call, status, places);
}

/* pairs(sources, targets, settings): returns how similar the two vertices of each pair are. */
PyObject *py_pairs(PyObject *self, PyObject *arguments)
{
    tricorn_measure measure = TRICORN_JACCARD;
    PyObject *sources, *targets, *settings;
    py_graph *graph = (py_graph *)self;
    py_array *values = NULL;
    uint32_t *pairs = NULL;
    uint64_t count = 0;
    py_call call;
    if (!PyArg_ParseTuple(arguments, "OOO!:pairs", &sources, &targets, &PyDict_Type, &settings) ||
        !py_get_measure(settings, &measure) || !py_call_begin(&call, settings))
        return NULL;
    tricorn_status status = py_graph_pairs(&call, graph, sources, targets, &pairs, &count);
    if (status == TRICORN_OK) status = py_array_create(&call, 'd', count, 0, &values);
    if (status == TRICORN_OK)
        status =
          PY_RELEASED(&call, tricorn_pair_similarity(call.context, graph->graph, measure, pairs, count, values->data));
    tricorn_array_free(pairs);
    return py_array_finish(&call, status, values);
}

/* Finds the most similar pairs, and makes the arrays of their ends' names and of their values. */
static tricorn_status find_top(py_call *call, py_graph *graph, const tricorn_top_pairs *options, py_array *made[2])
{
    uint32_t *pairs = NULL;
    uint64_t count = 0;
    tricorn_status status = py_graph_places(call, graph);
    if (status == TRICORN_OK)
        status = PY_RELEASED(call, tricorn_pairs_search(call->context, graph->graph, options, &pairs, &count));
    if (status == TRICORN_OK) status = py_array_create(call, py_graph_format(graph), count, 2, &made[0]);
    if (status == TRICORN_OK) status = py_array_create(call, 'd', count, 0, &made[1]);
    if (status == TRICORN_OK)
        status = PY_RELEASED(
          call, tricorn_pair_similarity(call->context, graph->graph, options->measure, pairs, count, made[1]->data));
    for (uint64_t i = 0; status == TRICORN_OK && i < 2 * count; i++)
        ((uint64_t *)made[0]->data)[i % 2 * count + i / 2] = graph->names[pairs[i]];
    tricorn_array_free(pairs);
    return status;
}

/* top_pairs(vertices, settings): returns the ends of the most similar pairs that are no edge, and how
 * similar they are; vertices: None for all, or one of which, at least, each pair has. */
PyObject *py_top_pairs(PyObject *self, PyObject *arguments)
{
    tricorn_top_pairs options = TRICORN_TOP_PAIRS_INIT;
    PyObject *vertices, *settings;
    py_array *made[2] = {NULL, NULL};
    uint32_t *ends = NULL;
    py_call call;
    if (!PyArg_ParseTuple(arguments, "OO!:top_pairs", &vertices, &PyDict_Type, &settings) ||
        !py_get_measure(settings, &options.measure) || !py_get_number(settings, "top", UINT64_MAX, &options.top) ||
        !py_call_begin(&call, settings))
        return NULL;
    tricorn_status status = TRICORN_OK;
    if (vertices != Py_None) {
        status = py_graph_pairs(&call, (py_graph *)self, vertices, vertices, &ends, &options.vertex_count);
        options.vertex_count *= 2; /* each of them is in both columns */
        options.vertices = ends;
    }
    if (status == TRICORN_OK) status = find_top(&call, (py_graph *)self, &options, made);
    tricorn_array_free(ends);
    return py_pair_finish(&call, status, made);
}
