/* questions.c - those methods of a Graph that have one dict of settings as their argument. */
#include "graph.h"

#include <string.h>

/* ---- descriptions ---- */

static PyObject *describe(PyObject *self, PyObject *settings)
{
    tricorn_graph_description of = TRICORN_GRAPH_DESCRIPTION_INIT;
    py_graph *graph = (py_graph *)self;
    py_call call;
    if (!py_call_begin(&call, settings)) return NULL;
    py_call_release(&call);
    const tricorn_status status = tricorn_graph_describe(call.context, graph->graph, &of);
    py_call_acquire(&call);
    if (!py_call_end(&call, status)) return NULL;
    return Py_BuildValue("{sKsKsKsKsKsKsKsKsKsKszszsdsdszsKsKsKsOsO}", "vertices", of.vertices, "isolated", of.isolated,
      "edges", of.edges, "input_edges", of.input_edges, "self_loops", of.self_loops, "duplicates", of.duplicates,
      "both_directions", of.both_directions, "max_out_degree", of.max_out_degree, "oriented_wedges", of.oriented_wedges,
      "bytes", of.bytes, "format", of.format, "dialect", of.dialect, "read_seconds", of.read_seconds, "prepare_seconds",
      of.prepare_seconds, "folder", of.folder, "stored_bytes", of.stored_bytes, "missing", of.missing, "excluded",
      of.excluded, "directed", of.directed ? Py_True : Py_False, "weighted", of.weighted ? Py_True : Py_False);
}

/* ids(settings): returns the ids of all vertices, in the caller's order. */
static PyObject *ids(PyObject *self, PyObject *settings)
{
    py_graph *graph = (py_graph *)self;
    py_array *array = NULL;
    uint64_t vertices = 0;
    py_call call;
    if (!py_call_begin(&call, settings)) return NULL;
    tricorn_status status = py_graph_places(&call, graph);
    if (status == TRICORN_OK) status = py_graph_vertices(&call, graph, &vertices);
    if (status == TRICORN_OK) status = py_array_create(&call, py_graph_format(graph), vertices, 0, &array);
    if (status == TRICORN_OK)
        for (uint64_t v = 0; v < vertices; v++) ((uint64_t *)array->data)[graph->places[v]] = graph->names[v];
    return py_array_finish(&call, status, array);
}

/* name_by_places(settings): makes the places of vertices their names. Only for a graph that nobody else uses yet. */
static PyObject *name_by_places(PyObject *self, PyObject *settings)
{
    py_graph *graph = (py_graph *)self;
    uint64_t vertices = 0;
    py_call call;
    if (!py_call_begin(&call, settings)) return NULL;
    tricorn_status status = py_graph_places(&call, graph);
    if (status == TRICORN_OK) status = py_graph_vertices(&call, graph, &vertices);
    for (uint64_t v = 0; status == TRICORN_OK && v < vertices; v++) graph->names[v] = graph->places[v];
    if (!py_call_end(&call, status)) return NULL;
    Py_RETURN_NONE;
}

/* What is needed to list labels at the places of their vertices. */
typedef struct label_list {
    py_call *call;
    const uint32_t *places;
    PyObject *list;
} label_list;

static bool set_label(const label_list *job, uint64_t vertex, const char *label)
{
    PyObject *text = PyUnicode_DecodeUTF8(label, (Py_ssize_t)strlen(label), "surrogateescape");
    return text && PyList_SetItem(job->list, (Py_ssize_t)job->places[vertex], text) == 0;
}

static int take_label(void *user, uint64_t vertex, uint64_t id, const char *label)
{
    const label_list *job = user;
    (void)id;
    py_call_acquire(job->call);
    const bool good = set_label(job, vertex, label);
    py_call_release(job->call);
    return !good;
}

