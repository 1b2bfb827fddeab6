/* test_graphchallenge.c - adjacency and incidence of the GraphChallenge. */
#include <inttypes.h>

#include "format_files.h"
#include "support/families.h"

static const uint64_t pairs[] = {1, 2, 1, 3, 2, 3, 3, 5};
static const expected_edges expected = {4, pairs, false, 0};

static void incidence(const char *text, const expected_edges *edges)
{
    check_file_reads("a_inc.tsv", text, strlen(text), NULL, edges);
}

static void test_incidence(void **state)
{
    static const uint64_t triangle[] = {1, 2, 1, 3, 2, 3};
    static const uint64_t twice[] = {1, 2, 1, 2}, loop[] = {1, 2, 3, 3};
    static const expected_edges cycle = {3, triangle, false, 0}, two = {2, twice, false, 0};
    static const expected_edges with_loop = {2, loop, false, 0};
    (void)state;
    incidence("1\t1\t1\n1\t2\t1\n2\t1\t1\n2\t3\t1\n3\t2\t1\n3\t3\t1\n4\t3\t1\n4\t5\t1\n",
              &expected);
    /* In any order, with gaps between the edges' numbers, with signs for directions. */
    incidence("7 3 -1\n1 1 1\n9 2 1\n1 2 -1\n7 5 1\n2 1 1\n9 3 1\n2 3 1\n", &expected);
    /* The columns change places. */
    incidence("1\t1\t1\n2\t1\t1\n1\t2\t1\n3\t2\t1\n2\t3\t1\n3\t3\t1\n3\t4\t1\n5\t4\t1\n",
              &expected);
    /* Both columns have each number twice. */
    incidence("1 1 1\n1 2 1\n2 1 1\n2 3 1\n3 2 1\n3 3 1\n", &cycle);
    incidence("1 1 1\n1 2 1\n2 1 1\n2 2 1\n", &two);
    incidence("1 1 1\n1 2 1\n2 3 1\n2 3 1\n", &with_loop);
}

static void test_incidence_damaged(void **state)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"1 1 1\n1 2 1\n2 1 1\n", "edge 2 stands on 1 lines"},
        {"1 1 1\n1 2 1\n1 3 1\n2 1 1\n2 2 1\n", "edge 1 stands on 3 lines"},
        {"1 2 1\n1 3 1\n2 x 1\n", "a_inc.tsv:3"},
        {"1 1 1\n1 999 1\n", "much larger than its 2 lines"},
        {"1 1 1\n1 99999999999 1\n", "much larger than its 2 lines"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_file_fails("a_inc.tsv", cases[i].text, strlen(cases[i].text), NULL,
                         TRICORN_BAD_FORMAT, cases[i].message);
}

static void test_adjacency(void **state)
{
    static const char text[] = "2\t1\t1\n3\t1\t1\n1\t2\t1\n3\t2\t1\n1\t3\t1\n2\t3\t1\n5\t3\t1\n"
                               "3\t5\t1\n";
    static const uint64_t both[] = {1, 2, 1, 2, 1, 3, 1, 3, 2, 3, 2, 3, 3, 5, 3, 5};
    static const expected_edges twice = {8, both, false, 0};
    char path[TEST_PATH_BYTES];
    size_t count;
    (void)state;
    check_file_reads("a_adj.tsv", text, sizeof text - 1, NULL, &twice);

    /* What is written has no gaps: 5 becomes 4. */
    test_folder_path(&fixture.folder, "a_adj.tsv", path);
    tricorn_graph *graph = load_graph(path, NULL);
    CHECK(strcmp(graph->source, "graphchallenge-adj") == 0, "read as %s", graph->source);
    test_folder_path(&fixture.folder, "b_adj.tsv", path);
    REQUIRE_OK(fixture.context, tricorn_graph_save(fixture.context, graph, path, NULL));
    char *adjacency = test_file_read(path, &count);
    assert_string_equal(adjacency, "2\t1\t1\n3\t1\t1\n1\t2\t1\n3\t2\t1\n1\t3\t1\n2\t3\t1\n"
                                   "4\t3\t1\n3\t4\t1\n");
    test_folder_path(&fixture.folder, "b_inc.tsv", path);
    REQUIRE_OK(fixture.context, tricorn_graph_save(fixture.context, graph, path, NULL));
    char *matrix = test_file_read(path, &count);
    assert_string_equal(matrix, "1\t1\t1\n1\t2\t1\n2\t1\t1\n2\t3\t1\n3\t2\t1\n3\t3\t1\n"
                                "4\t3\t1\n4\t4\t1\n");
    free(adjacency);
    free(matrix);
    tricorn_graph_free(graph);
}

static void test_round_trips(void **state)
{
    static const char *const names[] = {"a_adj.tsv", "a_inc.tsv", "a_inc.tsv.gz"};
    edge_list edges = make_complete(90);
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        check_round_trip(names[i], NULL, &edges, 1);
    edge_list_free(&edges);
}

/* A suffix alone makes no matrix. */
static void test_recognised(void **state)
{
    const tg_format *matrix = tg_format_find("graphchallenge-inc");
    (void)state;
    CHECK_EQ(matrix->recognise("a_inc.tsv", "1 2 1\n", 6), TG_BY_CONTENT, "three numbers");
    CHECK_EQ(matrix->recognise("a_inc.tsv", "1 2\n", 4), TG_NOT_MINE, "two numbers");
    CHECK_EQ(matrix->recognise("a_inc.tsv", "u v w\n", 6), TG_NOT_MINE, "words");
    CHECK_EQ(matrix->recognise("a.tsv", "1 2 1\n", 6), TG_NOT_MINE, "another suffix");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_incidence, files_create, test_destroy),
        cmocka_unit_test_setup_teardown(test_incidence_damaged, files_create, test_destroy),
        cmocka_unit_test_setup_teardown(test_adjacency, files_create, test_destroy),
        cmocka_unit_test_setup_teardown(test_round_trips, files_create, test_destroy),
        cmocka_unit_test_setup_teardown(test_recognised, files_create, test_destroy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
