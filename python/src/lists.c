/* lists.c - lists the edges and triangles of a Graph, as arrays with the caller's ids. */
#include "graph.h"

#include <string.h>

/* A value by the triangles of an edge, and by the degrees of its ends. */
typedef double figure_function(uint64_t triangles, uint64_t degree_u, uint64_t degree_v);

/* The arrays into which the library's rows are written, in the order in which they come. */
typedef struct filling {
    const py_graph *graph;
    py_array *ends, *values; /* `values` is NULL if triangles are listed */
    uint64_t at, room;
    figure_function *figure; /* NULL: the values are the triangles of edges */
    uint64_t *degrees;
} filling;

void py_graph_write_names(
  const py_graph *graph, const uint32_t *vertices, uint64_t count, const py_array *array, uint64_t at)
{
    const uint64_t width = (uint64_t)array->shape[1], room = (uint64_t)array->strides[1] / sizeof(uint64_t);
    uint64_t *out = (uint64_t *)array->data + at;
    for (uint64_t i = 0; i < count; i++)
        for (uint64_t c = 0; c < width; c++) out[c * room + i] = graph->names[vertices[i * width + c]];
}

static int take_edges(void *user, const uint32_t *ends, const uint32_t *support, uint64_t count)
{
    filling *job = user;
    if (count > job->room - job->at) return 1;
    py_graph_write_names(job->graph, ends, count, job->ends, job->at);
    for (uint64_t i = 0; i < count; i++)
        if (job->figure)
            ((double *)job->values->data)[job->at + i] =
              job->figure(support[i], job->degrees[ends[2 * i]], job->degrees[ends[2 * i + 1]]);
        else
            ((uint64_t *)job->values->data)[job->at + i] = support[i];
    job->at += count;
    return 0;
}

static int take_similar(void *user, const uint32_t *ends, const double *values, uint64_t count)
{
    filling *job = user;
    if (count > job->room - job->at) return 1;
    py_graph_write_names(job->graph, ends, count, job->ends, job->at);
    memcpy((double *)job->values->data + job->at, values, count * sizeof *values);
    job->at += count;
    return 0;
}

static int take_triangles(void *user, const uint32_t *triangles, uint64_t count)
{
    filling *job = user;
    if (count > job->room - job->at) return 1;
    py_graph_write_names(job->graph, triangles, count, job->ends, job->at);
    job->at += count;
    return 0;
}

/* Makes arrays that have room for all edges. */
static tricorn_status begin_edges(py_call *call, py_graph *graph, char format, filling *job)
{
    tricorn_graph_description of = TRICORN_GRAPH_DESCRIPTION_INIT;
    *job = (filling){.graph = graph};
    tricorn_status status = py_graph_places(call, graph);
    if (status == TRICORN_OK) status = tricorn_graph_describe(call->context, graph->graph, &of);
    job->room = of.edges;
    if (status == TRICORN_OK) status = py_array_create(call, py_graph_format(graph), of.edges, 2, &job->ends);
    if (status == TRICORN_OK) status = py_array_create(call, format, of.edges, 0, &job->values);
    return status;
}

/* Returns a pair of arrays; their first job->at rows are filled. */
static PyObject *finish_edges(py_call *call, tricorn_status status, filling *job)
{
    if (status == TRICORN_OK) job->ends->shape[0] = job->values->shape[0] = (Py_ssize_t)job->at;
    return py_pair_finish(call, status, (py_array *const[2]){job->ends, job->values});
}

static bool get_sorted(PyObject *settings, int *sorted)
{
    *sorted = 1;
    return py_get_flag(settings, "sort", sorted);
}

/* Lists the edges with their triangles or, unless it is NULL, a figure. */
static PyObject *list_supports(PyObject *self, PyObject *settings, figure_function *figure)
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
    tricorn_status status = begin_edges(&call, (py_graph *)self, figure ? 'd' : 'q', &job);
    const tricorn_graph *graph = job.graph->graph;
    uint64_t vertices = 0;
    job.figure = figure;
    if (status == TRICORN_OK && figure) status = py_graph_vertices(&call, (py_graph *)self, &vertices);
    if (status == TRICORN_OK && figure)
        status = tricorn_array_create(call.context, vertices + 1, sizeof *job.degrees, (void **)&job.degrees);
    if (status == TRICORN_OK && figure)
        status = PY_RELEASED(&call, tricorn_graph_degrees(call.context, graph, job.degrees));
    if (status == TRICORN_OK)
        status = PY_RELEASED(&call, tricorn_edge_support(call.context, graph, &options, &visitor, NULL));
    tricorn_array_free(job.degrees);
    return finish_edges(&call, status, &job);
}

PyObject *py_support(PyObject *self, PyObject *settings)
{
    return list_supports(self, settings, NULL);
}

PyObject *py_edge_clustering(PyObject *self, PyObject *settings)
{
    return list_supports(self, settings, tricorn_edge_clustering);
}

PyObject *py_edge_curvature(PyObject *self, PyObject *settings)
{
    return list_supports(self, settings, tricorn_edge_curvature);
}

static tricorn_status visit_trusses(
  py_call *call, const tricorn_graph *graph, const tricorn_truss_options *options, const tricorn_visitor *visitor)
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
    if (status == TRICORN_OK) status = PY_RELEASED(&call, visit_trusses(&call, job.graph->graph, &how, &visitor));
    return finish_edges(&call, status, &job);
}

