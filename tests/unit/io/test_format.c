/* test_format.c - the list of formats, the choice by content, name and options, and the output of each. */
#include "io/format.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/bytes/suffix.h"
#include "small_graph.h"
#include "support/fixture.h"
#include "unit/io/read_edges.h"

/* ---- the list ---- */

TEST_CASE(test_list)
{
    CHECK(tg_format_count() >= 2, "formats");
    for (size_t i = 0; i < tg_format_count(); i++) {
        const tg_format *format = tg_format_at(i);
        const tricorn_format_description *about = &format->description;
        CHECK(about->name && *about->name && about->summary && *about->summary && about->suffixes,
          "format %zu is described", i);
        CHECK(tg_format_find(about->name) == format, "%s is found, and its name is its own", about->name);
        const bool reads = format->read || format->load;
        CHECK(!(format->read && format->load) || format->load_bytes, "%s reads in one way", about->name);
        CHECK((about->reads != NULL) == reads, "%s reads", about->name);
        const bool writes = format->write || format->document;
        CHECK((about->writes != NULL) == writes, "%s writes", about->name);
        CHECK(
          !reads || tg_format_keeps(format, "large") == (format->read != NULL), "%s has edges on disk", about->name);
        CHECK(!writes || (strstr(about->writes, "large") != NULL) == (format->write_edges != NULL),
          "%s is written without a graph in memory", about->name);
        CHECK(!format->values || format->document, "%s has values in a document", about->name);
        CHECK(!reads || format->recognise != NULL, "%s recognises", about->name);
        CHECK(reads || writes, "%s does something", about->name);
    }
    assert_null(tg_format_at(tg_format_count()));
    assert_null(tg_format_find("no such format"));
}

TEST_CASE(test_suffixes)
{
    static const struct {
        const char *name, *suffixes;
        int matches;
    } cases[] = {
      {"a.mtx", ".mtx", 1},
      {"a.mtx", ".txt .mtx .el", 1},
      {"a.MTX", ".mtx", 1},
      {"a.mtx.gz", ".mtx", 1},
      {"a.mtx.GZ", ".mtx", 1},
      {"a.mtx.zst", ".mtx", 1},
      {"a.mtx.bgz", ".mtx", 1},
      {"dir.d/a.mtx", ".mtx", 1},
      {"a.txt", ".mtx", 0},
      {"amtx", ".mtx", 0},
      {".mtx", ".mtx", 0},
      {"d/.mtx", ".mtx", 0},
      {"a.mtx", "", 0},
      {"a.mtx", " ", 0},
      {"", ".mtx", 0},
      {"a.mtx.gz.gz", ".mtx", 0},
      {"a.mt", ".mtx", 0},
      {"a.mtx.xz", ".mtx", 1},
      {"a.mtx.Z", ".mtx", 0},
      {"a_adj.tsv", "_adj.tsv", 1},
      {"a.gz", ".mtx", 0},
      {"a.mtx/b", ".mtx", 0},
    };
    for (size_t i = 0; i < LENGTH(cases); i++)
        CHECK_EQ(tg_suffix_matches(cases[i].name, cases[i].suffixes), cases[i].matches, "'%s' and '%s'", cases[i].name,
          cases[i].suffixes);
}

TEST_CASE(test_stems)
{
    static const struct {
        const char *name, *stem;
    } cases[] = {{"a.txt", "a"}, {"a", "a"}, {"a.b.txt", "a.b"}, {"d.e/a", "d.e/a"}, {"d/.txt", "d/.txt"},
      {".txt", ".txt"}, {"", ""}, {"d/a.", "d/a"}};
    for (size_t i = 0; i < LENGTH(cases); i++)
        CHECK_EQ(tg_suffix_stem(cases[i].name, strlen(cases[i].name)), strlen(cases[i].stem), "%s", cases[i].name);
}

/* ---- reading ---- */

/* `format` is the options' format; *chosen does not change on failure. */
static tricorn_status read_as(
  const char *name, const char *bytes, size_t count, const char *format, const tg_format **chosen)
{
    tg_edges edges = {0};
    tg_input *input = NULL;
    const char *path = IN_FOLDER(name);
    test_file_write(path, bytes, count, TEST_PLAIN);
    WORKS(tg_input_open(fixture.context, path, &input));
    const tricorn_status status = read_edges(fixture.context, input, LOADING(.input.format = format), &edges, chosen);
    if (status == TRICORN_OK) CHECK_EQ(tg_edges_count(&edges), 1, "edges of %s", name);
    tg_edges_free(&edges);
    return status;
}

