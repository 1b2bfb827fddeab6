/* test_matrix_market.c - valid files are read, others refused with their line; the writer writes
 * the lower triangle, counted from 1. */
#include "io/format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/io/small_graph.h"
#include "support/fixture.h"
#include "support/random.h"
#include "unit/io/read_edges.h"

#define GENERAL "%%MatrixMarket matrix coordinate pattern general\n"
#define SYMMETRIC "%%MatrixMarket matrix coordinate pattern symmetric\n"
#define REAL "%%MatrixMarket matrix coordinate real general\n"
#define SKEW "%%MatrixMarket matrix coordinate real skew-symmetric\n"

enum { MOST_EDGES = 8 };

static void create(void)
{
    test_fixture_open(2);
    test_folder_path(&fixture.folder, "file.mtx", fixture.path);
}

static tricorn_status read_bytes(const char *bytes, size_t count, bool strict, tg_edges *edges)
{
    const tg_format *format = NULL;
    tg_input *input = NULL;
    test_file_write(fixture.path, bytes, count, TEST_PLAIN);
    WORKS(tg_input_open(fixture.context, fixture.path, &input));
    *edges = (tg_edges){0};
    const tricorn_status status = read_edges(
      fixture.context, input, LOADING(.graph.strict = strict, .input.format = "matrix-market"), edges, &format);
    if (status == TRICORN_OK) assert_string_equal(format->description.name, "matrix-market");
    return status;
}

/* ---- what is read ---- */

typedef struct case_read {
    const char *text;
    uint32_t vertices;
    int edges;
    uint32_t pairs[2 * MOST_EDGES]; /* in the file's order, counted from 0 */
    uint64_t lines[MOST_EDGES];
} case_read;

static const case_read cases_read[] = {
  {GENERAL "3 3 2\n1 2\n3 1\n", 3, 2, {0, 1, 2, 0}, {3, 4}},
  {SYMMETRIC "3 3 3\n2 1\n3 3\n3 1", 3, 3, {1, 0, 2, 2, 2, 0}, {3, 4, 5}},
  {"%%matrixmarket MATRIX Coordinate REAL Symmetric\n%c\n\n%%GraphBLAS type bool\n4 4 2\n"
   "4 2 -1.5e+3\n2 2 0\n",
    4, 2, {3, 1, 1, 1}, {6, 7}},
  {"%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 2 0\n2 1 -7\n", 2, 2, {0, 1, 1, 0}, {3, 4}},
  {SKEW "2 2 1\n2 1 .5\n", 2, 1, {1, 0}, {3}},
  /* carriage returns, tabs, blanks around, blank lines and comments between */
  {"%%MatrixMarket\tmatrix coordinate  real general \r\n%\r\n \t\r\n 5\t5  3 \r\n"
   "\t1  5 1.\r\n\r\n  \n% c\n   % c\n2\t3\t+2.5D-3\t\r\n 5 5 nan\n\n\n",
    5, 3, {0, 4, 1, 2, 4, 4}, {5, 10, 11}},
  /* numbers as C and Fortran write them */
  {REAL "1 1 8\n1 1 1e5\n1 1 -Inf\n1 1 +infinity\n"
        "1 1 NaN\n1 1 0.0E0\n1 1 12d4\n1 1 -.5\n1 1 123456789012345678901234567890\n",
    1, 8, {0}, {3, 4, 5, 6, 7, 8, 9, 10}},
  {GENERAL "0 0 0\n", 0, 0, {0}, {0}},
  {GENERAL "7 7 0", 7, 0, {0}, {0}},
  {"\xef\xbb\xbf%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n", 2, 1, {0, 1}, {3}},
  /* leading zeros; the largest number of vertices; repeated entries */
  {GENERAL "4294967295 4294967295 2\n"
           "0000000000000000000000000000001 4294967295\n1 4294967295\n",
    4294967295, 2, {0, 4294967294, 0, 4294967294}, {3, 4}},
};