/* Lists the labels of a graph on disk. */
static tricorn_status read_labels(py_graph *graph, uint64_t count, label_list *job)
{
    uint32_t *vertices = NULL;
    py_call *call = job->call;
    tricorn_status status = tricorn_array_create(call->context, count + 1, sizeof *vertices, (void **)&vertices);
    for (uint64_t v = 0; status == TRICORN_OK && v < count; v++) vertices[v] = (uint32_t)v;
    if (status == TRICORN_OK)
        status = PY_RELEASED(call, tricorn_graph_names(call->context, graph->graph, vertices, count, take_label, job));
    tricorn_array_free(vertices);
    return status == TRICORN_CANCELLED ? TRICORN_OUT_OF_MEMORY : status;
}

/* Lists the labels of a graph in memory. */
static tricorn_status copy_labels(const py_graph *graph, uint64_t count, const label_list *job)
{
    for (uint64_t v = 0; v < count; v++)
        if (!set_label(job, v, tricorn_graph_label(graph->graph, (uint32_t)v))) return TRICORN_OUT_OF_MEMORY;
    return TRICORN_OK;
}

/* labels(settings): returns a list of str in the caller's order; only for a graph that has_words(). */
static PyObject *labels(PyObject *self, PyObject *settings)
{
    py_graph *graph = (py_graph *)self;
    uint64_t count = 0;
    py_call call;
    label_list job = {.call = &call};
    if (!py_call_begin(&call, settings)) return NULL;
    tricorn_status status = py_graph_places(&call, graph);
    if (status == TRICORN_OK) status = py_graph_vertices(&call, graph, &count);
    if (status == TRICORN_OK) job.list = PyList_New((Py_ssize_t)count);
    if (status == TRICORN_OK && job.list == NULL) status = TRICORN_OUT_OF_MEMORY;
    job.places = graph->places;
    if (status == TRICORN_OK)
        status =
          tricorn_graph_label(graph->graph, 0) ? copy_labels(graph, count, &job) : read_labels(graph, count, &job);
    if (py_call_end(&call, status)) return job.list;
    Py_XDECREF(job.list);
    return NULL;
}

static int find_label(void *user, uint64_t vertex, uint64_t id, const char *label)
{
    (void)vertex, (void)id;
    *(bool *)user = label != NULL;
    return 0;
}

/* has_words(settings): whether ids are strings. */
static PyObject *has_words(PyObject *self, PyObject *settings)
{
    const py_graph *graph = (py_graph *)self;
    uint64_t count = 0;
    bool words = false;
    py_call call;
    if (!py_call_begin(&call, settings)) return NULL;
    tricorn_status status = py_graph_vertices(&call, graph, &count);
    py_call_release(&call);
    if (status == TRICORN_OK && count > 0)
        status = tricorn_graph_names(call.context, graph->graph, &(uint32_t){0}, 1, find_label, &words);
    py_call_acquire(&call);
    return py_call_end(&call, status) ? PyBool_FromLong(words) : NULL;
}

/* write(descriptor, settings): writes the graph to an open file. */
static PyObject *write_to(PyObject *self, PyObject *arguments)
{
    tricorn_save_options options = TRICORN_SAVE_OPTIONS_INIT;
    PyObject *settings;
    int descriptor;
    py_call call;
    if (!PyArg_ParseTuple(arguments, "iO!:write", &descriptor, &PyDict_Type, &settings) ||
        !py_get_text(settings, "format", &options.format) || !py_call_begin(&call, settings))
        return NULL;
    if (!PY_ASKED(&call, tricorn_graph_write(call.context, ((py_graph *)self)->graph, descriptor, &options)))
        return NULL;
    Py_RETURN_NONE;
}

/* ---- counts ---- */

static PyObject *count(PyObject *self, PyObject *settings)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_options options;
    py_call call;
    if (!py_get_options(settings, &options) || !py_call_begin(&call, settings)) return NULL;
    return PY_ASKED(&call, tricorn_count(call.context, ((py_graph *)self)->graph, &options, &result))
             ? py_result(&result)
             : NULL;
}

