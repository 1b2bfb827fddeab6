/* test_multiline_adjlist.c - NetworkX's lists with a line for each neighbour. */

#include "unit/io/format_files.h"

/* 1-2, 1-3, 2-3, 3-5, and the vertices 5 and 9, which lists of length 0 declare. */
static const uint64_t pairs[] = {1, 2, 1, 3, 2, 3, 3, 5, 5, 5, 9, 9};
static const expected_edges expected = {6, pairs, false, 0};

#define HEAD "#make.py\n# GMT Sat Jan  6 10:11:12 2024\n# a graph\n"

TEST_CASE(test_reads)
{
    static const char *const texts[] = {
      "1 2\n2 {}\n3 {'weight': 4}\n2 1\n3 {'a b': '{#'}\n3 1\n5 {}\n5 0\n9 0\n",
      "1 2\n2 {}\n# c\n\n3 {}\n2 1\n3 {}\n3 1\n5 {}\n5 0\n9 0",
      "1 2\r\n2 {}\r\n3 {}\r\n2 1\r\n3 {}\r\n3 1\r\n5 {}\r\n5 0\r\n9 0\r\n",
      "1\t2\n2\t{}\n3\t{}\n2\t1\n3\t{}\n 3  1 \n5 {} \n5 0\n9 0\n",
    };
    for (size_t i = 0; i < LENGTH(texts); i++) {
        char text[256];
        check_file_reads("a.txt", texts[i], strlen(texts[i]), "multiline-adjlist", &expected);
        snprintf(text, sizeof text, HEAD "%s", texts[i]);
        check_file_reads("a.txt", text, strlen(text), NULL, &expected);
    }
    /* NetworkX writes no data at all for neighbours whose data is None. */
    static const char bare[] = "1 2\n2\n3\n2 1\n3\n3 1\n5\n5 0\n9 0\n";
    check_file_reads("a", bare, sizeof bare - 1, "multiline-adjlist", &expected);
}

TEST_CASE(test_damaged)
{
    static const refused_text cases[] = {
      {"1 2\n2 {}\n3 {}\n4 {}\n", "a:4: expected a vertex and the number"},
      {"1\n2 1\n", "a:1: expected a vertex and the number"},
      {"1 -1\n", "a:1: expected a vertex and the number"},
      {"1 x\n", "a:1: expected a vertex and the number"},
      {"1 2 3\n", "a:1: expected a vertex"},
      {"1 1\n2 3\n", "a:2: expected a neighbour and its data"},
      {"1 1\n2 {'a': 1\n", "a:2: expected a neighbour and its data"},
      {"1 1\n-2 {}\n", "a:2: a vertex id is negative"},
      {"1 1\nx {}\n", "a:2: expected a vertex and its neighbours"},
      {"x 1\n1 {}\n", "a:1: expected a vertex and its neighbours"},
      {"# c\n1 1\n2 {}\n\n2 3\n4 {}\n# d\n", "a:5: the vertex has 3 neighbours by this line, but only 1 follow"},
      {"1 18446744073709551615\n2 {}\n", "a:1: the vertex has 18446744073709551615"},
    };
    check_texts_fail("a", "multiline-adjlist", TRICORN_BAD_FORMAT, cases, LENGTH(cases));
}

/* Cut before the last neighbour that a number promises, or within its data. */
TEST_CASE(test_cut)
{
    static const char *const texts[] = {
      "1 2\n", "1 2\n2 {", "1 2\n2 {}", "1 2\n2 {}\n", "1 2\n2 {}\n3 {", "1 2\n2 {}\n3 {}\n2 1\n"};
    for (size_t i = 0; i < LENGTH(texts); i++)
        check_file_fails("a", texts[i], strlen(texts[i]), "multiline-adjlist", TRICORN_BAD_FORMAT, NULL);
}

TEST_CASE(test_changed)
{
    static const char text[] = HEAD "1 2\n2 {}\n3 {}\n2 1\n3 {'w': 1}\n3 0\n";
    check_text_changes_are_safe("a", text, NULL);
}

TEST_CASE(test_words)
{
    static const char text[] = HEAD "Ann Lee 2\nb {}\nc {'weight': 2}\nb 1\nc {}\nc 1\nd {}\n"
                                    "d 0\ne 0\n";
    write_file("a", text, sizeof text - 1, TEST_PLAIN);
    tricorn_graph *graph = test_load(fixture.context, IN_FOLDER("a"), LOADING(.input.ids = TRICORN_IDS_STRING));
    CHECK_EQ(graph->active, 4, "vertices with an edge");
    CHECK_EQ(graph->vertices, 5, "vertices");
    CHECK_EQ(graph->edges, 4, "edges");
    CHECK_EQ(test_triangles(fixture.context, graph, NULL), 1, "triangles");
    tricorn_graph_free(graph);
}

TEST_CASE(test_strict)
{
    static const refused_text cases[] = {
      {"1 1\n2 {}\n2 0\n3 0\n", NULL},
      {"1 1\n\n2 {}\n2 1\n1 {}\n", NULL}, /* of a directed graph */
      {"1 2\n\n2 {}\n2 {}\n", "a:4: a repeat of an earlier edge"},
      {"1 1\n2 {}\n2 0\n3 1\n3 {}\n", "a:5: a self loop"},
    };
    check_all_strict("multiline-adjlist", cases, LENGTH(cases));
}

/* Both formats of NetworkX have the same head. */
TEST_CASE(test_recognised)
{
    static const struct {
        const char *text, *format;
    } cases[] = {
      {HEAD "1 1\n2 {}\n2 0\n", "multiline-adjlist"},
      {HEAD "1 1\n2 {'weight': 1}\n2 0\n", "multiline-adjlist"},
      {HEAD "0 1\n1\n", "adjlist"},
      {HEAD "1 1\n2 2\n", "adjlist"},
      {HEAD "1 1\n2\n3 0\n", "adjlist"},
      {HEAD "1 2\n2 3\n3\n", "adjlist"},
      {HEAD "1 2 0\n2 2\n0\n", "adjlist"},
      {HEAD "1 2 0\n2 0\n0 0\n", "adjlist"},
      {HEAD "1 0\n2 2\n", "adjlist"},
      {"1 1\n2 1\n", "edges"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        write_file("a.txt", cases[i].text, strlen(cases[i].text), TEST_PLAIN);
        tricorn_graph *graph = load_graph(IN_FOLDER("a.txt"), NULL);
        CHECK(strcmp(graph->source, cases[i].format) == 0, "case %zu was read as %s", i, graph->source);
        tricorn_graph_free(graph);
    }
    /* Damaged, but recognisable: its reader reports the line. */
    static const char damaged[] = HEAD "1 2\n2 {}\n3\n4\n";
    check_file_fails("a.txt", damaged, sizeof damaged - 1, NULL, TRICORN_BAD_FORMAT, "a.txt:7: ");
}

/* No edges in one format, a star in the other. */
TEST_CASE(test_either)
{
    static const char text[] = HEAD "1 0\n2 0\n0 0\n";
    static const uint64_t loops[] = {0, 0, 1, 1, 2, 2}, star[] = {0, 0, 0, 1, 0, 2};
    static const expected_edges none = {3, loops, false, 0}, some = {3, star, false, 0};
    check_file_fails(
      "a", text, sizeof text - 1, NULL, TRICORN_BAD_FORMAT, "give the option 'format=multiline-adjlist'");
    check_file_reads("a", text, sizeof text - 1, "multiline-adjlist", &none);
    check_file_reads("a", text, sizeof text - 1, "adjlist", &some);
}

TEST_MAIN_EACH(files_create, test_destroy)
