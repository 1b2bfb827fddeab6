/* parts.c - the class of a count in numbered parts, which workers of any framework can share. */
#include "plan.h"

typedef struct py_parts {
    PyObject_HEAD tricorn_parts *parts;
    PyObject *graph; /* the graph, which must live as long as this object */
} py_parts;

static PyObject *parts_class;

static void free_parts(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    tricorn_parts_free(((py_parts *)self)->parts);
    Py_XDECREF(((py_parts *)self)->graph);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

/* identity(settings): returns a number that identifies the graph and its cut. */
static PyObject *identity(PyObject *self, PyObject *settings)
{
    uint64_t found = 0;
    py_call call;
    if (!py_call_begin(&call, settings)) return NULL;
    return PY_ASKED(&call, tricorn_parts_identity(call.context, ((py_parts *)self)->parts, &found))
             ? PyLong_FromUnsignedLongLong(found)
             : NULL;
}

/* number(): returns the number of parts. */
static PyObject *number(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    return PyLong_FromUnsignedLongLong(tricorn_parts_count(((py_parts *)self)->parts));
}

/* count(number, settings): counts a part; only one thread at a time may call it. */
static PyObject *count(PyObject *self, PyObject *arguments)
{
    unsigned long long part;
    uint64_t triangles = 0;
    PyObject *settings;
    py_call call;
    if (!PyArg_ParseTuple(arguments, "KO!:count", &part, &PyDict_Type, &settings) || !py_call_begin(&call, settings))
        return NULL;
    return PY_ASKED(&call, tricorn_part_count(call.context, ((py_parts *)self)->parts, part, &triangles))
             ? PyLong_FromUnsignedLongLong(triangles)
             : NULL;
}

static tricorn_status create(py_call *call, PyObject *graph, const tricorn_options *options, tricorn_parts **parts)
{
    return PY_RELEASED(call, tricorn_parts_create(call->context, ((py_graph *)graph)->graph, options, parts));
}

PyObject *py_parts_create(PyObject *module, PyObject *arguments)
{
    const allocfunc allocate = (allocfunc)PyType_GetSlot((PyTypeObject *)parts_class, Py_tp_alloc);
    tricorn_options options;
    PyObject *graph, *settings;
    py_call call;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "OO!:parts", &graph, &PyDict_Type, &settings) || py_graph_of(graph) == NULL ||
        !py_get_options(settings, &options) || !py_get_number(settings, "parts", UINT64_MAX, &options.parts))
        return NULL;
    py_parts *made = (py_parts *)allocate((PyTypeObject *)parts_class, 0);
    if (made == NULL) return NULL;
    if (py_call_begin(&call, settings) && py_call_end(&call, create(&call, graph, &options, &made->parts))) {
        Py_INCREF(graph);
        made->graph = graph;
        return (PyObject *)made;
    }
    Py_DECREF((PyObject *)made);
    return NULL;
}

bool py_add_parts(PyObject *module)
{
    static PyMethodDef methods[] = {{"identity", identity, METH_O, "a number of the graph and its cut"},
      {"number", number, METH_NOARGS, "how many parts there are"},
      {"count", count, METH_VARARGS, "the triangles of one part"}, {NULL, NULL, 0, NULL}};
    PyType_Slot slots[] = {
      {Py_tp_dealloc, free_parts}, {Py_tp_methods, methods}, {Py_tp_doc, "A count in numbered parts."}, {0, NULL}};
    PyType_Spec spec = {
      "tricorn._tricorn.Parts", sizeof(py_parts), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    if (parts_class == NULL) parts_class = PyType_FromSpec(&spec);
    return parts_class && PyModule_AddObjectRef(module, "Parts", parts_class) == 0;
}