static bool get_clique_options(PyObject *settings, tricorn_clique_options *options)
{
    uint64_t size = 0;
    *options = (tricorn_clique_options)TRICORN_CLIQUE_OPTIONS_INIT;
    if (!py_get_number(settings, "size", UINT32_MAX, &size) || !py_get_positive(settings, "seconds", &options->seconds))
        return false;
    options->size = (uint32_t)size;
    return true;
}

static PyObject *cliques(PyObject *self, PyObject *settings)
{
    tricorn_clique_result result = TRICORN_CLIQUE_RESULT_INIT;
    tricorn_clique_options options;
    py_call call;
    if (!get_clique_options(settings, &options) || !py_call_begin(&call, settings)) return NULL;
    return PY_ASKED(&call, tricorn_count_cliques(call.context, ((py_graph *)self)->graph, &options, &result))
             ? PyLong_FromUnsignedLongLong(result.cliques)
             : NULL;
}

/* ---- numbers of vertices ---- */

/* A function of the library that writes one 64-bit number for each vertex, in the library's
 * order. `options` are tricorn_options or, for cliques, tricorn_clique_options. */
typedef tricorn_status (*vertex_function)(
  py_call *call, const tricorn_graph *graph, const void *options, uint64_t *values);

void py_graph_place(const py_graph *graph, const uint64_t *values, uint64_t count, uint64_t *out)
{
    for (uint64_t v = 0; v < count; v++) out[graph->places[v]] = values[v];
}

/* Calls the function. The caller holds the interpreter before and after. */
static tricorn_status ask_vertices(
  py_call *call, py_graph *graph, vertex_function ask, const void *options, py_array **array)
{
    uint64_t vertices = 0, *values = NULL;
    tricorn_status status = py_graph_places(call, graph);
    if (status == TRICORN_OK) status = py_graph_vertices(call, graph, &vertices);
    if (status == TRICORN_OK) status = py_array_create(call, 'q', vertices, 0, array);
    if (status == TRICORN_OK)
        status = tricorn_array_create(call->context, vertices + 1, sizeof *values, (void **)&values);
    if (status == TRICORN_OK) {
        py_call_release(call);
        status = ask(call, graph->graph, options, values);
        if (status == TRICORN_OK) py_graph_place(graph, values, vertices, (*array)->data);
        py_call_acquire(call);
    }
    tricorn_array_free(values);
    return status;
}

static PyObject *answer_by(PyObject *self, PyObject *settings, vertex_function ask, const void *options)
{
    py_array *array = NULL;
    py_call call;
    if (!py_call_begin(&call, settings)) return NULL;
    const tricorn_status status = ask_vertices(&call, (py_graph *)self, ask, options, &array);
    return py_array_finish(&call, status, array);
}

static PyObject *answer_vertices(PyObject *self, PyObject *settings, vertex_function ask)
{
    tricorn_options options;
    return py_get_options(settings, &options) ? answer_by(self, settings, ask, &options) : NULL;
}

static tricorn_status ask_triangles(py_call *call, const tricorn_graph *graph, const void *options, uint64_t *values)
{
    return tricorn_vertex_triangles(call->context, graph, options, values, NULL);
}

static tricorn_status ask_degrees(py_call *call, const tricorn_graph *graph, const void *options, uint64_t *values)
{
    (void)options;
    return tricorn_graph_degrees(call->context, graph, values);
}

static tricorn_status ask_cores(py_call *call, const tricorn_graph *graph, const void *options, uint64_t *values)
{
    (void)options;
    return tricorn_core_numbers(call->context, graph, values, NULL);
}

/* Finds components. The library writes numbers of 32 bits, which are then widened in place,
 * from the last one to the first. */
