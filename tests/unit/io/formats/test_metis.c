/* test_metis.c - METIS graph files: all weights, comments, vertices without edges. */

#include "unit/io/format_files.h"
#include "io/text/digits.h"
#include "io/formats/metis_header.h"
#include "support/families.h"

/* Vertices 1 to 6; 1-2, 1-3, 2-3, 3-5; 4 and 6 have no edge. */
static const uint64_t pairs[] = {1, 2, 1, 3, 2, 3, 3, 5};
static const expected_edges expected = {4, pairs, true, 6};

static void reads(const char *text, const expected_edges *edges)
{
    check_file_reads("a.graph", text, strlen(text), NULL, edges);
}

TEST_CASE(test_reads)
{
    static const char *const texts[] = {
      "6 4\n2 3\n1 3\n1 2 5\n\n3\n\n",
      "6 4\n3 2\n3 1\n5 2 1\n\n3\n\n", /* neighbours in any order */
      "6 4 0\n2 3\n1 3\n1 2 5\n\n3\n\n",
      "6 4 000\n2 3\n1 3\n1 2 5\n\n3\n\n",
      "6 4 000 0\n2 3\n1 3\n1 2 5\n\n3\n\n",
      "% made by hand\n%\n6 4\n% 9 9\n2 3\n1 3\n%\n%\n1 2 5\n\n3\n%\n\n% end",
      " 6\t4 \r\n\t2  3 \r\n1 3\r\n 1 2 5\r\n \t\r\n3\r\n\r\n", /* blanks, carriage returns */
      "6 4\n2 3\n1 3\n1 2 5\n\n3\n \n\n%\n\n", /* empty lines behind the last vertex */
      "6 4\n2 3\n1 3\n1 2 5\n\n3\n ", /* the last line lacks its end */
      "6 4 1\n2 7 3 8\n1 7 3 9\n1 8 2 9 5 1\n\n3 1\n\n",
      "6 4 001\n2 7.5 3 8\n1 7.5 3 9e3\n1 8 2 9e3 5 -1\n\n3 -1\n\n",
      "6 4 10\n9 2 3\n9 1 3\n9 1 2 5\n9\n9 3\n9\n",
      "6 4 010 1\n9 2 3\n9 1 3\n9 1 2 5\n9\n9 3\n9\n",
      "6 4 10 0\n9 2 3\n9 1 3\n9 1 2 5\n9\n9 3\n9\n",
      "6 4 10 3\n9 8 7 2 3\n9 8 7 1 3\n9 8 7 1 2 5\n9 8 7\n9 8 7 3\n9 8 7\n",
      "6 4 11\n9 2 7 3 8\n9 1 7 3 9\n9 1 8 2 9 5 1\n9\n9 3 1\n9\n",
      "6 4 011 2\n9 8 2 7 3 8\n9 8 1 7 3 9\n9 8 1 8 2 9 5 1\n9 8\n9 8 3 1\n9 8\n",
      "6 4 100\n4 2 3\n4 1 3\n4 1 2 5\n4\n4 3\n4\n",
      "6 4 101\n4 2 7 3 8\n4 1 7 3 9\n4 1 8 2 9 5 1\n4\n4 3 1\n4\n",
      "6 4 110\n4 9 2 3\n4 9 1 3\n4 9 1 2 5\n4 9\n4 9 3\n4 9\n",
      "6 4 111 2\n4 9 8 2 7 3 8\n4 9 8 1 7 3 9\n4 9 8 1 8 2 9 5 1\n4 9 8\n4 9 8 3 1\n4 9 8\n",
    };
    for (size_t i = 0; i < LENGTH(texts); i++) reads(texts[i], &expected);
    check_file_reads("a.metis", texts[0], strlen(texts[0]), NULL, &expected);
    check_file_reads("a", texts[0], strlen(texts[0]), "metis", &expected);
}

TEST_CASE(test_no_edges)
{
    static const expected_edges three = {0, NULL, true, 3}, zero = {0, NULL, true, 0};
    reads("3 0\n\n\n\n", &three);
    reads("3 0\n\n\n ", &three);
    reads("0 0\n", &zero);
    reads("0 0", &zero);
}

/* The format has no loops; both ways to count them. */
TEST_CASE(test_loops)
{
    static const uint64_t with_loop[] = {1, 1, 1, 2};
    static const uint64_t with_loops[] = {1, 1, 1, 1, 1, 2};
    static const expected_edges two = {2, with_loop, true, 2}, three = {3, with_loops, true, 2};
    reads("2 1\n1 2\n1\n", &two);
    reads("2 2\n1 2\n1\n", &two);
    reads("2 2\n1 1 2\n1\n", &three);
}

