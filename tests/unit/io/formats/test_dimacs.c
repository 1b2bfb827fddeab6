/* test_dimacs.c - the formats of the DIMACS and PACE challenges. */

#include "unit/io/format_files.h"

/* 1-2, 1-3, 2-3, 3-5 of 6 vertices. */
static const uint64_t pairs[] = {1, 2, 1, 3, 2, 3, 3, 5};
static const expected_edges expected = {4, pairs, true, 6};

static void reads(const char *text, const expected_edges *edges)
{
    check_file_reads("a", text, strlen(text), NULL, edges);
}

TEST_CASE(test_reads)
{
    static const char *const texts[] = {
      "p edge 6 4\ne 1 2\ne 1 3\ne 2 3\ne 3 5\n",
      "p col 6 4\ne 1 2\ne 1 3\ne 2 3\ne 3 5\n",
      "p edges 6 4\ne 2 1\ne 3 1\ne 3 2\ne 5 3",
      "c FILE: a.col\nc\n\ncomment\np  edge\t6 4 \nc e 9 9\ne 1 2\n\ne  1\t3 \n \ne 2 3\ne 3 "
      "5\n",
      "c\r\np edge 6 4\r\ne 1 2\r\ne 1 3\r\n\r\nc p\r\ne 2 3\r\ne 3 5\r\n",
      "p edge 6 8\ne 1 2\ne 1 3\ne 2 3\ne 3 5\n", /* counts each edge twice */
      "p edge 6 4\nn 1 5\nn 6 -2.5\nd 2 LINF\nv 0.5 -3 1e2\nx BOUND 5\ne 1 2\ne 1 3\ne 2 3\n"
      "e 3 5\n",
      "p edge 6 4\ne 1 2 7\ne 1 3 -1\ne 2 3 0.5\ne 3 5 1\n",
      "p sp 6 4\na 1 2 803\na 1 3 -1\na 2 3 0\na 3 5 1.5\n",
      "c the 9th challenge\np sp 6 4\nc\na 1 2 1\na 1 3 1\na 2 3 1\na 3 5 1\n",
      "p tw 6 4\n1 2\n1 3\n2 3\n3 5\n",
      "c pace\np td 6 4\n2 1\n 3 1 \nc x\n\n2 3\n3 5",
      "p tdp 6 4\n1 2\n1 3\n2 3\n3 5\n",
      "p cep 6 4\n1 2\n1 3\n2 3\n3 5\n",
      "p ds 6 4\n1 2\n1 3\n2 3\n3 5\n",
    };
    for (size_t i = 0; i < LENGTH(texts); i++) reads(texts[i], &expected);
    check_file_reads("a.txt", texts[0], strlen(texts[0]), NULL, &expected);
}

TEST_CASE(test_both_ends)
{
    static const uint64_t twice[] = {1, 2, 1, 2, 2, 3, 2, 3};
    static const expected_edges four = {4, twice, true, 3};
    reads("p edge 3 4\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n", &four);
    reads("p edge 3 2\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n", &four);
}

TEST_CASE(test_no_edges)
{
    static const expected_edges three = {0, NULL, true, 3}, zero = {0, NULL, true, 0};
    reads("p edge 3 0\n", &three);
    reads("p tw 0 0", &zero);
}