static tricorn_status ask_components(py_call *call, const tricorn_graph *graph, const void *options, uint64_t *values)
{
    tricorn_graph_description of = TRICORN_GRAPH_DESCRIPTION_INIT;
    uint32_t *narrow = (uint32_t *)values, count;
    (void)options;
    tricorn_status status = tricorn_graph_describe(call->context, graph, &of);
    if (status == TRICORN_OK) status = tricorn_graph_components(call->context, graph, narrow, &count);
    if (status != TRICORN_OK) return status;
    for (uint64_t v = of.vertices + of.isolated; v-- > 0;) {
        uint32_t value;
        memcpy(&value, &narrow[v], sizeof value);
        memcpy(&values[v], &(uint64_t){value}, sizeof *values);
    }
    return TRICORN_OK;
}

static tricorn_status ask_clustering(
  py_call *call, const tricorn_graph *graph, const void *options, int closed, uint64_t *values)
{
    tricorn_clustering_options how = TRICORN_CLUSTERING_OPTIONS_INIT;
    how.closed = closed;
    tricorn_clustering_summary summary = TRICORN_CLUSTERING_SUMMARY_INIT;
    how.count = options;
    /* An array whose elements have the same size, and are moved unchanged. */
    how.coefficients = (double *)values;
    return tricorn_clustering(call->context, graph, &how, &summary, NULL);
}

static tricorn_status ask_coefficients(py_call *call, const tricorn_graph *graph, const void *options, uint64_t *values)
{
    return ask_clustering(call, graph, options, 0, values);
}

static tricorn_status ask_closed(py_call *call, const tricorn_graph *graph, const void *options, uint64_t *values)
{
    return ask_clustering(call, graph, options, 1, values);
}

static tricorn_status ask_squares(py_call *call, const tricorn_graph *graph, const void *options, uint64_t *values)
{
    tricorn_square_options how = TRICORN_SQUARE_OPTIONS_INIT;
    tricorn_square_summary summary = TRICORN_SQUARE_SUMMARY_INIT;
    how.count = options;
    how.squares = values;
    return tricorn_square_clustering(call->context, graph, &how, &summary);
}

static tricorn_status ask_constraint(py_call *call, const tricorn_graph *graph, const void *unused, uint64_t *values)
{
    tricorn_holes holes = TRICORN_HOLES_INIT;
    (void)unused;
    return tricorn_structural_holes(call->context, graph, (double *)values, NULL, &holes);
}

static tricorn_status ask_effective_size(
  py_call *call, const tricorn_graph *graph, const void *unused, uint64_t *values)
{
    tricorn_holes holes = TRICORN_HOLES_INIT;
    (void)unused;
    return tricorn_structural_holes(call->context, graph, NULL, (double *)values, &holes);
}

static tricorn_status ask_square_coefficients(
  py_call *call, const tricorn_graph *graph, const void *options, uint64_t *values)
{
    tricorn_square_options how = TRICORN_SQUARE_OPTIONS_INIT;
    tricorn_square_summary summary = TRICORN_SQUARE_SUMMARY_INIT;
    how.count = options;
    how.coefficients = (double *)values;
    return tricorn_square_clustering(call->context, graph, &how, &summary);
}

static tricorn_status ask_directed(py_call *call, const tricorn_graph *graph, const void *options, uint64_t *values)
{
    const tricorn_directed *kind = options;
    tricorn_directed_summary summary = TRICORN_DIRECTED_SUMMARY_INIT;
    return tricorn_directed_clustering(call->context, graph, *kind, (double *)values, &summary);
}

static tricorn_status ask_weighted(
  py_call *call, const tricorn_graph *graph, const void *options, tricorn_weighted kind, uint64_t *values)
{
    tricorn_weighted_summary summary = TRICORN_WEIGHTED_SUMMARY_INIT;
    return tricorn_weighted_clustering(call->context, graph, kind, options, (double *)values, &summary);
}

static tricorn_status ask_onnela(py_call *call, const tricorn_graph *graph, const void *options, uint64_t *values)
{
    return ask_weighted(call, graph, options, TRICORN_ONNELA, values);
}

static tricorn_status ask_barrat(py_call *call, const tricorn_graph *graph, const void *options, uint64_t *values)
{
    return ask_weighted(call, graph, options, TRICORN_BARRAT, values);
}

