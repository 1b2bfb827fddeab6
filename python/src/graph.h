/* graph.h - the object Graph of Python, and the order in which it returns results. */
#ifndef PY_GRAPH_H
#define PY_GRAPH_H

#include "array.h"

typedef struct py_graph {
    PyObject_HEAD tricorn_graph *graph;
    PyObject *of; /* the Graph that this one is under other names, or NULL */
    /* For each vertex: its place in the caller's order, and the caller's name of it: an id or, if
     * ids are strings, its place.  NULL until they are needed; set once, while the interpreter is
     * held. */
    uint32_t *places;
    uint64_t *names;
    uint32_t *at_place; /* the vertex of each place; NULL until pairs are looked up; set once, as
                         * places */
    bool wide;          /* an id is 2^63 or more */
} py_graph;

/* Makes a Graph that owns *graph.  Returns NULL with an exception set; then the graph is freed. */
PyObject *py_graph_wrap(tricorn_graph *graph);

/* Ends the call that made a graph: returns the Graph, or NULL with an exception set. */
PyObject *py_graph_finish(py_call *call, tricorn_status status, tricorn_graph *graph);

/* Makes a Graph of rows in memory that the caller holds meanwhile; weights, one for each target,
 * may be NULL. */
PyObject *py_graph_of_rows(const tricorn_csr *rows, const double *weights, PyObject *settings);
/* Makes a Graph of columns. */
PyObject *py_graph_of_pieces(const tricorn_edge_columns *pieces, uint64_t count,
                             const double *weights, PyObject *settings);

/* Returns the graph of the object, or NULL with an exception set. */
py_graph *py_graph_of(PyObject *object);

/* Returns the number of all vertices, including those without an edge. */
tricorn_status py_graph_vertices(py_call *call, const py_graph *graph, uint64_t *vertices);

/* Finds places and names of the vertices, once. */
tricorn_status py_graph_places(py_call *call, py_graph *graph);

/* Gets pairs of vertices from two columns of the caller, buffers of whole numbers that are names,
 * or, if `targets` is None, from the file `sources`, whose path is bytes. *pairs: two vertices
 * for each pair, from tricorn_array_create().  On failure an exception may be set. */
tricorn_status py_graph_pairs(py_call *call, py_graph *graph, PyObject *sources,
                              PyObject *targets, uint32_t **pairs, uint64_t *count);

/* Returns 'q', or 'Q' if an id needs it. */
char py_graph_format(const py_graph *graph);

bool py_add_graph(PyObject *module);

/* Functions of the module that make graphs. */
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

/* Functions about files, which make no graph: see estimates.c. */
PyObject *py_sample(PyObject *module, PyObject *arguments);
PyObject *py_estimate(PyObject *module, PyObject *arguments);

/* Functions that describe something by name: see descriptions.c. */
PyObject *py_algorithm(PyObject *module, PyObject *arguments);
PyObject *py_partition(PyObject *module, PyObject *arguments);

/* The methods of a graph: see questions.c and lists.c. */
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
PyObject *py_with_names(PyObject *self, PyObject *arguments);
PyObject *py_find_pairs(PyObject *self, PyObject *arguments);
PyObject *py_write_table(PyObject *self, PyObject *arguments);

/* Moves `count` numbers of 64 bits to the caller's order, `columns` numbers apart. */
void py_graph_place(const py_graph *graph, const uint64_t *values, uint64_t count,
                    uint32_t columns, uint64_t *out);

/* changing(graph, settings): see changing.c. */
PyObject *py_changing_create(PyObject *module, PyObject *arguments);
bool py_add_changing(PyObject *module);

#endif
