/* ends.c - makes graphs from edges between the vertices 0, 1, 2, ...; some vertices may have no edge. */
#include "graph.h"

#include <stdlib.h>

typedef struct ends {
    tricorn_integers columns[2];
    const double *weights; /* a weight for each edge; NULL without weights */
    uint64_t edges, vertices;
    bool both; /* each edge is used in both directions */
    uint64_t *offsets;
    uint32_t *targets;
    double *placed; /* the weights in the order of the targets */
} ends;

/* Returns an end of an edge; if that is no vertex, returns the number of vertices. */
static uint64_t end_of(const ends *job, int e, uint64_t edge)
{
    uint64_t end;
    return py_integer_at(&job->columns[e], edge, &end) && end < job->vertices ? end : job->vertices;
}

static bool make_room(ends *job)
{
    const uint64_t entries = job->edges * (job->both ? 2 : 1) + 1;
    job->offsets = calloc(job->vertices + 2, sizeof *job->offsets);
    job->targets = malloc(entries * sizeof *job->targets);
    if (job->weights) job->placed = malloc(entries * sizeof *job->placed);
    if (job->offsets && job->targets && (job->placed || job->weights == NULL)) return true;
    PyErr_NoMemory();
    return false;
}

/* Counts the targets of each row, at position row + 2 of the offsets. */
static bool count_rows(ends *job)
{
    for (uint64_t i = 0; i < job->edges; i++) {
        const uint64_t u = end_of(job, 0, i), v = end_of(job, 1, i);
        if (u == job->vertices || v == job->vertices) {
            PyErr_Format(PyExc_ValueError, "edge %llu has an end that is no vertex", (unsigned long long)i);
            return false;
        }
        job->offsets[u + 2]++;
        if (job->both) job->offsets[v + 2]++;
    }
    for (uint64_t row = 0; row < job->vertices; row++) job->offsets[row + 2] += job->offsets[row + 1];
    return true;
}

static void place(ends *job, uint64_t row, uint64_t target, uint64_t edge)
{
    const uint64_t at = job->offsets[row + 1]++;
    job->targets[at] = (uint32_t)target;
    if (job->placed) job->placed[at] = job->weights[edge];
}

static PyObject *make_graph(ends *job, PyObject *settings)
{
    if (!make_room(job) || !count_rows(job)) return NULL;
    for (uint64_t i = 0; i < job->edges; i++) {
        const uint64_t u = end_of(job, 0, i), v = end_of(job, 1, i);
        place(job, u, v, i);
        if (job->both) place(job, v, u, i);
    }
    const tricorn_csr rows = {
      .offsets = {job->offsets, sizeof *job->offsets, TRICORN_UINT64},
      .targets = {job->targets, sizeof *job->targets, TRICORN_UINT32},
      .vertices = job->vertices,
    };
    return py_graph_of_rows(&rows, job->placed, settings);
}

/* Makes the graph from the buffers of both ends. */
static PyObject *make_of_views(ends *job, const Py_buffer views[2], PyObject *weights, PyObject *settings)
{
    Py_buffer view;
    job->edges = (uint64_t)views[0].shape[0];
    if (!py_check_length("targets", (uint64_t)views[1].shape[0], job->edges, "sources")) return NULL;
    if (!py_take_weights(weights, job->edges, &view, &job->weights)) return NULL;
    PyObject *made = make_graph(job, settings);
    PyBuffer_Release(&view);
    return made;
}

/* from_ends(vertices, (sources, targets), weights, both, settings): makes a graph; all ends must
 * be below `vertices`. */
PyObject *py_from_ends(PyObject *module, PyObject *arguments)
{
    PyObject *settings, *columns[2], *weights, *made = NULL;
    unsigned vertices;
    int both;
    Py_buffer views[2];
    ends job = {0};
    (void)module;
    if (!PyArg_ParseTuple(arguments, "I(OO)OpO!:from_ends", &vertices, &columns[0], &columns[1], &weights, &both,
          &PyDict_Type, &settings))
        return NULL;
    job.vertices = vertices;
    job.both = both != 0;
    if (!py_take_integers(columns[0], "sources", &views[0], &job.columns[0])) return NULL;
    if (py_take_integers(columns[1], "targets", &views[1], &job.columns[1])) {
        made = make_of_views(&job, views, weights, settings);
        PyBuffer_Release(&views[1]);
    }
    PyBuffer_Release(&views[0]);
    free(job.offsets);
    free(job.targets);
    free(job.placed);
    return made;
}