static void check_read(const case_read *expected, bool strict, const char *how)
{
    tg_edges edges = {0};
    int at = 0;
    WORKS(read_bytes(expected->text, strlen(expected->text), strict, &edges));
    CHECK_EQ(tg_edges_count(&edges), expected->edges, "edges %s of\n%s", how, expected->text);
    CHECK_EQ(edges.vertices, expected->vertices, "vertices of\n%s", expected->text);
    CHECK(edges.declared && !edges.wide, "vertices are declared and narrow");
    CHECK(edges.ids.first == 1 && !edges.ids.numbers && !edges.ids.text, "ids count from 1");
    for (uint32_t p = 0; p < edges.part_count; p++)
        for (uint64_t i = 0; i < edges.parts[p].count; i++, at++) {
            const tg_edge edge = ((const tg_edge *)edges.parts[p].edges)[i];
            CHECK_EQ(edge.u, expected->pairs[2 * at], "row %d %s of\n%s", at, how, expected->text);
            CHECK_EQ(edge.v, expected->pairs[2 * at + 1], "column %d of\n%s", at, expected->text);
            if (strict) CHECK_EQ(edges.lines[i], expected->lines[at], "line %d of\n%s", at, expected->text);
        }
    tg_edges_free(&edges);
}

TEST_CASE(test_read)
{
    for (size_t i = 0; i < LENGTH(cases_read); i++) {
        check_read(&cases_read[i], false, "at ease");
        check_read(&cases_read[i], true, "strictly");
    }
}

/* ---- what is refused ---- */

typedef struct refused_text {
    const char *text, *part; /* of the message, after the file's name */
} refused_text;

static const refused_text cases_refused[] = {
  /* the banner */
  {"", "file.mtx: is empty"},
  {"\n", ":2: a Matrix Market file begins with '%%MatrixMarket'"},
  {"1 2\n2 3\n", "format=edges"},
  {"%%MatrixMarkets matrix coordinate pattern general\n1 1 0\n", ":1: "},
  {"%%MatrixMarket matrix coordinate pattern\n1 1 0\n", ":1: the banner has 4"},
  {"%%MatrixMarket matrix coordinate pattern general x\n1 1 0\n", "has 6"},
  {"%%MatrixMarket matrix list real general\n", "'list'"},
  {"%%MatrixMarket matrix coordinate double general\n1 1 0\n", "'double'"},
  {"%%MatrixMarket matrix coordinate real diagonal\n", "'diagonal'"},
  {"%%MatrixMarket matrix coordinate pattern skew-symmetric\n1 1 0\n", "no signs"},
  /* the size line */
  {GENERAL, "ends before its size line"},
  {GENERAL "% 1 1 0\n\n", "ends before its size line"},
  {GENERAL "%\n3 3\n", ":3: expected the size line"},
  {GENERAL "3 3 1 1\n1 2\n", ":2: expected the size line"},
  {GENERAL "-3 3 1\n", ":2: "},
  {GENERAL "3 3 1.0\n", ":2: "},
  {GENERAL "3 3 18446744073709551616\n", ":2: "},
  {SYMMETRIC "3 4 1\n1 2\n", "says symmetric but there are 3 rows and 4"},
  {SKEW "4 3 0\n", "says skew-symmetric"},
  /* the entries */
  {GENERAL "3 3 1\n0 1\n", ":3: the row or the column is 0"},
  {GENERAL "3 3 1\n%\n\n1 0\n", ":5: the row or the column is 0"},
  {GENERAL "3 3 2\n1 2\n1 4\n", ":4: the row or the column is beyond"},
  {GENERAL "3 3 1\n4 1", ":3: the row or the column is beyond"},
  {GENERAL "3 3 1\n4294967297 1\n", "beyond"}, /* 1 in 32 bits */
  {GENERAL "3 3 1\n18446744073709551617 1\n", "beyond"}, /* 1 in 64 */
  {GENERAL "3 3 1\n1 100000000000000000000000000000001\n", "beyond"},
  {SYMMETRIC "3 3 1\n1 2\n", ":3: the entry is above the diagonal"},
  {SKEW "3 3 1\n1 2 5\n", ":3: the entry is above the diagonal"},
  {SKEW "3 3 2\n2 1 5\n2 2 0\n", ":4: the entry is on the diagonal"},
  {GENERAL "3 3 1\n1 2 1\n", "the banner says pattern"},
  {GENERAL "3 3 1\n1\n2\n", ":3: expected a row and a column"},
  {GENERAL "3 3 1\n1,2\n", ":3: "},
  {GENERAL "3 3 1\n1 2.0\n", ":3: "},
  {GENERAL "3 3 1\n-1 2\n", ":3: "},
  {GENERAL "3 3 1\n1 2 % c\n", ":3: "},
  {GENERAL "3 3 1\n# c\n1 2\n", ":3: "},
  {GENERAL "3 3 1\n1 2\r3 1\n", ":3: "},
  {REAL "3 3 1\n1 2\n", "one number"},
  {REAL "3 3 1\n1 2 \n", "one number"},
  {REAL "3 3 1\n1 2 x\n", "one number"},
  {REAL "3 3 1\n1 2 1x\n", "one number"},
  {REAL "3 3 1\n1 2 .\n", "one number"},
  {REAL "3 3 1\n1 2 1e\n", "one number"},
  {REAL "3 3 1\n1 2 +-1\n", "one number"},
  {REAL "3 3 1\n1 2 1 2\n", "one number"},
  {REAL "3 3 1\n1 2 nanny\n", "one number"},
  /* the number of entries */
  {GENERAL "3 3 3\n1 2\n2 3\n", "says 3 entries, but there are 2; is"},
  {GENERAL "3 3 1\n1 2\n2 3\n", "says 1 entries, but there are 2"},
  {GENERAL "3 3 18446744073709551615\n1 2\n", "but there are 1"},
};

