/* plan.h - plans, and quanta. */
#ifndef PY_PLAN_H
#define PY_PLAN_H

#include "graph.h"

/* plan(graph, settings) */
PyObject *py_plan_create(PyObject *module, PyObject *arguments);

bool py_add_plan(PyObject *module);

/* quanta(graph, settings) */
PyObject *py_quanta_create(PyObject *module, PyObject *arguments);

bool py_add_quanta(PyObject *module);

#endif
