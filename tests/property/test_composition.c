/* test_composition.c - every algorithm on graphs made of random graphs: the count of the whole
 * follows by a formula from the counts of its parts. */
#include "support/families.h"
#include "support/per_algorithm.h"

#include <stdlib.h>

enum { TRIALS = 25, LEAST_VERTICES = 2, MOST_VERTICES = 13 };

/* A factor and its properties in the formulas. */
typedef struct factor {
    edge_list edges;
    uint64_t n, m, triangles;
} factor;

static factor random_factor(test_random *random)
{
    const uint32_t vertices = LEAST_VERTICES + test_random_below(random, MOST_VERTICES - LEAST_VERTICES);
    factor made = {.edges = make_random(vertices, 20 + test_random_below(random, 81), random)};

    made.n = vertices;
    made.m = made.edges.count;
    made.triangles = edge_list_brute_force(&made.edges);
    return made;
}

/* Takes the edges. */
static void check_whole(property_state *state, const char *name, edge_list edges, uint64_t expected)
{
    check_edges(state, &edges, expected, name);
    edge_list_free(&edges);
}

static void check_pair(property_state *state, const factor *g, const factor *h)
{
    const edge_list *a = &g->edges, *b = &h->edges;
    const uint64_t closed =
      (6 * g->triangles + 6 * g->m + g->n) * (6 * h->triangles + 6 * h->m + h->n); /* walks with stops */

    check_whole(state, "disjoint union", make_disjoint(a, b), g->triangles + h->triangles);
    check_whole(state, "join", make_join(a, b), g->triangles + h->triangles + g->m * h->n + h->m * g->n);
    check_whole(state, "tensor product", make_product(TENSOR, a, b), 6 * g->triangles * h->triangles);
    check_whole(state, "Cartesian product", make_product(CARTESIAN, a, b), h->n * g->triangles + g->n * h->triangles);
    check_whole(state, "lexicographic product", make_product(LEXICOGRAPHIC, a, b),
      g->triangles * h->n * h->n * h->n + 2 * g->m * h->m * h->n + g->n * h->triangles);
    check_whole(state, "strong product", make_product(STRONG, a, b),
      (closed - 3 * (2 * g->m + g->n) * (2 * h->m + h->n) + 2 * g->n * h->n) / 6);
}

static void check_single(property_state *state, const factor *g)
{
    uint64_t *degrees = edge_list_degrees(&g->edges);
    uint64_t stars = 0, mixed = 0;

    for (uint64_t v = 0; v < g->n; v++) {
        stars += choose(degrees[v], 3);
        mixed += degrees[v] * (g->n - 1 - degrees[v]);
    }
    check_whole(state, "line graph", make_line_graph(&g->edges), g->triangles + stars);
    check_whole(state, "Mycielski's graph", make_mycielski(&g->edges), 4 * g->triangles);
    check_whole(state, "complement", make_complement(&g->edges), choose(g->n, 3) - mixed / 2 - g->triangles);
    free(degrees);
}

static void pairs(property_state *state)
{
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        factor g = random_factor(&state->random), h = random_factor(&state->random);
        check_pair(state, &g, &h);
        edge_list_free(&g.edges);
        edge_list_free(&h.edges);
    }
}

static void singles(property_state *state)
{
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        factor g = random_factor(&state->random);
        check_single(state, &g);
        edge_list_free(&g.edges);
    }
}

/* Mycielski's construction again and again: 4^i times the triangles, and ever more hubs. */
static void iterated_mycielski(property_state *state)
{
    edge_list edges = make_complete(6);
    uint64_t expected = choose(6, 3);

    for (unsigned i = 0; i < 5; i++) {
        edge_list next = make_mycielski(&edges);
        edge_list_free(&edges);
        edges = next;
        expected *= 4;
        check_edges(state, &edges, expected, "iterated Mycielski");
    }
    edge_list_free(&edges);
}

PROPERTIES_MAIN({"unions, joins and products", pairs}, {"line graphs, Mycielski's graphs, complements", singles},
  {"Mycielski's graph, iterated", iterated_mycielski})
