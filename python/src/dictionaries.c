/* dictionaries.c - graphs of dictionaries of neighbours, as NetworkX has them.
 *
 * The numbers of nodes are looked up in a dictionary, which knows any hashable node.  Where the
 * nodes are the numbers 0, 1, 2, ... in turn, a node is its own number, and nothing is looked up.
 * A node's own functions may run in a look-up and change the dictionaries, so each row and node
 * is held.
 */
#include "graph.h"

#include <stdlib.h>

enum { ROWS_BETWEEN_SIGNALS = 1024 };

typedef struct walk {
    PyObject *adjacency, *nodes,
        *numbers; /* a dict, a list, a dict; numbers NULL: nodes are numbers */
    uint64_t *offsets;
    uint32_t *targets;
    uint64_t filled, room;
    Py_ssize_t count;
    bool once; /* each edge is in both rows: only the one at its later end is kept */
} walk;

/* ---- nodes
 * --------------------------------------------------------------------------------------- */

/* Whether node i is the int i. */
static bool is_number(PyObject *node, Py_ssize_t i)
{
    if (!PyLong_CheckExact(node)) return false;
    int overflow;
    const long long value = PyLong_AsLongLongAndOverflow(node, &overflow);
    return overflow == 0 && value == i;
}

static bool number_nodes(walk *job)
{
    bool plain = true;
    job->nodes = PyDict_Keys(job->adjacency);
    job->count = job->nodes ? PyList_Size(job->nodes) : 0;
    for (Py_ssize_t i = 0; plain && i < job->count; i++)
        plain = is_number(PyList_GetItem(job->nodes, i), i);
    if (job->nodes == NULL || plain) return job->nodes != NULL;
    job->numbers = PyDict_New();
    for (Py_ssize_t i = 0; job->numbers && i < job->count; i++) {
        PyObject *number = PyLong_FromSsize_t(i);
        if (number == NULL ||
            PyDict_SetItem(job->numbers, PyList_GetItem(job->nodes, i), number) != 0)
            Py_CLEAR(job->numbers);
        Py_XDECREF(number);
    }
    return job->numbers != NULL;
}

/* The number of a neighbour; -1 with an exception set. */
static Py_ssize_t number_of(const walk *job, PyObject *node)
{
    PyObject *number = node;
    if (job->numbers || !PyLong_CheckExact(node)) {
        number = job->numbers ? PyDict_GetItemWithError(job->numbers, node) : NULL;
        if (number == NULL && job->numbers == NULL) { /* such as True, or 1.0, among ints */
            number = PyNumber_Long(node);
            if (number == NULL) return -1;
            const Py_ssize_t value = PyLong_AsSsize_t(number);
            const int equal = PyObject_RichCompareBool(number, node, Py_EQ);
            Py_DECREF(number);
            if (equal > 0 && value >= 0 && value < job->count) return value;
            number = NULL;
        }
    }
    const Py_ssize_t value = number ? PyLong_AsSsize_t(number) : -1;
    if (value >= 0 && value < job->count) return value;
    if (!PyErr_Occurred())
        PyErr_SetString(PyExc_ValueError, "a neighbour is no node of the graph");
    return -1;
}

/* ---- rows
 * ---------------------------------------------------------------------------------------- */

static bool make_room(walk *job, uint64_t more)
{
    if (more <= job->room - job->filled) return true;
    const uint64_t room = job->room + job->room / 2 + more;
    uint32_t *grown = realloc(job->targets, room * sizeof *grown);
    if (grown == NULL) {
        PyErr_NoMemory();
        return false;
    }
    job->targets = grown;
    job->room = room;
    return true;
}

/* Appends the neighbours of node u. */
static bool walk_row(walk *job, Py_ssize_t u, PyObject *row)
{
    PyObject *node, *data;
    Py_ssize_t at = 0;
    while (PyDict_Next(row, &at, &node, &data)) {
        Py_INCREF(node);
        const Py_ssize_t v = number_of(job, node);
        Py_DECREF(node);
        if (v < 0) return false;
        if (job->once && v > u) continue;
        if (!make_room(job, 1)) return false;
        job->targets[job->filled++] = (uint32_t)v;
    }
    return true;
}

static bool walk_rows(walk *job)
{
    for (Py_ssize_t u = 0; u < job->count; u++) {
        PyObject *row = PyDict_GetItemWithError(job->adjacency, PyList_GetItem(job->nodes, u));
        if (row == NULL || !PyDict_Check(row)) {
            if (!PyErr_Occurred())
                PyErr_SetString(PyExc_TypeError, "the neighbours of a node are in no dict");
            return false;
        }
        Py_INCREF(row);
        const bool good = walk_row(job, u, row);
        Py_DECREF(row);
        if (!good || (u % ROWS_BETWEEN_SIGNALS == 0 && PyErr_CheckSignals() != 0)) return false;
        job->offsets[u + 1] = job->filled;
    }
    return true;
}

static PyObject *make_graph(const walk *job, PyObject *settings)
{
    const tricorn_csr rows = {
        .offsets = {job->offsets, sizeof *job->offsets, TRICORN_UINT64},
        .targets = {job->targets, sizeof *job->targets, TRICORN_UINT32},
        .vertices = (uint64_t)job->count,
    };
    return py_graph_of_rows(&rows, settings);
}

/* from_dictionaries(adjacency, once, settings): the graph, and its nodes in their order. */
PyObject *py_from_dictionaries(PyObject *module, PyObject *arguments)
{
    PyObject *settings, *graph = NULL, *made = NULL;
    walk job = {0};
    int once;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "O!pO!:from_dictionaries", &PyDict_Type, &job.adjacency,
                          &once, &PyDict_Type, &settings))
        return NULL;
    job.once = once != 0;
    if (number_nodes(&job)) {
        job.offsets = calloc((size_t)job.count + 1, sizeof *job.offsets);
        if (job.offsets == NULL) PyErr_NoMemory();
        if (job.offsets && make_room(&job, 1) && walk_rows(&job))
            graph = make_graph(&job, settings);
    }
    if (graph) made = PyTuple_Pack(2, graph, job.nodes);
    Py_XDECREF(graph);
    Py_XDECREF(job.numbers);
    Py_XDECREF(job.nodes);
    free(job.offsets);
    free(job.targets);
    return made;
}
