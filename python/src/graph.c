/* graph.c - the class Graph, and the functions that make graphs. */
#include "graph.h"

#include <stdlib.h>

static PyObject *graph_class;

PyObject *py_graph_wrap(tricorn_graph *graph)
{
    const allocfunc allocate = (allocfunc)PyType_GetSlot((PyTypeObject *)graph_class, Py_tp_alloc);
    py_graph *made = (py_graph *)allocate((PyTypeObject *)graph_class, 0);
    if (made)
        made->graph = graph;
    else
        tricorn_graph_free(graph);
    return (PyObject *)made;
}

static void free_graph(PyObject *self)
{
    py_graph *graph = (py_graph *)self;
    PyTypeObject *type = Py_TYPE(self);
    tricorn_graph_free(graph->graph); /* before that whose rows it has */
    Py_XDECREF(graph->of);
    tricorn_array_free(graph->places);
    tricorn_array_free(graph->names);
    tricorn_array_free(graph->by_name);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

py_graph *py_graph_of(PyObject *object)
{
    if (Py_TYPE(object) == (PyTypeObject *)graph_class) return (py_graph *)object;
    PyErr_Format(PyExc_TypeError, "this is no tricorn graph: %R", object);
    return NULL;
}

tricorn_status py_graph_vertices(py_call *call, const py_graph *graph, uint64_t *vertices)
{
    tricorn_graph_description of = TRICORN_GRAPH_DESCRIPTION_INIT;
    const tricorn_status status = tricorn_graph_describe(call->context, graph->graph, &of);
    *vertices = of.vertices + of.isolated;
    return status;
}

/* ---- places and names ---- */

/* The names of all vertices of a graph on disk, as the library passes them. */
typedef struct stored_names {
    uint64_t *names;
    bool strings;
} stored_names;

static int take_stored(void *user, uint64_t vertex, uint64_t id, const char *label)
{
    stored_names *job = user;
    job->names[vertex] = id;
    job->strings = label != NULL;
    return 0;
}

typedef struct named_vertex {
    uint64_t name;
    uint64_t vertex;
} named_vertex;

static int compare_names(const void *left, const void *right)
{
    const uint64_t a = ((const named_vertex *)left)->name, b = ((const named_vertex *)right)->name;
    return (a > b) - (a < b);
}

/* Finds the places of vertices by their names, which are numbers. */
static tricorn_status sort_names(py_call *call, const uint64_t *names, uint64_t count, uint32_t *places)
{
    named_vertex *order = NULL;
    const tricorn_status status = tricorn_array_create(call->context, count + 1, sizeof *order, (void **)&order);
    if (status != TRICORN_OK) return status;
    for (uint64_t v = 0; v < count; v++) order[v] = (named_vertex){names[v], v};
    qsort(order, count, sizeof *order, compare_names);
    for (uint64_t place = 0; place < count; place++) places[order[place].vertex] = (uint32_t)place;
    tricorn_array_free(order);
    return TRICORN_OK;
}

/* Reads the names of a graph on disk. That of a word is its number in the order of
 * the input, which is the place of its vertex. */
static tricorn_status read_names(
  py_call *call, const py_graph *graph, uint64_t count, uint64_t *names, uint32_t *places)
{
    stored_names job = {.names = names};
    for (uint64_t v = 0; v < count; v++) places[v] = (uint32_t)v;
    const tricorn_status status = tricorn_graph_names(call->context, graph->graph, places, count, take_stored, &job);
    if (status != TRICORN_OK) return status;
    if (!job.strings) return sort_names(call, names, count, places);
    for (uint64_t v = 0; v < count; v++) places[v] = (uint32_t)names[v];
    return TRICORN_OK;
}

static tricorn_status find_names(
  py_call *call, const py_graph *graph, uint64_t count, uint64_t *names, uint32_t *places)
{
    const bool strings = tricorn_graph_label(graph->graph, 0) != NULL;
    tricorn_graph_description of = TRICORN_GRAPH_DESCRIPTION_INIT;
    tricorn_status status = tricorn_graph_describe(call->context, graph->graph, &of);
    if (status == TRICORN_OK)
        status = of.folder ? read_names(call, graph, count, names, places)
                           : tricorn_graph_ids(call->context, graph->graph, names, places);
    for (uint64_t v = 0; status == TRICORN_OK && strings && v < count; v++) names[v] = places[v];
    return status;
}

/* Finds places and names. If two threads do this at the same time, the results of the first one are used. */
tricorn_status py_graph_places(py_call *call, py_graph *graph)
{
    uint32_t *places = NULL;
    uint64_t *names = NULL, vertices = 0;
    bool wide = false;
    if (graph->places) return TRICORN_OK;

    py_call_release(call);
    tricorn_status status = py_graph_vertices(call, graph, &vertices);
    const uint64_t count = vertices + 1; /* plus 1, so that the arrays are never NULL */
    if (status == TRICORN_OK) status = tricorn_array_create(call->context, count, sizeof *places, (void **)&places);
    if (status == TRICORN_OK) status = tricorn_array_create(call->context, count, sizeof *names, (void **)&names);
    if (status == TRICORN_OK) status = find_names(call, graph, vertices, names, places);
    for (uint64_t v = 0; status == TRICORN_OK && v < vertices; v++) wide |= names[v] > INT64_MAX;
    py_call_acquire(call);
    if (status == TRICORN_OK && graph->places == NULL) {
        graph->places = places;
        graph->names = names;
        graph->wide = wide;
        return TRICORN_OK;
    }
    tricorn_array_free(places);
    tricorn_array_free(names);
    return status;
}

char py_graph_format(const py_graph *graph)
{
    return graph->wide ? 'Q' : 'q';
}

bool py_add_graph(PyObject *module)
{
    PyType_Slot slots[] = {{Py_tp_dealloc, free_graph}, {Py_tp_methods, py_graph_methods},
      {Py_tp_doc, "A simple graph that never changes."}, {0, NULL}};
    PyType_Spec spec = {
      "tricorn._tricorn.Graph", sizeof(py_graph), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    if (graph_class == NULL) graph_class = PyType_FromSpec(&spec);
    return graph_class && PyModule_AddObjectRef(module, "Graph", graph_class) == 0;
}

/* ---- graphs from files ---- */

PyObject *py_graph_finish(py_call *call, tricorn_status status, tricorn_graph *graph)
{
    if (!py_call_end(call, status)) {
        tricorn_graph_free(graph);
        return NULL;
    }
    return py_graph_wrap(graph);
}

/* load(path: bytes, settings): returns the graph of a file. */
PyObject *py_load(PyObject *module, PyObject *arguments)
{
    tricorn_load_options options;
    tricorn_graph *graph = NULL;
    PyObject *settings, *path;
    py_call call;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "SO!:load", &path, &PyDict_Type, &settings)) return NULL;
    char *text = py_path(path);
    if (text == NULL || !py_get_load_options(settings, &options) || !py_call_begin(&call, settings)) return NULL;
    const tricorn_status status = PY_RELEASED(&call, tricorn_graph_load(call.context, text, &options, &graph));
    return py_graph_finish(&call, status, graph);
}

