/* changing.c - the class of a graph that changes by batches of edges; its triangles are always counted. */
#include "graph.h"

typedef struct py_changing {
    PyObject_HEAD tricorn_changing *changing;
    py_graph *graph; /* the graph at the beginning, which must live as long as this object */
} py_changing;

static PyObject *changing_class;

static void free_changing(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    tricorn_changing_free(((py_changing *)self)->changing);
    Py_XDECREF((PyObject *)((py_changing *)self)->graph);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static tricorn_status create(py_call *call, py_graph *graph, const char *device, tricorn_changing **changing)
{
    return PY_RELEASED(call, tricorn_changing_create_on(call->context, graph->graph, device, changing));
}

PyObject *py_changing_create(PyObject *module, PyObject *arguments)
{
    const allocfunc allocate = (allocfunc)PyType_GetSlot((PyTypeObject *)changing_class, Py_tp_alloc);
    PyObject *graph, *settings;
    const char *device = NULL;
    py_call call;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "OO!:changing", &graph, &PyDict_Type, &settings) || py_graph_of(graph) == NULL ||
        !py_get_text(settings, "device", &device))
        return NULL;
    py_changing *made = (py_changing *)allocate((PyTypeObject *)changing_class, 0);
    if (made == NULL) return NULL;
    Py_INCREF(graph);
    made->graph = (py_graph *)graph;
    if (py_call_begin(&call, settings) && py_call_end(&call, create(&call, made->graph, device, &made->changing)))
        return (PyObject *)made;
    Py_DECREF((PyObject *)made);
    return NULL;
}

/* state(): returns the numbers of triangles and edges, the transitivity, and the number of vertices. */
static PyObject *state(PyObject *self, PyObject *nothing)
{
    const tricorn_changing *changing = ((py_changing *)self)->changing;
    (void)nothing;
    return Py_BuildValue("(KKdK)", tricorn_changing_triangles(changing), tricorn_changing_edges(changing),
      tricorn_changing_transitivity(changing), tricorn_changing_vertex_count(changing));
}

/* vertices(settings): returns the triangles of each vertex, those of new ones last. */
static PyObject *vertices(PyObject *self, PyObject *settings)
{
    const py_changing *of = (py_changing *)self;
    py_array *array = NULL;
    uint64_t *counts = NULL, first = 0;
    const uint64_t count = tricorn_changing_vertex_count(of->changing);
    py_call call;
    if (!py_call_begin(&call, settings)) return NULL;
    tricorn_status status = py_graph_places(&call, of->graph);
    if (status == TRICORN_OK) status = py_graph_vertices(&call, of->graph, &first);
    if (status == TRICORN_OK) status = py_array_create(&call, 'q', count, 0, &array);
    if (status == TRICORN_OK) {
        counts = PyMem_Malloc((count + 1) * sizeof *counts);
        status = counts ? tricorn_changing_vertices(call.context, of->changing, counts) : TRICORN_OUT_OF_MEMORY;
    }
    for (uint64_t v = 0; status == TRICORN_OK && v < count; v++)
        ((uint64_t *)array->data)[v < first ? of->graph->places[v] : v] = counts[v];
    PyMem_Free(counts);
    return py_array_finish(&call, status, array);
}

/* supports(sources, targets, settings): returns the triangles of each edge, and 0 for a pair
 * that is no edge. From the first call on, each batch also updates the supports. */
static PyObject *supports(PyObject *self, PyObject *arguments)
{
    const py_changing *of = (py_changing *)self;
    PyObject *sources, *targets, *settings;
    py_array *array = NULL;
    uint32_t *pairs = NULL, *found = NULL;
    uint64_t count = 0;
    py_call call;
    if (!PyArg_ParseTuple(arguments, "OOO!:supports", &sources, &targets, &PyDict_Type, &settings) ||
        !py_call_begin(&call, settings))
        return NULL;
    call.changing = of->changing;
    tricorn_status status = py_graph_pairs(&call, of->graph, sources, targets, &pairs, &count);
    if (status == TRICORN_OK) status = py_array_create(&call, 'q', count, 0, &array);
    if (status == TRICORN_OK) {
        found = PyMem_Malloc((count + 1) * sizeof *found);
        if (found == NULL) status = TRICORN_OUT_OF_MEMORY;
    }
    if (status == TRICORN_OK) {
        py_call_release(&call);
        status = tricorn_changing_keep_supports(call.context, of->changing);
        if (status == TRICORN_OK) status = tricorn_changing_supports(call.context, of->changing, pairs, count, found);
        py_call_acquire(&call);
    }
    for (uint64_t i = 0; status == TRICORN_OK && i < count; i++) ((uint64_t *)array->data)[i] = found[i];
    PyMem_Free(found);
    tricorn_array_free(pairs);
    return py_array_finish(&call, status, array);
}