PyObject *py_similarity(PyObject *self, PyObject *settings)
{
    tricorn_similarity_options how = TRICORN_SIMILARITY_OPTIONS_INIT;
    tricorn_options options;
    filling job;
    py_call call;
    if (!py_get_options(settings, &options) || !get_sorted(settings, &how.sorted) ||
        !py_get_measure(settings, &how.measure) || !py_get_real(settings, "least", &how.least) ||
        !py_call_begin(&call, settings))
        return NULL;
    how.count = &options;
    how.edges = take_similar;
    how.user = &job;
    tricorn_status status = begin_edges(&call, (py_graph *)self, 'd', &job);
    if (status == TRICORN_OK)
        status = PY_RELEASED(&call, tricorn_edge_similarity(call.context, job.graph->graph, &how, NULL));
    return finish_edges(&call, status, &job);
}

/* ---- triangles ---- */

/* triangles(settings): counts the triangles first, so that the array has exactly one row for each triangle. */
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
    if (status == TRICORN_OK)
        status = PY_RELEASED(&call, tricorn_count(call.context, job.graph->graph, &options, &result));
    job.room = result.triangles;
    if (status == TRICORN_OK) status = py_array_create(&call, py_graph_format(job.graph), job.room, 3, &job.ends);
    if (status == TRICORN_OK)
        status = PY_RELEASED(&call, tricorn_triangle_list(call.context, job.graph->graph, &options, &visitor, NULL));
    return py_array_finish(&call, status, job.ends);
}

/* ---- generalized degree ---- */

/* Copies the pairs of each vertex to the caller's order. `to` has an entry for each place, and
 * one more: how many pairs the places before have. */
static void order_pairs(
  const py_graph *graph, uint64_t vertices, const uint64_t *offsets, const uint64_t *pairs, uint64_t *to, uint64_t *out)
{
    for (uint64_t v = 0; v < vertices; v++) to[graph->places[v] + 1] = offsets[v + 1] - offsets[v];
    for (uint64_t place = 0; place < vertices; place++) to[place + 1] += to[place];
    for (uint64_t v = 0; v < vertices; v++)
        for (uint64_t i = offsets[v], at = to[graph->places[v]]; i < offsets[v + 1]; i++, at++) {
            out[at] = pairs[2 * i];
            out[offsets[vertices] + at] = pairs[2 * i + 1];
        }
}

static tricorn_status ask_generalized(py_call *call, py_graph *graph, const tricorn_options *options, py_array *made[2])
{
    uint64_t *offsets = NULL, *pairs = NULL, vertices = 0;
    tricorn_status status = py_graph_places(call, graph);
    if (status == TRICORN_OK) status = py_graph_vertices(call, graph, &vertices);
    if (status == TRICORN_OK)
        status =
          PY_RELEASED(call, tricorn_generalized_degree(call->context, graph->graph, options, &offsets, &pairs, NULL));
    if (status == TRICORN_OK) status = py_array_create(call, 'q', vertices + 1, 0, &made[0]);
    if (status == TRICORN_OK) status = py_array_create(call, 'q', offsets[vertices], 2, &made[1]);
    if (status == TRICORN_OK) order_pairs(graph, vertices, offsets, pairs, made[0]->data, made[1]->data);
    tricorn_array_free(offsets);
    tricorn_array_free(pairs);
    return status;
}

/* generalized(settings): returns offsets, and pairs of a number of triangles and a number of edges. */
PyObject *py_generalized(PyObject *self, PyObject *settings)
{
    py_array *made[2] = {NULL, NULL};
    tricorn_options options;
    py_call call;
    if (!py_get_options(settings, &options) || !py_call_begin(&call, settings)) return NULL;
    return py_pair_finish(&call, ask_generalized(&call, (py_graph *)self, &options, made), made);
}

/* ---- communities ---- */

static tricorn_status ask_communities(py_call *call, py_graph *graph, uint64_t size, py_array *made[2])
{
    tricorn_communities found = TRICORN_COMMUNITIES_INIT;
    tricorn_status status = py_graph_places(call, graph);
    if (status == TRICORN_OK)
        status = PY_RELEASED(call, tricorn_clique_communities(call->context, graph->graph, (uint32_t)size, &found));
    if (status == TRICORN_OK) status = py_array_create(call, 'q', found.count + 1, 0, &made[0]);
    if (status == TRICORN_OK) status = py_array_create(call, 'q', found.offsets[found.count], 0, &made[1]);
    if (status == TRICORN_OK) {
        memcpy(made[0]->data, found.offsets, (found.count + 1) * sizeof *found.offsets);
        for (uint64_t i = 0; i < found.offsets[found.count]; i++)
            ((uint64_t *)made[1]->data)[i] = graph->places[found.vertices[i]];
    }
    tricorn_array_free(found.offsets);
    tricorn_array_free(found.vertices);
    return status;
}

/* communities(settings): returns offsets, and the places of the vertices of each community. */
PyObject *py_communities(PyObject *self, PyObject *settings)
{
    py_array *made[2] = {NULL, NULL};
    uint64_t size = 0;
    py_call call;
    if (!py_get_number(settings, "size", UINT32_MAX, &size) || !py_call_begin(&call, settings)) return NULL;
    return py_pair_finish(&call, ask_communities(&call, (py_graph *)self, size, made), made);
}
