/* test_random_graphs.c - every algorithm against brute force, on random graphs of all kinds. */
#include "support/families.h"
#include "support/per_algorithm.h"

#include <stdio.h>

enum { NAME_BYTES = 96 };

static void check_brute_force(property_state *state, const edge_list *edges, const char *kind, unsigned trial)
{
    char name[NAME_BYTES];
    snprintf(name, sizeof name, "%s, %u vertices, trial %u", kind, edges->vertices, trial);
    check_edges(state, edges, edge_list_brute_force(edges), name);
}

/* All graphs of four vertices, and so all ways in which three can be joined. */
static void all_small(property_state *state)
{
    enum { VERTICES = 4, PAIRS = VERTICES * (VERTICES - 1) / 2 };

    for (unsigned bits = 0; bits < 1u << PAIRS; bits++) {
        edge_list edges = make_of_bits(VERTICES, bits);
        check_brute_force(state, &edges, "all graphs", bits);
        edge_list_free(&edges);
    }
}

static void uniform(property_state *state)
{
    enum { TRIALS = 150 };

    for (unsigned trial = 0; trial < TRIALS; trial++) {
        const uint32_t vertices = 1 + test_random_below(&state->random, trial < 100 ? 40 : 150);
        edge_list edges = make_random(vertices, test_random_below(&state->random, 101), &state->random);
        check_brute_force(state, &edges, "uniform", trial);
        edge_list_free(&edges);
    }
}

/* Both ends by the square of a uniform number: few vertices have most of the edges. */
static void skewed(property_state *state)
{
    enum { TRIALS = 60, VERTICES = 200 };

    for (unsigned trial = 0; trial < TRIALS; trial++) {
        edge_list edges = edge_list_create(VERTICES);
        const uint32_t count = test_random_below(&state->random, 3000);
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t a = test_random_below(&state->random, VERTICES),
                           b = test_random_below(&state->random, VERTICES);
            edge_list_add(&edges, a * a / VERTICES, b * b * b / (VERTICES * VERTICES));
        }
        check_brute_force(state, &edges, "skewed", trial);
        edge_list_free(&edges);
    }
}

/* Dense clusters, loosely joined. */
static void clustered(property_state *state)
{
    enum { TRIALS = 30, CLUSTERS = 6, SIZE = 25 };

    for (unsigned trial = 0; trial < TRIALS; trial++) {
        edge_list edges = edge_list_create(0);
        for (uint32_t c = 0; c < CLUSTERS; c++) {
            edge_list cluster = make_random(SIZE, 50 + test_random_below(&state->random, 51), &state->random);
            edge_list both = make_disjoint(&edges, &cluster);
            edge_list_free(&edges);
            edge_list_free(&cluster);
            edges = both;
        }
        for (uint32_t i = 0; i < 200; i++)
            edge_list_add(&edges, test_random_below(&state->random, edges.vertices),
              test_random_below(&state->random, edges.vertices));
        check_brute_force(state, &edges, "clustered", trial);
        edge_list_free(&edges);
    }
}

/* Rows of very different lengths: hubs that see much of the graph, over a sparse rest. */
static void hubs_over_sparse(property_state *state)
{
    enum { TRIALS = 20, VERTICES = 250 };

    for (unsigned trial = 0; trial < TRIALS; trial++) {
        edge_list edges = make_random(VERTICES, 1, &state->random);
        const uint32_t hubs = 1 + test_random_below(&state->random, 8);
        for (uint32_t hub = 0; hub < hubs; hub++)
            for (uint32_t v = 0; v < VERTICES; v++)
                if (test_random_below(&state->random, 100) < 90) edge_list_add(&edges, hub * VERTICES / hubs, v);
        check_brute_force(state, &edges, "hubs", trial);
        edge_list_free(&edges);
    }
}

PROPERTIES_MAIN({"all graphs of four vertices", all_small}, {"uniform random graphs", uniform},
  {"skewed random graphs", skewed}, {"clustered random graphs", clustered},
  {"hubs over a sparse graph", hubs_over_sparse})