/* read(descriptor, name, settings): returns the graph of an open file. */
PyObject *py_read(PyObject *module, PyObject *arguments)
{
    tricorn_load_options options;
    tricorn_graph *graph = NULL;
    PyObject *settings;
    const char *name;
    int descriptor;
    py_call call;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "isO!:read", &descriptor, &name, &PyDict_Type, &settings) ||
        !py_get_load_options(settings, &options) || !py_call_begin(&call, settings))
        return NULL;
    const tricorn_status status =
      PY_RELEASED(&call, tricorn_graph_read(call.context, descriptor, name, &options, &graph));
    return py_graph_finish(&call, status, graph);
}

/* generate(model, parameters, seed, settings): returns a graph of a random model. */
PyObject *py_generate(PyObject *module, PyObject *arguments)
{
    tricorn_graph *graph = NULL;
    PyObject *settings;
    const char *model, *parameters;
    unsigned long long seed;
    py_call call;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "ssKO!:generate", &model, &parameters, &seed, &PyDict_Type, &settings) ||
        !py_call_begin(&call, settings))
        return NULL;
    const tricorn_status status =
      PY_RELEASED(&call, tricorn_graph_generate(call.context, model, parameters, seed, &graph));
    return py_graph_finish(&call, status, graph);
}

/* ---- graphs from arrays ---- */

/* The columns of edges in several chunks, and their buffers, two for each chunk. */
typedef struct columns {
    tricorn_edge_columns *chunks;
    Py_buffer *views;
    Py_ssize_t count, taken; /* the number of chunks, and of views that must be released */
} columns;

static void free_columns(columns *all)
{
    for (Py_ssize_t v = 0; v < all->taken; v++) PyBuffer_Release(&all->views[v]);
    free(all->chunks);
    free(all->views);
}

static bool take_chunk(columns *all, PyObject *pair)
{
    PyObject *sources, *targets;
    tricorn_edge_columns *chunk = &all->chunks[all->taken / 2];
    Py_buffer *views = &all->views[all->taken];
    if (!PyArg_ParseTuple(pair, "OO", &sources, &targets) ||
        !py_take_integers(sources, "sources", &views[0], &chunk->sources))
        return false;
    all->taken++;
    if (!py_take_integers(targets, "targets", &views[1], &chunk->targets)) return false;
    all->taken++;
    chunk->edges = (uint64_t)views[0].shape[0];
    return py_check_length("targets", (uint64_t)views[1].shape[0], chunk->edges, "sources");
}

