/* test_adjlist.c - lists of neighbours: all forms, numbers and words, and texts that only resemble one. */

#include "unit/io/format_files.h"

/* 1-2, 1-3, 2-3, 3-5, and the vertex 9 (a declaration: the loop 9-9). */
static const uint64_t pairs[] = {1, 2, 1, 3, 2, 3, 3, 5, 9, 9};
static const expected_edges expected = {5, pairs, false, 0};

#define MARK "\xEF\xBB\xBF" /* of UTF-8 */
#define HEAD "#make.py\n# GMT Sat Jan  6 10:11:12 2024\n# a graph\n"

static void reads(const char *name, const char *text, const char *format)
{
    check_file_reads(name, text, strlen(text), format, &expected);
}

TEST_CASE(test_reads)
{
    static const char *const texts[] = {
      "1 2 3\n2 3\n3 5\n9\n",
      HEAD "1 2 3\n2 3\n3 5\n9\n",
      "3 5 1 2\n# c\n\n2 1\n9", /* any order, comments, no last newline */
      "1 2 3\r\n2 3\r\n\r\n3 5\r\n9\r\n", /* carriage returns */
      "  1\t2  3 \n2 3\t\n \t\n3\t5\n9 \n", /* blanks and tabs */
      MARK "1 2 3\n2 3\n3 5\n9\n", /* the byte order mark of UTF-8 */
      "1,2,3\n2,3\n3,5\n9\n",
      "1, 2, 3\n2 ,3\n3,5\n9\n",
      "1: 2 3\n2: 3\n3: 5\n9:\n",
      "1: 2 3\n2 : 3\n3:5\n9: \n",
      "1: 2, 3\n2: 3\n3: 5\n9:\n",
      "1:2,3\n2:3\n3:5\n9:\n",
      "1:\t2\t3\n2:\t3\n3:\t5\n9:\n",
      "1\t2,3\n2\t3\n3\t5\n9\n",
      "1 2, 3\n2 3\n3 5\n9\n",
      "1 2,3\n2 3\n3 5\n9\t\n",
      "001 2 3\n2 0000000000000000000000000000003\n3 5\n9\n",
    };
    for (size_t i = 0; i < LENGTH(texts); i++) {
        reads("a.adjlist", texts[i], NULL);
        reads("a.txt", texts[i], "adjlist");
    }
}

TEST_CASE(test_wide)
{
    static const uint64_t wide[] = {1, 2, 1, UINT64_MAX, 7, 7};
    static const expected_edges three = {3, wide, false, 0};
    static const char text[] = "1 2 18446744073709551615\n7\n";
    check_file_reads("a.adjlist", text, sizeof text - 1, NULL, &three);
}

TEST_CASE(test_damaged)
{
    static const refused_text cases[] = {
      {"1 2\n2 x\n", "a.adjlist:2: expected a vertex and its neighbours"},
      {"1 2\n2 3.5\n", "a.adjlist:2: expected"},
      {"1 2\n\n2 -3\n", "a.adjlist:3: a vertex id is negative"},
      {"1 2\n2 18446744073709551616\n", "a.adjlist:2: a vertex id is over"},
      {"1 2\n2 99999999999999999999999\n", "a.adjlist:2: a vertex id is over"},
      {"1: 2 3\n2 3\n", "a.adjlist:2: expected a vertex, a colon"},
      {"1 2 3\n2: 3\n", "a.adjlist:1: expected a vertex, a colon"},
      {"1: 2, 3\n2: 3 4\n", "a.adjlist:2: expected"},
      {"1: 2,,3\n", "a.adjlist:1: an id is empty"},
      {"1: 2, 3\n2: 3,\n", "a.adjlist:2: an id is empty"},
      {": 2 3\n1: 2\n", "a.adjlist:1: an id is empty"},
      {"1 2,3\n2,3\n", "a.adjlist:2: expected"},
      {"1,2,3\n2 # c\n", "a.adjlist:2: expected"},
      {"1 2 # c\n", "a.adjlist:1: expected"},
      {"{\"a\": 1}\n", "a.adjlist:1"},
    };
    check_texts_fail("a.adjlist", "adjlist", TRICORN_BAD_FORMAT, cases, LENGTH(cases));
    check_file_fails("a.adjlist", "1 2\n2 \0 3\n", 10, "adjlist", TRICORN_BAD_FORMAT, ":2: ");
}

TEST_CASE(test_changed)
{
    static const char text[] = HEAD "1: 2, 3\n2: 3\n3: 5\n9:\n";
    check_text_changes_are_safe("a.adjlist", text, NULL);
}

/* ---- words ---- */

static tricorn_status load_words(const char *text, tricorn_graph **graph)
{
    write_file("a.adjlist", text, strlen(text), TEST_PLAIN);
    return tricorn_graph_load(fixture.context, IN_FOLDER("a.adjlist"),
      LOADING(.input.ids = TRICORN_IDS_STRING, .input.format = "adjlist"), graph);
}