/* A repeated edge is on both lines twice. */
TEST_CASE(test_repeated)
{
    static const uint64_t both[] = {1, 2, 1, 2};
    static const expected_edges two = {2, both, true, 2};
    reads("2 2\n2 2\n1 1\n", &two);
}

TEST_CASE(test_damaged)
{
    static const refused_text cases[] = {
      {"", "is empty"}, {"% c\n", "ends before its header"}, {"% only\n% comments\n", "ends before its header"},
      {"6\n", "a.graph:1: expected the header"}, {"\n6 4\n", "a.graph:1: expected the header"},
      {"6 4 0 0 0\n", "a.graph:1: expected the header"}, {"%\nsix 4\n", "a.graph:2: expected the header"},
      {"-6 4\n", "expected the header"}, {"6 99999999999999999999\n", "expected the header"}, {"6 4 2\n", "(fmt)"},
      {"6 4 0000\n", "(fmt)"}, {"6 4 10 x\n", "(ncon"}, {"6 4 1 2\n", "vertices have none"},
      {"2 1\n2\n0\n", "a.graph:3: a neighbour is 0"}, {"2 1\n3\n1\n", "a.graph:2: a neighbour is beyond"},
      {"2 1\n18446744073709551618\n1\n", "a.graph:2: a neighbour is beyond"},
      {"2 1\n-2\n1\n", "a.graph:2: expected neighbours"}, {"2 1\n2.0\n1\n", "a.graph:2: expected neighbours"},
      {"2 1\n2,\n1\n", "a.graph:2: expected neighbours"}, {"2 1\n2\r3\n1\n", "a.graph:2: expected neighbours"},
      {"2 1\n%\n2\nx\n", "a.graph:4: expected neighbours"}, {"2 1\n2\n1\n1\n", "a.graph:4: there are more lines"},
      {"2 1\n2\n1\n\n\n7 8\n", "a.graph:6: there are more lines"},
      {"2 1 1\n2 5\n1\n", "a.graph:3: a neighbour has no weight"},
      {"2 1 1\n2 5\n1 x\n", "a.graph:3: a neighbour has no weight"},
      {"2 1 10\n5 2\n\n", "a.graph:3: the line does not begin with"},
      {"2 1 10 2\n5 5 2\n5\n", "a.graph:3: the line does not begin with"},
      {"3 1\n2\n1\n", "3 vertices, but there are lines for 2 only"},
      {"2 1\n", "2 vertices, but there are lines for 0 only"},
      {"3 3\n2\n1\n\n", "a.graph:1: the header says 3 edges, but the lines have 1 (each edge "
                        "is on the lines of both its ends and counts once): is the file cut?"},
      {"3 1\n2 3\n1 3\n1 2\n", "says 1 edges, but the lines have 3"},
      {"3 6\n2 3\n1 3\n1 2\n", "a.graph:1: the header counts each edge twice, 6 in all: METIS "
                               "counts it once, so it must say 3"},
      {"3 7\n2 3\n1 3\n1 2\n", "says 7 edges, but the lines have 3"},
      {"3 3\n2 3\n1 3\n1\n", "vertex 2 lists vertex 3, but not the other way round"},
      {"3 3\n2 3\n1\n1 2\n", "vertex 3 lists vertex 2, but not the other way round"},
      {"4 2\n2\n3\n4\n1\n", "one of their ends only (3 neighbours are larger than their vertex "
                            "and 1 smaller)"},
      {"4 2\n3\n4\n2\n1\n", "one of their ends only (2 neighbours"}, /* as many each way */
    };
    check_texts_fail("a.graph", "metis", TRICORN_BAD_FORMAT, cases, LENGTH(cases));
    check_file_fails("a.graph", "4294967296 1\n", 13, "metis", TRICORN_UNSUPPORTED, "4294967296 vertices are more");
    check_file_fails("a.graph", "2 1\n2\0\n1\n", 9, "metis", TRICORN_BAD_FORMAT, "a.graph:2");
    check_file_fails("a.graph", "4294967295 1\n2\n1\n", 17, NULL, TRICORN_BAD_FORMAT, "only");
}