static tricorn_status ask_cliques(py_call *call, const tricorn_graph *graph, const void *options, uint64_t *values)
{
    tricorn_clique_result result = TRICORN_CLIQUE_RESULT_INIT;
    tricorn_clique_options how = *(const tricorn_clique_options *)options;
    how.vertices = values;
    return tricorn_count_cliques(call->context, graph, &how, &result);
}

static PyObject *vertex_cliques(PyObject *self, PyObject *settings)
{
    tricorn_clique_options options;
    if (!get_clique_options(settings, &options)) return NULL;
    return answer_by(self, settings, ask_cliques, &options);
}

static PyObject *vertices(PyObject *self, PyObject *settings)
{
    return answer_vertices(self, settings, ask_triangles);
}

static PyObject *degrees(PyObject *self, PyObject *settings)
{
    return answer_vertices(self, settings, ask_degrees);
}

static PyObject *cores(PyObject *self, PyObject *settings)
{
    return answer_vertices(self, settings, ask_cores);
}

static PyObject *components(PyObject *self, PyObject *settings)
{
    return answer_vertices(self, settings, ask_components);
}

/* Returns the array as one of float64, from a function that writes float64. */
static PyObject *as_reals(PyObject *made)
{
    if (made) *((py_array *)made)->format = 'd';
    return made;
}

static PyObject *answer_reals(PyObject *self, PyObject *settings, vertex_function ask)
{
    return as_reals(answer_vertices(self, settings, ask));
}

static PyObject *clustering(PyObject *self, PyObject *settings)
{
    int closed = 0;
    if (!py_get_flag(settings, "closed", &closed)) return NULL;
    return answer_reals(self, settings, closed ? ask_closed : ask_coefficients);
}

static PyObject *squares(PyObject *self, PyObject *settings)
{
    return answer_vertices(self, settings, ask_squares);
}

static PyObject *square_clustering(PyObject *self, PyObject *settings)
{
    return answer_reals(self, settings, ask_square_coefficients);
}

static PyObject *constraint(PyObject *self, PyObject *settings)
{
    return as_reals(answer_by(self, settings, ask_constraint, NULL));
}

static PyObject *effective_size(PyObject *self, PyObject *settings)
{
    return as_reals(answer_by(self, settings, ask_effective_size, NULL));
}

static PyObject *directed(PyObject *self, PyObject *settings)
{
    const char *name = "fagiolo", *known;
    if (!py_get_text(settings, "definition", &name)) return NULL;
    for (tricorn_directed kind = 0; (known = tricorn_directed_name(kind)) != NULL; kind++)
        if (strcmp(known, name) == 0) return as_reals(answer_by(self, settings, ask_directed, &kind));
    py_raise_named(PyExc_ValueError, "%R is no definition: see help(tricorn.directed_clustering)", name);
    return NULL;
}

static PyObject *onnela(PyObject *self, PyObject *settings)
{
    return answer_reals(self, settings, ask_onnela);
}

static PyObject *barrat(PyObject *self, PyObject *settings)
{
    return answer_reals(self, settings, ask_barrat);
}

/* weighted_transitivity(settings): returns Barrat's. */
static PyObject *weighted_transitivity(PyObject *self, PyObject *settings)
{
    tricorn_weighted_summary found = TRICORN_WEIGHTED_SUMMARY_INIT;
    tricorn_options options;
    py_call call;
    if (!py_get_options(settings, &options) || !py_call_begin(&call, settings)) return NULL;
    if (!PY_ASKED(&call,
          tricorn_weighted_clustering(call.context, ((py_graph *)self)->graph, TRICORN_BARRAT, &options, NULL, &found)))
        return NULL;
    return PyFloat_FromDouble(found.transitivity);
}

/* summary(settings): returns the transitivity and averages. If `isolated`, averages include the
 * vertices that have no edge. */
