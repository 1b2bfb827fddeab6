/* test_clustering.c - coefficients against looking at every pair of neighbours, against closed
 * forms, in any order of vertices, and where 32 and 64 bits would not do; tables of columns. */
#include "analysis/clustering.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "graph/graph.h"
#include "support/families.h"
#include "support/fixture.h"

static const double CLOSE = 1e-13;

static void check_close(double found, double expected, const char *what, const char *name)
{
    CHECK(fabs(found - expected) <= CLOSE * fmax(1, fabs(expected)), "%s: %s is %.17g, not %.17g", name, what, found,
      expected);
}

/* The summary of a graph of few vertices, whose coefficients are checked one by one. */
static tricorn_clustering_summary check_vertices(const tricorn_graph *graph, const edge_list *edges, const char *name)
{
    const uint64_t n = edges->vertices;
    unsigned char *matrix = edge_list_matrix(edges);
    uint64_t *degrees = edge_list_degrees(edges);
    uint64_t *found_degrees = test_allocate(n + 1, sizeof *degrees);
    double *coefficients = test_allocate(n + 1, sizeof *coefficients);
    tricorn_clustering_summary summary = TRICORN_CLUSTERING_SUMMARY_INIT;

    WORKS(tricorn_clustering(fixture.context, graph,
      OPTIONS(tricorn_clustering_options, .degrees = found_degrees, .coefficients = coefficients), &summary, NULL));
    for (uint32_t v = 0; v < graph->vertices; v++) {
        const uint64_t id = tricorn_graph_id(graph, v);
        uint64_t joined = 0;
        for (uint64_t a = 0; a < n; a++)
            for (uint64_t b = a + 1; b < n; b++)
                joined += matrix[id * n + a] && matrix[id * n + b] && matrix[a * n + b];
        const double pairs = (double)degrees[id] * ((double)degrees[id] - 1) / 2;
        CHECK_EQ(found_degrees[v], degrees[id], "%s, vertex %u", name, v);
        check_close(coefficients[v], degrees[id] < 2 ? 0 : (double)joined / pairs, "a vertex", name);
    }
    free(matrix);
    free(degrees);
    free(found_degrees);
    free(coefficients);
    return summary;
}

/* Sums by definition, of which the graph's figures have to be. */
static void check_sums(const tricorn_clustering_summary *summary, const edge_list *edges, const char *name)
{
    const uint64_t n = edges->vertices;
    unsigned char *matrix = edge_list_matrix(edges);
    uint64_t *degrees = edge_list_degrees(edges);
    double wedges = 0, coefficients = 0, degree2 = 0, nonzero = 0, with_edge = 0;
    const uint64_t triangles = edge_list_brute_force(edges);

    for (uint64_t v = 0; v < n; v++) {
        double joined = 0;
        for (uint64_t a = 0; a < n; a++)
            for (uint64_t b = a + 1; b < n; b++) joined += matrix[v * n + a] && matrix[v * n + b] && matrix[a * n + b];
        const double pairs = (double)degrees[v] * ((double)degrees[v] - 1) / 2;
        with_edge += degrees[v] > 0;
        if (degrees[v] < 2) continue;
        degree2++;
        nonzero += joined > 0;
        wedges += pairs;
        coefficients += joined / pairs;
    }
    CHECK_EQ(summary->triangles, triangles, "%s", name);
    CHECK_EQ(summary->wedges_high, 0, "%s", name);
    CHECK_EQ(summary->wedges_low, wedges, "%s", name);
    CHECK_EQ(summary->vertices, with_edge, "%s", name);
    CHECK_EQ(summary->averaged, with_edge, "%s", name);
    CHECK_EQ(summary->degree2, degree2, "%s", name);
    CHECK_EQ(summary->nonzero, nonzero, "%s", name);
    CHECK_EQ(summary->edges, edge_list_simple_edges(edges), "%s", name);
    check_close(summary->transitivity, wedges > 0 ? 3 * (double)triangles / wedges : 0, "transitivity", name);
    check_close(summary->average, with_edge > 0 ? coefficients / with_edge : 0, "average", name);
    check_close(summary->average_degree2, degree2 > 0 ? coefficients / degree2 : 0, "average over degree 2", name);
    check_close(
      summary->average_nonzero, nonzero > 0 ? coefficients / nonzero : 0, "average of those that are not 0", name);
    free(matrix);
    free(degrees);
}

