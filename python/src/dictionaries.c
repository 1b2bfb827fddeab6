/* dictionaries.c - makes graphs from dictionaries of neighbours, as NetworkX has them.
 *
 * If the nodes are the integers 0, 1, 2, ... in this order, each node is its own number. If they are other integers,
 * a hash table has their numbers. Otherwise a Python dictionary has them, which accepts any hashable node. A look-up
 * in a dictionary may call functions of a node, which may change the dictionaries; so this code holds a reference to
 * each row and node that it reads.
 */
#include "graph.h"

#include <float.h>
#include <stdlib.h>

#include "hash.h"

enum { ROWS_BETWEEN_SIGNALS = 1024, SLOTS_PER_NODE = 2, BATCH = 32 };

/* A slot of the hash table: a node, and its position plus 1; 0: the slot is free. */
typedef struct slot {
    uint64_t key;
    uint32_t place;
} slot;

typedef struct walk {
    PyObject *adjacency; /* a dict of dicts */
    PyObject *nodes; /* a list of all nodes */
    PyObject *numbers; /* a dict with the number of each node; NULL until it is needed */
    /* NULL: nodes are their own numbers, or not all of them are integers. */
    slot *slots;
    uint64_t mask; /* the number of slots, which is a power of 2, minus 1 */
    uint64_t seed;
    uint64_t *offsets;
    uint32_t *targets;
    /* The attribute that has the weights of edges; None if edges have no weights. */
    PyObject *weight;
    int is_signed; /* weights may be negative */
    double *weights; /* a weight for each target; NULL without weights */
    uint64_t filled, room;
    Py_ssize_t count;
    bool in_turn; /* node i is the integer i */
    bool multi; /* a neighbour has a dictionary of the edges to it, and not the attributes of one */
    /* Each edge is in the rows of both its ends, and only that of its later end is used. */
    bool once;
} walk;

/* ---- nodes ---- */

/* Gets the integer that a node is; returns false for other objects, and if it needs more than 64 bits. */
static bool whole_number(PyObject *node, uint64_t *value)
{
    int overflow = 1;
    if (PyLong_CheckExact(node)) *value = (uint64_t)PyLong_AsLongLongAndOverflow(node, &overflow);
    return overflow == 0;
}

/* Returns the slot that has a key, or the free slot for it; slots outnumber keys. */
static slot *find_slot(const walk *job, uint64_t key)
{
    uint64_t at = py_hash(job->seed, key);
    while (job->slots[at & job->mask].place != 0 && job->slots[at & job->mask].key != key) at++;
    return &job->slots[at & job->mask];
}

static bool make_slots(walk *job)
{
    job->mask = 1;
    while (job->mask < SLOTS_PER_NODE * (uint64_t)job->count) job->mask *= 2;
    job->slots = calloc(job->mask--, sizeof *job->slots);
    if (job->slots == NULL) PyErr_NoMemory();
    if (job->slots == NULL || !py_hash_seed(&job->seed)) return false;
    for (Py_ssize_t i = 0; i < job->count; i++) {
        uint64_t key = 0;
        whole_number(PyList_GetItem(job->nodes, i), &key);
        *find_slot(job, key) = (slot){key, (uint32_t)i + 1};
    }
    return true;
}

static bool number_nodes(walk *job)
{
    bool whole = true;
    job->nodes = PyDict_Keys(job->adjacency);
    job->count = job->nodes ? PyList_Size(job->nodes) : 0;
    job->in_turn = true;
    for (Py_ssize_t i = 0; whole && i < job->count; i++) {
        uint64_t value = 0;
        whole = whole_number(PyList_GetItem(job->nodes, i), &value);
        job->in_turn &= whole && value == (uint64_t)i;
    }
    if (job->count >= UINT32_MAX) {
        PyErr_SetString(PyExc_ValueError, "the graph has more than 2^32 - 2 nodes");
        return false;
    }
    return job->nodes && (job->in_turn || !whole || make_slots(job));
}

/* Makes the dictionary of all nodes, which is needed if nodes are no integers, or are only equal to integers. */
static bool make_dictionary(walk *job)
{
    job->numbers = PyDict_New();
    for (Py_ssize_t i = 0; job->numbers && i < job->count; i++) {
        PyObject *number = PyLong_FromSsize_t(i);
        if (number == NULL || PyDict_SetItem(job->numbers, PyList_GetItem(job->nodes, i), number) != 0)
            Py_CLEAR(job->numbers);
        Py_XDECREF(number);
    }
    return job->numbers != NULL;
}

/* Returns the number of a neighbour; -1 with an exception set if it is no node. */
static Py_ssize_t number_of(walk *job, PyObject *node)
{
    Py_ssize_t found = -1;
    uint64_t value;
    if ((job->in_turn || job->slots) && whole_number(node, &value)) {
        if (job->slots)
            found = (Py_ssize_t)find_slot(job, value)->place - 1;
        else if (value < (uint64_t)job->count)
            found = (Py_ssize_t)value;
    } else {
        if (job->numbers == NULL && !make_dictionary(job)) return -1;
        PyObject *number = PyDict_GetItemWithError(job->numbers, node);
        if (number) found = PyLong_AsSsize_t(number);
    }
    if (found < 0 && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "a neighbour is not a node of the graph");
    return found;
}

/* ---- rows ---- */

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
    if (job->weight != Py_None) {
        double *weights = realloc(job->weights, room * sizeof *weights);
        if (weights == NULL) {
            PyErr_NoMemory();
            return false;
        }
        job->weights = weights;
    }
    job->room = room;
    return true;
}

