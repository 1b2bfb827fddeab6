/* lists.c - edges and triangles of a Graph, as arrays in the ids of the caller. */
#include "graph.h"

#include <string.h>

/* Where rows are written as the library hands them on. */
typedef struct filling {
    const py_graph *graph;
    py_array *ends, *values; /* values NULL: of triangles */
    uint64_t at, room;
} filling;

/* Names of `count` vertices. */
static void write_names(const py_graph *graph, const uint32_t *vertices, uint64_t count,
                        uint64_t *out)
{
    for (uint64_t i = 0; i < count; i++) out[i] = graph->names[vertices[i]];
}

static int take_edges(void *user, const uint32_t *ends, const uint32_t *support, uint64_t count)
{
    filling *job = user;
    if (count > job->room - job->at) return 1;
    write_names(job->graph, ends, 2 * count, (uint64_t *)job->ends->data + 2 * job->at);
    for (uint64_t i = 0; i < count; i++)
        ((uint64_t *)job->values->data)[job->at + i] = support[i];
    job->at += count;
    return 0;
}

static int take_similar(void *user, const uint32_t *ends, const double *values, uint64_t count)
{
    filling *job = user;
    if (count > job->room - job->at) return 1;
    write_names(job->graph, ends, 2 * count, (uint64_t *)job->ends->data + 2 * job->at);
    memcpy((double *)job->values->data + job->at, values, count * sizeof *values);
    job->at += count;
    return 0;
}

static int take_triangles(void *user, const uint32_t *triangles, uint64_t count)
{
    filling *job = user;
    if (count > job->room - job->at) return 1;
    write_names(job->graph, triangles, 3 * count, (uint64_t *)job->ends->data + 3 * job->at);
    job->at += count;
    return 0;
}

/* Arrays for all edges. */
static tricorn_status begin_edges(py_call *call, py_graph *graph, char format, filling *job)
{
    tricorn_graph_description of = TRICORN_GRAPH_DESCRIPTION_INIT;
    *job = (filling){.graph = graph};
    tricorn_status status = py_graph_places(call, graph);
    if (status == TRICORN_OK) status = tricorn_graph_describe(call->context, graph->graph, &of);
    job->room = of.edges;
    if (status == TRICORN_OK)
        status = py_array_create(call, py_graph_format(graph), of.edges, 2, &job->ends);
    if (status == TRICORN_OK) status = py_array_create(call, format, of.edges, 0, &job->values);
    return status;
}

/* A pair of arrays, of which the first job->at rows are filled. */
static PyObject *finish_edges(py_call *call, tricorn_status status, filling *job)
{
    PyObject *made = NULL;
    if (py_call_end(call, status)) {
        job->ends->shape[0] = job->values->shape[0] = (Py_ssize_t)job->at;
        made = PyTuple_Pack(2, (PyObject *)job->ends, (PyObject *)job->values);
    }
    Py_XDECREF((PyObject *)job->ends);
    Py_XDECREF((PyObject *)job->values);
    return made;
}

static bool get_sorted(PyObject *settings, int *sorted)
{
    *sorted = 1;
    return py_get_flag(settings, "sort", sorted);
}

PyObject *py_support(PyObject *self, PyObject *settings)
{
    tricorn_visitor visitor = TRICORN_VISITOR_INIT;
    tricorn_options options;
    filling job;
    py_call call;
    if (!py_get_options(settings, &options) || !get_sorted(settings, &visitor.sorted) ||
        !py_call_begin(&call, settings))
        return NULL;
    visitor.edges = take_edges;
    visitor.user = &job;
    tricorn_status status = begin_edges(&call, (py_graph *)self, 'q', &job);
    if (status == TRICORN_OK) {
        py_call_release(&call);
        status = tricorn_edge_support(call.context, job.graph->graph, &options, &visitor, NULL);
        py_call_acquire(&call);
    }
    return finish_edges(&call, status, &job);
}

static tricorn_status visit_trusses(py_call *call, const tricorn_graph *graph,
                                    const tricorn_truss_options *options,
                                    const tricorn_visitor *visitor)
{
    tricorn_trusses *trusses = NULL;
    tricorn_status status = tricorn_trussness(call->context, graph, options, &trusses, NULL);
    if (status == TRICORN_OK) status = tricorn_trusses_visit(call->context, trusses, visitor);
    tricorn_trusses_free(trusses);
    return status;
}