/* Takes the edges. */
static void check_graph(edge_list edges, const char *name)
{
    tricorn_graph *graph = edge_list_graph(fixture.context, &edges);
    const tricorn_clustering_summary summary = check_vertices(graph, &edges, name);
    check_sums(&summary, &edges, name);
    tricorn_graph_free(graph);
    edge_list_free(&edges);
}

/* Repeats, both directions, loops, vertices of degree 0 and 1 must not matter. */
TEST_CASE(by_definition)
{
    test_random random = {21};

    check_graph(edge_list_create(0), "no vertex");
    check_graph(make_karate(), "karate");
    check_graph(make_star(40), "star");
    for (uint32_t percent = 1; percent <= 91; percent += 9) {
        edge_list edges = make_random(40, percent, &random);
        check_graph(edge_list_copy(&edges), "random");
        edge_list_add_loops(&edges, 30, &random);
        edge_list_add_reversed(&edges);
        edge_list_add_duplicates(&edges, edges.count ? 100 : 0, &random);
        edge_list_shuffle(&edges, &random);
        check_graph(edges, "random with loops and repeats");
    }
}

static tricorn_clustering_summary summary_of(const tricorn_graph *graph, int isolated)
{
    tricorn_clustering_summary summary = TRICORN_CLUSTERING_SUMMARY_INIT;
    WORKS(tricorn_clustering(
      fixture.context, graph, OPTIONS(tricorn_clustering_options, .isolated = isolated), &summary, NULL));
    return summary;
}

static void check_form(edge_list edges, double transitivity, double average, const char *name)
{
    tricorn_graph *graph = edge_list_into_graph(fixture.context, edges);
    const tricorn_clustering_summary summary = summary_of(graph, 0);
    check_close(summary.transitivity, transitivity, "transitivity", name);
    check_close(summary.average, average, "average", name);
    tricorn_graph_free(graph);
}

/* A triangle and a path of three vertices: averages over six, four and three vertices. */
TEST_CASE(three_averages)
{
    const uint32_t pairs[] = {0, 1, 1, 2, 2, 0, 3, 4, 4, 5};

    tricorn_graph *graph = test_from_edges(fixture.context, pairs, 5, NULL);
    const tricorn_clustering_summary summary = summary_of(graph, 0);
    check_close(summary.average, 3.0 / 6, "average", "a triangle and a path");
    check_close(summary.average_degree2, 3.0 / 4, "over degree 2", "a triangle and a path");
    check_close(summary.average_nonzero, 3.0 / 3, "not 0", "a triangle and a path");
    tricorn_graph_free(graph);
}

static double ring_clustering(double k)
{
    return 3 * (k - 1) / (2 * (2 * k - 1));
}

/* A hub of degree 2c has 2c (2c - 1) ordered pairs: beyond 32 bits. */
static void check_friends(double c)
{
    char name[64];
    snprintf(name, sizeof name, "%.0f triangles at one vertex", c);
    check_form(make_windmill(3, (uint32_t)c), 3 / (2 * c + 1), (2 * c + 1 / (2 * c - 1)) / (2 * c + 1), name);
}

