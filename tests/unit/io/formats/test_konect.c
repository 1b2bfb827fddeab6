/* test_konect.c - the edge lists of KONECT. */

#include "unit/io/format_files.h"

static const uint64_t pairs[] = {1, 2, 1, 3, 2, 3, 3, 5};
static const expected_edges listed = {4, pairs, false, 0}, counted = {4, pairs, true, 6};

static void reads(const char *text, const expected_edges *edges)
{
    check_file_reads("out.graph", text, strlen(text), NULL, edges);
}

TEST_CASE(test_reads)
{
    reads("% sym unweighted\n1 2\n1 3\n2 3\n3 5\n", &listed);
    reads("% asym positive\n% 4 6 6\n1 2 1 5\n1 3 7 6\n2 3 1 99\n5\t3 1 0.5\n", &counted);
    reads("% sym unweighted \n% 4 6\n1 2\n1 3\n% more\n2 3\n3 5", &counted);
    reads("%asym multiweighted extra\r\n%4 6 6 \r\n1 2\r\n1 3\r\n2 3\r\n3 5\r\n", &counted);
    reads("% sym unweighted\n% some words\n1 2\n1 3\n2 3\n3 5\n", &listed);
    reads("% sym signed\n% 9 6 6\n1 2 -1\n1 3 1\n2 3 1\n3 5 1\n", &counted);
}

TEST_CASE(test_no_edges)
{
    static const expected_edges none = {0, NULL, true, 3};
    reads("% sym unweighted\n% 0 3 3\n", &none);
}

TEST_CASE(test_refused)
{
    static const refused_text damaged[] = {
      {"% sym unweighted\n% 5 6 6\n1 2\n", "says 5 edges, but there are 1"},
      {"% sym unweighted\n% 1 6 6\n1 7\n", "says 6 vertices"},
      {"% sym unweighted\n% 1 6 6\n1 99999999999\n", "says 6 vertices"},
      {"% sym unweighted\n% 1 6 6\n0 1\n", "a vertex is 0"},
      {"% sym unweighted\n0 1\n", "a vertex is 0"},
      {"% sym unweighted\n1 2\n1 x\n", "out.graph:3"},
      {"% a graph\n1 2\n", "out.graph:1: expected KONECT's header"},
      {"1 2\n", "out.graph:1: expected KONECT's header"},
      {"", "out.graph: is empty"},
      {"\n", "out.graph:1: expected KONECT's header"},
    };
    static const refused_text unsupported[] = {
      {"% bip unweighted\n% 2 2 3\n1 1\n2 3\n", "out.graph:1: is bipartite"},
      {"% BIP Unweighted\n1 1\n2 3\n", "out.graph:1: is bipartite"},
      {"% bip\n1 1\n2 3\n", "out.graph:1: is bipartite"},
      {"% sym dynamic\n1 2 1\n1 2 -1\n", "out.graph:1: is 'dynamic'"},
      {"% sym unweighted\n% 0 4294967296 4294967296\n", "4294967296"},
    };
    check_texts_fail("out.graph", "konect", TRICORN_BAD_FORMAT, damaged, LENGTH(damaged));
    check_texts_fail("out.graph", "konect", TRICORN_UNSUPPORTED, unsupported, LENGTH(unsupported));
}

/* A text with other comments is an edge list. */
TEST_CASE(test_recognised)
{
    static const struct {
        const char *text;
        tg_likeness likeness;
    } cases[] = {
      {"% sym unweighted\n", TG_BY_CONTENT},
      {"% bip weighted\n", TG_BY_CONTENT},
      {"% sym unweighted", TG_BY_CONTENT},
      {"% symmetric unweighted\n", TG_NOT_MINE},
      {"% sym\n", TG_NOT_MINE},
      {"% sym heavy\n", TG_NOT_MINE},
      {"# sym unweighted\n", TG_NOT_MINE},
      {"1 2\n", TG_NOT_MINE},
      {"", TG_NOT_MINE},
    };
    const tg_format *konect = tg_format_find("konect");
    for (size_t i = 0; i < LENGTH(cases); i++)
        CHECK_EQ(
          konect->recognise("out.a", cases[i].text, strlen(cases[i].text)), cases[i].likeness, "'%s'", cases[i].text);
}

TEST_MAIN_EACH(files_create, test_destroy)