PyObject *py_trussness(PyObject *self, PyObject *settings)
{
    tricorn_truss_options how = TRICORN_TRUSS_OPTIONS_INIT;
    tricorn_visitor visitor = TRICORN_VISITOR_INIT;
    tricorn_options options;
    filling job;
    py_call call;
    if (!py_get_options(settings, &options) || !get_sorted(settings, &visitor.sorted) ||
        !py_get_text(settings, "method", &how.method) || !py_call_begin(&call, settings))
        return NULL;
    how.count = &options;
    visitor.edges = take_edges;
    visitor.user = &job;
    tricorn_status status = begin_edges(&call, (py_graph *)self, 'q', &job);
    if (status == TRICORN_OK) {
        py_call_release(&call);
        status = visit_trusses(&call, job.graph->graph, &how, &visitor);
        py_call_acquire(&call);
    }
    return finish_edges(&call, status, &job);
}

/* The measure that a text names; false with an exception set. */
static bool get_measure(PyObject *settings, tricorn_measure *measure)
{
    const char *name = "jaccard", *known;
    if (!py_get_text(settings, "measure", &name)) return false;
    for (int m = 0; (known = tricorn_measure_name((tricorn_measure)m)) != NULL; m++)
        if (strcmp(known, name) == 0) {
            *measure = (tricorn_measure)m;
            return true;
        }
    PyErr_Format(PyExc_ValueError, "'%s' is no measure: see tricorn.measures()", name);
    return false;
}

PyObject *py_similarity(PyObject *self, PyObject *settings)
{
    tricorn_similarity_options how = TRICORN_SIMILARITY_OPTIONS_INIT;
    tricorn_options options;
    filling job;
    py_call call;
    if (!py_get_options(settings, &options) || !get_sorted(settings, &how.sorted) ||
        !get_measure(settings, &how.measure) || !py_get_real(settings, "least", &how.least) ||
        !py_call_begin(&call, settings))
        return NULL;
    how.count = &options;
    how.edges = take_similar;
    how.user = &job;
    tricorn_status status = begin_edges(&call, (py_graph *)self, 'd', &job);
    if (status == TRICORN_OK) {
        py_call_release(&call);
        status = tricorn_edge_similarity(call.context, job.graph->graph, &how, NULL);
        py_call_acquire(&call);
    }
    return finish_edges(&call, status, &job);
}

/* ---- pairs --------------------------------------------------------------------------------- */

/* Vertices of the library for places of the caller; false, with an exception set, for a place
 * that is none. */
static bool find_vertices(const tricorn_integers *places, uint64_t count,
                          const uint32_t *vertex_of, uint64_t vertices, uint32_t *out)
{
    for (uint64_t i = 0; i < count; i++) {
        const void *at = (const char *)places->first + (ptrdiff_t)i * places->stride;
        uint64_t place;
        memcpy(&place, at, sizeof place);
        if (place >= vertices) {
            PyErr_Format(PyExc_ValueError, "%lld is no vertex: there are %llu", (long long)place,
                         (unsigned long long)vertices);
            return false;
        }
        out[i] = vertex_of[place];
    }
    return true;
}

/* What a question of pairs is about: 64-bit places, two for each pair. */
static tricorn_status ask_pairs(py_call *call, py_graph *graph, tricorn_measure measure,
                                const tricorn_integers *places, py_array *values)
{
    const uint64_t count = (uint64_t)values->shape[0];
    uint32_t *vertex_of = NULL, *pairs = NULL;
    uint64_t vertices = 0;
    tricorn_status status = py_graph_vertices(call, graph, &vertices);
    if (status == TRICORN_OK)
        status = tricorn_array_create(call->context, vertices + 1, sizeof *vertex_of,
                                      (void **)&vertex_of);
    if (status == TRICORN_OK)
        status =
            tricorn_array_create(call->context, 2 * count + 1, sizeof *pairs, (void **)&pairs);
    for (uint64_t v = 0; status == TRICORN_OK && v < vertices; v++)
        vertex_of[graph->places[v]] = (uint32_t)v;
    if (status == TRICORN_OK && !find_vertices(places, 2 * count, vertex_of, vertices, pairs))
        status = TRICORN_INVALID_ARGUMENT;
    if (status == TRICORN_OK) {
        py_call_release(call);
        status = tricorn_pair_similarity(call->context, graph->graph, measure, pairs, count,
                                         values->data);
        py_call_acquire(call);
    }
    tricorn_array_free(pairs);
    tricorn_array_free(vertex_of);
    return status;
}

