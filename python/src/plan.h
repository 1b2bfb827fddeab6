/* plan.h - the functions that make plans and parts. */
#pragma once

#include "graph.h"

/* plan(graph, settings): makes a Plan. */
PyObject *py_plan_create(PyObject *module, PyObject *arguments);

bool py_add_plan(PyObject *module);

/* parts(graph, settings): makes Parts. */
PyObject *py_parts_create(PyObject *module, PyObject *arguments);

bool py_add_parts(PyObject *module);