static const char matrix[] = "%%MatrixMarket matrix coordinate pattern general\n9 9 1\n2 3\n";

TEST_CASE(test_choice)
{
    static const struct {
        const char *name, *text, *format, *chosen;
    } cases[] = {
      {"a.mtx", matrix, NULL, "matrix-market"},
      {"a.txt", matrix, NULL, "matrix-market"}, /* the content decides before the name */
      {"a", matrix, NULL, "matrix-market"},
      {"a.mtx", "7 8\n", "edges", "edges"},
      {"a.txt", "7 8\n", NULL, "edges"},
      {"a", "7 8\n", NULL, "edges"},
      {"a.txt", matrix, "matrix-market", "matrix-market"},
      {"a.mtx", "7 8\n", "txt", "edges"}, /* a suffix may name a format */
      {"a.mtx", "7 8\n", ".csv", "edges"},
      {"a", "7 8\n", "EdgeList", "edges"},
      {"a.txt", matrix, "mtx", "matrix-market"},
      {"a_inc.tsv", "7 8 1\n", "_adj.tsv", "graphchallenge-adj"},
      {"a.txt", "2 1\n2\n1\n", "graph", "metis"}, /* of several, the content decides */
      {"a.mtx.gz", "2 1\n2\n1\n", "GRAPH", "metis"},
      {"a", "AdjacencyGraph\n2\n1\n0\n1\n1\n", ".adj", "adjacency"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const tg_format *chosen = NULL;
        WORKS(read_as(cases[i].name, cases[i].text, strlen(cases[i].text), cases[i].format, &chosen));
        assert_string_equal(chosen->description.name, cases[i].chosen);
    }
}

TEST_CASE(test_refused)
{
    const tg_format *chosen = NULL;
    FAILS(read_as("a.txt", "1 2\n", 4, "edgeslist", &chosen), TRICORN_INVALID_ARGUMENT);
    SAYS("no format 'edgeslist'; choose one of: edges, ");
    FAILS(read_as("a.mtx", "1 2\n", 4, NULL, &chosen), TRICORN_BAD_FORMAT);
    FAILS(read_as("a.txt", matrix, sizeof matrix - 1, "adj", &chosen), TRICORN_BAD_FORMAT);
    SAYS("a.txt: has the content of none of the formats whose suffix is "
         "'adj': name the one that it is: adjacency, ligra-binary");
    FAILS(read_as("a.txt", "1 2\n", 4, "", &chosen), TRICORN_INVALID_ARGUMENT);
    FAILS(read_as("a.txt", "1 2\n", 4, ".", &chosen), TRICORN_INVALID_ARGUMENT);
    FAILS(read_as("a.txt", "PK\3\4\n", 5, NULL, &chosen), TRICORN_UNSUPPORTED);
    SAYS("is a zip archive");
    FAILS(read_as("a", "\1\0\0\0\2\0\0\0", 8, NULL, &chosen), TRICORN_UNSUPPORTED);
    SAYS("is binary, of no format that is known by its beginning");
    SAYS("format=pairs32");
    assert_null(chosen);
}

/* Nothing is no graph in any format, whatever the name: as a file, compressed, and as a pipe. */
TEST_CASE(test_empty)
{
    static const char *const names[] = {
      "a", "a.txt", "a.mtx", "a.tri", "a.u32", "a.npz", "a.sg", "a.csv", "out.abc", "begin.bin"};
    static const test_compression compressions[] = {TEST_PLAIN, TEST_GZIP, TEST_ZSTD};
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_graph *graph = NULL;
    int ends[2];
    for (size_t f = 0; f <= tg_format_count(); f++) {
        if (f < tg_format_count() && !tg_format_at(f)->description.reads) continue;
        options.input.format = f < tg_format_count() ? tg_format_at(f)->description.name : NULL;
        for (size_t i = 0; i < LENGTH(names); i++)
            for (size_t c = 0; c < LENGTH(compressions); c++) {
                const char *path = IN_FOLDER(names[i]);
                test_file_write(path, "", 0, compressions[c]);
                FAILS(tricorn_graph_load(fixture.context, path, &options, &graph), TRICORN_BAD_FORMAT);
                SAYS(": is empty: it has no content");
            }
        assert_int_equal(pipe(ends), 0);
        close(ends[1]);
        FAILS(tricorn_graph_read(fixture.context, ends[0], "a.mtx", &options, &graph), TRICORN_BAD_FORMAT);
        SAYS("a.mtx: is empty: the program that should write it");
        close(ends[0]);
    }
}

TEST_CASE(test_options_not_set)
{
    const tricorn_load_options load = {0};
    const tricorn_save_options save = {0};
    tricorn_graph *graph = NULL;
    FAILS(tricorn_graph_load(fixture.context, "/dev/null", &load, &graph), TRICORN_INVALID_ARGUMENT);
    SAYS("TRICORN_LOAD_OPTIONS_INIT");
    graph = small_graph(fixture.context, 1);
    FAILS(tricorn_graph_write(fixture.context, graph, 1, &save), TRICORN_INVALID_ARGUMENT);
    SAYS("TRICORN_SAVE_OPTIONS_INIT");
    tricorn_graph_free(graph);
}

/* ---- writing ---- */

static const char small_edges[] = "0\t1\n0\t3\n1\t3\n3\t4\n";
static const char small_matrix[] = "%%MatrixMarket matrix coordinate pattern symmetric\n5 5 4\n"
                                   "2 1\n4 1\n4 2\n5 4\n";

static const char small_metis[] = "5 4\n2 4 \n1 4 \n\n1 2 5 \n4 \n";

static void check_content(const char *path, const char *expected)
{
    char text[4096];
    size_t count = 0;
    tg_input *input = NULL;
    WORKS(tg_input_open(fixture.context, path, &input));
    WORKS(tg_input_read(fixture.context, input, text, sizeof text - 1, &count));
    text[count] = 0;
    assert_string_equal(text, expected);
    tg_input_close(input);
}

static void check_magic(const char *path, const char *magic)
{
    size_t count;
    char *bytes = test_file_read(path, &count);
    CHECK(count >= strlen(magic) && memcmp(bytes, magic, strlen(magic)) == 0, "magic of %s", path);
    free(bytes);
}

TEST_CASE(test_save)
{
    static const char gzip[] = "\x1f\x8b", zstd[] = "\x28\xb5\x2f\xfd";
    static const struct {
        const char *name, *format, *compression, *expected, *magic;
    } cases[] = {
      {"a.txt", NULL, NULL, small_edges, "0\t1"}, {"a.mtx", NULL, NULL, small_matrix, "%%M"},
      {"a.MTX", NULL, NULL, small_matrix, "%%M"}, {"a.mtx.gz", NULL, NULL, small_matrix, gzip},
      {"a.txt.zst", NULL, NULL, small_edges, zstd}, {"a.txt.bgz", NULL, NULL, small_edges, gzip},
      {"a.txt.GZ", NULL, NULL, small_edges, gzip}, {"a.txt.gz", NULL, "none", small_edges, "0\t1"},
      {"a.txt", NULL, "gzip", small_edges, gzip}, {"a.txt", "matrix-market", "zstd", small_matrix, zstd},
      {"a", "edges", NULL, small_edges, "0\t1"}, {"a.gz", "matrix-market", NULL, small_matrix, gzip},
      {"a.txt", "mtx", NULL, small_matrix, "%%M"}, {"a", ".tsv", NULL, small_edges, "0\t1"},
      {"a", "graph", NULL, small_metis, "5 4"}, /* the other one with that suffix is only read */
    };
    tricorn_graph *graph = small_graph(fixture.context, 1);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        tricorn_save_options options = *SAVING(.format = cases[i].format, .compression = cases[i].compression);
        const char *path = IN_FOLDER(cases[i].name);
        WORKS(tricorn_graph_save(fixture.context, graph, path, &options));
        check_content(path, cases[i].expected);
        check_magic(path, cases[i].magic);

        if (cases[i].format == NULL) continue;
        const int descriptor = open(path, O_WRONLY | O_TRUNC);
        if (options.compression == NULL) options.compression = "none";
        WORKS(tricorn_graph_write(fixture.context, graph, descriptor, &options));
        close(descriptor);
        check_content(path, cases[i].expected);
    }
    tricorn_graph_free(graph);
}

