/* test_butterflies.c - numbers of butterflies beyond 32 bits where hubs come last, by vertex and
 * by edge; calls that are cancelled, and graphs without sides; tables of edges with columns.
 * cli.butterfly and the attack compare with the definitions. */
#include <stdlib.h>
#include <string.h>

#include "support/edge_list.h"
#include "support/fixture.h"

/* The graph of two right hubs with `leaves` common neighbours, which come before the hubs. */
static tricorn_graph *two_hubs(uint32_t leaves)
{
    edge_list list = edge_list_create(leaves + 2);

    for (uint32_t v = 0; v < leaves; v++)
        for (uint32_t hub = 0; hub < 2; hub++) edge_list_add(&list, v, hub);
    tricorn_graph *graph =
      test_from_edges(fixture.context, list.pairs, list.count, LOADING(.bipartite = 1, .graph.order = "input"));
    edge_list_free(&list);
    return graph;
}

TEST_CASE(beyond_32_bits)
{
    const uint32_t leaves = 100000;
    tricorn_butterfly_summary summary = TRICORN_BUTTERFLY_SUMMARY_INIT;
    tricorn_graph *graph = two_hubs(leaves);
    uint64_t *edges = test_allocate(2 * leaves, sizeof *edges);
    uint64_t *vertices = test_allocate(leaves + 2, sizeof *vertices);

    REQUIRE_OK(fixture.context, tricorn_count_butterflies(fixture.context, graph, vertices, edges, &summary));
    CHECK_EQ(summary.butterflies, (uint64_t)leaves * (leaves - 1) / 2, "all");
    for (uint32_t e = 0; e < 2 * leaves; e++) CHECK_EQ(edges[e], leaves - 1, "edge %u", e);
    WORKS(tricorn_bitruss_numbers(fixture.context, graph, edges, NULL));
    for (uint32_t e = 0; e < 2 * leaves; e++) CHECK_EQ(edges[e], leaves - 1, "number %u", e);
    for (uint32_t v = 0; v < leaves + 2; v++)
        CHECK_EQ(vertices[v], v < leaves ? leaves - 1 : summary.butterflies, "vertex %u", v);
    tricorn_graph_free(graph);
    free(edges);
    free(vertices);
}

/* Each call fails with the status, and writes no result. */
static void check_calls(const tricorn_graph *graph, tricorn_status status)
{
    tricorn_butterfly_summary summary = TRICORN_BUTTERFLY_SUMMARY_INIT;
    tricorn_latapy_summary averages = TRICORN_LATAPY_SUMMARY_INIT;
    uint64_t vertices[8], edges[8];

    REQUIRE_STATUS(
      fixture.context, tricorn_count_butterflies(fixture.context, graph, vertices, edges, &summary), status);
    REQUIRE_STATUS(fixture.context, tricorn_latapy_clustering(fixture.context, graph, NULL, &averages), status);
    FAILS(tricorn_bitruss_numbers(fixture.context, graph, edges, NULL), status);
    CHECK(summary.left == 0 && averages.average[0] == 0, "results are written");
}

TEST_CASE(failures)
{
    const uint32_t pairs[] = {0, 1};
    const double weights[] = {-1};
    tricorn_balance balance = TRICORN_BALANCE_INIT;
    tricorn_graph *sided = two_hubs(2), *graph = NULL;
    uint64_t sides[2];

    REQUIRE_OK(fixture.context, tricorn_graph_from_edges32(fixture.context, pairs, 1,
                                  LOADING(.graph.edge_weights = weights, .graph.weights = TRICORN_SIGNED), &graph));
    check_calls(graph, TRICORN_INVALID_ARGUMENT);
    SAYS("bipartite");
    REQUIRE_STATUS(fixture.context, tricorn_graph_sides(fixture.context, graph, sides), TRICORN_INVALID_ARGUMENT);
    tricorn_context_set_progress(fixture.context, test_stop, NULL);
    check_calls(sided, TRICORN_CANCELLED);
    REQUIRE_STATUS(
      fixture.context, tricorn_structural_balance(fixture.context, graph, NULL, NULL, &balance), TRICORN_CANCELLED);
    tricorn_context_set_progress(fixture.context, NULL, NULL);
    CHECK(tricorn_latapy_name(-1) == NULL && tricorn_latapy_name(TRICORN_LATAPY) == NULL, "names");
    tricorn_graph_free(sided);
    tricorn_graph_free(graph);
}

