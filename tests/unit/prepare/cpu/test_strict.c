/* test_strict.c - with strict, the first self loop or repeated edge is an error that names its position. */
#include <string.h>

#include "graph/graph.h"
#include "support/fixture.h"

#define GENERAL "%%MatrixMarket matrix coordinate pattern general\n"

/* Loads the text as a file, strictly. `expected` is a part of the message; NULL: success. */
static void check_text(const char *text, const char *expected)
{
    tricorn_graph *graph = NULL;

    const char *path = IN_FOLDER("graph.txt");
    test_file_write(path, text, strlen(text), TEST_PLAIN);
    const tricorn_status status = tricorn_graph_load(fixture.context, path, LOADING(.graph.strict = 1), &graph);
    if (expected == NULL) {
        WORKS(status);
        tricorn_graph_free(graph);
    } else {
        FAILS(status, TRICORN_BAD_FORMAT);
        SAYS("graph.txt");
        SAYS(expected);
        CHECK(graph == NULL, "a failure has no output");
    }
}

TEST_CASE(simple_graphs_pass)
{
    check_text("1 2\n2 3\n3 1\n", NULL);
    check_text("18446744073709551615 1\n1 5000000000\n", NULL);
}

TEST_CASE(the_first_offence_is_named)
{
    check_text("1 1\n", "graph.txt:1:");
    check_text("1 2\n# a comment\n\n3 3\n1 2\n", "graph.txt:4:");
    check_text("1 2\n2 3\n1 2\n3 3\n", "graph.txt:3:");
    check_text("1 2\n2 3\n2 1\n", "graph.txt:3:");
    check_text("1 2\n1 2\n1 2\n", "graph.txt:2:");
    check_text("9 8\n7 6\n5 4\n6 7\n8 9\n", "graph.txt:4:");
    check_text("1 18446744073709551615\n18446744073709551615 1\n", "graph.txt:2:");
    check_text("1 2\n3 3\n", "loop");
}

TEST_CASE(without_strict_they_are_counted)
{
    static const char text[] = "1 2\n2 1\n2 2\n1 2\n";
    tricorn_graph *graph = NULL;

    const char *path = IN_FOLDER("graph.txt");
    test_file_write(path, text, sizeof text - 1, TEST_PLAIN);
    WORKS(tricorn_graph_load(fixture.context, path, NULL, &graph));
    const tricorn_graph_description of = test_describe(fixture.context, graph);
    CHECK_EQ(of.edges, 1, "edges");
    CHECK_EQ(of.self_loops, 1, "loops");
    CHECK_EQ(of.duplicates, 2, "repeated");
    CHECK_EQ(of.both_directions, 1, "in both directions");
    tricorn_graph_free(graph);
}

TEST_CASE(arrays_have_places_too)
{
    static const uint32_t loop[] = {0, 1, 1, 2, 2, 2}, repeat[] = {5, 6, 6, 7, 6, 5};
    tricorn_graph *graph = NULL;

    tricorn_load_options options = *LOADING(.graph.strict = 1);
    FAILS(tricorn_graph_from_edges32(fixture.context, loop, 3, &options, &graph), TRICORN_BAD_FORMAT);
    SAYS("edge 3");
    FAILS(tricorn_graph_from_edges32(fixture.context, repeat, 3, &options, &graph), TRICORN_BAD_FORMAT);
    SAYS("edge 3");
    WORKS(tricorn_graph_from_edges32(fixture.context, repeat, 2, &options, &graph));
    tricorn_graph_free(graph);
}

/* Rows and matrices may have an edge from both ends, once each. */
TEST_CASE(both_ends_are_no_repeat)
{
    static const uint64_t offsets[] = {0, 2, 4, 6};
    static const uint32_t symmetric[] = {1, 2, 0, 2, 0, 1}, again[] = {1, 2, 0, 0, 1, 0}, loop[] = {1, 2, 0, 1, 0, 1};
    tricorn_graph *graph = NULL;
    tricorn_load_options options = *LOADING(.graph.strict = 1);
    WORKS(tricorn_graph_from_csr(fixture.context, 3, offsets, symmetric, &options, &graph));
    CHECK_EQ(graph->edges, 3, "edges");
    tricorn_graph_free(graph);
    FAILS(tricorn_graph_from_csr(fixture.context, 3, offsets, again, &options, &graph), TRICORN_BAD_FORMAT);
    SAYS("edge 4 is a repeat of an earlier edge in the same direction");
    FAILS(tricorn_graph_from_csr(fixture.context, 3, offsets, loop, &options, &graph), TRICORN_BAD_FORMAT);
    SAYS("edge 4 is a self loop");

    check_text(GENERAL "3 3 6\n1 2\n1 3\n2 1\n2 3\n3 1\n3 2\n", NULL);
    check_text(GENERAL "3 3 3\n1 2\n2 1\n1 2\n", "graph.txt:5: a repeat");
    check_text(GENERAL "3 3 3\n1 2\n2 1\n2 1\n", "graph.txt:5: a repeat");
    check_text("AdjacencyGraph\n2\n2\n0\n1\n1\n0\n", NULL);
    check_text("AdjacencyGraph\n2\n2\n0\n2\n1\n1\n", "a repeat of an earlier edge");
}

TEST_MAIN_BETWEEN(test_create, test_destroy)
