/* test_pajek.c - Pajek's networks: all sections that hold edges, and those that do not. */

#include "unit/io/format_files.h"

/* 1-2, 1-3, 2-3, 3-5 of 6 vertices. */
static const uint64_t pairs[] = {1, 2, 1, 3, 2, 3, 3, 5};
static const expected_edges expected = {4, pairs, true, 6};

#define LINES "1 2\n1 3\n2 3\n3 5\n"

static void reads(const char *text, const expected_edges *edges)
{
    check_file_reads("a", text, strlen(text), NULL, edges);
}

TEST_CASE(test_reads)
{
    static const char *const texts[] = {
      "*Vertices 6\n*Edges\n" LINES,
      "*vertices 6\n*ARCS\n" LINES,
      "%c\n\n*Network a b [1-3]\n*Vertices 6\n% d\n*Arcs\n1 2\n% e\n\n1 3\n*Edges\n2 3\n3 5",
      "*Vertices 6\n1 \"one [1] *\" 0.1 0.2 0.5 ellipse ic Red\n2 two\n3\n4 \"\"\n5 0 0.0\n6 "
      "6\n"
      "*Edges\n" LINES,
      "*Vertices 6\n6 \"six\"\n2 \"two\"\n*Edges\n" LINES, /* some vertices only, any order */
      "*Vertices 6\r\n1 \"a\"\r\n*Edges\r\n1 2\r\n 1\t3 \r\n\r\n2 3\r\n3 5\r\n",
      "\xEF\xBB\xBF*Vertices 6\n*Edges\n" LINES,
      "*Vertices 6\n*Edges\n1 2 4\n1 3 -0.5\n2 3 0 l \"x [1]\" c Blue\n3 5 1e3 w 2 p Dots\n",
      "*Vertices 6\n*Edges\n1 2 c Blue\n1 3 p Dots\n2 3 info 1\n3 5 \"1\"\n",
      "*Vertices 6\n*Arcslist\n1 2 3\n2 3\n4\n*Edgeslist\n5 3\n",
      "*Vertices 6\n*Edgeslist\n 3 5\t1 2 \n2 1",
      "*Vertices 6\n*Arcs :1 \"likes\"\n1 2\n2 3\n*Arcs :2 \"knows\"\n1 3\n*Edges:3\n3 5\n",
      "*Vertices 6\n*Matrix\n0 1 1 0 0 0\n0 0 1 0 0 0\n0 0 0 0 2.5 0.0\n0 0 0 0 0 -0\n"
      "0e5 0 0 0 0 0\n.0 +0 00 0 0 0\n",
      "*Vertices 6\n*Arcs 3\n1 2\n% c\n1 3\n\n2 3\n*Edgeslist 1\n3 5\n",
    };
    for (size_t i = 0; i < LENGTH(texts); i++) reads(texts[i], &expected);
    check_file_reads("a.net", texts[0], strlen(texts[0]), NULL, &expected);
}

TEST_CASE(test_modes)
{
    static const uint64_t across[] = {1, 3, 1, 5, 2, 4};
    static const expected_edges three = {3, across, true, 5}, none = {0, NULL, true, 5};
    reads("*Vertices 5 2\n*Matrix\n1 0 1\n0 1 0\n", &three);
    reads("*Vertices 5 2\n*Edges\n1 3\n1 5\n2 4\n", &three);
    reads("*Vertices 5\n*Edges\n", &none);
    reads("*Vertices 5 0\n*Matrix\n*Edges\n", &none);
}