TEST_CASE(test_changed)
{
    static const char text[] = "% c\n6 4 111 1\n4 9 2 7 3 8\n4 9 1 7 3 9\n%\n4 9 1 8 2 9 5 1\n"
                               "4 9\n4 9 3 1\n4 9\n";
    check_text_changes_are_safe("a.graph", text, "metis");
}

/* By suffix and content: an edge list or a bit stream under the same suffix is not METIS. */
TEST_CASE(test_recognised)
{
    static const struct {
        const char *name, *text, *format;
    } cases[] = {
      {"a.graph", "2 1\n2\n1\n", "metis"},
      {"a.graph.gz", "2 1\n2\n1\n", "metis"},
      {"a.METIS", "%\n2 1\n2\n1\n", "metis"},
      {"a.txt", "2 3\n2 1\n", "edges"},
      /* Without the suffix: by the lines. */
      {"a", "2 1\n2\n1\n", "metis"},
      {"a.txt", "4 4\n2 3\n1 3\n1 2 4\n3\n", "metis"},
      {"a.gz", "3 3\n2 3\n1 3\n1 2\n", "metis"},
      {"a", "3 3\n1 2\n1 3\n2 3\n3 1\n", "edges"},
      {"a.csv", "4 6\n2 3 4\n1 3 4\n1 2 4\n1 2 3", "metis"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const char *path = IN_FOLDER(cases[i].name);
        test_file_write(path, cases[i].text, strlen(cases[i].text), TEST_PLAIN);
        tricorn_graph *graph = load_graph(path, NULL);
        CHECK(strcmp(graph->source, cases[i].format) == 0, "case %zu was read as %s", i, graph->source);
        tricorn_graph_free(graph);
    }
    tricorn_graph *both = NULL;
    const char *path = IN_FOLDER("both.txt");
    test_file_write(path, "3 3\n2 3\n1 3\n1 2\n", 16, TEST_PLAIN);
    CHECK_EQ(tricorn_graph_load(fixture.context, path, NULL, &both), TRICORN_BAD_FORMAT, "both");
    SAYS("format=metis");
    const tg_format *metis = tg_format_find("metis");
    CHECK_EQ(metis->recognise("a.graph", "# graph\n1 2\n", 12), TG_BY_NAME, "another comment");
    CHECK_EQ(metis->recognise("a.graph", "1 2\n2 3\n", 8), TG_BY_NAME, "an edge list");
    CHECK_EQ(metis->recognise("a.graph", "\x8f\x01\x00\xff\n", 5), TG_NOT_MINE, "a bit stream");
    CHECK_EQ(metis->recognise("a.metis", "?", 1), TG_BY_NAME, "suffix alone");
}

/* Another text under the suffix is never read as what it may be instead. */
TEST_CASE(test_suffix_of_others)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
      {"1 2\n2 3\n1 3\n", "a.graph:2: a neighbour is beyond"},
      {"4 1\n4 2\n3 1\n2 1\n", "lines for 3 only"},
      {"# Nodes: 3 Edges: 2\n1 2\n2 3\n", "a.graph:1: a comment of METIS begins with '%'"},
      {"0 1\n1 2\n", "a.graph:2: there are more lines than vertices"},
      {"a b\nb c\n", "a.graph:1: expected the header"},
      {"3 6\n2 3\n1 3\n1 2\n", "must say 3"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        check_file_fails("a.graph", cases[i].text, strlen(cases[i].text), NULL, TRICORN_BAD_FORMAT, cases[i].message);
        SAYS("name its format, such as by the option 'format=edges'");
    }
}