static char *table_of(const tricorn_graph *graph, const tricorn_table_options *options)
{
    size_t count;
    REQUIRE_OK(fixture.context, tricorn_table_save(fixture.context, graph, fixture.path, options, NULL));
    return test_file_read(fixture.path, &count);
}

/* Each edge of the complete graph of these ids has its ids as values. */
TEST_CASE(columns_of_edges)
{
    const uint32_t pairs[] = {7, 5, 6, 9, 5, 6, 9, 7, 6, 7, 9, 5};
    uint32_t ends[12];
    uint64_t counts[6];
    double reals[6];
    const tricorn_column columns[] = {{"ids", counts, NULL}, {"real", NULL, reals}};

    tricorn_graph *graph = test_from_edges(fixture.context, pairs, 6, NULL);
    REQUIRE_OK(fixture.context, tricorn_graph_edges(fixture.context, graph, ends, NULL, NULL));
    for (int e = 0; e < 6; e++) {
        const uint64_t a = tricorn_graph_id(graph, ends[2 * e]);
        const uint64_t b = tricorn_graph_id(graph, ends[2 * e + 1]);
        counts[e] = a < b ? 10 * a + b : 10 * b + a;
        reals[e] = -(double)counts[e] / 2;
    }
    tricorn_table_options options = *OPTIONS(tricorn_table_options, .table = TRICORN_TABLE_EDGE_COLUMNS,
      .columns = columns, .column_count = 2, .format = "csv", .sorted = 1);
    char *sorted = table_of(graph, &options);
    assert_string_equal(sorted, "u,v,ids,real\n5,6,56,-28\n5,7,57,-28.5\n5,9,59,-29.5\n"
                                "6,7,67,-33.5\n6,9,69,-34.5\n7,9,79,-39.5\n");
    options.sorted = 0;
    char *any = table_of(graph, &options);
    CHECK_EQ(strlen(any), strlen(sorted), "all rows");
    for (const char *line = strchr(sorted, '\n'); line[1] != '\0'; line = strchr(line + 1, '\n')) {
        char row[32] = "";
        memcpy(row, line, (size_t)(strchr(line + 1, '\n') - line) + 1);
        CHECK(strstr(any, row) != NULL, "%s is missing", row);
    }
    options.top = 2;
    char *top = table_of(graph, &options);
    assert_string_equal(top, "u,v,ids,real\n7,9,79,-39.5\n6,9,69,-34.5\n");
    options.top_column = 1;
    options.top = 1;
    char *most = table_of(graph, &options);
    assert_string_equal(most, "u,v,ids,real\n5,6,56,-28\n");
    options.format = "gml";
    REQUIRE_STATUS(fixture.context, tricorn_table_save(fixture.context, graph, fixture.path, &options, NULL),
      TRICORN_INVALID_ARGUMENT);
    options.top = 0;
    char *document = table_of(graph, &options);
    CHECK(strstr(document, "ids 79") && strstr(document, "real -39.5"), "%s", document);
    options.format = NULL;
    options.shares = 2;
    REQUIRE_STATUS(fixture.context, tricorn_table_save(fixture.context, graph, fixture.path, &options, NULL),
      TRICORN_INVALID_ARGUMENT);
    free(sorted);
    free(any);
    free(top);
    free(most);
    free(document);
    tricorn_graph_free(graph);
}

TEST_MAIN_EACH(test_create, test_destroy)
