/* device.c - makes graphs from numbers in the memory of a GPU; arrays of CuPy, PyTorch and
 * others report the addresses of these numbers. */
#include "graph.h"

#include <string.h>

/* Finds the type of numbers from numpy's name for it, such as "<i8"; returns false with an
 * exception set for a wrong name. */
static bool type_of(const char *text, tricorn_integer *type)
{
    const char *sizes = "1248", *size = text[0] && text[1] && text[2] ? strchr(sizes, text[2]) : NULL;
    if (size && text[3] == '\0' && strchr("<|", text[0]) && strchr("iu", text[1])) {
        *type = (tricorn_integer)((text[1] == 'i' ? TRICORN_INT8 : TRICORN_UINT8) + (size - sizes));
        return true;
    }
    PyErr_Format(PyExc_TypeError,
      "an array on the GPU has numbers of the type '%s': give whole numbers of 1, 2, 4 or 8 "
      "bytes",
      text);
    return false;
}

/* Reads the description of a column: (address, length, stride, type). */
static bool take_column(PyObject *column, tricorn_integers *numbers, uint64_t *count)
{
    unsigned long long address, length;
    Py_ssize_t stride;
    const char *type;
    if (!PyArg_ParseTuple(column, "KKns", &address, &length, &stride, &type) || !type_of(type, &numbers->type))
        return false;
    numbers->first = (const void *)(uintptr_t)address;
    numbers->stride = stride;
    *count = length;
    return true;
}

/* from_device_columns(sources, targets, settings): makes a graph. */
PyObject *py_from_device_columns(PyObject *module, PyObject *arguments)
{
    PyObject *sources, *targets, *settings;
    tricorn_edge_columns columns;
    tricorn_load_options options;
    tricorn_graph *graph = NULL;
    uint64_t count;
    py_call call;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "O!O!O!:from_device_columns", &PyTuple_Type, &sources, &PyTuple_Type, &targets,
          &PyDict_Type, &settings) ||
        !take_column(sources, &columns.sources, &columns.edges) || !take_column(targets, &columns.targets, &count))
        return NULL;
    if (!py_check_length("targets", count, columns.edges, "sources")) return NULL;
    if (!py_get_load_options(settings, &options) || !py_call_begin(&call, settings)) return NULL;
    const tricorn_status status =
      PY_RELEASED(&call, tricorn_graph_from_device_columns(call.context, &columns, &options, &graph));
    return py_graph_finish(&call, status, graph);
}

/* from_device_rows(offsets, targets, settings): makes a graph. */
PyObject *py_from_device_rows(PyObject *module, PyObject *arguments)
{
    PyObject *offsets, *targets, *settings;
    tricorn_csr rows;
    tricorn_load_options options;
    tricorn_graph *graph = NULL;
    uint64_t count = 0, entries;
    py_call call;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "O!O!O!:from_device_rows", &PyTuple_Type, &offsets, &PyTuple_Type, &targets,
          &PyDict_Type, &settings) ||
        !take_column(offsets, &rows.offsets, &count) || !take_column(targets, &rows.targets, &entries))
        return NULL;
    if (count == 0) return PyErr_Format(PyExc_ValueError, "offsets must have one entry more than there are rows");
    rows.vertices = count - 1;
    if (!py_get_load_options(settings, &options) || !py_call_begin(&call, settings)) return NULL;
    const tricorn_status status =
      PY_RELEASED(&call, tricorn_graph_from_device_rows(call.context, &rows, entries, &options, &graph));
    return py_graph_finish(&call, status, graph);
}