TEST_CASE(test_damaged)
{
    static const refused_text cases[] = {
      {"% c\n", "a.net: ends before a network"},
      {"*Network a\n", "a.net: ends before a network"},
      {"1 2\n2 3\n", "a.net:1: expected '*Vertices'"},
      {"%\n*Edges\n1 2\n", "a.net:2: expected '*Vertices'"},
      {"*Network\n1 2\n", "a.net:2: expected '*Vertices'"},
      {"*Vertices\n", "a.net:1: expected the number of vertices"},
      {"*Vertices x\n", "a.net:1: expected the number of vertices"},
      {"*Vertices 5x\n", "a.net:1: expected the number of vertices"},
      {"*Vertices 5 6\n", "a.net:1: expected the number of vertices"},
      {"*Vertices 5 2 2\n", "a.net:1: expected the number of vertices"},
      {"*Vertices -5\n", "a.net:1: expected the number of vertices"},
      {"*Vertices 4294967296\n", "a.net:1: there are more vertices than"},
      {"*Vertices 99999999999999999999999\n", "a.net:1: there are more vertices than"},
      {"*Vertices 2\n", "a.net: ends before its edges"},
      {"*Vertices 2\n1 \"a\"\n2 \"b\"\n", "a.net: ends before its edges"},
      {"*Vertices 2\n1\n1\n2\n", "a.net: ends before its edges"}, /* .clu, a partition */
      {"*Vertices 2\n1 \"a\n*Edges\n1 2\n", "a.net:2: the label's second quote is missing"},
      {"*Vertices 2\n3 \"c\"\n*Edges\n1 2\n", "a.net:2: expected a vertex"},
      {"*Vertices 2\n0 \"c\"\n*Edges\n1 2\n", "a.net:2: expected a vertex"},
      {"*Vertices 2\n\"c\"\n*Edges\n1 2\n", "a.net:2: expected a vertex"},
      {"*Vertices 2\n*Edges\n1 3\n", "a.net:3: a vertex is 0, or beyond"},
      {"*Vertices 2\n*Edges\n0 1\n", "a.net:3: a vertex is 0, or beyond"},
      {"*Vertices 2\n*Edges\n1\n", "a.net:3: expected two vertices"},
      {"*Vertices 2\n*Edges\n1 x\n", "a.net:3: expected two vertices"},
      {"*Vertices 2\n*Edges\n1 2x\n", "a.net:3: expected two vertices"},
      {"*Vertices 2\n*Edges\n1,2\n", "a.net:3: expected two vertices"},
      {"*Vertices 2\n*Edges\n1: 1 2 1\n", "a.net:3: expected two vertices"},
      {"*Vertices 9\n*Edges\n1 2 3 4\n", "a.net:3: expected two vertices"},
      {"*Vertices 9\n*Edges\n1 2 3x\n", "a.net:3: expected two vertices"},
      {"*Vertices 2\n*Arcslist\n1 3\n", "a.net:3: a vertex is 0, or beyond"},
      {"*Vertices 2\n*Arcslist\n1 2 x\n", "a.net:3: expected a vertex and its neighbours"},
      {"*Vertices 2\n*Edges x\n1 2\n", "a.net:2: behind the section's name"},
      {"*Vertices 2\n*Edges 1 2\n1 2\n", "a.net:2: behind the section's name"},
      {"*Vertices 2\n*Matrix 2\n0 1\n1 0\n", "a.net:2: behind the section's name"},
      {"*Vertices 3\n*Edges 2\n1 2\n", "a.net: its last section should have 2 lines, but there "
                                       "are 1: is the file cut?"},
      {"*Vertices 3\n*Edges 1\n1 2\n\n2 3\n", "a.net:5: the section has more lines"},
      {"*Vertices 3\n*Arcs 2\n1 2\n*Edges 1\n2 3\n", "a.net:4: the section before has another"},
      {"*Vertices 2\n*Edges\n1 2\n*Vertices 2\n", "a.net:4: a second network"},
      {"*Vertices 2\n*Edges\n1 2\n*Network b\n", "a.net:4: a second network"},
      {"*Network a\n*Network b\n", "a.net:2: a second network"},
      {"*Vertices 2\n*Matrix\n0 1\n", "its last section should have 2 lines, but there are 1"},
      {"*Vertices 2\n*Matrix\n0 1\n*Edges\n", "a.net:4: the section before has another"},
      {"*Vertices 2\n*Matrix\n0 1\n1 0\n0 0\n", "a.net:5: the section has more lines"},
      {"*Vertices 2\n*Matrix\n0 1 0\n1 0 0\n", "a.net:3: expected a number for each vertex"},
      {"*Vertices 2\n*Matrix\n0\n1 0\n", "a.net:3: expected a number for each vertex"},
      {"*Vertices 2\n*Matrix\n0 x\n1 0\n", "a.net:3: expected a number for each vertex"},
      {"*Vertices 2\n*Matrix\n0 1x\n1 0\n", "a.net:3: expected a number for each vertex"},
      /* What is no graph, or changes in time. */
      {"*Vertices 2\n*Edges\n1 2\n*Partition p\n", "a.net:4: a partition (*Partition) is no"},
      {"*Vertices 2\n*Vector\n", "a.net:2: a vector (*Vector) is no part"},
      {"*Vertices 2\n*Permutation\n", "a.net:2: a permutation"},
      {"*Vertices 2\n*Events\n", "a.net:2: the network changes in time (*Events)"},
      {"*Vertices 2\n*Links\n", "a.net:2: the section is not known"},
      {"*Vertices 2\n1 \"a\" [1-3]\n*Edges\n1 2\n", "a.net:2: a time ('[1-3]') is given"},
      {"*Vertices 2\n*Edges\n1 2 1 [5]\n", "a.net:3: a time ('[1-3]') is given"},
      {"*Vertices 2\n*Edges\n1 2 [5]\n", "a.net:3: a time ('[1-3]') is given"},
    };
    check_texts_fail("a.net", NULL, TRICORN_BAD_FORMAT, cases, LENGTH(cases));
    check_file_fails("a.net", "*Vertices 2\n*Edges\n1 2\0\n", 23, NULL, TRICORN_BAD_FORMAT, "a.net:3: ");
}

