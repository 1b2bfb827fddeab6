/* test_graphchallenge.c - adjacency and incidence of the GraphChallenge. */

#include "unit/io/format_files.h"
#include "io/formats/graphchallenge.h"
#include "support/families.h"

static const uint64_t pairs[] = {1, 2, 1, 3, 2, 3, 3, 5};
static const expected_edges expected = {4, pairs, false, 0};

static void incidence(const char *text, const expected_edges *edges)
{
    check_file_reads("a_inc.tsv", text, strlen(text), NULL, edges);
}

TEST_CASE(test_incidence)
{
    static const uint64_t triangle[] = {1, 2, 1, 3, 2, 3};
    static const uint64_t twice[] = {1, 2, 1, 2}, loop[] = {1, 2, 3, 3};
    static const expected_edges cycle = {3, triangle, false, 0}, two = {2, twice, false, 0};
    static const expected_edges with_loop = {2, loop, false, 0};
    incidence("1\t1\t1\n1\t2\t1\n2\t1\t1\n2\t3\t1\n3\t2\t1\n3\t3\t1\n4\t3\t1\n4\t5\t1\n", &expected);
    /* In any order, with gaps between the edges' numbers, with signs for directions. */
    incidence("7 3 -1\n1 1 1\n9 2 1\n1 2 -1\n7 5 1\n2 1 1\n9 3 1\n2 3 1\n", &expected);
    /* The columns change places. */
    incidence("1\t1\t1\n2\t1\t1\n1\t2\t1\n3\t2\t1\n2\t3\t1\n3\t3\t1\n3\t4\t1\n5\t4\t1\n", &expected);
    /* Both columns have each number twice. */
    incidence("1 1 1\n1 2 1\n2 1 1\n2 3 1\n3 2 1\n3 3 1\n", &cycle);
    incidence("1 1 1\n1 2 1\n2 1 1\n2 2 1\n", &two);
    incidence("1 1 1\n1 2 1\n2 3 1\n2 3 1\n", &with_loop);
}

TEST_CASE(test_incidence_damaged)
{
    static const refused_text cases[] = {
      {"1 1 1\n1 2 1\n2 1 1\n", "edge 2 is on 1 lines"},
      {"1 1 1\n1 2 1\n1 3 1\n2 1 1\n2 2 1\n", "edge 1 is on 3 lines"},
      {"1 2 1\n1 3 1\n2 x 1\n", "a_inc.tsv:3"},
      {"1 1 1\n1 999 1\n", "much larger than its 2 lines"},
      {"1 1 1\n1 99999999999 1\n", "much larger than its 2 lines"},
    };
    check_texts_fail("a_inc.tsv", NULL, TRICORN_BAD_FORMAT, cases, LENGTH(cases));
}

TEST_CASE(test_adjacency)
{
    static const char text[] = "2\t1\t1\n3\t1\t1\n1\t2\t1\n3\t2\t1\n1\t3\t1\n2\t3\t1\n5\t3\t1\n"
                               "3\t5\t1\n";
    static const uint64_t both[] = {1, 2, 1, 2, 1, 3, 1, 3, 2, 3, 2, 3, 3, 5, 3, 5};
    static const expected_edges twice = {8, both, false, 0};
    size_t count;
    check_file_reads("a_adj.tsv", text, sizeof text - 1, NULL, &twice);

    /* What is written has no gaps: 5 becomes 4. */
    tricorn_graph *graph = load_graph(IN_FOLDER("a_adj.tsv"), NULL);
    CHECK(strcmp(graph->source, "graphchallenge-adj") == 0, "read as %s", graph->source);
    const char *path = IN_FOLDER("b_adj.tsv");
    WORKS(tricorn_graph_save(fixture.context, graph, path, NULL));
    char *adjacency = test_file_read(path, &count);
    assert_string_equal(adjacency, "2\t1\t1\n3\t1\t1\n1\t2\t1\n3\t2\t1\n1\t3\t1\n2\t3\t1\n"
                                   "4\t3\t1\n3\t4\t1\n");
    path = IN_FOLDER("b_inc.tsv");
    WORKS(tricorn_graph_save(fixture.context, graph, path, NULL));
    char *matrix = test_file_read(path, &count);
    assert_string_equal(matrix, "1\t1\t1\n1\t2\t1\n2\t1\t1\n2\t3\t1\n3\t2\t1\n3\t3\t1\n"
                                "4\t3\t1\n4\t4\t1\n");
    free(adjacency);
    free(matrix);
    tricorn_graph_free(graph);
}

TEST_CASE(test_round_trips)
{
    static const char *const names[] = {"a_adj.tsv", "a_inc.tsv", "a_inc.tsv.gz"};
    edge_list edges = make_complete(90);
    for (size_t i = 0; i < LENGTH(names); i++) check_round_trip(names[i], NULL, &edges, 1);
    edge_list_free(&edges);
}