TEST_CASE(closed_forms)
{
    for (uint32_t n = 3; n < 40; n += 6) check_form(make_complete(n), 1, 1, "complete");
    for (uint32_t r = 4; r < 60; r += 7)
        check_form(make_wheel(r), 6.0 / (r + 5), (2.0 / (r - 1) + 2 * (double)r / 3) / (r + 1), "wheel");
    for (uint32_t k = 2; k < 6; k++) check_form(make_ring(100, k), ring_clustering(k), ring_clustering(k), "ring");
    check_form(make_star(100000), 0, 0, "star");
    check_form(make_path(50), 0, 0, "path");
    check_friends(3);
    check_friends(50000);
    for (uint32_t a = 3; a < 9; a++)
        for (uint32_t b = 3; b < 9; b++) {
            const double inner = (a - 2.0) * (b - 2.0), side = a + b - 4.0;
            check_form(make_king(a, b), 12 * (a - 1.0) * (b - 1.0) / (28 * inner + 20 * side + 12),
              (3.0 / 7 * inner + 6.0 / 5 * side + 4) / (a * b), "king's grid");
        }
}

/* The same bits, whatever the order of the vertices and the threads. */
TEST_CASE(no_order_matters)
{
    static const char *const orders[] = {"degree", "input", "random", "core"};
    test_random random = {22};
    edge_list edges = make_random(300, 7, &random);
    tricorn_clustering_summary first = {0};

    for (uint32_t i = 0; i < 8; i++) {
        tricorn_graph *graph = NULL;
        test_fixture_close();
        test_fixture_open(i + 1);
        tricorn_load_options options = *LOADING(.graph.order = orders[i % 4]);
        edge_list_relabel(&edges, &random);
        WORKS(tricorn_graph_from_edges32(fixture.context, edges.pairs, edges.count, &options, &graph));
        const tricorn_clustering_summary found = summary_of(graph, 0);
        if (i == 0) first = found;
        CHECK(memcmp(&found, &first, sizeof found) == 0, "order %s, %u threads", options.graph.order, i + 1);
        tricorn_graph_free(graph);
    }
    edge_list_free(&edges);
}

TEST_CASE(isolated_vertices)
{
    const uint64_t offsets[] = {0, 2, 3, 3, 3, 3};
    const uint32_t targets[] = {1, 2, 2};
    tricorn_graph *graph = NULL;

    WORKS(tricorn_graph_from_csr(fixture.context, 5, offsets, targets, NULL, &graph));
    const tricorn_clustering_summary without = summary_of(graph, 0), with = summary_of(graph, 1);
    CHECK_EQ(without.isolated, 2, "vertices without an edge");
    check_close(without.average, 1, "average", "a triangle and two vertices");
    check_close(with.average, 3.0 / 5, "average over all", "a triangle and two vertices");
    CHECK_EQ(with.averaged, 5, "averaged");
    CHECK_EQ(with.nonzero, 3, "not 0");
    check_close(with.average_nonzero, 1, "not 0", "a triangle and two vertices");
    check_close(with.average_degree2, 1, "over degree 2", "a triangle and two vertices");
    tricorn_graph_free(graph);
}

/* Three vertices of 2^32 - 2 neighbours have more wedges than 64 bits hold. */
TEST_CASE(wedges_beyond_64_bits)
{
    enum { HUBS = 6 };
    const uint64_t degree = UINT32_MAX - UINT64_C(1);
    uint64_t degrees[HUBS], triangles[HUBS];
    const unsigned __int128 pairs = (unsigned __int128)degree * (degree - 1) / 2 * HUBS;
    tricorn_clustering_summary found = TRICORN_CLUSTERING_SUMMARY_INIT;

    for (int v = 0; v < HUBS; v++) {
        degrees[v] = degree;
        triangles[v] = degree * (degree - 1) / 2;
    }
    tg_clustering_sum(fixture.context, &(tg_clustering_input){HUBS, degrees, triangles, 0, false}, NULL, &found);
    CHECK_EQ(found.wedges_high, (uint64_t)(pairs >> 64), "high");
    CHECK(found.wedges_high > 0, "beyond 64 bits");
    CHECK_EQ(found.wedges_low, (uint64_t)pairs, "low");
    check_close(found.transitivity, 1, "transitivity", "complete");
    check_close(found.average, 1, "average", "complete");
}

