/* test_csr_files.c - rows in several files: TRUST's, GraphMiner's, Ligra's. */
#include <unistd.h>

#include "unit/io/format_files.h"

/* 0-1, 0-2, 1-2, 2-4, each edge in one row; vertex 3 has no edge. */
static const int64_t offsets[] = {0, 2, 3, 4, 4, 4}, targets[] = {1, 2, 2, 4};
static const uint64_t pairs[] = {0, 1, 0, 2, 1, 2, 2, 4};
static const expected_edges expected = {4, pairs, true, 5};
static const char meta[] = "5\n4\n4 8 1 2\n3\n0\n0\n0\n";

static void write_numbers(const char *name, const int64_t *numbers, size_t count, unsigned width)
{
    file_bytes file = {0};
    put_numbers(&file, numbers, count, width);
    write_file(name, file.bytes, file.count, TEST_PLAIN);
}

static void write_text(const char *name, const char *text)
{
    write_file(name, text, strlen(text), TEST_PLAIN);
}

static void remove_file(const char *name)
{
    unlink(IN_FOLDER(name));
}

static void reads(const char *name, const char *format, const expected_edges *edges)
{
    static const size_t cuts[] = {1, 5, 20, 1 << 18};
    const size_t record_bytes = tg_record_chunk_bytes;
    for (size_t i = 0; i < LENGTH(cuts); i++) {
        tg_edges read = {0};
        tg_record_chunk_bytes = cuts[i];
        WORKS(read_file(name, format, false, &read));
        check_edges_read(&read, edges, name);
        tg_edges_free(&read);
        check_spilling_reads(name, format, edges);
    }
    tg_record_chunk_bytes = record_bytes;
}

/* The message has the name of the file `guilty` and `part`. */
static void fails(const char *name, const char *format, tricorn_status status, const char *guilty, const char *part)
{
    tg_edges edges = {0};
    FAILS(read_file(name, format, false, &edges), status);
    SAYS(guilty);
    SAYS(part);
    tg_edges_free(&edges);
    check_spilling_fails(name, format, status);
}

TEST_CASE(test_trust)
{
    write_numbers("begin.bin", offsets, 6, 8);
    write_numbers("adjacent.bin", targets, 4, 4);
    reads("begin.bin", NULL, &expected);
    reads("adjacent.bin", NULL, &expected);
    write_numbers("adjacent.bin", targets, 4, 8);
    reads("begin.bin", NULL, &expected);
    write_numbers("web.begin.bin", offsets, 6, 8);
    write_numbers("web.adjacent.bin", targets, 4, 4);
    reads("web.begin.bin", NULL, &expected);
}

TEST_CASE(test_trust_without_edges)
{
    static const expected_edges two = {0, NULL, true, 2}, zero = {0, NULL, true, 0};
    static const int64_t none[] = {0, 0, 0};
    write_numbers("begin.bin", none, 3, 8);
    write_numbers("adjacent.bin", none, 0, 4);
    reads("begin.bin", NULL, &two);
    write_numbers("begin.bin", none, 1, 8);
    reads("begin.bin", NULL, &zero);
}

TEST_CASE(test_trust_damaged)
{
    static const int64_t falling[] = {0, 2, 1, 4}, high[] = {1, 2, 2, 5};
    write_numbers("begin.bin", offsets, 6, 8);
    fails("begin.bin", NULL, TRICORN_IO_ERROR, "adjacent.bin", "cannot be opened");
    write_numbers("adjacent.bin", targets, 3, 4);
    fails("begin.bin", NULL, TRICORN_BAD_FORMAT, "adjacent.bin", "the file has 12 bytes");
    write_numbers("adjacent.bin", high, 4, 4);
    fails("begin.bin", NULL, TRICORN_BAD_FORMAT, "adjacent.bin", "byte 12: 5 is not a vertex");
    write_numbers("adjacent.bin", offsets, 5, 4);
    fails("begin.bin", NULL, TRICORN_BAD_FORMAT, "adjacent.bin", "goes on at byte 16");
    write_numbers("begin.bin", falling, 4, 8);
    fails("adjacent.bin", NULL, TRICORN_BAD_FORMAT, "begin.bin", "offset number 2 is 1 after 2");
    write_text("begin.bin", "1234567");
    fails("begin.bin", "trust", TRICORN_BAD_FORMAT, "begin.bin", "7 bytes are not a whole number");
    write_numbers("other.bin", offsets, 6, 8);
    fails("other.bin", "trust", TRICORN_INVALID_ARGUMENT, "other.bin", "ends in begin.bin");
}

TEST_CASE(test_graphminer)
{
    write_text("graph.meta.txt", meta);
    write_numbers("graph.vertex.bin", offsets, 6, 8);
    write_numbers("graph.edge.bin", targets, 4, 4);
    reads("graph.meta.txt", NULL, &expected);
    reads("graph.vertex.bin", NULL, &expected);
    reads("graph.edge.bin", NULL, &expected);
    write_text("meta.txt", "5\n4\n8 4 1 2\n");
    write_numbers("vertex.bin", offsets, 6, 4);
    write_numbers("edge.bin", targets, 4, 8);
    reads("meta.txt", NULL, &expected);
    write_text("meta.txt", "5 4 8 4");
    reads("meta.txt", "graphminer", &expected);
}