static const refused_text cases_unsupported[] = {
  {"%%MatrixMarket vector coordinate real general\n3 1\n", "'vector'"},
  {"%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n", "array"},
  {"%%MatrixMarket matrix coordinate complex general\n1 1 0\n", "complex"},
  {"%%MatrixMarket matrix coordinate real Hermitian\n1 1 0\n", "Hermitian"},
  {GENERAL "3 4 1\n1 2\n", ":2: with 3 rows and 4 columns"},
  {GENERAL "4294967296 4294967296 0\n", "4294967296 vertices are more"},
  {GENERAL "18446744073709551615 18446744073709551615 0\n", ":2: "},
};

static void check_refused(const refused_text *cases, size_t count, tricorn_status expected)
{
    for (size_t i = 0; i < count; i++)
        for (int strict = 0; strict < 2; strict++) {
            tg_edges edges = {0};
            const tricorn_status status = read_bytes(cases[i].text, strlen(cases[i].text), strict, &edges);
            CHECK(status == expected, "%s for\n%s", tricorn_status_string(status), cases[i].text);
            SAYS(fixture.path);
            SAYS(cases[i].part);
            tg_edges_free(&edges);
        }
}

TEST_CASE(test_refused)
{
    check_refused(cases_refused, LENGTH(cases_refused), TRICORN_BAD_FORMAT);
    check_refused(cases_unsupported, LENGTH(cases_unsupported), TRICORN_UNSUPPORTED);
}

/* A NUL byte is not a blank, and does not end a line. */
TEST_CASE(test_nul_bytes)
{
    static const char text[] = GENERAL "3 3 1\n1\0 2\n", behind[] = GENERAL "3 3 1\n1 2\0\n";
    tg_edges edges = {0};
    FAILS(read_bytes(text, sizeof text - 1, false, &edges), TRICORN_BAD_FORMAT);
    tg_edges_free(&edges);
    FAILS(read_bytes(behind, sizeof behind - 1, false, &edges), TRICORN_BAD_FORMAT);
    tg_edges_free(&edges);
}

/* A file cut at any position is never read as complete, except within its last number or line end. */
TEST_CASE(test_cut_anywhere)
{
    static const char text[] = REAL "12 12 3\n1 2 3.25\n11 2 1e1\n12 1 7\n";
    for (size_t length = 0; length < sizeof text - 3; length++) {
        tg_edges edges = {0};
        const tricorn_status status = read_bytes(text, length, false, &edges);
        CHECK(status == TRICORN_BAD_FORMAT, "%s when cut after %zu bytes", tricorn_status_string(status), length);
        tg_edges_free(&edges);
    }
}

/* ---- long files ---- */