TEST_CASE(test_save_refused)
{
    static const struct {
        const char *name, *format, *compression, *part;
    } cases[] = {
      {"a.unknown", NULL, NULL, "a.unknown: no format has that suffix; name one by "},
      {"a", NULL, NULL, ": edges, "},
      {"a.txt", "no", NULL, "no format 'no'; choose one of: edges, "},
      {"a.txt", "", NULL, "no format ''"},
      {"a.txt", NULL, "xz", "no compression 'xz'; choose one of: none, gzip, zstd"},
      {"a.txt", NULL, "", "no compression ''"},
    };
    tricorn_graph *graph = small_graph(fixture.context, 1);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        FAILS(tricorn_graph_save(fixture.context, graph, IN_FOLDER(cases[i].name),
                SAVING(.format = cases[i].format, .compression = cases[i].compression)),
          TRICORN_INVALID_ARGUMENT);
        SAYS(cases[i].part);
    }
    FAILS(tricorn_graph_write(fixture.context, graph, 1, NULL), TRICORN_INVALID_ARGUMENT);
    CHECK_EQ(test_folder_count(&fixture.folder), 0, "files");
    tricorn_graph_free(graph);
}

/* ---- edge lists ---- */

static void check_edge_list(const tricorn_graph *graph, const char *expected)
{
    const char *path = IN_FOLDER("a.txt");
    WORKS(tricorn_graph_save(fixture.context, graph, path, NULL));
    check_content(path, expected);
}