/* The judgement of a beginning, when the name says nothing. */
TEST_CASE(test_look)
{
    static const struct {
        const char *text;
        tg_likeness likeness;
    } cases[] = {
      {"2 1\n2\n1\n", TG_BY_CONTENT},
      {"2 1\n2\n1", TG_BY_CONTENT},
      {"% c\n3 2\n2 3\n%\n1\n1\n\n\n", TG_BY_CONTENT},
      {" 3\t2 \r\n2 3\r\n1\r\n1\r\n", TG_BY_CONTENT},
      {"3 2 11 2\n9 8 2 7 3 -1.5e3\n9 8 1 7\n9 8 1 -1.5e3\n", TG_BY_CONTENT},
      {"5 5\n2 5\n1 3\n2 4\n3 5\n1 4\n", TG_BY_SHAPE},
      {"3 0\n\n\n\n", TG_BY_SHAPE},
      {"3 0\n\n\n", TG_NOT_MINE}, /* a line is missing */
      {"3 2\n2 3\n1\n1\n5\n", TG_NOT_MINE}, /* a line too many */
      {"3 2\n2 3\n1\n", TG_NOT_MINE}, /* a line too few */
      {"3 3\n2 3\n1\n1\n", TG_NOT_MINE}, /* an edge too few */
      {"3 2\n2 3\n1\n2\n", TG_NOT_MINE}, /* 1 lists 3, but 3 lists 2 */
      {"3 2\n2 4\n1\n1\n", TG_NOT_MINE}, /* 4 is no vertex */
      {"3 2\n2 0\n1\n1\n", TG_NOT_MINE},
      {"3 2\n1 2 3\n2 1\n3 1\n", TG_NOT_MINE}, /* lines that begin with their own vertex */
      {"3 2\n2,3\n1\n1\n", TG_NOT_MINE},
      {"# c\n3 2\n2 3\n1\n1\n", TG_NOT_MINE},
      {"3 2\n# c\n2 3\n1\n1\n", TG_NOT_MINE},
      {"3 2 1\n2 7 3\n1 7\n1 8\n", TG_NOT_MINE}, /* a weight is missing */
      {"3 2 1\n2 x 3 8\n1 7\n1 8\n", TG_NOT_MINE},
      {"0 0\n", TG_NOT_MINE},
      {"0 1\n", TG_NOT_MINE},
      {"1 0\n", TG_NOT_MINE},
      {"2 2\n2 2\n1 1\n", TG_NOT_MINE}, /* more edges than pairs */
      {"7 8\n", TG_NOT_MINE},
      {"", TG_NOT_MINE},
    };
    for (size_t i = 0; i < LENGTH(cases); i++)
        CHECK_EQ(tg_metis_look(cases[i].text, strlen(cases[i].text)), cases[i].likeness, "case %zu", i);
}

/* Lines that go on beyond the bytes in view. */
TEST_CASE(test_look_at_part)
{
    enum { VERTICES = 100000 };
    static char star[TG_PEEK_BYTES], ring[TG_PEEK_BYTES], list[TG_PEEK_BYTES];
    size_t s = (size_t)sprintf(star, "%d %d\n", VERTICES, VERTICES - 1);
    size_t r = (size_t)sprintf(ring, "%d %d\n2 %d\n", VERTICES, VERTICES, VERTICES);
    size_t l = (size_t)sprintf(list, "%d %d\n", VERTICES, VERTICES);
    for (int i = 2; s + TG_DIGITS_MOST < sizeof star; i++) s += (size_t)sprintf(star + s, "%d ", i);
    for (int i = 2; r + 2 * TG_DIGITS_MOST < sizeof ring; i++) r += (size_t)sprintf(ring + r, "%d %d\n", i - 1, i + 1);
    for (int i = 2; l + 2 * TG_DIGITS_MOST < sizeof list; i++) l += (size_t)sprintf(list + l, "%d %d\n", i, i + 1);
    memset(star + s, '1', sizeof star - s); /* a number that is cut off */
    memset(ring + r, '1', sizeof ring - r);
    memset(list + l, '1', sizeof list - l);
    CHECK_EQ(tg_metis_look(star, sizeof star), TG_BY_CONTENT, "a line of 64 KiB");
    CHECK_EQ(tg_metis_look(ring, sizeof ring), TG_BY_SHAPE, "a ring");
    CHECK_EQ(tg_metis_look(list, sizeof list), TG_NOT_MINE, "an edge list with a header");
}

TEST_CASE(test_strict)
{
    static const refused_text cases[] = {
      {"%\n3 2\n2 3\n1\n1\n", NULL},
      {"%\n3 3\n2 3\n%\n1 2\n1\n", "a:5: a self loop"},
      {"%\n3 3\n3 2 3\n1\n1 1\n", "a:3: a repeat of an earlier edge"},
    };
    check_all_strict("metis", cases, LENGTH(cases));
}

TEST_CASE(test_writes)
{
    check_rewritten("in.graph", "6 4\n2 3 \n1 3 \n1 2 5 \n\n3 \n\n", "out.graph");
}

TEST_CASE(test_round_trip)
{
    edge_list edges = make_complete(300); /* rows longer than an output's room at the end */
    check_round_trip("a.graph", NULL, &edges, 1);
    check_round_trip("a.metis.zst", NULL, &edges, 1);
    edge_list_free(&edges);
}

TEST_MAIN_EACH(files_create, test_destroy)
