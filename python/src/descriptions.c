/* descriptions.c - describes an algorithm or a partition by its name, the rows of a graph, and
 * the sizes of a partition. */
#include "graph.h"

#include <string.h>

/* ---- algorithms and partitions ---- */

static PyObject *parameters_of(const tricorn_algorithm_description *found)
{
    PyObject *list = PyList_New(0);
    for (size_t p = 0; list && p < found->parameter_count; p++) {
        const tricorn_parameter_description *of = &found->parameters[p];
        PyObject *one = Py_BuildValue("{sssssIsIsI}", "name", of->name, "summary", of->summary, "least",
          (unsigned)of->least, "most", (unsigned)of->most, "standard", (unsigned)of->standard);
        if (one == NULL || PyList_Append(list, one) != 0) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}

static PyObject *algorithm_dict(const tricorn_algorithm_description *found)
{
    PyObject *parameters = parameters_of(found);
    if (parameters == NULL) return NULL;
    return Py_BuildValue("{sssssssssssIszszszsNsOsOsOsz}", "name", found->name, "alias", found->alias, "summary",
      found->summary, "device", found->device, "source", found->source, "year", (unsigned)found->year, "iterator",
      found->iterator, "lookup", found->lookup, "granularity", found->granularity, "parameters", parameters, "vertices",
      found->vertices ? Py_True : Py_False, "edges", found->edges ? Py_True : Py_False, "lists",
      found->lists ? Py_True : Py_False, "paper_parameters", found->paper);
}

/* algorithm(name): describes the algorithm that has this name or, in a paper, is called so. */
PyObject *py_algorithm(PyObject *module, PyObject *arguments)
{
    const tricorn_algorithm_description *found;
    const char *name;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "s:algorithm", &name)) return NULL;
    for (size_t i = 0; (found = tricorn_algorithm_at(i)) != NULL; i++)
        if (strcmp(found->name, name) == 0 || (found->alias && strcmp(found->alias, name) == 0))
            return algorithm_dict(found);
    py_raise_named(PyExc_ValueError, "%R is no algorithm: see tricorn.algorithms()", name);
    return NULL;
}

/* partition(name): describes a partition. */
PyObject *py_partition(PyObject *module, PyObject *arguments)
{
    const tricorn_partition_description *found;
    const char *name;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "s:partition", &name)) return NULL;
    for (size_t i = 0; (found = tricorn_partition_at(i)) != NULL; i++)
        if (strcmp(found->name, name) == 0)
            return Py_BuildValue("{sssssssssO}", "name", found->name, "source", found->source, "cuts", found->cuts,
              "tasks", found->tasks, "on_disk", found->on_disk ? Py_True : Py_False);
    py_raise_named(PyExc_ValueError, "%R is no partition: see tricorn.partitions()", name);
    return NULL;
}

/* ---- graphs ---- */

/* row_statistics(settings): returns a dict of figures about the rows. */
PyObject *py_row_statistics(PyObject *self, PyObject *settings)
{
    tricorn_row_statistics of = TRICORN_ROW_STATISTICS_INIT;
    py_call call;
    if (!py_call_begin(&call, settings)) return NULL;
    if (!PY_ASKED(&call, tricorn_row_statistics_measure(call.context, ((py_graph *)self)->graph, &of))) return NULL;
    return Py_BuildValue("{s(KKKKK)s(ddddd)sKsKsKsKsKsKsKsKsKsKsK}", "lengths", of.lengths[0], of.lengths[1],
      of.lengths[2], of.lengths[3], of.lengths[4], "spreads", of.spreads[0], of.spreads[1], of.spreads[2],
      of.spreads[3], of.spreads[4], "warp_collisions", of.warp_collisions, "collisions", of.collisions,
      "in_degree_collisions", of.in_degree_collisions, "collective_collisions", of.collective_collisions,
      "collective_degree_collisions", of.collective_degree_collisions, "own_collisions", of.own_collisions, "phi",
      of.phi, "in_degree_phi", of.in_degree_phi, "collective_phi", of.collective_phi, "collective_degree_phi",
      of.collective_degree_phi, "own_phi", of.own_phi);
}

/* partition_sizes(settings): returns a dict of the sizes of the parts. */
PyObject *py_partition_sizes(PyObject *self, PyObject *settings)
{
    tricorn_partition_sizes of = TRICORN_PARTITION_SIZES_INIT;
    tricorn_options options;
    py_call call;
    if (!py_get_options(settings, &options) || !py_call_begin(&call, settings)) return NULL;
    if (!PY_ASKED(&call, tricorn_partition_measure(call.context, ((py_graph *)self)->graph, &options, &of)))
        return NULL;
    return Py_BuildValue("{sssKsKsKsKsKsKsKsKsKsKsKsKsKsK}", "partition", of.partition, "memory_bytes", of.memory_bytes,
      "rows", of.rows, "columns", of.columns, "blocks", of.blocks, "smallest_bytes", of.smallest_bytes, "largest_bytes",
      of.largest_bytes, "total_bytes", of.total_bytes, "list_bytes", of.list_bytes, "buffer_bytes", of.buffer_bytes,
      "tasks", of.tasks, "empty_tasks", of.empty_tasks, "read_bytes", of.read_bytes, "block_collisions",
      of.block_collisions, "phi", of.phi);
}