/* Gets pairs of vertices from a caller's two columns. */
static tricorn_status take_pairs(py_call *call, py_graph *graph, PyObject *columns, uint32_t **pairs, uint64_t *count)
{
    PyObject *sources, *targets;
    if (!PyArg_ParseTuple(columns, "OO:apply", &sources, &targets)) return TRICORN_INVALID_ARGUMENT;
    return py_graph_pairs(call, graph, sources, targets, pairs, count);
}

/* apply(removed, added, names, settings): returns a dict that says what has changed; the list `names` receives the names
 * of new vertices. */
static PyObject *apply(PyObject *self, PyObject *arguments)
{
    const py_changing *of = (py_changing *)self;
    tricorn_batch batch = TRICORN_BATCH_INIT;
    tricorn_batch_result result = TRICORN_BATCH_RESULT_INIT;
    PyObject *columns[2], *names, *settings;
    uint32_t *pairs[2] = {NULL, NULL};
    py_call call;
    if (!PyArg_ParseTuple(arguments, "O!O!O!O!:apply", &PyTuple_Type, &columns[0], &PyTuple_Type, &columns[1],
          &PyList_Type, &names, &PyDict_Type, &settings) ||
        !py_get_text(settings, "method", &batch.method) || !py_call_begin(&call, settings))
        return NULL;
    call.changing = of->changing;
    tricorn_status status = take_pairs(&call, of->graph, columns[0], &pairs[0], &batch.removed_count);
    call.added = names;
    if (status == TRICORN_OK) status = take_pairs(&call, of->graph, columns[1], &pairs[1], &batch.added_count);
    batch.removed = pairs[0];
    batch.added = pairs[1];
    if (status == TRICORN_OK)
        status = PY_RELEASED(&call, tricorn_changing_apply(call.context, of->changing, &batch, &result));
    tricorn_array_free(pairs[0]);
    tricorn_array_free(pairs[1]);
    if (!py_call_end(&call, status)) return NULL;
    return Py_BuildValue("{sKsKsKsKszsd}", "triangles", result.triangles, "edges", result.edges, "removed",
      result.removed, "added", result.added, "method", result.method, "seconds", result.seconds);
}

/* graph(settings): returns the present state as a graph. */
static PyObject *graph_of(PyObject *self, PyObject *settings)
{
    tricorn_graph *made = NULL;
    py_call call;
    if (!py_call_begin(&call, settings)) return NULL;
    const tricorn_status status =
      PY_RELEASED(&call, tricorn_changing_graph(call.context, ((py_changing *)self)->changing, &made));
    return py_graph_finish(&call, status, made);
}

bool py_add_changing(PyObject *module)
{
    static PyMethodDef methods[] = {{"state", state, METH_NOARGS, "triangles and edges"},
      {"vertices", vertices, METH_O, "triangles of each vertex"},
      {"supports", supports, METH_VARARGS, "triangles of edges"},
      {"apply", apply, METH_VARARGS, "removes and adds edges"}, {"graph", graph_of, METH_O, "its state as a graph"},
      {NULL, NULL, 0, NULL}};
    PyType_Slot slots[] = {
      {Py_tp_dealloc, free_changing}, {Py_tp_methods, methods}, {Py_tp_doc, "A graph that changes."}, {0, NULL}};
    PyType_Spec spec = {"tricorn._tricorn.Changing", sizeof(py_changing), 0,
      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    if (changing_class == NULL) changing_class = PyType_FromSpec(&spec);
    return changing_class && PyModule_AddObjectRef(module, "Changing", changing_class) == 0;
}
