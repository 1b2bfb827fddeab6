/* test_cliques.c - cliques against looking at all sets of vertices, and closed forms; with every
 * instruction set; of vertices; and what is refused. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/analytics/cliques.h"
#include "prepare/reorder.h"
#include "support/families.h"
#include "support/fixture.h"

enum { LARGEST = 7 };

/* Cliques of `left` further vertices from `first` on, all joined to those chosen. */
static uint64_t extend(
  const unsigned char *matrix, uint32_t n, uint32_t *chosen, uint32_t count, uint32_t left, uint64_t *vertices)
{
    uint64_t found = 0;
    if (left == 0) {
        for (uint32_t i = 0; i < count; i++) vertices[chosen[i]]++;
        return 1;
    }
    for (uint32_t v = count ? chosen[count - 1] + 1 : 0; v < n; v++) {
        bool joined = true;
        for (uint32_t i = 0; i < count && joined; i++) joined = matrix[(size_t)v * n + chosen[i]];
        if (!joined) continue;
        chosen[count] = v;
        found += extend(matrix, n, chosen, count + 1, left - 1, vertices);
    }
    return found;
}

static uint64_t count_cliques(const tricorn_graph *graph, uint32_t k, uint64_t *vertices)
{
    tricorn_clique_result result = TRICORN_CLIQUE_RESULT_INIT;
    WORKS(tricorn_count_cliques(
      fixture.context, graph, OPTIONS(tricorn_clique_options, .size = k, .vertices = vertices), &result));
    CHECK_EQ(result.size, k, "size");
    return result.cliques;
}

/* Takes the edges. order: NULL, or that of the graph's vertices. */
static void check_order(edge_list edges, const char *order, const char *name)
{
    const uint32_t n = edges.vertices;
    unsigned char *matrix = edge_list_matrix(&edges);
    tricorn_graph *graph = edge_list_graph(fixture.context, &edges);
    uint64_t *expected = test_allocate(n + 1, sizeof *expected);
    uint64_t *found = test_allocate(n + 1, sizeof *found);

    WORKS(tg_graph_reorder(fixture.context, graph, order));
    for (uint32_t k = 3; k <= LARGEST; k++) {
        uint32_t chosen[LARGEST];
        memset(expected, 0, n * sizeof *expected);
        memset(found, 0x5A, n * sizeof *found); /* the former content must not matter */
        const uint64_t all = extend(matrix, n, chosen, 0, k, expected);
        CHECK_EQ(count_cliques(graph, k, NULL), all, "%s, %u vertices", name, k);
        CHECK_EQ(count_cliques(graph, k, found), all, "%s, %u vertices", name, k);
        for (uint32_t v = 0; v < graph->vertices; v++)
            CHECK_EQ(found[v], expected[tricorn_graph_id(graph, v)], "%s, %u, vertex %u", name, k, v);
    }
    tricorn_graph_free(graph);
    edge_list_free(&edges);
    free(matrix);
    free(expected);
    free(found);
}

static void check_graph(edge_list edges, const char *name)
{
    check_order(edges, NULL, name);
}

/* Hubs whose row would be long in the order of the input, as they come last. */
static void check_late_hubs(test_random *random)
{
    edge_list edges = make_windmill(4, 30);
    const uint32_t last = edges.vertices - 1;
    for (uint64_t i = 0; i < 2 * edges.count; i++) edges.pairs[i] = last - edges.pairs[i];
    check_order(edges, "input", "windmill whose hub is last");
    edges = make_random(20, 40, random);
    edges.vertices = 200;
    for (uint32_t v = 0; v < 198; v++)
        for (uint32_t hub = 198; hub < 200; hub++) edge_list_add(&edges, v, hub);
    edge_list_add(&edges, 198, 199);
    check_order(edges, "input", "two hubs that are last");
}

static void check_graphs(void)
{
    test_random random = {41};
    check_graph(edge_list_create(0), "no vertex");
    check_graph(make_karate(), "karate");
    check_graph(make_star(20), "star");
    check_graph(make_hypercube(4), "hypercube");
    for (uint32_t percent = 5; percent < 80; percent += 15) {
        edge_list edges = make_random(28, percent, &random);
        edge_list_add_loops(&edges, 9, &random);
        edge_list_add_reversed(&edges);
        check_graph(edges, "random");
    }
    check_graph(make_random(90, 25, &random), "rows of more than a word");
    check_late_hubs(&random);
}

TEST_CASE(every_set_of_vertices)
{
    check_graphs();
}

