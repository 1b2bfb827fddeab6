/* same_graph.h - checks that a graph has exactly its edges, and is valid. */
#pragma once

#include "graph/graph.h"
#include "support/edge_list.h"

/* Fails the test unless the graph (ids are numbers) has exactly the edges of these pairs of ids,
 * reports the right numbers of removed ones, and has every property in graph/graph.h. All of
 * this is computed by sorting the pairs, without the library. */
void check_same_graph(const tricorn_graph *graph, const uint64_t *pairs, uint64_t count, const char *name);

/* The same with the pairs of a list. */
void check_graph_of_list(const tricorn_graph *graph, const edge_list *edges, const char *name);

/* Rows, order and numbering, with the ids that the edges use; part of the checks above. */
void check_graph_invariants(const tricorn_graph *graph, const char *name);

/* Both graphs are equal to the last array element. */
void check_identical_graphs(const tricorn_graph *a, const tricorn_graph *b, const char *name);