/* Under the suffix, an edge list is refused. */
TEST_CASE(test_recognised)
{
    static const char *const texts[] = {"1 2\n1 3\n2 3\n", "# c\n1 2 1\n1 3 1\n2 3 1\n", "1 1 1\n1 2 1\n\n2 3 1\n"};
    const tg_format *matrix = tg_format_find("graphchallenge-inc");
    for (size_t i = 0; i < LENGTH(texts); i++)
        check_file_fails("a_inc.tsv", texts[i], strlen(texts[i]), NULL, TRICORN_BAD_FORMAT, "edges");
    CHECK_EQ(matrix->recognise("a.tsv", "1 2 1\n", 6), TG_NOT_MINE, "another suffix");
}

/* ---- edge list or matrix ---- */

/* The edges 1-2, 1-3, 2-3, 3-4, as tricorn writes them, and with a fault. */
TEST_CASE(test_look)
{
    static const struct {
        const char *text;
        tg_incidence likeness;
    } cases[] = {
      {"1\t1\t1\n1\t2\t1\n2\t1\t1\n2\t3\t1\n3\t2\t1\n3\t3\t1\n4\t3\t1\n4\t4\t1\n", TG_INCIDENCE_SURE},
      {"# c\n1 1 1\r\n\n1 2 1\r\n2 1 1\r\n2 3 1\r\n", TG_INCIDENCE_SURE},
      {"1 1 1\n1 2 1\n", TG_INCIDENCE_SURE},
      {"1 1 1\r\r\n1 2 1\r\r\n", TG_INCIDENCE_SURE},
      {"1 1 1\n1 2 1\n2 1 1\n", TG_INCIDENCE_SURE}, /* the next line may be out of view */
      {"1 1 1\n1 2 1\n2 1 1\n2 3 1\n3 2 1\n3 2 1\n3 3 1\n", TG_INCIDENCE_DOUBT}, /* twice */
      {"1 1 1\n1 2 1\n2 3 1\n2 1 1\n", TG_INCIDENCE_DOUBT}, /* not in order */
      {"1 1 1\n1 2 1\n2 1 1\n2 3 1\n5 3 1\n3 3 1\n4 2 1\n4 4 1\n3 2 1\n5 4 1\n6 1 1\n6 4 1\n",
        TG_INCIDENCE_DOUBT}, /* two lines changed places */
      {"1 1 1\n1 2 1\n2 2 1\n2 3 1\n3 1 1\n3 2 1\n", TG_INCIDENCE_DOUBT},
      {"1 1 1\n1 2 1\n3 1 1\n3 3 1\n4 2 1\n4 3 1\n", TG_INCIDENCE_DOUBT}, /* 2 is missing */
      {"1 1 1\n1 2 1\n1 3 1\n2 1 1\n2 2 1\n2 3 1\n3 1 1\n", TG_INCIDENCE_NOT},
      {"1 1 1\n1 2 1\n2 1 1\n2 3 5\n", TG_INCIDENCE_NOT}, /* another value */
      {"1 1\n1 2\n2 1\n2 3\n", TG_INCIDENCE_NOT},
      {"1 1 1 1\n1 2 1 1\n", TG_INCIDENCE_NOT},
      {"1,1,1\n1,2,1\n", TG_INCIDENCE_NOT},
      {"1 2 1\n1 3 1\n2 3 1\n2 4 1\n3 4 1\n3 5 1\n", TG_INCIDENCE_NOT}, /* each with the next two */
      {"2 1 1\n2 3 1\n3 2 1\n3 1 1\n", TG_INCIDENCE_NOT},
      {"1 2 1\n2 3 1\n3 1 1\n", TG_INCIDENCE_NOT}, /* a triangle */
      {"1 1 1\n", TG_INCIDENCE_NOT},
      {"", TG_INCIDENCE_NOT},
    };
    for (size_t i = 0; i < LENGTH(cases); i++)
        CHECK_EQ(tg_incidence_look(cases[i].text, strlen(cases[i].text)), cases[i].likeness, "case %zu", i);
}

