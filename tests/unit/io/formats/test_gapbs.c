/* test_gapbs.c - serialized graphs of GAPBS. */

#include "unit/io/format_files.h"
#include "support/families.h"

/* Vertices 0 to 4; 0-1, 0-2, 1-2, 2-4; vertex 3 has no edge. */
static const int64_t offsets[] = {0, 2, 4, 7, 7, 8};
static const int64_t targets[] = {1, 2, 0, 2, 0, 1, 4, 2};
static const uint64_t pairs[] = {0, 1, 0, 2, 1, 2, 2, 4};
static const expected_edges expected = {4, pairs, true, 5};
/* The same, each edge in one row. */
static const int64_t out_offsets[] = {0, 2, 3, 4, 4, 4};
static const int64_t out_targets[] = {1, 2, 2, 4};
static const int64_t in_offsets[] = {0, 0, 1, 3, 3, 4};
static const int64_t in_targets[] = {0, 0, 1, 2};

static void put_header(file_bytes *file, int64_t directed, int64_t arcs, int64_t vertices)
{
    put_number(file, directed, 1);
    put_number(file, arcs, 8);
    put_number(file, vertices, 8);
}

static file_bytes undirected(void)
{
    file_bytes file = {0};
    put_header(&file, 0, 8, 5);
    put_numbers(&file, offsets, 6, 8);
    put_numbers(&file, targets, 8, 4);
    return file;
}

static file_bytes directed(void)
{
    file_bytes file = {0};
    put_header(&file, 1, 4, 5);
    put_numbers(&file, out_offsets, 6, 8);
    put_numbers(&file, out_targets, 4, 4);
    put_numbers(&file, in_offsets, 6, 8);
    put_numbers(&file, in_targets, 4, 4);
    return file;
}

static file_bytes weighted(void)
{
    file_bytes file = {0};
    put_header(&file, 0, 8, 5);
    put_numbers(&file, offsets, 6, 8);
    for (int i = 0; i < 8; i++) {
        put_number(&file, targets[i], 4);
        put_number(&file, -9, 4);
    }
    return file;
}

TEST_CASE(test_reads)
{
    const file_bytes plain = undirected(), arrows = directed(), weights = weighted();
    check_bytes_read("a.sg", &plain, &expected);
    check_file_reads("any", plain.bytes, plain.count, "gapbs", &expected);
    check_bytes_read("b.sg", &arrows, &expected);
    check_bytes_read("c.wsg", &weights, &expected);
}

/* Without the suffix: by a header and offsets that fit each other and the size. */
TEST_CASE(test_recognised)
{
    const file_bytes plain = undirected(), arrows = directed(), weights = weighted();
    const tg_format *gapbs = tg_format_find("gapbs");
    file_bytes changed = plain;
    check_bytes_read("a", &plain, &expected);
    check_bytes_read("a.bin", &arrows, &expected);
    CHECK_EQ(gapbs->recognise("a", (const char *)weights.bytes, weights.count), TG_BY_SHAPE, "weights");
    CHECK_EQ(gapbs->recognise("a", (const char *)plain.bytes, plain.count - 1), TG_NOT_MINE, "a byte is missing");
    changed.bytes[17 + 8 * 2] = 8; /* the third offset: beyond the fourth */
    CHECK_EQ(gapbs->recognise("a", (const char *)changed.bytes, plain.count), TG_NOT_MINE, "offsets that fall");
    CHECK_EQ(gapbs->recognise("a.sg", (const char *)changed.bytes, plain.count), TG_BY_CONTENT, "the suffix");
    CHECK_EQ(gapbs->recognise("a", "1 2\n1 3\n2 3\n2 4\n1 5\n2 5\n1 9\n", 28), TG_NOT_MINE, "text");
}

TEST_CASE(test_no_edges)
{
    static const int64_t none[] = {0, 0, 0, 0};
    static const expected_edges three = {0, NULL, true, 3}, zero = {0, NULL, true, 0};
    file_bytes file = {0}, empty = {0};
    put_header(&file, 0, 0, 3);
    put_numbers(&file, none, 4, 8);
    check_bytes_read("a.sg", &file, &three);
    put_header(&empty, 0, 0, 0);
    put_numbers(&empty, none, 1, 8);
    check_bytes_read("a.sg", &empty, &zero);
}

/* A row has a self loop once. */
TEST_CASE(test_loops)
{
    static const int64_t starts[] = {0, 2, 3}, ends[] = {0, 1, 0};
    static const uint64_t both[] = {0, 0, 0, 1};
    static const expected_edges two = {2, both, true, 2};
    file_bytes file = {0};
    put_header(&file, 0, 3, 2);
    put_numbers(&file, starts, 3, 8);
    put_numbers(&file, ends, 3, 4);
    check_bytes_read("a.sg", &file, &two);
}

/* Changes `width` bytes of the good file at `at`. */
typedef struct damage {
    size_t at;
    int64_t number;
    unsigned width;
    const char *message;
} damage;

static void check_damage(const damage *of, tricorn_status status)
{
    file_bytes file = undirected(), number = {0};
    put_number(&number, of->number, of->width);
    memcpy(file.bytes + of->at, number.bytes, number.count);
    check_file_fails("a.sg", file.bytes, file.count, NULL, status, of->message);
}