static PyObject *summary(PyObject *self, PyObject *settings)
{
    tricorn_clustering_options how = TRICORN_CLUSTERING_OPTIONS_INIT;
    tricorn_clustering_summary found = TRICORN_CLUSTERING_SUMMARY_INIT;
    tricorn_options options;
    py_call call;
    if (!py_get_options(settings, &options) || !py_get_flag(settings, "isolated", &how.isolated) ||
        !py_get_flag(settings, "closed", &how.closed) || !py_call_begin(&call, settings))
        return NULL;
    how.count = &options;
    if (!PY_ASKED(&call, tricorn_clustering(call.context, ((py_graph *)self)->graph, &how, &found, NULL))) return NULL;
    return Py_BuildValue("{sdsdsdsdsKsKsKsK}", "transitivity", found.transitivity, "average", found.average,
      "average_degree2", found.average_degree2, "average_nonzero", found.average_nonzero, "triangles", found.triangles,
      "vertices", found.vertices, "isolated", found.isolated, "edges", found.edges);
}

/* ---- graphs within the graph ---- */

/* core(k, settings), truss(k, settings): return graphs. For core, k NULL means the largest k. */
static PyObject *core(PyObject *self, PyObject *settings)
{
    tricorn_graph *made = NULL;
    uint64_t k = TRICORN_CORE_MAX;
    py_call call;
    if (!py_get_number(settings, "k", UINT32_MAX, &k) || !py_call_begin(&call, settings)) return NULL;
    const tricorn_status status =
      PY_RELEASED(&call, tricorn_graph_core(call.context, ((py_graph *)self)->graph, (uint32_t)k, &made));
    return py_graph_finish(&call, status, made);
}

static PyObject *truss(PyObject *self, PyObject *settings)
{
    tricorn_truss_options how = TRICORN_TRUSS_OPTIONS_INIT;
    tricorn_options options;
    tricorn_graph *made = NULL;
    uint64_t k = 0;
    py_call call;
    if (!py_get_options(settings, &options) || !py_get_number(settings, "k", UINT32_MAX, &k) ||
        !py_get_text(settings, "method", &how.method) || !py_call_begin(&call, settings))
        return NULL;
    how.count = &options;
    const tricorn_status status =
      PY_RELEASED(&call, tricorn_truss(call.context, ((py_graph *)self)->graph, (uint32_t)k, &how, &made, NULL));
    return py_graph_finish(&call, status, made);
}

#define ASK(name, function, text) \
    { \
        name, function, METH_O, text \
    }