TEST_CASE(test_graphminer_damaged)
{
    static const struct {
        const char *text, *guilty, *message;
    } cases[] = {
      {"5\n4\n4 8x\n", "meta.txt", "number 4 is '8x"},
      {"5\n4\n4\n", "meta.txt", "number 4 is ''"},
      {"5\n-4\n4 8\n", "meta.txt", "number 2 is '-4"},
      {"3\n2\n4\n4 8 1 2\n", "vertex.bin", "goes on at byte 16"}, /* bipartite: one number more */
      {"5\n4\n2 8 1 2\n", "meta.txt", "2 bytes for ids"},
      {"6\n4\n4 8 1 2\n", "vertex.bin", "the file has 48 bytes"},
      {"4\n4\n4 8 1 2\n", "vertex.bin", "goes on at byte 40"},
      {"5\n3\n4 8 1 2\n", "vertex.bin", "offset number 3 is 4 after 3"},
      {"5\n5\n4 8 1 2\n", "vertex.bin", "there are 5 neighbours"},
      {"5\n4\n8 8 1 2\n", "edge.bin", "the file has 16 bytes"},
    };
    write_numbers("vertex.bin", offsets, 6, 8);
    write_numbers("edge.bin", targets, 4, 4);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        write_text("meta.txt", cases[i].text);
        fails("meta.txt", NULL, TRICORN_BAD_FORMAT, cases[i].guilty, cases[i].message);
    }
    write_file("meta.txt", "5\n4\n4 8\0\n", 9, TEST_PLAIN);
    fails("meta.txt", NULL, TRICORN_BAD_FORMAT, "meta.txt", "NUL byte");
    write_text("meta.txt", meta);
    remove_file("edge.bin");
    fails("meta.txt", NULL, TRICORN_IO_ERROR, "edge.bin", "cannot be opened");
}

TEST_CASE(test_ligra)
{
    write_text("g.config", "5\n");
    write_numbers("g.idx", offsets, 5, 4);
    write_numbers("g.adj", targets, 4, 4);
    reads("g.config", NULL, &expected);
    reads("g.idx", NULL, &expected);
    reads("g.adj", NULL, &expected);
    write_numbers("g.idx", offsets, 5, 8);
    reads("g.config", NULL, &expected);
    write_text("g.config", "5");
    reads("g.config", NULL, &expected);
    static const int64_t with_weights[] = {1, 2, 2, 4, 7, 7, 7, 7};
    write_numbers("g.adj", with_weights, 8, 4);
    reads("g.config", "ligra-binary-weighted", &expected);
    fails("g.config", NULL, TRICORN_UNSUPPORTED, "g.adj", "format=ligra-binary-weighted");
}

TEST_CASE(test_ligra_damaged)
{
    static const int64_t high[] = {1, 2, 2, 5};
    write_text("g.config", "6\n");
    write_numbers("g.idx", offsets, 5, 4);
    write_numbers("g.adj", targets, 4, 4);
    fails("g.config", NULL, TRICORN_BAD_FORMAT, "g.idx", "has 20 bytes, which are not 4 or 8");
    write_text("g.config", "five\n");
    fails("g.idx", "ligra-binary", TRICORN_BAD_FORMAT, "g.config", "number 1 is 'five");
    write_text("g.config", "5\n");
    write_numbers("g.adj", high, 4, 4);
    fails("g.config", NULL, TRICORN_BAD_FORMAT, "g.adj", "byte 12: 5 is not a vertex");
    write_numbers("g.adj", targets, 3, 4);
    fails("g.config", NULL, TRICORN_BAD_FORMAT, "g.idx", "offset number 3 is 4 after 3");
    fails("g.config", "ligra-binary-weighted", TRICORN_BAD_FORMAT, "g.adj", "even number");
    write_text("g.adj", "12345");
    fails("g.config", NULL, TRICORN_BAD_FORMAT, "g.adj", "5 bytes are not a whole number");
}

/* Files of these names may also be edge lists. */
TEST_CASE(test_not_stolen)
{
    static const char *const names[] = {
      "begin.bin", "adjacent.bin", "x.meta.txt", "vertex.bin", "edge.bin", "a.config", "a.idx", "a.adj", "ameta.txt"};
    static const uint64_t one[] = {1, 2};
    static const expected_edges edge = {1, one, false, 0};
    for (size_t i = 0; i < LENGTH(names); i++) {
        write_text(names[i], "1 2\n");
        reads(names[i], NULL, &edge);
        remove_file(names[i]);
    }
}

TEST_MAIN_EACH(files_create, test_destroy)
