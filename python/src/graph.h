/* graph.h - the Python object Graph, and the order in which it returns results. */
#pragma once

#include "array.h"

typedef struct py_named_vertex {
    uint64_t name;
    uint32_t vertex;
} py_named_vertex;

typedef struct py_graph {
    PyObject_HEAD tricorn_graph *graph;
    PyObject *of; /* the Graph that this one is under other names, or NULL */
    /* For each vertex: its place in the caller's order, and the caller's name of it: an id or, if ids are strings,
     * its place. NULL until they are needed; set once, while the interpreter is held. */
    uint32_t *places;
    uint64_t *names;
    /* The vertex at each place, so by ascending names; NULL until pairs are looked up; set once, in the same way. */
    py_named_vertex *by_name;
    bool wide; /* at least one id is 2^63 or more */
} py_graph;

/* Makes a Graph that owns *graph. If this fails, frees the graph, and returns NULL with an exception set. */
PyObject *py_graph_wrap(tricorn_graph *graph);

/* Ends the call that made a graph: returns the Graph, or NULL with an exception set if the call failed. */
PyObject *py_graph_finish(py_call *call, tricorn_status status, tricorn_graph *graph);

/* Makes a Graph from rows in memory, which the caller must hold meanwhile. `weights` has one
 * for each target, or is NULL. */
PyObject *py_graph_of_rows(const tricorn_csr *rows, const double *weights, PyObject *settings);
/* Makes a Graph from columns of edges. */
PyObject *py_graph_of_chunks(
  const tricorn_edge_columns *chunks, uint64_t count, const double *weights, PyObject *settings);

/* Returns the graph of a Python object, or NULL with an exception set if the object has none. */
py_graph *py_graph_of(PyObject *object);

/* Returns the number of all vertices, including those without an edge. */
tricorn_status py_graph_vertices(py_call *call, const py_graph *graph, uint64_t *vertices);

/* Finds the places and names of the vertices, if this was not done before. */
tricorn_status py_graph_places(py_call *call, py_graph *graph);

/* Finds the place of each edge, in the library's order, among all edges in the caller's order, where
 * each edge is once. *places is made by tricorn_array_create(), also after a failure. */
tricorn_status py_graph_edge_places(py_call *call, py_graph *graph, uint64_t **places, uint64_t *count);

/* Gets pairs of vertices: from two columns of the caller, which are buffers of integers that are
 * names; or, if `targets` is a dict of settings that say how, from the file whose path, as bytes, is
 * `sources`. *pairs has two vertices for each pair, and is made by tricorn_array_create(). After a
 * failure an exception may be set. */
tricorn_status py_graph_pairs(
  py_call *call, py_graph *graph, PyObject *sources, PyObject *targets, uint32_t **pairs, uint64_t *count);

/* Returns the format of an array of ids: 'Q' if an id needs it, otherwise 'q'. */
char py_graph_format(const py_graph *graph);

bool py_add_graph(PyObject *module);

/* The functions of the module that make graphs. */
PyObject *py_load(PyObject *module, PyObject *arguments);
PyObject *py_read(PyObject *module, PyObject *arguments);
PyObject *py_from_columns(PyObject *module, PyObject *arguments);
PyObject *py_from_rows(PyObject *module, PyObject *arguments);
PyObject *py_from_device_columns(PyObject *module, PyObject *arguments);
PyObject *py_from_device_rows(PyObject *module, PyObject *arguments);
PyObject *py_from_dictionaries(PyObject *module, PyObject *arguments);
PyObject *py_from_ends(PyObject *module, PyObject *arguments);
PyObject *py_from_arrow(PyObject *module, PyObject *arguments);
PyObject *py_columns_find(PyObject *module, PyObject *arguments);
PyObject *py_conditions_test(PyObject *module, PyObject *arguments);
PyObject *py_arrow_names(PyObject *module, PyObject *capsule);
PyObject *py_generate(PyObject *module, PyObject *arguments);

/* The functions about files that make no graph: see estimates.c. */
PyObject *py_sample(PyObject *module, PyObject *arguments);
PyObject *py_estimate(PyObject *module, PyObject *arguments);
PyObject *py_work_folder(PyObject *module, PyObject *arguments);

/* The functions that describe something by its name: see descriptions.c. */
PyObject *py_algorithm(PyObject *module, PyObject *arguments);
PyObject *py_partition(PyObject *module, PyObject *arguments);