/* Gets the columns from a list of chunks, which are pairs. */
static bool take_columns(columns *all, PyObject *chunks)
{
    *all = (columns){.count = PyList_Size(chunks)};
    all->chunks = calloc((size_t)all->count + 1, sizeof *all->chunks);
    all->views = calloc((size_t)all->count * 2 + 1, sizeof *all->views);
    if (all->chunks == NULL || all->views == NULL) {
        PyErr_NoMemory();
        return false;
    }
    for (Py_ssize_t p = 0; p < all->count; p++)
        if (!take_chunk(all, PyList_GetItem(chunks, p))) return false;
    return true;
}

PyObject *py_graph_of_chunks(
  const tricorn_edge_columns *chunks, uint64_t count, const double *weights, PyObject *settings)
{
    tricorn_load_options options;
    tricorn_graph *graph = NULL;
    py_call call;
    if (!py_get_load_options(settings, &options) || !py_call_begin(&call, settings)) return NULL;
    options.graph.edge_weights = weights;
    const tricorn_status status =
      PY_RELEASED(&call, tricorn_graph_from_columns(call.context, chunks, count, &options, &graph));
    return py_graph_finish(&call, status, graph);
}

/* Makes the graph from columns. `given` is the weights of all edges, or None. */
static PyObject *make_of_columns(const columns *all, PyObject *given, PyObject *settings)
{
    const double *weights;
    Py_buffer view;
    uint64_t edges = 0;
    for (Py_ssize_t p = 0; p < all->count; p++) edges += all->chunks[p].edges;
    if (!py_take_weights(given, edges, &view, &weights)) return NULL;
    PyObject *made = py_graph_of_chunks(all->chunks, (uint64_t)all->count, weights, settings);
    PyBuffer_Release(&view);
    return made;
}

/* from_columns([(sources, targets), ...], weights, settings): makes a graph. */
PyObject *py_from_columns(PyObject *module, PyObject *arguments)
{
    PyObject *settings, *chunks, *weights, *made = NULL;
    columns all;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "O!OO!:from_columns", &PyList_Type, &chunks, &weights, &PyDict_Type, &settings))
        return NULL;
    if (take_columns(&all, chunks)) made = make_of_columns(&all, weights, settings);
    free_columns(&all);
    return made;
}

/* Gets the rows from the buffers of their offsets and targets. */
static bool rows_of(const Py_buffer *offsets, const Py_buffer *targets, tricorn_csr *rows)
{
    uint64_t last = 0;
    if (offsets->shape[0] < 1) {
        PyErr_SetString(PyExc_ValueError, "offsets must have one entry more than there are rows");
        return false;
    }
    rows->vertices = (uint64_t)offsets->shape[0] - 1;
    /* The last offset says how much the library reads, so the buffer must have as many targets. */
    py_integer_at(&rows->offsets, rows->vertices, &last);
    if (last <= (uint64_t)targets->shape[0]) return true;
    PyErr_Format(PyExc_ValueError, "the last offset is %llu, but there are %zd targets", (unsigned long long)last,
      targets->shape[0]);
    return false;
}

PyObject *py_graph_of_rows(const tricorn_csr *rows, const double *weights, PyObject *settings)
{
    tricorn_load_options options;
    tricorn_graph *graph = NULL;
    py_call call;
    if (!py_get_load_options(settings, &options) || !py_call_begin(&call, settings)) return NULL;
    options.graph.edge_weights = weights;
    const tricorn_status status = PY_RELEASED(&call, tricorn_graph_from_rows(call.context, rows, &options, &graph));
    return py_graph_finish(&call, status, graph);
}

/* Makes the graph from rows. `given` is the weights of all targets, or None. */
static PyObject *make_of_rows(const tricorn_csr *rows, uint64_t targets, PyObject *given, PyObject *settings)
{
    const double *weights;
    Py_buffer view;
    if (!py_take_weights(given, targets, &view, &weights)) return NULL;
    PyObject *made = py_graph_of_rows(rows, weights, settings);
    PyBuffer_Release(&view);
    return made;
}

/* from_rows(offsets, targets, weights, settings): makes a graph. */
PyObject *py_from_rows(PyObject *module, PyObject *arguments)
{
    PyObject *settings, *offsets, *targets, *weights, *made = NULL;
    Py_buffer offsets_view, targets_view;
    tricorn_csr rows = {0};
    (void)module;
    if (!PyArg_ParseTuple(arguments, "OOOO!:from_rows", &offsets, &targets, &weights, &PyDict_Type, &settings))
        return NULL;
    if (!py_take_integers(offsets, "offsets", &offsets_view, &rows.offsets)) return NULL;
    if (py_take_integers(targets, "targets", &targets_view, &rows.targets)) {
        if (rows_of(&offsets_view, &targets_view, &rows))
            made = make_of_rows(&rows, (uint64_t)targets_view.shape[0], weights, settings);
        PyBuffer_Release(&targets_view);
    }
    PyBuffer_Release(&offsets_view);
    return made;
}