/* ---- tables of columns ---- */

static char *table_of(const tricorn_graph *graph, const tricorn_table_options *options)
{
    size_t count;
    WORKS(tricorn_table_save(fixture.context, graph, fixture.path, options, NULL));
    return test_file_read(fixture.path, &count);
}

TEST_CASE(tables)
{
    const uint32_t pairs[] = {5, 6, 6, 7, 7, 5};
    uint64_t counts[3] = {0};
    double reals[3] = {0};
    const tricorn_column columns[] = {{"a-count", counts, NULL}, {"real", NULL, reals}};

    tricorn_graph *graph = test_from_edges(fixture.context, pairs, 3, NULL);
    for (uint32_t v = 0; v < 3; v++) {
        const uint64_t id = tricorn_graph_id(graph, v);
        counts[v] = UINT64_MAX - id;
        reals[v] = id == 5 ? -0.1 : id == 6 ? 1.0 / 3 : -2e-300;
    }
    tricorn_table_options options = *OPTIONS(tricorn_table_options, .table = TRICORN_TABLE_COLUMNS, .columns = columns,
      .column_count = 2, .top_column = 1, .format = "csv");
    char *all = table_of(graph, &options);
    assert_string_equal(all, "vertex,a-count,real\n"
                             "5,18446744073709551610,-0.10000000000000001\n"
                             "6,18446744073709551609,0.33333333333333331\n"
                             "7,18446744073709551608,-2.0000000000000001e-300\n");
    options.top = 2;
    options.format = "jsonl";
    char *top = table_of(graph, &options);
    assert_string_equal(top, "{\"vertex\":6,\"a-count\":18446744073709551609,\"real\":0.33333333333333331}\n"
                             "{\"vertex\":7,\"a-count\":18446744073709551608,\"real\":-2.0000000000000001e-300}\n");
    free(all);
    free(top);
    tricorn_graph_free(graph);
}

TEST_CASE(columns_that_are_refused)
{
    const uint64_t counts[3] = {0};
    const double reals[3] = {0};
    const tricorn_column wrong[][2] = {{{"a", counts, NULL}, {NULL, counts, NULL}},
      {{"a", counts, NULL}, {"", counts, NULL}}, {{"a", counts, NULL}, {"a b", counts, NULL}},
      {{"a", counts, NULL}, {"seventeen-letters", counts, NULL}}, {{"a", counts, NULL}, {"b", NULL, NULL}},
      {{"a", counts, NULL}, {"b", counts, reals}}, {{"a", NULL, reals}, {"b", counts, NULL}}};
    const tricorn_column right[17] = {{"a", counts, NULL}};
    const struct {
        const tricorn_column *columns;
        size_t count, top;
    } numbers[] = {{NULL, 1, 0}, {right, 0, 0}, {right, 1, 1}, {right, 17, 0}};
    tricorn_graph *graph = edge_list_into_graph(fixture.context, make_complete(3));

    tricorn_table_options options = *OPTIONS(tricorn_table_options, .table = TRICORN_TABLE_COLUMNS, .column_count = 2);
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        options.columns = wrong[i];
        FAILS(tricorn_table_save(fixture.context, graph, fixture.path, &options, NULL), TRICORN_INVALID_ARGUMENT);
        SAYS("columns[1]");
    }
    for (size_t i = 0; i < LENGTH(numbers); i++) {
        options.columns = numbers[i].columns;
        options.column_count = numbers[i].count;
        options.top_column = numbers[i].top;
        FAILS(tricorn_table_save(fixture.context, graph, fixture.path, &options, NULL), TRICORN_INVALID_ARGUMENT);
        SAYS("1 to 16 columns");
    }
    tricorn_graph_free(graph);
}

TEST_MAIN_EACH(test_create, test_destroy)
