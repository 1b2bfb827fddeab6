/* columns.c - finds the columns of a table by their names. */
#include "graph.h"

#include <stdlib.h>
#include <string.h>

/* Borrows the texts of a list of str. */
static const char **names_of(PyObject *list, Py_ssize_t count)
{
    const char **names = calloc((size_t)count + 1, sizeof *names);
    if (names == NULL) PyErr_NoMemory();
    for (Py_ssize_t c = 0; names && c < count; c++) {
        Py_ssize_t bytes;
        names[c] = PyUnicode_AsUTF8AndSize(PyList_GetItem(list, c), &bytes);
        if (names[c] && strlen(names[c]) == (size_t)bytes) continue;
        if (names[c]) PyErr_SetString(PyExc_ValueError, "the name of a column or a value has a zero character");
        free(names);
        return NULL;
    }
    return names;
}

/* columns_find(names, settings): `names` has those of all columns. Returns the places of the source,
 * the target, the weight, the time and the label, and those of the second words of ids in two columns, from 0 on;
 * -1: no column. */
PyObject *py_columns_find(PyObject *module, PyObject *arguments)
{
    PyObject *list, *settings;
    tricorn_load_options options;
    tricorn_column_places places = TRICORN_COLUMN_PLACES_INIT;
    py_call call;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "O!O!:columns_find", &PyList_Type, &list, &PyDict_Type, &settings) ||
        !py_get_load_options(settings, &options))
        return NULL;
    const Py_ssize_t count = PyList_Size(list);
    const char **names = names_of(list, count);
    if (names == NULL) return NULL;
    bool good = py_call_begin(&call, settings);
    if (good) good = py_call_end(&call, tricorn_columns_find(call.context, names, (size_t)count, &options, &places));
    free(names);
    if (!good) return NULL;
    return Py_BuildValue("(LLLLLLL)", (long long)places.source, (long long)places.target, (long long)places.weight,
      (long long)places.time, (long long)places.label, (long long)places.source_second,
      (long long)places.target_second);
}

/* conditions_test(role, texts, settings): texts has the value of each row. Returns a byte for each: 1 if
 * the conditions of settings["where"] hold, else 0. */
PyObject *py_conditions_test(PyObject *module, PyObject *arguments)
{
    PyObject *list, *settings;
    tricorn_load_options options;
    tricorn_column_texts values;
    py_call call;
    (void)module;
    if (!PyArg_ParseTuple(
          arguments, "sO!O!:conditions_test", &values.role, &PyList_Type, &list, &PyDict_Type, &settings) ||
        !py_get_load_options(settings, &options))
        return NULL;
    const Py_ssize_t count = PyList_Size(list);
    const char **texts = names_of(list, count);
    PyObject *holds = texts ? PyBytes_FromStringAndSize(NULL, count) : NULL;
    values.texts = texts;
    values.count = (uint64_t)count;
    bool good = holds != NULL && py_call_begin(&call, settings);
    if (good)
        good = py_call_end(
          &call, tricorn_conditions_test(call.context, &options, &values, (uint8_t *)PyBytes_AsString(holds)));
    free(texts);
    if (good) return holds;
    Py_XDECREF(holds);
    return NULL;
}