PyMethodDef py_graph_methods[] = {
  ASK("describe", describe, "sizes of the graph, and what was removed"),
  ASK("ids", ids, "ids of all vertices, in the order of the input"),
  ASK("name_by_places", name_by_places, "calls vertices by their places"),
  {"with_names", py_with_names, METH_VARARGS, "the same graph under other names"},
  ASK("values", py_values, "directions and weights of edges"),
  {"with_values", py_with_values, METH_VARARGS, "the same graph with other values of edges"},
  ASK("motifs", py_motifs, "temporal motifs of three edges"),
  {"label_triangles", py_label_triangles, METH_VARARGS, "triangles by the labels of their vertices"},
  {"find_pairs", py_find_pairs, METH_VARARGS, "the places of the pairs in a file"},
  ASK("has_words", has_words, "whether the names of vertices are strings"),
  ASK("labels", labels, "the names of all vertices, which are strings"),
  ASK("row_statistics", py_row_statistics, "what rows are for tables of buckets"),
  ASK("partition_sizes", py_partition_sizes, "what a partition would cut the graph into"),
  {"save", py_save, METH_VARARGS, "writes the simple graph to a file"},
  {"write", write_to, METH_VARARGS, "writes the simple graph to an open file"},
  ASK("edges", py_edges, "edges and their weights"),
  {"write_table", py_write_table, METH_VARARGS, "writes a table of results to a file"},
  ASK("count", count, "the triangles, with how they were counted"),
  ASK("cliques", cliques, "the number of cliques of `size` vertices"),
  ASK("communities", py_communities, "the communities of cliques of `size` vertices"),
  ASK("vertex_cliques", vertex_cliques, "the cliques of each vertex"),
  ASK("vertices", vertices, "triangles of each vertex"),
  ASK("degrees", degrees, "neighbours of each vertex"),
  ASK("cores", cores, "core number of each vertex"),
  ASK("components", components, "the component of each vertex"),
  ASK("clustering", clustering, "clustering coefficient of each vertex"),
  ASK("squares", squares, "cycles of four of each vertex"),
  ASK("square_clustering", square_clustering, "square clustering coefficient of each vertex"),
  ASK("constraint", constraint, "Burt's constraint of each vertex"),
  ASK("effective_size", effective_size, "Burt's effective size of each vertex"),
  ASK("directed", directed, "clustering coefficient of each vertex, by directions"),
  ASK("onnela", onnela, "clustering coefficient of each vertex, by weights"),
  ASK("barrat", barrat, "the same by Barrat's definition"),
  ASK("weighted_transitivity", weighted_transitivity, "transitivity, by weights"),
  ASK("generalized", py_generalized, "how many edges of each vertex are in how many triangles"),
  ASK("graphlets", py_graphlets, "the numbers of connected subgraphs of four vertices, by kind"),
  ASK("vertex_orbits", py_vertex_orbits, "graphlets of up to four vertices at each vertex"),
  ASK("balance", py_balance, "balanced and unbalanced triangles, by signs"),
  ASK("vertex_balance", py_vertex_balance, "triangles of each vertex by signs"),
  ASK("edge_balance", py_edge_balance, "edges and their triangles by signs"),
  ASK("left", py_left, "how many vertices are on the left side"),
  ASK("butterflies", py_butterflies, "butterflies, and the coefficient of Robins and Alexander"),
  ASK("vertex_butterflies", py_vertex_butterflies, "butterflies of each vertex"),
  ASK("edge_butterflies", py_edge_butterflies, "edges and their butterflies"),
  ASK("bitruss_numbers", py_bitruss_numbers, "edges and their bitruss numbers"),
  ASK("latapy", py_latapy, "Latapy's coefficients of each vertex"),
  ASK("average_latapy", py_average_latapy, "their averages"),
  ASK("census", py_census, "how many triads there are of each kind"),
  ASK("vertex_census", py_vertex_census, "the same of each vertex"),
  ASK("triples", py_triples, "how many triples of vertices have how many edges"),
  ASK("vertex_triples", py_vertex_triples, "the same of each vertex"),
  ASK("approximate", py_approximate, "about how many triangles there are"),
  ASK("approximate_vertices", py_approximate_vertices, "about how many triangles each vertex is in"),
  ASK("summary", summary, "transitivity and average clustering"),
  ASK("core", core, "the k-core as a graph"),
  ASK("truss", truss, "the k-truss as a graph"),
  ASK("support", py_support, "edges and their triangles"),
  ASK("edge_clustering", py_edge_clustering, "edges and Radicchi's coefficient"),
  ASK("edge_curvature", py_edge_curvature, "edges and Forman's curvature"),
  ASK("trussness", py_trussness, "edges and their trussness"),
  ASK("similarity", py_similarity, "edges and how alike their ends are"),
  {"pairs", py_pairs, METH_VARARGS, "how alike the vertices of pairs are"},
  {"top_pairs", py_top_pairs, METH_VARARGS, "the most similar pairs that are no edge"},
  ASK("triangles", py_triangles, "all triangles"),
  {"triangle_batches", py_triangle_batches, METH_VARARGS, "passes triangles to a function, in batches"},
  {"support_batches", py_support_batches, METH_VARARGS, "the same with edges and their triangles"},
  {"similarity_batches", py_similarity_batches, METH_VARARGS, "the same with edges and how alike their ends are"},
  {NULL, NULL, 0, NULL},
};