/* A triangle of Ann Lee, b and c; d at c; e alone. */
TEST_CASE(test_words)
{
    static const char *const texts[] = {
      "Ann b c\nb c\nc d\ne\n",
      HEAD "Ann b c\nb c\n# x\n\nc d\ne\n",
      "Ann: b c\nb: c\nc: d\ne:\n",
      "Ann: b, c\nb: c\nc: d\ne:",
      "Ann Lee: b, c\nb: c\nc: d\ne: \n",
      "Ann Lee\tb\tc\nb\tc\nc\td\ne\n",
      "Ann\tb,c\nb\tc\nc\td\ne\n",
      "Ann Lee\tb, c\nb\tc\nc\td\ne\n",
      "Ann,b,c\nb,c\nc,d\ne\n",
      "Lee, Ann\tb;x\tc\nb;x\tc\nc\td\ne\n", /* with tabs, words may have all else */
      "http://a b c\nb c\nc d\ne\n",
    };
    for (size_t i = 0; i < LENGTH(texts); i++) {
        tricorn_graph *graph = NULL;
        WORKS(load_words(texts[i], &graph));
        CHECK_EQ(graph->active, 4, "vertices with an edge of '%s'", texts[i]);
        CHECK_EQ(graph->vertices, 5, "vertices of '%s'", texts[i]);
        CHECK_EQ(graph->edges, 4, "edges of '%s'", texts[i]);
        CHECK_EQ(test_triangles(fixture.context, graph, NULL), 1, "triangles of '%s'", texts[i]);
        tricorn_graph_free(graph);
    }
}

TEST_CASE(test_words_refused)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
      {"Ann Lee: Bob Day\n", "a vertex's name holds a blank"},
      {"a: b c\nb c\n", "others do not"},
      {"Ann Lee,Bob Day\n", "both commas and blanks"},
      {"a b,c\n", "both commas and blanks"},
      {"a\tb c\n", "one tab, and blanks behind it"},
      {"a:b,c\nb:c\n", "a colon without a blank"},
      {"a;b;c\nb;c\n", "a.adjlist:1: an id holds a tab, comma, semicolon"},
      {"a-b-c\nb-c\n", "without neighbours"},
      {"a b\n\"b c\" d\n", "a.adjlist:2: an id begins with a quote"},
      {"a b\nb #c\n", "a.adjlist:2: an id begins with '#'"},
      {"a,b\nb,,c\n", "a.adjlist:2: an id is empty"},
      {"a\tb\tc\nb\t\tc\n", "a.adjlist:2: an id is empty"},
      {"{\"nodes\": [1, 2],\n\"links\": []}\n", ""},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        tricorn_graph *graph = NULL;
        FAILS(load_words(cases[i].text, &graph), TRICORN_BAD_FORMAT);
        SAYS(cases[i].message);
    }
}

/* A form that the first 64 KiB do not have is an error later. */
TEST_CASE(test_held_to_the_form)
{
    static const char *const last[] = {"x y,z\n", "x\ty\n", "x y;z\n", "x \"y\n"};
    enum { LINES = 20000 };
    char *text = test_allocate(LINES * 4 + 16, 1);
    for (size_t i = 0; i < LENGTH(last); i++) {
        tricorn_graph *graph = NULL;
        for (size_t line = 0; line < LINES; line++) memcpy(text + line * 4, "a b\n", 4);
        strcpy(text + LINES * 4, last[i]);
        FAILS(load_words(text, &graph), TRICORN_BAD_FORMAT);
        SAYS("a.adjlist:20001: ");
    }
    free(text);
}

/* ---- the graph ---- */

static tricorn_status load(const char *text, bool strict, tricorn_graph **graph)
{
    write_file("a.adjlist", text, strlen(text), TEST_PLAIN);
    return tricorn_graph_load(fixture.context, IN_FOLDER("a.adjlist"), LOADING(.graph.strict = strict), graph);
}

/* Lines of one id name vertices, and are no edges. */
TEST_CASE(test_lone_vertices)
{
    static const char *const texts[] = {
      "0 1 2\n1 2\n2 2\n77\n5000000000\n77\n1\n", /* wide ids */
      "0 1 2\n1 2\n2 2\n77\n50\n77\n1\n",
    };
    for (size_t i = 0; i < LENGTH(texts); i++)
        for (int strict = 0; strict < 2; strict++) {
            tricorn_graph *graph = NULL;
            char text[64];
            snprintf(text, sizeof text, "%s", texts[i]);
            if (strict) memcpy(strstr(text, "2 2\n"), "2 4\n", 4);
            WORKS(load(text, strict, &graph));
            CHECK_EQ(graph->active, strict ? 4 : 3, "vertices with an edge, strict %d", strict);
            CHECK_EQ(graph->vertices - graph->active, 2, "vertices without, strict %d", strict);
            CHECK_EQ(graph->edges, strict ? 4 : 3, "edges, strict %d", strict);
            CHECK_EQ(graph->input_edges, 4, "edges of the input, strict %d", strict);
            CHECK_EQ(graph->self_loops, strict ? 0 : 1, "loops, strict %d", strict);
            CHECK_EQ(graph->duplicates, 0, "repeats, strict %d", strict);
            tricorn_graph_free(graph);
        }
}