/* The header is longer than the peeked bytes, and the entries fill many chunks. */
TEST_CASE(test_long_file)
{
    enum { COMMENTS = 3000, ENTRIES = 300000, VERTICES = 50000 };
    uint64_t sums[2] = {0, 0}, found[2] = {0, 0};
    char *text = NULL;
    size_t size = 0;
    test_random random = {5};
    tg_edges edges = {0};

    FILE *lines = open_memstream(&text, &size);
    fputs(REAL, lines);
    for (int i = 0; i < COMMENTS; i++) fprintf(lines, "%% a comment of forty bytes, number %d\n", i);
    fprintf(lines, "%%%0*d\n%d %d %d\n", 1 << 17, 7, VERTICES, VERTICES, ENTRIES);
    for (int i = 0; i < ENTRIES; i++) {
        const uint32_t row = test_random_below(&random, VERTICES);
        const uint32_t column = test_random_below(&random, VERTICES);
        fprintf(lines, "%u %u %d.5\n", row + 1, column + 1, i);
        sums[0] += row;
        sums[1] += (uint64_t)row * column;
    }
    fclose(lines);
    for (int strict = 0; strict < 2; strict++) {
        WORKS(read_bytes(text, size, strict, &edges));
        CHECK_EQ(tg_edges_count(&edges), ENTRIES, "edges");
        found[0] = found[1] = 0;
        for (uint32_t p = 0; p < edges.part_count; p++)
            for (uint64_t i = 0; i < edges.parts[p].count; i++) {
                const tg_edge edge = ((const tg_edge *)edges.parts[p].edges)[i];
                found[0] += edge.u;
                found[1] += (uint64_t)edge.u * edge.v;
                if (strict) CHECK_EQ(edges.lines[i], COMMENTS + 4 + i, "line of edge");
            }
        CHECK(found[0] == sums[0] && found[1] == sums[1], "the edges are those written");
        tg_edges_free(&edges);
    }
    /* A bad line near the end is reported with its number. */
    memcpy(text + size - 4, "x.5\n", 4);
    FAILS(read_bytes(text, size, false, &edges), TRICORN_BAD_FORMAT);
    snprintf(text, 64, ":%d: ", COMMENTS + 3 + ENTRIES);
    SAYS(text);
    tg_edges_free(&edges);
    free(text);
}

/* ---- writing ---- */

static void check_written(const tricorn_graph *graph, const char *expected)
{
    size_t size;
    WORKS(tricorn_graph_save(fixture.context, graph, fixture.path, NULL));
    char *text = test_file_read(fixture.path, &size);
    text[size] = 0;
    assert_string_equal(text, expected);
    free(text);
}

TEST_CASE(test_written)
{
    static const char *const words[SMALL_VERTICES] = {"a", "b", "c", "d", "e"};
    static const char expected[] = SYMMETRIC "5 5 4\n"
                                             "2 1\n4 1\n4 2\n5 4\n";
    tricorn_graph *graph = small_graph(fixture.context, 1);
    check_written(graph, expected);
    small_graph_name(fixture.context, graph, words);
    check_written(graph, expected);
    tricorn_graph_free(graph);

    graph = small_graph(fixture.context, 1000); /* numbers between name no vertices */
    check_written(graph, expected);
    tricorn_graph_free(graph);
}

TEST_CASE(test_empty_graph_written)
{
    tricorn_graph *graph = NULL;
    WORKS(TG_ALLOC_ZERO(fixture.context, 1, &graph));
    WORKS(TG_ALLOC_ZERO(fixture.context, 1, &graph->host.offsets));
    check_written(graph, SYMMETRIC "0 0 0\n");
    tricorn_graph_free(graph);
}

/* ---- is it Matrix Market? ---- */

TEST_CASE(test_recognised)
{
    static const struct {
        const char *name, *bytes;
        tg_likeness likeness;
    } cases[] = {
      {"a.txt", GENERAL, TG_BY_CONTENT},
      {"a.mtx", GENERAL, TG_BY_CONTENT},
      {"a", "%%MATRIXmarket x", TG_BY_CONTENT},
      {"a", "\xef\xbb\xbf%%MatrixMarket x", TG_BY_CONTENT},
      {"a.mtx", "1 2\n", TG_BY_NAME},
      {"a.MMIO", "", TG_BY_NAME},
      {"a.txt", "% MatrixMarket matrix\n", TG_NOT_MINE},
      {"a.txt", "%%MatrixMarke", TG_NOT_MINE},
      {"mtx", "", TG_NOT_MINE},
      {"a.amtx", "", TG_NOT_MINE},
    };
    const tg_format *format = tg_format_find("matrix-market");
    assert_non_null(format);
    for (size_t i = 0; i < LENGTH(cases); i++)
        CHECK_EQ(format->recognise(cases[i].name, cases[i].bytes, strlen(cases[i].bytes)), cases[i].likeness,
          "%s with %s", cases[i].name, cases[i].bytes);
}

TEST_MAIN_EACH(create, test_destroy)
