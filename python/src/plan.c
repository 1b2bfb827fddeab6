/* plan.c - the class of a plan: a graph that was prepared for one way of counting. */
#include "plan.h"

typedef struct py_plan {
    PyObject_HEAD tricorn_plan *plan;
    PyObject *graph; /* the graph, which must live as long as this object */
} py_plan;

static PyObject *plan_class;

static void free_plan(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    tricorn_plan_free(((py_plan *)self)->plan);
    Py_XDECREF(((py_plan *)self)->graph);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

/* count(settings): counts with the plan. */
static PyObject *count(PyObject *self, PyObject *settings)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    py_call call;
    if (!py_call_begin(&call, settings)) return NULL;
    return PY_ASKED(&call, tricorn_plan_run(call.context, ((py_plan *)self)->plan, &result)) ? py_result(&result)
                                                                                             : NULL;
}

static tricorn_status create(py_call *call, PyObject *graph, const tricorn_options *options, tricorn_plan **plan)
{
    return PY_RELEASED(call, tricorn_plan_create(call->context, ((py_graph *)graph)->graph, options, plan));
}

PyObject *py_plan_create(PyObject *module, PyObject *arguments)
{
    const allocfunc allocate = (allocfunc)PyType_GetSlot((PyTypeObject *)plan_class, Py_tp_alloc);
    tricorn_options options;
    PyObject *graph, *settings;
    py_call call;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "OO!:plan", &graph, &PyDict_Type, &settings) || py_graph_of(graph) == NULL ||
        !py_get_options(settings, &options))
        return NULL;
    py_plan *made = (py_plan *)allocate((PyTypeObject *)plan_class, 0);
    if (made == NULL) return NULL;
    if (py_call_begin(&call, settings) && py_call_end(&call, create(&call, graph, &options, &made->plan))) {
        Py_INCREF(graph);
        made->graph = graph;
        return (PyObject *)made;
    }
    Py_DECREF((PyObject *)made);
    return NULL;
}

bool py_add_plan(PyObject *module)
{
    static PyMethodDef methods[] = {{"count", count, METH_O, "counts once more"}, {NULL, NULL, 0, NULL}};
    PyType_Slot slots[] = {{Py_tp_dealloc, free_plan}, {Py_tp_methods, methods},
      {Py_tp_doc, "A graph that is prepared to be counted in one way."}, {0, NULL}};
    PyType_Spec spec = {
      "tricorn._tricorn.Plan", sizeof(py_plan), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    if (plan_class == NULL) plan_class = PyType_FromSpec(&spec);
    return plan_class && PyModule_AddObjectRef(module, "Plan", plan_class) == 0;
}
