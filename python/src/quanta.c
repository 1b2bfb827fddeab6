/* quanta.c - a count in parts with numbers, for workers of any engine. */
#include "plan.h"

typedef struct py_quanta {
    PyObject_HEAD tricorn_quanta *quanta;
    PyObject *graph; /* must live as long */
} py_quanta;

static PyObject *quanta_class;

static void free_quanta(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    tricorn_quanta_free(((py_quanta *)self)->quanta);
    Py_XDECREF(((py_quanta *)self)->graph);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

/* identity(settings) */
static PyObject *identity(PyObject *self, PyObject *settings)
{
    uint64_t found = 0;
    py_call call;
    if (!py_call_begin(&call, settings)) return NULL;
    py_call_release(&call);
    const tricorn_status status =
        tricorn_quanta_identity(call.context, ((py_quanta *)self)->quanta, &found);
    py_call_acquire(&call);
    return py_call_end(&call, status) ? PyLong_FromUnsignedLongLong(found) : NULL;
}

/* number() */
static PyObject *number(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    return PyLong_FromUnsignedLongLong(tricorn_quanta_count(((py_quanta *)self)->quanta));
}

/* count(number, settings); by one thread at a time */
static PyObject *count(PyObject *self, PyObject *arguments)
{
    unsigned long long quantum;
    uint64_t triangles = 0;
    PyObject *settings;
    py_call call;
    if (!PyArg_ParseTuple(arguments, "KO!:count", &quantum, &PyDict_Type, &settings) ||
        !py_call_begin(&call, settings))
        return NULL;
    py_call_release(&call);
    const tricorn_status status =
        tricorn_quantum_count(call.context, ((py_quanta *)self)->quanta, quantum, &triangles);
    py_call_acquire(&call);
    return py_call_end(&call, status) ? PyLong_FromUnsignedLongLong(triangles) : NULL;
}

static tricorn_status create(py_call *call, PyObject *graph, const tricorn_options *options,
                             tricorn_quanta **quanta)
{
    py_call_release(call);
    const tricorn_status status =
        tricorn_quanta_create(call->context, ((py_graph *)graph)->graph, options, quanta);
    py_call_acquire(call);
    return status;
}

PyObject *py_quanta_create(PyObject *module, PyObject *arguments)
{
    const allocfunc allocate =
        (allocfunc)PyType_GetSlot((PyTypeObject *)quanta_class, Py_tp_alloc);
    tricorn_options options;
    PyObject *graph, *settings;
    py_call call;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "OO!:quanta", &graph, &PyDict_Type, &settings) ||
        py_graph_of(graph) == NULL || !py_get_options(settings, &options) ||
        !py_get_number(settings, "quanta", UINT64_MAX, &options.quanta))
        return NULL;
    py_quanta *made = (py_quanta *)allocate((PyTypeObject *)quanta_class, 0);
    if (made == NULL) return NULL;
    if (py_call_begin(&call, settings) &&
        py_call_end(&call, create(&call, graph, &options, &made->quanta))) {
        Py_INCREF(graph);
        made->graph = graph;
        return (PyObject *)made;
    }
    Py_DECREF((PyObject *)made);
    return NULL;
}

bool py_add_quanta(PyObject *module)
{
    static PyMethodDef methods[] = {
        {"identity", identity, METH_O, "a number of the graph and its cut"},
        {"number", number, METH_NOARGS, "how many quanta there are"},
        {"count", count, METH_VARARGS, "the triangles of one quantum"},
        {NULL, NULL, 0, NULL}};
    PyType_Slot slots[] = {{Py_tp_dealloc, free_quanta},
                           {Py_tp_methods, methods},
                           {Py_tp_doc, "A count in parts with numbers."},
                           {0, NULL}};
    PyType_Spec spec = {"tricorn._tricorn.Quanta", sizeof(py_quanta), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    if (quanta_class == NULL) quanta_class = PyType_FromSpec(&spec);
    return quanta_class && PyModule_AddObjectRef(module, "Quanta", quanta_class) == 0;
}