TEST_CASE(test_changed)
{
    static const char *const texts[] = {"*Vertices 6\n1 \"a b\" 0.5\n2 c\n*Arcs :1\n1 2 3 c "
                                        "Blue\n*Edges\n3 5\n*Edgeslist\n1 2 3\n",
      "*Vertices 3\n*Matrix\n0 1 1\n0 0.5 1\n1e1 0 0\n"};
    for (size_t i = 0; i < LENGTH(texts); i++) check_text_changes_are_safe("a.net", texts[i], NULL);
}

TEST_CASE(test_strict)
{
    static const refused_text cases[] = {
      {"*Vertices 3\n1 a\n*Edges\n1 2\n*Arcs\n2 3\n", NULL},
      {"*Vertices 3\n*Edges\n1 2\n%\n*Arcs\n2 2\n", "a:6: a self loop"},
      {"*Vertices 3\n*Edges\n1 2\n2 1\n", "a:4: a repeat of an earlier edge, in this or"},
      {"*Vertices 3\n*Edgeslist\n1 2\n\n2 3 1\n", "a:5: a repeat of an earlier edge"},
      /* Arcs and matrices have both directions. */
      {"*Vertices 3\n*Arcslist\n1 2\n\n2 3 1\n", NULL},
      {"*Vertices 3\n*Arcslist\n1 2\n\n2 3 3\n", "a:5: a repeat of an earlier edge in the"},
      {"*Vertices 3\n*Arcs\n1 2\n2 1 7\n", NULL},
      {"*Vertices 3\n*Arcs\n1 2\n2 1 7\n1 2\n", "a:5: a repeat of an earlier edge in the"},
      {"*Vertices 2\n*Matrix\n0 1\n1 0\n", NULL},
    };
    check_all_strict(NULL, cases, LENGTH(cases));
}

TEST_CASE(test_recognised)
{
    static const recognised_text cases[] = {
      {"a.txt", "*Vertices 2\n", TG_BY_CONTENT},
      {"a.txt", "%\n\n  *VERTICES 2\n", TG_BY_CONTENT},
      {"a", "*network\n", TG_BY_CONTENT},
      {"a", "*Vertices", TG_BY_CONTENT},
      {"a.net", "1 2\n", TG_BY_NAME},
      {"a.paj.gz", "", TG_BY_NAME},
      {"a", "*Verticesx 2\n", TG_NOT_MINE},
      {"a", "*Vert", TG_NOT_MINE},
      {"a", "1 2\n*Vertices 2\n", TG_NOT_MINE},
      {"a", "% *Vertices 2\n", TG_NOT_MINE},
      {"a", "", TG_NOT_MINE},
    };
    check_recognised("pajek", cases, LENGTH(cases));
}

TEST_MAIN_EACH(files_create, test_destroy)