/* The methods of a graph: see questions.c and lists.c. */
extern PyMethodDef py_graph_methods[];
PyObject *py_edges(PyObject *self, PyObject *settings);
PyObject *py_support(PyObject *self, PyObject *settings);
PyObject *py_triangles(PyObject *self, PyObject *settings);
PyObject *py_triangle_batches(PyObject *self, PyObject *arguments);
PyObject *py_support_batches(PyObject *self, PyObject *arguments);
PyObject *py_similarity_batches(PyObject *self, PyObject *arguments);
PyObject *py_similarity(PyObject *self, PyObject *settings);
PyObject *py_pairs(PyObject *self, PyObject *arguments);
PyObject *py_top_pairs(PyObject *self, PyObject *arguments);
PyObject *py_edge_clustering(PyObject *self, PyObject *settings);
PyObject *py_edge_curvature(PyObject *self, PyObject *settings);
PyObject *py_trussness(PyObject *self, PyObject *settings);
PyObject *py_generalized(PyObject *self, PyObject *settings);
PyObject *py_communities(PyObject *self, PyObject *settings);
PyObject *py_approximate(PyObject *self, PyObject *settings);
PyObject *py_approximate_vertices(PyObject *self, PyObject *settings);
PyObject *py_census(PyObject *self, PyObject *settings);
PyObject *py_triples(PyObject *self, PyObject *settings);
PyObject *py_graphlets(PyObject *self, PyObject *settings);
PyObject *py_vertex_orbits(PyObject *self, PyObject *settings);
PyObject *py_motifs(PyObject *self, PyObject *settings);
PyObject *py_label_triangles(PyObject *self, PyObject *arguments);
PyObject *py_balance(PyObject *self, PyObject *settings);
PyObject *py_vertex_balance(PyObject *self, PyObject *settings);
PyObject *py_edge_balance(PyObject *self, PyObject *settings);
PyObject *py_left(PyObject *self, PyObject *settings);
PyObject *py_butterflies(PyObject *self, PyObject *settings);
PyObject *py_vertex_butterflies(PyObject *self, PyObject *settings);
PyObject *py_edge_butterflies(PyObject *self, PyObject *settings);
PyObject *py_bitruss_numbers(PyObject *self, PyObject *settings);
PyObject *py_latapy(PyObject *self, PyObject *settings);
PyObject *py_average_latapy(PyObject *self, PyObject *settings);
PyObject *py_vertex_census(PyObject *self, PyObject *settings);
PyObject *py_vertex_triples(PyObject *self, PyObject *settings);
PyObject *py_row_statistics(PyObject *self, PyObject *settings);
PyObject *py_partition_sizes(PyObject *self, PyObject *settings);
PyObject *py_with_names(PyObject *self, PyObject *arguments);
PyObject *py_values(PyObject *self, PyObject *settings);
PyObject *py_with_values(PyObject *self, PyObject *arguments);
PyObject *py_find_pairs(PyObject *self, PyObject *arguments);
PyObject *py_write_table(PyObject *self, PyObject *arguments);
PyObject *py_save(PyObject *self, PyObject *arguments);

/* Writes the names of the vertices of `count` rows into the columns of an array, from row `at` on. */
void py_graph_write_names(
  const py_graph *graph, const uint32_t *vertices, uint64_t count, const py_array *array, uint64_t at);

/* Columns of numbers of 64 bits: their format, as py_array_create() takes it, their number, and the
 * function that writes them, one behind the other. */
typedef struct py_columns {
    char format;
    uint32_t count;
    tricorn_status (*write)(tricorn_context *context, const tricorn_graph *graph, void *values);
} py_columns;

/* Returns an array that has a row for each vertex. */
PyObject *py_vertex_columns(PyObject *self, PyObject *settings, const py_columns *columns);
/* Returns the ends of all edges, the one that comes first in the caller's order first, and an array with
 * their columns; edges are in the caller's order. */
PyObject *py_edge_columns(PyObject *self, PyObject *settings, const py_columns *columns);

/* Moves `count` numbers of 64 bits to the caller's order. */
void py_graph_place(const py_graph *graph, const uint64_t *values, uint64_t count, uint64_t *out);

/* changing(graph, settings): see changing.c. */
PyObject *py_changing_create(PyObject *module, PyObject *arguments);
bool py_add_changing(PyObject *module);

/* cliques(size, nodes, offsets, middles, ids): see cliques.c. */
PyObject *py_cliques_create(PyObject *module, PyObject *arguments);
bool py_add_cliques(PyObject *module);