TEST_CASE(test_edge_list_ids)
{
    static const uint64_t numbers[SMALL_VERTICES] = {7, 0, 1, UINT64_MAX, 10000000000};
    static const char *const words[] = {"Anna", "#b", "c", "d", "\xc3\xa9"};
    static const char *const odd[] = {"#a", "\"b\"", "c, d", "%d", "e f"};
    tricorn_graph *graph = small_graph(fixture.context, 1);
    graph->ids.first = 1;
    check_edge_list(graph, "1\t2\n1\t4\n2\t4\n4\t5\n");
    graph->ids.numbers = small_copy(fixture.context, numbers, sizeof numbers);
    check_edge_list(graph, "7\t0\n7\t18446744073709551615\n"
                           "0\t18446744073709551615\n18446744073709551615\t10000000000\n");
    tricorn_graph_free(graph);

    graph = small_graph(fixture.context, 1000);
    check_edge_list(graph, "0\t1000\n0\t3000\n1000\t3000\n3000\t4000\n");
    tricorn_graph_free(graph);

    graph = small_graph(fixture.context, 1);
    small_graph_name(fixture.context, graph, words);
    check_edge_list(graph, "Anna\t\"#b\"\nAnna\td\n\"#b\"\td\nd\t\xc3\xa9\n");
    tricorn_graph_free(graph);

    /* No id may become a comment, another id or two ids, or lack its quotes or its end. */
    graph = small_graph(fixture.context, 1);
    small_graph_name(fixture.context, graph, odd);
    check_edge_list(graph, "\"#a\"\t\"\"\"b\"\"\"\n\"#a\"\t\"%d\"\n"
                           "\"\"\"b\"\"\"\t\"%d\"\n\"%d\"\t\"e f\"\n");
    tricorn_graph_free(graph);
}

/* Each character that needs quotes, at each end of an edge. */
TEST_CASE(test_quotes)
{
    static const struct {
        const char *id, *written;
    } cases[] = {{"a", "a"}, {"a b", "\"a b\""}, {"a\tb", "\"a\tb\""}, {"a,b", "\"a,b\""}, {"a;b", "\"a;b\""},
      {"a#", "a#"}, {"\"", "\"\"\"\""}, {"a\"b", "\"a\"\"b\""}, {"#", "\"#\""}, {"%\"\"", "\"%\"\"\"\"\""}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const char *const first[] = {cases[i].id, "x", "y", "z", "v"};
        const char *const last[] = {"x", "w", "y", "z", cases[i].id};
        char expected[256];
        tricorn_graph *graph = small_graph(fixture.context, 1);
        small_graph_name(fixture.context, graph, first);
        snprintf(expected, sizeof expected, "%s\tx\n%s\tz\nx\tz\nz\tv\n", cases[i].written, cases[i].written);
        check_edge_list(graph, expected);
        tricorn_graph_free(graph);
        graph = small_graph(fixture.context, 1);
        small_graph_name(fixture.context, graph, last);
        snprintf(expected, sizeof expected, "x\tw\nx\tz\nw\tz\nz\t%s\n", cases[i].written);
        check_edge_list(graph, expected);
        tricorn_graph_free(graph);
    }
}

/* An edge list has no way to write an id of two lines. */
TEST_CASE(test_line_ends_are_refused)
{
    static const char *const words[] = {"a", "b\nc", "c", "d", "e"};
    tricorn_graph *graph = small_graph(fixture.context, 1);
    small_graph_name(fixture.context, graph, words);
    FAILS(tricorn_graph_save(fixture.context, graph, IN_FOLDER("a.txt"), NULL), TRICORN_UNSUPPORTED);
    SAYS("the end of a line");
    CHECK_EQ(test_folder_count(&fixture.folder), 0, "files");
    tricorn_graph_free(graph);
}

