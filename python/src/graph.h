/* graph.h - the graph of Python, and where its results belong in the caller's order. */
#ifndef PY_GRAPH_H
#define PY_GRAPH_H

#include "array.h"

typedef struct py_graph {
    PyObject_HEAD tricorn_graph *graph;
    /* Of each vertex: its place in the order of the caller, and its name there, an id or (where
     * ids are strings) its place.  NULL until they are needed; set once, while the interpreter is
     * held. */
    uint32_t *places;
    uint64_t *names;
    uint32_t *at_place; /* the vertex of each place; NULL until pairs are asked for; likewise */
    bool wide;          /* an id is 2^63 or more */
} py_graph;

/* A graph of its own, which takes *graph.  NULL with an exception set; the graph is freed then.
 */
PyObject *py_graph_wrap(tricorn_graph *graph);

/* The end of the call that made a graph. */
PyObject *py_graph_finish(py_call *call, tricorn_status status, tricorn_graph *graph);

/* The same of rows in memory that is held meanwhile; weights, one for each target, may be NULL.
 */
PyObject *py_graph_of_rows(const tricorn_csr *rows, const double *weights, PyObject *settings);
/* The same of columns. */
PyObject *py_graph_of_pieces(const tricorn_edge_columns *pieces, uint64_t count,
                             const double *weights, PyObject *settings);

/* The graph, or NULL with an exception set. */
py_graph *py_graph_of(PyObject *object);

/* All vertices, with those without an edge. */
tricorn_status py_graph_vertices(py_call *call, const py_graph *graph, uint64_t *vertices);

/* Finds places and names, once. */
tricorn_status py_graph_places(py_call *call, py_graph *graph);

/* Pairs that the caller has in two columns, buffers of whole numbers, by the names of vertices,
 * or, where `targets` is None, in the file `sources`, its path as bytes: two vertices for each,
 * of tricorn_array_create().  On failure an exception may be set. */
tricorn_status py_graph_pairs(py_call *call, py_graph *graph, PyObject *sources,
                              PyObject *targets, uint32_t **pairs, uint64_t *count);

/* 'q', or 'Q' where an id needs it. */
char py_graph_format(const py_graph *graph);

bool py_add_graph(PyObject *module);

/* Makes graphs: functions of the module. */
PyObject *py_load(PyObject *module, PyObject *arguments);
PyObject *py_read(PyObject *module, PyObject *arguments);
PyObject *py_from_columns(PyObject *module, PyObject *arguments);
PyObject *py_from_rows(PyObject *module, PyObject *arguments);
PyObject *py_from_device_columns(PyObject *module, PyObject *arguments);
PyObject *py_from_device_rows(PyObject *module, PyObject *arguments);
PyObject *py_from_dictionaries(PyObject *module, PyObject *arguments);
PyObject *py_from_ends(PyObject *module, PyObject *arguments);
PyObject *py_from_arrow(PyObject *module, PyObject *arguments);
PyObject *py_arrow_names(PyObject *module, PyObject *capsule);
PyObject *py_generate(PyObject *module, PyObject *arguments);

/* What is asked of files, without a graph: see estimates.c. */
PyObject *py_sample(PyObject *module, PyObject *arguments);
PyObject *py_estimate(PyObject *module, PyObject *arguments);

/* What there is, by name: see descriptions.c. */
PyObject *py_algorithm(PyObject *module, PyObject *arguments);
PyObject *py_partition(PyObject *module, PyObject *arguments);

/* Questions about a graph: its methods, see questions.c and lists.c. */
extern PyMethodDef py_graph_methods[];
PyObject *py_support(PyObject *self, PyObject *settings);
PyObject *py_triangles(PyObject *self, PyObject *settings);
PyObject *py_batches(PyObject *self, PyObject *arguments);
PyObject *py_similarity(PyObject *self, PyObject *settings);
PyObject *py_pairs(PyObject *self, PyObject *arguments);
PyObject *py_trussness(PyObject *self, PyObject *settings);
PyObject *py_generalized(PyObject *self, PyObject *settings);
PyObject *py_approximate(PyObject *self, PyObject *settings);
PyObject *py_approximate_vertices(PyObject *self, PyObject *settings);
PyObject *py_census(PyObject *self, PyObject *settings);
PyObject *py_vertex_census(PyObject *self, PyObject *settings);
PyObject *py_row_statistics(PyObject *self, PyObject *settings);
PyObject *py_partition_sizes(PyObject *self, PyObject *settings);
PyObject *py_write_table(PyObject *self, PyObject *arguments);

/* Brings `count` numbers of 64 bits into the order of the caller, `columns` apart. */
void py_graph_place(const py_graph *graph, const uint64_t *values, uint64_t count,
                    uint32_t columns, uint64_t *out);

/* changing(graph, settings): see changing.c. */
PyObject *py_changing_create(PyObject *module, PyObject *arguments);
bool py_add_changing(PyObject *module);

#endif