/* pairs(places, settings): an array of 64-bit numbers, two for each pair. */
PyObject *py_pairs(PyObject *self, PyObject *arguments)
{
    tricorn_measure measure = TRICORN_JACCARD;
    PyObject *object, *settings, *made = NULL;
    tricorn_integers places;
    py_array *values = NULL;
    Py_buffer view;
    py_call call;
    if (!PyArg_ParseTuple(arguments, "OO!:pairs", &object, &PyDict_Type, &settings) ||
        !get_measure(settings, &measure) || !py_take_integers(object, "pairs", &view, &places))
        return NULL;
    if (view.itemsize != sizeof(uint64_t) || view.shape[0] % 2 != 0)
        PyErr_SetString(PyExc_TypeError, "pairs must have two numbers of 64 bits each");
    else if (py_call_begin(&call, settings)) {
        tricorn_status status = py_graph_places(&call, (py_graph *)self);
        if (status == TRICORN_OK)
            status = py_array_create(&call, 'd', (uint64_t)view.shape[0] / 2, 0, &values);
        if (status == TRICORN_OK)
            status = ask_pairs(&call, (py_graph *)self, measure, &places, values);
        if (py_call_end(&call, status))
            made = (PyObject *)values;
        else
            Py_XDECREF((PyObject *)values);
    }
    PyBuffer_Release(&view);
    return made;
}

/* ---- triangles ----------------------------------------------------------------------------- */

/* Counts before, so that the array has its size. */
PyObject *py_triangles(PyObject *self, PyObject *settings)
{
    tricorn_visitor visitor = TRICORN_VISITOR_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_options options;
    filling job = {.graph = (py_graph *)self};
    py_call call;
    if (!py_get_options(settings, &options) || !get_sorted(settings, &visitor.sorted) ||
        !py_call_begin(&call, settings))
        return NULL;
    visitor.triangles = take_triangles;
    visitor.user = &job;
    tricorn_status status = py_graph_places(&call, (py_graph *)self);
    py_call_release(&call);
    if (status == TRICORN_OK)
        status = tricorn_count(call.context, job.graph->graph, &options, &result);
    py_call_acquire(&call);
    job.room = result.triangles;
    if (status == TRICORN_OK)
        status = py_array_create(&call, py_graph_format(job.graph), job.room, 3, &job.ends);
    py_call_release(&call);
    if (status == TRICORN_OK)
        status = tricorn_triangle_list(call.context, job.graph->graph, &options, &visitor, NULL);
    py_call_acquire(&call);
    if (py_call_end(&call, status)) return (PyObject *)job.ends;
    Py_XDECREF((PyObject *)job.ends);
    return NULL;
}

/* Hands each batch to a function of the caller. */
typedef struct handing {
    py_call *call;
    const py_graph *graph;
    PyObject *take;
} handing;

static int hand_on(void *user, const uint32_t *triangles, uint64_t count)
{
    handing *job = user;
    py_array *array = NULL;
    PyObject *answer = NULL;
    py_call_acquire(job->call);
    const char format = py_graph_format(job->graph);
    if (py_array_create(job->call, format, count, 3, &array) == TRICORN_OK) {
        write_names(job->graph, triangles, 3 * count, array->data);
        answer = PyObject_CallFunctionObjArgs(job->take, (PyObject *)array, NULL);
    }
    const int truth = answer ? PyObject_IsTrue(answer) : -1;
    if (truth < 0) job->call->raised = true;
    Py_XDECREF(answer);
    Py_XDECREF((PyObject *)array);
    py_call_release(job->call);
    return truth != 0;
}

/* batches(take, settings): take(array) gets some triangles; true from it stops. */
PyObject *py_batches(PyObject *self, PyObject *arguments)
{
    tricorn_visitor visitor = TRICORN_VISITOR_INIT;
    tricorn_options options;
    handing job = {.graph = (py_graph *)self};
    PyObject *settings;
    py_call call;
    if (!PyArg_ParseTuple(arguments, "OO!:batches", &job.take, &PyDict_Type, &settings) ||
        !py_get_options(settings, &options) || !get_sorted(settings, &visitor.sorted) ||
        !py_call_begin(&call, settings))
        return NULL;
    job.call = &call;
    visitor.triangles = hand_on;
    visitor.user = &job;
    tricorn_status status = py_graph_places(&call, (py_graph *)self);
    py_call_release(&call);
    if (status == TRICORN_OK)
        status = tricorn_triangle_list(call.context, job.graph->graph, &options, &visitor, NULL);
    py_call_acquire(&call);
    if (!py_call_end(&call, status)) return NULL;
    Py_RETURN_NONE;
}