/* .csv has commas, and .wel, which is GAPBS's, a weight. */
TEST_CASE(test_suffixes_of_other_programs)
{
    static const struct {
        const char *name, *expected;
    } cases[] = {{"a.el", "0\t1\n0\t3\n1\t3\n3\t4\n"}, {"a.csv", "0,1\n0,3\n1,3\n3,4\n"},
      {"a.csv.gz", "0,1\n0,3\n1,3\n3,4\n"}, {"a.wel", "0\t1\t1\n0\t3\t1\n1\t3\t1\n3\t4\t1\n"},
      {"csv", "0\t1\n0\t3\n1\t3\n3\t4\n"}};
    tricorn_graph *graph = small_graph(fixture.context, 1);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const char *path = IN_FOLDER(cases[i].name);
        WORKS(tricorn_graph_save(fixture.context, graph, path, SAVING(.format = "edges")));
        check_content(path, cases[i].expected);
    }
    tricorn_graph_free(graph);
}

/* A file of no bytes would be refused when it is read: it is not written. */
TEST_CASE(test_graphs_without_an_edge)
{
    static const char *const names[] = {"a.txt", "a.u32", "a.u64", "a.g500", "a_adj.tsv"};
    const edge_list none = edge_list_create(0);
    tricorn_graph *graph = edge_list_into_graph(fixture.context, none);
    char path[TEST_PATH_BYTES];
    for (size_t i = 0; i < LENGTH(names); i++) {
        test_folder_path(&fixture.folder, names[i], path);
        FAILS(tricorn_graph_save(fixture.context, graph, path, NULL), TRICORN_UNSUPPORTED);
        SAYS("no edge");
    }
    CHECK_EQ(test_folder_count(&fixture.folder), 0, "files");
    test_folder_path(&fixture.folder, "a.mtx", path);
    WORKS(tricorn_graph_save(fixture.context, graph, path, NULL));
    tricorn_graph_free(graph);
}

/* Files with unusual ids are read as the same edges between the same ids. */
TEST_CASE(test_odd_ids_read_back)
{
    static const char *const odd[] = {"\"x\"", "x", "c", "#\"", "; "};
    static const uint32_t expected[2 * SMALL_EDGES] = {0, 1, 0, 3, 1, 3, 3, 4};
    const tg_format *format = NULL;
    tg_edges edges = {0};
    tg_input *input = NULL;
    tricorn_graph *graph = small_graph(fixture.context, 1);
    small_graph_name(fixture.context, graph, odd);
    const char *path = IN_FOLDER("a.txt");
    WORKS(tricorn_graph_save(fixture.context, graph, path, NULL));
    WORKS(tg_input_open(fixture.context, path, &input));
    WORKS(read_edges(fixture.context, input, LOADING(.input.ids = TRICORN_IDS_STRING), &edges, &format));
    CHECK_EQ(tg_edges_count(&edges), SMALL_EDGES, "edges");
    for (int i = 0; i < SMALL_EDGES; i++) {
        const tg_edge edge = ((const tg_edge *)edges.parts[0].edges)[i];
        assert_string_equal(edges.ids.text + edges.ids.starts[edge.u], odd[expected[2 * i]]);
        assert_string_equal(edges.ids.text + edges.ids.starts[edge.v], odd[expected[2 * i + 1]]);
    }
    tg_edges_free(&edges);
    tricorn_graph_free(graph);
}

/* A star whose row is longer than the buffer of an output. */
TEST_CASE(test_long_row)
{
    enum { LEAVES = 100000 };
    tricorn_graph *graph = NULL;
    char *expected = NULL, path[TEST_PATH_BYTES];
    size_t size = 0, count;
    WORKS(TG_ALLOC_ZERO(fixture.context, 1, &graph));
    WORKS(TG_ALLOC(fixture.context, LEAVES + 2, &graph->host.offsets));
    WORKS(TG_ALLOC_ZERO(fixture.context, LEAVES, &graph->host.targets));
    graph->active = graph->vertices = LEAVES + 1;
    graph->edges = LEAVES;
    graph->host.offsets[0] = 0;
    FILE *lines = open_memstream(&expected, &size);
    for (uint32_t u = 0; u <= LEAVES; u++) {
        graph->host.offsets[u + 1] = u;
        if (u > 0) fprintf(lines, "0\t%u\n", u);
    }
    fclose(lines);
    test_folder_path(&fixture.folder, "a.txt", path);
    WORKS(tricorn_graph_save(fixture.context, graph, path, NULL));
    char *text = test_file_read(path, &count);
    CHECK_EQ(count, size, "bytes written");
    CHECK(memcmp(text, expected, size) == 0, "the star's edges");
    free(text);
    free(expected);
    tricorn_graph_free(graph);
}

TEST_MAIN_EACH(test_create_single, test_destroy)
