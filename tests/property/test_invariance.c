/* test_invariance.c - the count of every algorithm must not depend on how a graph is written:
 * names and order of vertices, order, direction and repetition of edges, loops, the number of threads. */
#include "support/families.h"
#include "support/per_algorithm.h"

#include <stdlib.h>

enum { BASES = 6 };

/* A random graph, uniform or with hubs or cliques in it, and its brute-force count. */
static edge_list base_graph(unsigned which, test_random *random, uint64_t *triangles)
{
    edge_list edges = edge_list_create(0);

    switch (which) {
    case 0: edges = make_random(120, 10, random); break;
    case 1: edges = make_random(60, 80, random); break;
    case 2: edges = make_windmill(7, 20); break;
    case 3: edges = make_k_tree(140, 4, random); break;
    case 4: edges = make_theory((const uint32_t[]){3, 4, 5}, 3, THEORY_LEAF); break;
    default: edges = make_karate(); break;
    }
    *triangles = edge_list_brute_force(&edges);
    return edges;
}

typedef void (*disguise)(edge_list *edges, test_random *random);

static void as_it_is(edge_list *edges, test_random *random)
{
    (void)edges;
    (void)random;
}

static void duplicate(edge_list *edges, test_random *random)
{
    edge_list_add_duplicates(edges, 3 * edges->count, random);
}

static void loop(edge_list *edges, test_random *random)
{
    edge_list_add_loops(edges, edges->count / 2 + 5, random);
}

static void reverse(edge_list *edges, test_random *random)
{
    (void)random;
    edge_list_add_reversed(edges);
}

static void add_isolated(edge_list *edges, test_random *random)
{
    edges->vertices *= 7; /* the relabelling spreads the edges' ends over them */
    edge_list_relabel(edges, random);
}

static void everything(edge_list *edges, test_random *random)
{
    duplicate(edges, random);
    loop(edges, random);
    reverse(edges, random);
    add_isolated(edges, random);
    edge_list_flip(edges, random);
    edge_list_shuffle(edges, random);
}

static void check_disguise(property_state *state, disguise change, const char *name)
{
    for (unsigned which = 0; which < BASES; which++) {
        uint64_t expected;
        edge_list edges = base_graph(which, &state->random, &expected);
        change(&edges, &state->random);
        check_edges(state, &edges, expected, name);
        edge_list_free(&edges);
    }
}

static void disguises(property_state *state)
{
    check_disguise(state, as_it_is, "as it is");
    check_disguise(state, edge_list_relabel, "relabelled");
    check_disguise(state, edge_list_shuffle, "shuffled");
    check_disguise(state, edge_list_flip, "flipped");
    check_disguise(state, duplicate, "with repeated edges");
    check_disguise(state, loop, "with loops");
    check_disguise(state, reverse, "in both directions");
    check_disguise(state, add_isolated, "with gaps between ids");
    check_disguise(state, everything, "all at once");
}

static void thread_numbers(property_state *state)
{
    static const uint32_t threads[] = {1, 2, 5};

    for (unsigned which = 0; which < BASES; which++) {
        uint64_t expected;
        edge_list edges = base_graph(which, &state->random, &expected);
        tricorn_graph *graph = edge_list_into_graph(state->context, edges);
        for (size_t t = 0; t < LENGTH(threads); t++)
            CHECK_EQ(count_triangles(state, graph, threads[t]), expected, "%s with %u threads",
              state->algorithm->description.name, threads[t]);
        tricorn_graph_free(graph);
    }
}

/* Graphs that were prepared by another number of threads. */
static void preparing_threads(property_state *state)
{
    static const uint32_t threads[] = {1, 5};

    for (size_t t = 0; t < LENGTH(threads); t++)
        for (unsigned which = 0; which < BASES; which++) {
            uint64_t expected;
            test_allocator allocator;
            edge_list edges = base_graph(which, &state->random, &expected);
            test_allocator_init(&allocator);
            tricorn_context *context = test_context_create(&allocator, threads[t]);
            everything(&edges, &state->random);
            tricorn_graph *graph = edge_list_into_graph(context, edges);
            check_count(state, graph, expected, "prepared by other threads");
            tricorn_graph_free(graph);
            test_context_free(&allocator, context);
        }
}

/* Ids far apart, up to the largest that 64 bits hold. */
static void sparse_wide_ids(property_state *state)
{
    for (unsigned which = 0; which < BASES; which++) {
        uint64_t expected;
        edge_list edges = base_graph(which, &state->random, &expected);
        uint64_t *names = test_allocate(edges.vertices, sizeof *names);
        uint64_t *pairs = test_allocate(2 * edges.count, sizeof *pairs);
        tricorn_graph *graph = NULL;

        for (uint32_t v = 0; v < edges.vertices; v++) names[v] = test_random_next(&state->random);
        names[0] = 0;
        names[1] = UINT64_MAX;
        names[2] = (uint64_t)UINT32_MAX + 1;
        for (uint64_t i = 0; i < 2 * edges.count; i++) pairs[i] = names[edges.pairs[i]];
        REQUIRE_OK(state->context, tricorn_graph_from_edges64(state->context, pairs, edges.count, NULL, &graph));
        check_count(state, graph, expected, "sparse 64-bit ids");
        tricorn_graph_free(graph);
        free(pairs);
        free(names);
        edge_list_free(&edges);
    }
}

static void repeated_runs(property_state *state)
{
    uint64_t expected;
    edge_list edges = base_graph(1, &state->random, &expected);
    tricorn_graph *graph = edge_list_into_graph(state->context, edges);

    for (unsigned run = 0; run < 20; run++) check_count(state, graph, expected, "run again");
    tricorn_graph_free(graph);
}

PROPERTIES_MAIN({"the same graph, written otherwise", disguises}, {"any number of threads", thread_numbers},
  {"prepared by any number of threads", preparing_threads}, {"sparse 64-bit ids", sparse_wide_ids},
  {"the same answer each time", repeated_runs})
