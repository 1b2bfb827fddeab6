/* same_graph.h - is a graph just what its edges say, and does it keep its promises? */
#ifndef TEST_SUPPORT_SAME_GRAPH_H
#define TEST_SUPPORT_SAME_GRAPH_H

#include "graph/graph.h"
#include "support/edge_list.h"

/* Fails the test unless the graph (ids are numbers) has just the edges of these pairs of ids,
 * counted what was removed, and has every property that graph/graph.h promises.  All of it is
 * found out by sorting the pairs, without the library. */
void check_same_graph(const tricorn_graph *graph, const uint64_t *pairs, uint64_t count,
                      const char *name);

/* The same with the pairs of a list. */
void check_graph_of_list(const tricorn_graph *graph, const edge_list *edges, const char *name);

/* Rows, order and numbering, with the ids that the edges use; part of the checks above. */
void check_graph_invariants(const tricorn_graph *graph, const char *name);

/* Both graphs are equal to the last array element. */
void check_identical_graphs(const tricorn_graph *a, const tricorn_graph *b, const char *name);

#endif