/* Each variant, and five threads. */
TEST_CASE(every_instruction_set)
{
    for (size_t i = 0; i < tricorn_instruction_set_count(); i++) {
        tricorn_context *usual = fixture.context;
        tricorn_context_options options =
          *OPTIONS(tricorn_context_options, .instruction_set = tricorn_instruction_set_at(i), .threads = 5);
        if (!tricorn_instruction_set_usable(options.instruction_set)) continue;
        assert_int_equal(tricorn_context_create(&options, &fixture.context), TRICORN_OK);
        check_graphs();
        tricorn_context_free(fixture.context);
        fixture.context = usual;
    }
}

static void check_form(edge_list edges, uint32_t k, uint64_t expected, const char *name)
{
    tricorn_graph *graph = edge_list_into_graph(fixture.context, edges);
    uint64_t *vertices = test_allocate(graph->vertices, sizeof *vertices), sum = 0;
    CHECK_EQ(count_cliques(graph, k, NULL), expected, "%s, %u", name, k);
    CHECK_EQ(count_cliques(graph, k, vertices), expected, "%s, %u", name, k);
    for (uint32_t v = 0; v < graph->vertices; v++) sum += vertices[v];
    CHECK_EQ(sum, k * expected, "%s, %u: each clique has its vertices", name, k);
    free(vertices);
    tricorn_graph_free(graph);
}

TEST_CASE(closed_forms)
{
    const uint32_t parts[] = {3, 5, 7, 2, 4};

    for (uint32_t k = 3; k <= 5; k++) {
        check_form(make_complete(140), k, choose(140, k), "complete");
        check_form(make_windmill(6, 5), k, 5 * choose(6, k), "windmill");
    }
    check_form(make_complete(18), 16, choose(18, 16), "complete");
    check_form(make_complete(18), 19, 0, "complete, larger than it");
    check_form(make_king(6, 9), 4, 5 * 8, "king's grid");
    check_form(make_ring(60, 5), 4, 60 * choose(5, 3), "ring");
    check_form(make_star(100000), 4, 0, "star");
    check_form(make_windmill(4, 33334), 4, 33334, "hub of degree 100,002");
    /* Elementary symmetric polynomials of the parts. */
    check_form(make_multipartite(parts, 5), 5, 3 * 5 * 7 * 2 * 4, "multipartite");
    check_form(make_multipartite(parts, 5), 4,
      5 * 7 * 2 * 4 + 3 * 7 * 2 * 4 + 3 * 5 * 2 * 4 + 3 * 5 * 7 * 4 + 3 * 5 * 7 * 2, "multipartite");
}

/* A sample is right on average. */
TEST_CASE(estimates)
{
    tricorn_graph *graph = edge_list_into_graph(fixture.context, make_complete(60));
    tg_clique_estimate estimate;
    tg_rows rows;

    WORKS(tg_graph_rows(fixture.context, graph, &rows));
    for (uint32_t k = 3; k < 30; k += 3) {
        const double exact = (double)choose(60, k);
        WORKS(tg_cliques_estimate(fixture.context, &rows, k, 0, &estimate));
        CHECK(estimate.cliques > exact / 2 && estimate.cliques < 2 * exact, "%u: %g of %g", k, estimate.cliques, exact);
    }
    tricorn_graph_free(graph);
}

TEST_CASE(what_is_refused)
{
    tricorn_graph *graph = edge_list_into_graph(fixture.context, make_complete(300));
    tricorn_clique_result result = TRICORN_CLIQUE_RESULT_INIT;

    tricorn_clique_options options = *OPTIONS(tricorn_clique_options, .size = 20);
    FAILS(tricorn_count_cliques(fixture.context, graph, &options, &result), TRICORN_UNSUPPORTED);
    SAYS("cliques of 20 vertices");
    SAYS("seconds");
    options.size = 5;
    options.seconds = 1e-9;
    FAILS(tricorn_count_cliques(fixture.context, graph, &options, &result), TRICORN_UNSUPPORTED);
    options.seconds = -1;
    FAILS(tricorn_count_cliques(fixture.context, graph, &options, &result), TRICORN_INVALID_ARGUMENT);
    SAYS("seconds");
    for (options.size = 1; options.size < 2000; options.size += options.size == 1 ? 1 : 999) {
        if (options.size >= 3 && options.size <= 1000) continue;
        FAILS(tricorn_count_cliques(fixture.context, graph, &options, &result), TRICORN_INVALID_ARGUMENT);
        SAYS("choose 3 to 1000");
    }
    options = (tricorn_clique_options)TRICORN_CLIQUE_OPTIONS_INIT;
    options.size = 5;
    tricorn_context_set_progress(fixture.context, test_stop, NULL);
    FAILS(tricorn_count_cliques(fixture.context, graph, &options, &result), TRICORN_CANCELLED);
    tricorn_context_set_progress(fixture.context, NULL, NULL);
    tricorn_graph_free(graph);
}

TEST_MAIN_EACH(test_create, test_destroy)
