/* edge_list.h - pairs of vertices to make graphs from, and changes that keep the graph: other
 * order and direction of edges, repetitions, loops, other names. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <tricorn/tricorn.h>

#include "support/random.h"

typedef struct edge_list {
    uint32_t vertices; /* a bound above all ids; vertices without an edge count */
    uint64_t count, room;
    uint32_t *pairs; /* 2 * count */
} edge_list;

/* An empty list. Running out of memory ends the test program. */
edge_list edge_list_create(uint32_t vertices);
void edge_list_free(edge_list *edges);
void edge_list_add(edge_list *edges, uint32_t u, uint32_t v);
edge_list edge_list_copy(const edge_list *edges);

/* ---- the same graph, written otherwise ---- */
void edge_list_shuffle(edge_list *edges, test_random *random);
void edge_list_flip(edge_list *edges, test_random *random); /* reverses about half of the edges */
void edge_list_relabel(edge_list *edges, test_random *random);
void edge_list_add_duplicates(edge_list *edges, uint64_t count, test_random *random);
void edge_list_add_loops(edge_list *edges, uint64_t count, test_random *random);
void edge_list_add_reversed(edge_list *edges); /* each edge in both directions */

/* ---- to the library ---- */

/* Fails the test if the library does not make the graph. */
tricorn_graph *edge_list_graph(tricorn_context *context, const edge_list *edges);

/* The same and frees the list. */
tricorn_graph *edge_list_into_graph(tricorn_context *context, edge_list edges);

/* ---- the slow truth ---- */

/* vertices * vertices bytes, 1 where an edge is; no loops. free() it. Small graphs only. */
unsigned char *edge_list_matrix(const edge_list *edges);
/* Counts triangles by testing every three vertices. */
uint64_t edge_list_brute_force(const edge_list *edges);
/* Edges of the simple graph. */
uint64_t edge_list_simple_edges(const edge_list *edges);
/* Degrees in the simple graph; free() them. */
uint64_t *edge_list_degrees(const edge_list *edges);

/* Each pair of `vertices` vertices is an edge with probability percent / 100. */
edge_list make_random(uint32_t vertices, uint32_t percent, test_random *random);

/* Pair number i of the vertices, (0,1), (0,2), ..., (1,2), ..., is an edge if bit i is set. */
edge_list make_of_bits(uint32_t vertices, uint32_t bits);

/* Ends the test program when memory runs out. */
void *test_allocate(uint64_t count, size_t size);