/* A longer matrix without its first line, and a ring's adjacency, which resembles it. */
TEST_CASE(test_look_at_many)
{
    enum { VERTICES = 60 };
    static char matrix[1 << 15], ring[1 << 15];
    edge_list edges = make_path_power(VERTICES, 3);
    size_t m = 0, r = 0;
    for (uint64_t e = 0; e < edges.count; e++)
        m += (size_t)sprintf(matrix + m, "%d\t%u\t1\n%d\t%u\t1\n", (int)e + 1, edges.pairs[2 * e] + 1, (int)e + 1,
          edges.pairs[2 * e + 1] + 1);
    for (int v = 0; v < VERTICES; v++)
        r += (size_t)sprintf(
          ring + r, "%d %d 1\n%d %d 1\n", v + 1, (v + VERTICES - 1) % VERTICES + 1, v + 1, (v + 1) % VERTICES + 1);
    const char *second = strchr(matrix, '\n') + 1;
    char *noted = strdup(matrix);
    noted[m / 2] = 'x'; /* a line that is no entry */
    CHECK_EQ(tg_incidence_look(matrix, m), TG_INCIDENCE_SURE, "all");
    CHECK_EQ(tg_incidence_look(noted, m), TG_INCIDENCE_DOUBT, "a line of something else");
    free(noted);
    CHECK_EQ(tg_incidence_look(second, strlen(second)), TG_INCIDENCE_DOUBT, "the first line is missing");
    CHECK_EQ(tg_incidence_look(ring, r), TG_INCIDENCE_NOT, "a ring from both ends");
    edge_list_free(&edges);
}

/* A stream without a name: what was written is read, and what may be two graphs is refused. */
TEST_CASE(test_without_suffix)
{
    static const char doubt[] = "1 1 1\n1 2 1\n2 1 1\n2 3 1\n3 2 1\n3 2 1\n3 3 1\n";
    static const char text[] = "1\t1\t1\n1\t2\t1\n2\t1\t1\n2\t3\t1\n3\t2\t1\n3\t3\t1\n4\t3\t1\n4\t5\t1\n";
    check_file_reads("a", text, sizeof text - 1, NULL, &expected);
    check_file_reads("a.txt", text, sizeof text - 1, NULL, &expected);
    check_file_fails("a", doubt, sizeof doubt - 1, NULL, TRICORN_BAD_FORMAT, "may be an incidence matrix");
    check_file_fails("a", doubt, sizeof doubt - 1, "graphchallenge-inc", TRICORN_BAD_FORMAT, "edge 3 is on 3 lines");
    check_file_fails("a", text, sizeof text - 8, NULL, TRICORN_BAD_FORMAT, "edge 4 is on 1 lines");
}

static tricorn_status check_pairs(const uint32_t *pairs_of_lines, uint64_t count)
{
    tg_edges lines = {0};
    WORKS(tg_edges_create(fixture.context, 2, &lines));
    for (uint32_t p = 0; p < 2; p++)
        WORKS(tg_edge_part_reserve(fixture.context, &lines.parts[p], count, sizeof(tg_edge)));
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t u = pairs_of_lines[2 * i], v = pairs_of_lines[2 * i + 1];
        tg_edge_part_push(&lines.parts[i % 2], u, v);
        const uint64_t bound = (uint64_t)(u > v ? u : v) + 1;
        if (bound > lines.vertices) lines.vertices = bound;
    }
    const tricorn_status status = tg_incidence_check_edges(fixture.context, "lines", &lines);
    tg_edges_free(&lines);
    return status;
}

TEST_CASE(test_edges_in_doubt)
{
    enum { MOST = 12 };
    static const struct {
        uint64_t count;
        uint32_t lines[2 * MOST];
        bool doubt;
        const char *name;
    } cases[] = {
      {8, {3, 2, 1, 1, 4, 3, 1, 2, 3, 3, 2, 1, 4, 5, 2, 3}, true, "a matrix in any order"},
      {8, {2, 3, 1, 1, 3, 4, 2, 1, 3, 3, 1, 2, 5, 4, 3, 2}, true, "its columns swapped"},
      {8, {3, 2, 1, 1, 4, 3, 1, 2, 3, 3, 2, 1, 4, 5, 4, 3}, false, "4 stands thrice"},
      {7, {3, 2, 1, 1, 4, 3, 1, 2, 3, 3, 2, 1, 4, 5}, false, "an odd number of lines"},
      {8, {2, 1, 0, 0, 3, 2, 0, 1, 2, 2, 1, 0, 3, 4, 1, 2}, false, "numbers from 0"},
      {8, {3, 2, 1, 1, 5, 3, 1, 2, 3, 3, 2, 1, 5, 5, 2, 3}, false, "a number is missing"},
      {12, {1, 2, 1, 6, 2, 1, 2, 3, 3, 2, 3, 4, 4, 3, 4, 5, 5, 4, 5, 6, 6, 5, 6, 1}, false,
        "a ring of 6 from both ends"},
      {4, {1, 2, 1, 3, 2, 3, 3, 4}, false, "an edge list"},
      {0, {0}, false, "nothing"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const tricorn_status status = check_pairs(cases[i].lines, cases[i].count);
        CHECK_EQ(status, cases[i].doubt ? TRICORN_BAD_FORMAT : TRICORN_OK, "%s", cases[i].name);
        if (cases[i].doubt) SAYS("'format=graphchallenge-inc' or the option 'format=edges'");
    }
}

TEST_MAIN_EACH(files_create, test_destroy)