TEST_CASE(test_damaged)
{
    static const refused_text cases[] = {
      {"c only\nc comments\n", "a.col: ends before its problem line"},
      {"1 2\n2 3\n", "a.col:1: expected a comment ('c') or the problem line"},
      {"c\ne 1 2\np edge 2 1\n", "a.col:2: expected a comment"},
      {"p edge 2\n", "a.col:1: expected two whole numbers behind 'p edge'"},
      {"p edge 2 1 1\n", "a.col:1: expected two whole numbers"},
      {"p edge -2 1\n", "a.col:1: expected two whole numbers"},
      {"p edge 2 x\n", "a.col:1: expected two whole numbers"},
      {"p edge 2 1\ne 1 3\n", "a.col:2: a vertex is 0, or beyond"},
      {"p edge 2 1\ne 0 1\n", "a.col:2: a vertex is 0, or beyond"},
      {"p edge 2 1\ne 1 18446744073709551617\n", "a.col:2: a vertex is 0, or beyond"},
      {"p edge 2 1\nc\ne 1\n", "a.col:3: expected 'e' and two vertices"},
      {"p edge 2 1\ne 1 x\n", "a.col:2: expected 'e' and two vertices"},
      {"p edge 2 1\ne 1 2x\n", "a.col:2: expected 'e' and two vertices"},
      {"p edge 2 1\ne 1 -2\n", "a.col:2: expected 'e' and two vertices"},
      {"p edge 2 1\ne 1 2 3 4\n", "a.col:2: expected 'e' and two vertices"},
      {"p edge 2 1\ne 1 2 x\n", "a.col:2: expected 'e' and two vertices"},
      {"p edge 2 2\ne 1 2 3\ne 1 2\n", "a.col: some edges ('e') have a number"},
      {"p edge 2 1\na 1 2 3\n", "a.col:2: expected an edge or a comment"},
      {"p edge 2 1\n1 2\n", "a.col:2: expected an edge or a comment"},
      {"p edge 2 1\ne1 2\n", "a.col:2: expected"},
      {"p edge 2 1\nn 3 1\ne 1 2\n", "a.col:2: expected an edge or a comment"},
      {"p edge 2 1\nn 1\ne 1 2\n", "a.col:2: expected"},
      {"p edge 2 1\nn 1 s\ne 1 2\n", "a.col:2: expected"},
      {"p edge 2 1\nd LINF\ne 1 2\n", "a.col:2: expected"},
      {"p edge 2 1\nv 1 x\ne 1 2\n", "a.col:2: expected"},
      {"p edge 2 1\nv\ne 1 2\n", "a.col:2: expected"},
      {"p edge 2 1\nx BOUND\ne 1 2\n", "a.col:2: expected"},
      {"p edge 2 1\ne 1 2\np edge 2 1\n", "a.col:3: a second problem line"},
      {"p sp 2 1\na 1 2\n", "a.col:2: expected 'a', two vertices and a length"},
      {"p sp 2 1\na 1 2 3 4\n", "a.col:2: expected 'a'"},
      {"p sp 2 1\ne 1 2\n", "a.col:2: expected an edge or a comment"},
      {"p sp 2 1\nn 1 2\n", "a.col:2: expected an edge or a comment"},
      {"p tw 2 1\n1 2 3\n", "a.col:2: expected two vertices"},
      {"p tw 2 1\ne 1 2\n", "a.col:2: expected an edge or a comment"},
      {"p edge 3 3\ne 1 2\ne 1 3\n", "a.col:1: the problem line says 3 edges, but there are 2: is the file cut?"},
      {"p edge 3 1\ne 1 2\ne 1 3\ne 2 3\n", "says 1 edges, but there are 3"},
      /* Other challenges' files count their edges once. */
      {"p sp 3 2\na 1 2 1\n", "says 2 edges, but there are 1: is the file cut?"},
      {"p sp 3 1\na 1 2 1\na 2 1 1\n", "says 1 edges, but there are 2"},
      {"p tw 3 2\n1 2\n", "says 2 edges, but there are 1: is the file cut?"},
    };
    check_texts_fail("a.col", NULL, TRICORN_BAD_FORMAT, cases, LENGTH(cases));
    check_file_fails(
      "a.col", "p edge 2 1\nc\0\ne 1 3\n", 20, NULL, TRICORN_BAD_FORMAT, "a.col:2: the line holds a NUL byte");
    check_file_fails("a.col", "p edge 2 1\ne 1 2\0\n", 18, NULL, TRICORN_BAD_FORMAT, "a.col:2");
}