TEST_CASE(test_damaged)
{
    enum { OFFSETS_AT = 17, TARGETS_AT = 17 + 6 * 8 };
    static const damage damages[] = {
      {0, 2, 1, "first byte is 2"},
      {1, 9, 8, "byte 57: offset number 5, the last, is 8, but there are 9"},
      {1, -1, 8, NULL},
      {1, INT64_MAX, 8, NULL},
      {9, -1, 8, "-1 vertices"},
      {9, UINT32_MAX, 8, "cut"},
      {OFFSETS_AT, 1, 8, "byte 17: offset number 0 is 1 and not 0"},
      {OFFSETS_AT + 16, 1, 8, "byte 33: offset number 2 is 1 after 2"},
      {OFFSETS_AT + 16, 99, 8, "byte 33: offset number 2 is 99 after 2"},
      {OFFSETS_AT + 24, -1, 8, "byte 41: offset number 3 is -1 after 4"},
      {TARGETS_AT + 8, 5, 4, "byte 73: 5 is not a vertex"},
      {TARGETS_AT + 12, -1, 4, "byte 77: -1 is not a vertex"},
      {TARGETS_AT + 28, 3, 4, "only (4 neighbours"},
    };
    const damage huge = {9, INT64_C(1) << 32, 8, "4294967296 vertices"};
    for (size_t i = 0; i < LENGTH(damages); i++) check_damage(&damages[i], TRICORN_BAD_FORMAT);
    check_damage(&huge, TRICORN_UNSUPPORTED);
}

TEST_CASE(test_one_sided)
{
    static const int64_t starts[] = {0, 1, 1}, ends[] = {1};
    file_bytes file = {0};
    put_header(&file, 0, 1, 2);
    put_numbers(&file, starts, 3, 8);
    put_numbers(&file, ends, 1, 4);
    check_bytes_fail("a.sg", &file, "vertex 0 lists vertex 1, but not the other way round");
}

TEST_CASE(test_cut_or_longer)
{
    const file_bytes plain = undirected(), arrows = directed(), weights = weighted();
    file_bytes longer = plain;
    check_cuts_fail("a.sg", &plain, "gapbs");
    check_cuts_fail("a.sg", &arrows, "gapbs");
    check_cuts_fail("a.wsg", &weights, "gapbs");
    put_number(&longer, 0, 1);
    check_bytes_fail("a.sg", &longer, "goes on at byte 97");
}

TEST_CASE(test_changed)
{
    const file_bytes plain = undirected(), arrows = directed();
    check_changes_are_safe("a.sg", &plain, "gapbs");
    check_changes_are_safe("a.sg", &arrows, "gapbs");
}

TEST_CASE(test_round_trip)
{
    edge_list edges = make_karate();
    check_round_trip("a.sg", NULL, &edges, 0);
    check_round_trip("a.sg.gz", NULL, &edges, 0);
    edge_list_free(&edges);
}

/* The writer makes the file above, byte by byte. */
TEST_CASE(test_writes)
{
    static const uint32_t edges[] = {0, 1, 2, 0, 1, 2, 4, 2};
    const file_bytes good = undirected();
    tg_edges read = {0};
    tricorn_graph *graph = NULL;
    size_t count;
    write_file("in.sg", good.bytes, good.count, TEST_PLAIN);
    graph = load_graph(IN_FOLDER("in.sg"), NULL);
    const char *path = IN_FOLDER("out.sg");
    WORKS(tricorn_graph_save(fixture.context, graph, path, NULL));
    char *bytes = test_file_read(path, &count);
    CHECK_EQ(count, good.count, "bytes written");
    CHECK(memcmp(bytes, good.bytes, count) == 0, "the bytes written");
    free(bytes);
    /* Where the suffix says that the file has weights, each is 1: 4 bytes more for each neighbour. */
    path = IN_FOLDER("out.wsg");
    WORKS(tricorn_graph_save(fixture.context, graph, path, NULL));
    bytes = test_file_read(path, &count);
    CHECK_EQ(count, good.count + 4 * 2 * graph->edges, "bytes with weights");
    for (size_t at = good.count - 4 * 2 * graph->edges; at < count; at += 8)
        CHECK(memcmp(bytes + at + 4, "\x01\0\0", 4) == 0, "the weight at byte %zu", at);
    free(bytes);
    tricorn_graph_free(graph);

    /* Ids with gaps become 0, 1, 2, ...: 3 names no vertex here. */
    WORKS(tricorn_graph_from_edges32(fixture.context, edges, 4, NULL, &graph));
    WORKS(tricorn_graph_save(fixture.context, graph, IN_FOLDER("out.sg"), NULL));
    WORKS(read_file("out.sg", NULL, false, &read));
    static const uint64_t dense[] = {0, 1, 0, 2, 1, 2, 2, 3};
    static const expected_edges four = {4, dense, true, 4};
    check_edges_read(&read, &four, "out.sg");
    tg_edges_free(&read);
    tricorn_graph_free(graph);
}

TEST_MAIN_EACH(files_create, test_destroy)