TEST_CASE(test_strict)
{
    static const refused_text cases[] = {
      {"# c\n1 2 3\n4\n4\n2 2\n", "a:5: a self loop"},
      {"1 2 3\n\n4\n2 3 3\n", "a:4: a repeat of an earlier edge"},
      {"1 2 2\n", "a:1: a repeat"},
    };
    tricorn_graph *both = NULL;
    check_all_strict("adjlist", cases, LENGTH(cases));
    /* Lists of both ends. */
    WORKS(load("1: 2 3\n2: 1 3\n3: 1 2\n", true, &both));
    CHECK_EQ(both->edges, 3, "edges");
    tricorn_graph_free(both);
}

/* ---- recognition ---- */

TEST_CASE(test_recognised)
{
    static const recognised_text cases[] = {
      {"a.txt", HEAD "1 2 3\n2 3\n", TG_BY_CONTENT},
      {"a.txt", HEAD "1 2\n2 3\n", TG_BY_CONTENT},
      {"a", "1: 2 3\n2: 3\n", TG_BY_LINES},
      {"a.txt", "1: 2, 3\n2:\n", TG_BY_LINES},
      {"a.csv", "1\t2,3\r\n2\t3\r\n", TG_BY_LINES},
      {"a", "# Nodes: 3, Edges: 3\n0\t1,2\n1\t2\n2\n", TG_BY_LINES},
      {"a.adjlist", "1 2\n", TG_BY_NAME},
      {"a.adjlist.gz", "", TG_BY_NAME},
      /* Edge lists, and texts that may be edge lists. */
      {"a.txt", "1 2\n2 3\n", TG_NOT_MINE},
      {"a.txt", "1 2 3\n2 3\n", TG_NOT_MINE},
      {"a.txt", "1,2,3\n2,3\n", TG_NOT_MINE},
      {"a.txt", "1, 2\n2, 3\n", TG_NOT_MINE},
      {"a.txt", "1: 2\n2: 3\n", TG_NOT_MINE},
      {"a.txt", "1: 7 8\n2: 8 9\n3: 7 9\n", TG_NOT_MINE}, /* numbered edges */
      {"a.txt", "1 7,8\n2 8,9\n", TG_NOT_MINE}, /* decimal commas */
      {"a.txt", "1 7,5\n2 8\n3 9,25 4\n", TG_NOT_MINE},
      {"a.txt", "1\t2\t0,5\n", TG_NOT_MINE},
      {"a.txt", "12 1,234\n13 987\n14 1,222,333\n", TG_NOT_MINE}, /* thousands */
      {"a.txt", "1,234 5\n1 6\n", TG_NOT_MINE},
      {"a.txt", "1 1:0.5 2:0.5\n0 3:1\n", TG_NOT_MINE},
      {"a.txt", "10:20:30 1 2\n10:20:31 1 2 3\n", TG_NOT_MINE},
      {"a.txt", "# Directed graph: a, b\n# GMT\n1\t2\n", TG_NOT_MINE},
      {"a.txt", "#x\n# GMT+1: a\n1\t2\n", TG_NOT_MINE},
      {"out.a", "% sym unweighted\n% 3 3 3\n1 2\n", TG_NOT_MINE},
      {"a.txt", "a: b c\nb: c\n", TG_NOT_MINE}, /* words only by name */
      {"a.txt", "Note: these are, in short, words\n", TG_NOT_MINE},
      {"a.txt", "", TG_NOT_MINE},
      {"a.txt", ":", TG_NOT_MINE},
      {"a.txt", ",", TG_NOT_MINE},
    };
    check_recognised("adjlist", cases, LENGTH(cases));
}

/* A line that the known bytes cut is not judged by its beginning. */
TEST_CASE(test_cut_sample)
{
    char *text = test_allocate(TG_PEEK_BYTES + 1, 1);
    size_t at = 0;
    while (at + 7 < TG_PEEK_BYTES) at += (size_t)sprintf(text + at, at % 2 ? "1: 2 3\n" : "1: 2\n");
    memset(text + at, ':', TG_PEEK_BYTES - at);
    CHECK_EQ(tg_format_find("adjlist")->recognise("a", text, TG_PEEK_BYTES), TG_BY_LINES, "a cut line");
    free(text);
}

TEST_MAIN_EACH(files_create, test_destroy)