/* Converts the weight of an edge. False, with an exception set that names the edge, if it is none. */
static bool convert_weight(const walk *job, PyObject *const ends[2], PyObject *given, double *weight)
{
    *weight = PyFloat_AsDouble(given);
    PyObject *error = *weight == -1 ? PyErr_Occurred() : NULL;
    const double least = job->is_signed ? -DBL_MAX : 0;
    if (error == NULL && *weight >= least && *weight <= DBL_MAX) return true;
    if (error == NULL || error == PyExc_TypeError || error == PyExc_OverflowError)
        PyErr_Format(error == PyExc_TypeError ? error : PyExc_ValueError,
          "the attribute %R of the edge of %R and %R is %R: a weight is a finite number%s", job->weight, ends[0],
          ends[1], given, job->is_signed ? "" : ", and not negative");
    return false;
}

/* Gets the weight from the attributes of an edge; it is 1 if they have none, as in NetworkX. */
static bool weight_of(const walk *job, PyObject *const ends[2], PyObject *data, double *weight)
{
    *weight = 1;
    if (!PyDict_Check(data)) {
        PyErr_SetString(PyExc_TypeError, "the attributes of an edge are not a dict");
        return false;
    }
    PyObject *found = PyDict_GetItemWithError(data, job->weight);
    if (found == NULL) return !PyErr_Occurred();
    Py_INCREF(found); /* conversion may call its own functions, which could free it */
    const bool good = convert_weight(job, ends, found, weight);
    Py_DECREF(found);
    return good;
}

/* Appends a neighbour once for each edge to it but one. */
static bool add_more(walk *job, Py_ssize_t v, PyObject *edges)
{
    const Py_ssize_t count = PyObject_Size(edges);
    if (count < 0 || !make_room(job, (uint64_t)count + BATCH)) return false;
    for (Py_ssize_t i = 1; i < count; i++) job->targets[job->filled++] = (uint32_t)v;
    return true;
}

/* Appends some neighbours of node u, and the weights of the edges that lead to them. */
static bool add_nodes(walk *job, Py_ssize_t u, PyObject **nodes, PyObject **data, int count)
{
    if (!make_room(job, (uint64_t)count)) return false;
    for (int i = 0; i < count; i++) {
        const Py_ssize_t v = number_of(job, nodes[i]);
        if (v < 0) return false;
        if (job->once && v > u) continue;
        if (job->multi && !add_more(job, v, data[i])) return false;
        PyObject *const ends[2] = {PyList_GetItem(job->nodes, u), nodes[i]};
        if (job->weights && !weight_of(job, ends, data[i], &job->weights[job->filled])) return false;
        job->targets[job->filled++] = (uint32_t)v;
    }
    return true;
}

/* Appends the neighbours in a row. Most nodes are separate objects that are in no cache, so all
 * nodes of a batch are prefetched together. */
static bool walk_row(walk *job, Py_ssize_t u, PyObject *row)
{
    PyObject *nodes[BATCH], *data[BATCH];
    Py_ssize_t at = 0;
    bool good = true;
    for (int count = BATCH; good && count == BATCH;) {
        for (count = 0; count < BATCH && PyDict_Next(row, &at, &nodes[count], &data[count]); count++)
            __builtin_prefetch(nodes[count]);
        for (int i = 0; i < count; i++) {
            Py_INCREF(nodes[i]);
            Py_INCREF(data[i]);
        }
        good = add_nodes(job, u, nodes, data, count);
        for (int i = 0; i < count; i++) {
            Py_DECREF(nodes[i]);
            Py_DECREF(data[i]);
        }
    }
    return good;
}

static bool walk_rows(walk *job)
{
    for (Py_ssize_t u = 0; u < job->count; u++) {
        PyObject *row = PyDict_GetItemWithError(job->adjacency, PyList_GetItem(job->nodes, u));
        if (row == NULL || !PyDict_Check(row)) {
            if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "the neighbours of a node are not a dict");
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
    return py_graph_of_rows(&rows, job->weights, settings);
}

/* from_dictionaries(adjacency, once, multi, weight, settings): returns the graph, and a list of its
 * nodes in their order. */
PyObject *py_from_dictionaries(PyObject *module, PyObject *arguments)
{
    PyObject *settings, *graph = NULL, *made = NULL;
    walk job = {0};
    int once, multi;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "O!ppOO!:from_dictionaries", &PyDict_Type, &job.adjacency, &once, &multi,
          &job.weight, &PyDict_Type, &settings))
        return NULL;
    if (!py_get_flag(settings, "signs", &job.is_signed)) return NULL;
    job.once = once != 0;
    job.multi = multi != 0;
    if (number_nodes(&job)) {
        job.offsets = calloc((size_t)job.count + 1, sizeof *job.offsets);
        if (job.offsets == NULL) PyErr_NoMemory();
        if (job.offsets && make_room(&job, 1) && walk_rows(&job)) graph = make_graph(&job, settings);
    }
    if (graph)
        made = PyTuple_Pack(2, graph, job.nodes);
    else if (job.nodes)
        py_error_set("nodes", job.nodes);
    Py_XDECREF(graph);
    Py_XDECREF(job.numbers);
    Py_XDECREF(job.nodes);
    free(job.slots);
    free(job.offsets);
    free(job.targets);
    free(job.weights);
    return made;
}