TEST_CASE(test_unsupported)
{
    static const refused_text cases[] = {
      {"p max 2 1\nn 1 s\nn 2 t\na 1 2 5\n", "a:1: the problem 'max' is a flow network"},
      {"p min 2 1\n", "is a flow network"},
      {"p asn 2 1\n", "is a flow network"},
      {"c\np cnf 2 1\n1 -2 0\n", "a:2: the problem 'cnf' is a logical formula"},
      {"p aux sp co 3\nv 1 2 3\n", "'aux' holds data of vertices and no edges"},
      {"p htd 3 1\n1 1 2 3\n", "is a hypergraph"},
      {"p ocr 2 2 1\n1 3\n", "is bipartite"},
      {"p edge 4294967296 1\ne 1 2\n", "4294967296 vertices are more"},
    };
    check_texts_fail("a", NULL, TRICORN_UNSUPPORTED, cases, LENGTH(cases));
    check_file_fails("a.gr", "p new 2 1\n", 10, NULL, TRICORN_UNSUPPORTED, "a.gr:1: the problem is not known");
}

TEST_CASE(test_changed)
{
    static const char *const texts[] = {"c x\np edge 6 4\nn 1 5\nd 2 L\nv 1 2\nx B 1\ne 1 2\ne 1 3\ne 2 3\ne 3 5\n",
      "p sp 6 4\na 1 2 1\na 1 3 1\na 2 3 1\na 3 5 1\n", "p tw 6 4\n1 2\n1 3\n2 3\n3 5\n"};
    for (size_t i = 0; i < LENGTH(texts); i++) check_text_changes_are_safe("a.col", texts[i], NULL);
}

TEST_CASE(test_recognised)
{
    static const recognised_text cases[] = {
      {"a.txt", "p edge 2 1\n", TG_BY_CONTENT},
      {"a", "c\n\nc x\n  p col 2 1\n", TG_BY_CONTENT},
      {"a", "p max 2 1\n", TG_BY_CONTENT},
      {"a", "p tw", TG_BY_CONTENT},
      {"a.col", "e 1 2\n", TG_BY_NAME},
      {"a.gr.gz", "c\n", TG_BY_NAME},
      {"a.dimacs", "", TG_BY_NAME},
      {"a", "p q 2 1\n", TG_NOT_MINE},
      {"a", "c d\nd e\np edge 2 1\n", TG_NOT_MINE},
      {"a", "pedge 2 1\n", TG_NOT_MINE},
      {"a", "p\n", TG_NOT_MINE},
      {"a", "1 2\n", TG_NOT_MINE},
      {"a", "c\n", TG_NOT_MINE},
      {"a", "", TG_NOT_MINE},
    };
    check_recognised("dimacs", cases, LENGTH(cases));
    CHECK_EQ(tg_format_find("dimacs")->recognise("a.gr", "\1\0\0\0", 4), TG_NOT_MINE, "Galois's binary format");
}

TEST_CASE(test_strict)
{
    static const refused_text cases[] = {
      {"c\np edge 3 2\ne 1 2\ne 1 3\n", NULL},
      {"c\np edge 3 2\ne 1 2\n\ne 2 2\n", "a:5: a self loop"},
      {"p tw 3 2\n1 2\nc\n2 1\n", "a:4: a repeat of an earlier edge"},
      /* Edges for colouring, and arcs, may be in the file from both ends. */
      {"p edge 3 4\ne 1 2\ne 2 1\ne 1 3\ne 3 1\n", NULL},
      {"p edge 3 3\ne 1 2\ne 2 1\ne 1 2\n", "a:4: a repeat of an earlier edge in the same"},
      {"p sp 3 2\na 1 2 5\na 2 1 6\n", NULL},
      {"p sp 3 2\na 1 2 5\na 1 2 6\n", "a:3: a repeat of an earlier edge in the same"},
    };
    check_all_strict(NULL, cases, LENGTH(cases));
}

TEST_CASE(test_estimate)
{
    check_large_estimate("a", "p sp 900 5000\n", true);
    check_large_estimate("a", "c\np edge 900 5000\n", false);
}

TEST_MAIN_EACH(files_create, test_destroy)
