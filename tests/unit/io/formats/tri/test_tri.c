/* test_tri.c - a written .tri file is read as the same graph, and damage of any byte is detected. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/format.h"
#include "io/bytes/checksum.h"
#include "io/formats/tri/tri.h"
#include "unit/io/small_graph.h"
#include "support/families.h"
#include "support/fixture.h"
#include "support/same_graph.h"
#include "support/stored.h"

static char other[TEST_PATH_BYTES];

/* Of the many bad files one in SOME is also read to disk, because that takes longer. */
enum { SOME = 5 };

static void create(void)
{
    test_fixture_open(2);
    test_folder_path(&fixture.folder, "graph.tri", fixture.path);
    test_folder_path(&fixture.folder, "damaged.tri", other);
}

static char *save_karate(size_t *count)
{
    edge_list karate = make_karate();
    tricorn_graph *graph = edge_list_into_graph(fixture.context, karate);
    WORKS(tricorn_graph_save(fixture.context, graph, fixture.path, NULL));
    tricorn_graph_free(graph);
    return test_file_read(fixture.path, count);
}

/* Loads the file into memory, or its edges to disk. */
static tricorn_status load_from(const char *path, bool on_disk, tricorn_graph **graph)
{
    enum { RANGES = 3, ABOUT = 100000 };
    tricorn_load_options options = *LOADING(.input.format = "tri");
    if (on_disk) options.disk.scratch = fixture.folder.path;
    if (on_disk) test_store_cut(RANGES, ABOUT);
    const tricorn_status status = tricorn_graph_load(fixture.context, path, &options, graph);
    test_store_reset();
    return status;
}

static uint64_t count_of(const tricorn_graph *graph)
{
    return test_triangles(fixture.context, graph, NULL);
}

static void check_refused(const char *bytes, size_t count, const char *what, size_t at)
{
    test_file_write(other, bytes, count, TEST_PLAIN);
    for (int disk = at % SOME == 0; disk >= 0; disk--) {
        tricorn_graph *graph = NULL;
        const tricorn_status status = load_from(other, disk, &graph);
        CHECK_EQ(status, TRICORN_BAD_FORMAT, "%s at byte %zu, disk %d: %s", what, at, disk,
          tricorn_context_message(fixture.context));
        CHECK(graph == NULL, "%s at byte %zu, disk %d", what, at, disk);
    }
}

/* Makes the checksums right again after a change. */
static void seal(char *bytes)
{
    tg_tri_header header;
    memcpy(&header, bytes, sizeof header);
    const uint64_t begin = header.sections[TG_TRI_ROWS].offset;
    const uint64_t table = header.sections[TG_TRI_CHECKSUMS].offset;
    const uint64_t checksum = tg_checksum(bytes + begin, table - begin);
    memcpy(bytes + table, &checksum, sizeof checksum);
    header.checksums_checksum = tg_checksum(bytes + table, sizeof checksum);
    header.header_checksum = tg_checksum(&header, offsetof(tg_tri_header, header_checksum));
    memcpy(bytes, &header, sizeof header);
}

/* ---- round trips ---- */

/* The loaded graph has as many vertices, edges and triangles. */
static void check_from_disk(const tricorn_graph *graph, const char *name)
{
    tricorn_graph *stored = NULL;
    WORKS(load_from(fixture.path, true, &stored));
    CHECK(stored->store != NULL, "%s is in memory", name);
    CHECK_EQ(stored->active, graph->active, "%s", name);
    CHECK_EQ(stored->vertices, graph->vertices, "%s", name);
    CHECK_EQ(stored->edges, graph->edges, "%s", name);
    CHECK_EQ(stored->input_edges, graph->input_edges, "%s", name);
    CHECK_EQ(stored->self_loops, graph->self_loops, "%s", name);
    CHECK_EQ(stored->duplicates, graph->duplicates, "%s", name);
    CHECK_EQ(stored->both_directions, graph->both_directions, "%s", name);
    CHECK_EQ(count_of(stored), count_of(graph), "%s", name);
    tricorn_graph_free(stored);
}

static void check_round_trip(const tricorn_graph *graph, const char *name)
{
    static const char *const compressions[] = {"none", "zstd"}; /* read flat, and as a stream */
    for (size_t c = 0; c < 2; c++) {
        WORKS(tricorn_graph_save(fixture.context, graph, fixture.path, SAVING(.compression = compressions[c])));
        tricorn_graph *again = test_load(fixture.context, fixture.path, NULL);
        check_identical_graphs(graph, again, name);
        if (c == 0) check_from_disk(graph, name);
        CHECK_EQ(again->input_edges, graph->input_edges, "%s", name);
        CHECK_EQ(again->self_loops, graph->self_loops, "%s", name);
        CHECK_EQ(again->duplicates, graph->duplicates, "%s", name);
        CHECK_EQ(again->both_directions, graph->both_directions, "%s", name);
        CHECK_EQ(again->order, graph->order, "%s", name);
        for (uint32_t u = 0; u < graph->vertices; u++) {
            CHECK_EQ(tricorn_graph_id(again, u), tricorn_graph_id(graph, u), "%s", name);
            if (tricorn_graph_label(graph, u))
                assert_string_equal(tricorn_graph_label(again, u), tricorn_graph_label(graph, u));
        }
        tricorn_graph_free(again);
    }
}

TEST_CASE(graphs_come_back)
{
    test_random random = {2};
    edge_list lists[] = {make_complete(2), make_karate(), make_star(200000), make_complete(400), make_ring(70000, 3),
      edge_list_create(0), make_path(100000), make_random(300, 20, &random)};
    for (size_t i = 0; i < LENGTH(lists); i++) {
        edge_list_add_duplicates(&lists[i], lists[i].count / 10, &random);
        tricorn_graph *graph = edge_list_into_graph(fixture.context, lists[i]);
        check_round_trip(graph, "a family");
        tricorn_graph_free(graph);
    }
}

TEST_CASE(ids_come_back)
{
    static const char *const words[SMALL_VERTICES] = {"zero", "", "two", "a longer word", "4"};
    const uint64_t pairs[] = {UINT64_MAX, 1, 1, UINT64_C(1) << 40, UINT64_C(1) << 40, UINT64_MAX};
    tricorn_graph *graph = small_graph(fixture.context, 1);
    small_graph_name(fixture.context, graph, words);
    check_round_trip(graph, "words");
    tricorn_graph_free(graph);
    WORKS(tricorn_graph_from_edges64(fixture.context, pairs, 3, NULL, &graph));
    check_round_trip(graph, "wide ids");
    tricorn_graph_free(graph);
}

/* The other encoding: a graph so large that gaps of four bytes do not pay is too large for a
 * test, so the header of a written file is turned to raw rows by hand. */
TEST_CASE(raw_rows_come_back)
{
    static const uint64_t offsets[] = {0, 0, 1, 3};
    static const uint32_t targets[] = {0, 0, 1};
    enum { ROWS = 256, TARGETS = 320, CHECKSUMS = 384, END = 392 };
    char bytes[END] = {0};
    tg_tri_header header = {.version = TG_TRI_VERSION,
      .encoding = TG_TRI_RAW,
      .active = 3,
      .vertices = 3,
      .edges = 3,
      .sections = {{ROWS, sizeof offsets}, {TARGETS, sizeof targets}, {CHECKSUMS, 0}, {CHECKSUMS, 0}, {CHECKSUMS, 0},
        {CHECKSUMS, 0}, {CHECKSUMS, sizeof(uint64_t)}}};
    memcpy(header.magic, TG_TRI_MAGIC, TG_TRI_MAGIC_BYTES);
    memcpy(bytes, &header, sizeof header);
    memcpy(bytes + ROWS, offsets, sizeof offsets);
    memcpy(bytes + TARGETS, targets, sizeof targets);
    seal(bytes);
    test_file_write(fixture.path, bytes, sizeof bytes, TEST_PLAIN);
    tricorn_graph *graph = test_load(fixture.context, fixture.path, NULL);
    CHECK_EQ(test_triangles(fixture.context, graph, NULL), 1, "a triangle in raw rows");
    check_from_disk(graph, "raw rows");
    tricorn_graph_free(graph);

    memcpy(bytes + TARGETS, (const uint32_t[]){0, 1, 0}, sizeof targets); /* row 1 holds 0 only */
    seal(bytes);
    check_refused(bytes, sizeof bytes, "raw rows that do not ascend below their number", TARGETS);
}

/* Several chunks of rows, each read in several steps: row r has the ids from r - REACH to r - 1.
 */
TEST_CASE(many_raw_rows_come_back)
{
    enum { COUNT = 70000, REACH = 3, ROWS = 256, TARGETS = ROWS + (COUNT / 8 + 1) * 64 };
    const uint64_t edges = (uint64_t)COUNT * REACH - REACH * (REACH + 1) / 2;
    const uint64_t table = (TARGETS + 4 * edges + 63) / 64 * 64;
    uint64_t triangles = 0;
    const uint64_t blocks = (table - ROWS + TG_TRI_BLOCK_BYTES - 1) / TG_TRI_BLOCK_BYTES;
    const size_t size = table + blocks * sizeof(uint64_t);
    char *bytes = test_allocate(size, 1);
    tricorn_graph *graph = NULL;
    tg_tri_header header = {.version = TG_TRI_VERSION,
      .encoding = TG_TRI_RAW,
      .active = COUNT,
      .vertices = COUNT,
      .edges = edges,
      .sections = {{ROWS, 8 * (COUNT + 1)}, {TARGETS, 4 * edges}, {table, 0}, {table, 0}, {table, 0}, {table, 0},
        {table, blocks * sizeof(uint64_t)}}};
    memset(bytes, 0, size);
    memcpy(header.magic, TG_TRI_MAGIC, TG_TRI_MAGIC_BYTES);
    for (uint64_t r = 0, e = 0; r < COUNT; r++) {
        const uint64_t length = r < REACH ? r : REACH;
        /* The neighbours in a row are joined to each other. */
        triangles += length * (length - 1) / 2;
        for (uint64_t i = 0; i < length; i++, e++)
            memcpy(bytes + TARGETS + 4 * e, &(uint32_t){(uint32_t)(r - length + i)}, 4);
        memcpy(bytes + ROWS + 8 * (r + 1), &e, sizeof e);
    }
    for (uint64_t b = 0; b < blocks; b++) {
        const uint64_t at = ROWS + b * TG_TRI_BLOCK_BYTES, left = table - at;
        const uint64_t checksum = tg_checksum(bytes + at, left < TG_TRI_BLOCK_BYTES ? left : TG_TRI_BLOCK_BYTES);
        memcpy(bytes + table + 8 * b, &checksum, sizeof checksum);
    }
    header.checksums_checksum = tg_checksum(bytes + table, blocks * sizeof(uint64_t));
    header.header_checksum = tg_checksum(&header, offsetof(tg_tri_header, header_checksum));
    memcpy(bytes, &header, sizeof header);
    test_file_write(fixture.path, bytes, size, TEST_PLAIN);
    WORKS(load_from(fixture.path, false, &graph));
    CHECK_EQ(count_of(graph), triangles, "in memory");
    check_from_disk(graph, "many raw rows");
    tricorn_graph_free(graph);
    free(bytes);
}

/* ---- damage ---- */

TEST_CASE(every_damaged_byte_is_found)
{
    size_t count = 0;
    char *bytes = save_karate(&count);
    for (size_t at = 0; at < count; at++) {
        if (at >= sizeof(tg_tri_header) && at < (sizeof(tg_tri_header) + 63) / 64 * 64)
            continue; /* between header and sections, where no byte is read */
        bytes[at] ^= 0x20;
        check_refused(bytes, count, "a changed byte", at);
        bytes[at] ^= 0x20;
    }
    free(bytes);
}

/* The reading end of a pipe, whose buffer must have room for these bytes. */
static int pipe_of(const char *bytes, size_t count)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], bytes, count), count);
    close(ends[1]);
    return ends[0];
}

/* Bytes after the end, in a plain file, a compressed one and a pipe. */
TEST_CASE(bytes_behind_the_end_are_found)
{
    static const size_t more[] = {1, 64, 5000};
    static const test_compression compressions[] = {TEST_PLAIN, TEST_GZIP, TEST_ZSTD};
    size_t count = 0;
    char *bytes = save_karate(&count), *longer = test_allocate(count + 5000, 1);
    memcpy(longer, bytes, count);
    memset(longer + count, 0, 5000);
    for (size_t m = 0; m < LENGTH(more); m++) {
        for (size_t c = 0; c < LENGTH(compressions); c++) {
            tricorn_graph *graph = NULL;
            test_file_write(other, longer, count + more[m], compressions[c]);
            FAILS(tricorn_graph_load(fixture.context, other, NULL, &graph), TRICORN_BAD_FORMAT);
            SAYS("behind its end");
        }
        const int end = pipe_of(longer, count + more[m]);
        tricorn_graph *graph = NULL;
        FAILS(tricorn_graph_read(fixture.context, end, "a pipe", NULL, &graph), TRICORN_BAD_FORMAT);
        SAYS("behind its end");
        close(end);
    }
    free(longer);
    free(bytes);
}

TEST_CASE(every_cut_is_found)
{
    size_t count = 0;
    char *bytes = save_karate(&count);
    for (size_t at = 0; at < count; at += at < 600 ? 1 : 7) check_refused(bytes, at, "a cut", at);
    free(bytes);
}

/* ---- files made to hurt ---- */

TEST_CASE(lies_in_the_header_are_refused)
{
    static const uint64_t values[] = {0, 1, 35, UINT32_MAX, UINT64_MAX, 1ull << 40, 1ull << 62, 1ull << 63};
    size_t count = 0;
    char *bytes = save_karate(&count), *lie = test_allocate(count, 1);
    const size_t first = offsetof(tg_tri_header, active), last = offsetof(tg_tri_header, input_edges);
    for (size_t at = first; at < last; at += sizeof(uint64_t))
        for (size_t v = 0; v < LENGTH(values); v++) {
            memcpy(lie, bytes, count);
            memcpy(lie + at, &values[v], sizeof *values);
            if (at == offsetof(tg_tri_header, vertices) && values[v] == 35) continue; /* one more */
            seal(lie);
            check_refused(lie, count, "a lie", at);
        }
    free(lie);
    free(bytes);
}

/* With right checksums any byte of the rows may have any value: the graph must be valid or
 * refused, without accesses out of bounds. */
TEST_CASE(lies_in_the_rows_never_break_a_graph)
{
    size_t count = 0;
    char *bytes = save_karate(&count), *lie = test_allocate(count, 1);
    tg_tri_header header;
    memcpy(&header, bytes, sizeof header);
    for (size_t at = header.sections[TG_TRI_ROWS].offset; at < header.sections[TG_TRI_CHECKSUMS].offset; at++) {
        tricorn_graph *graph = NULL, *stored = NULL;
        memcpy(lie, bytes, count);
        lie[at] = (char)(lie[at] ^ (1 << (at % 8)));
        seal(lie);
        test_file_write(other, lie, count, TEST_PLAIN);
        const tricorn_status status = load_from(other, false, &graph);
        const tricorn_status on_disk = at % SOME ? TRICORN_BAD_FORMAT : load_from(other, true, &stored);
        CHECK(status == TRICORN_OK || status == TRICORN_BAD_FORMAT, "byte %zu", at);
        CHECK(on_disk == status || on_disk == TRICORN_BAD_FORMAT, "byte %zu on disk", at);
        if (on_disk == TRICORN_OK) CHECK_EQ(count_of(stored), count_of(graph), "byte %zu", at);
        tricorn_graph_free(stored);
        for (uint32_t u = 0; status == TRICORN_OK && u < graph->active; u++)
            for (uint64_t e = graph->host.offsets[u]; e < graph->host.offsets[u + 1]; e++) {
                CHECK(graph->host.targets[e] < u, "byte %zu: row %u", at, u);
                CHECK(e == graph->host.offsets[u] || graph->host.targets[e - 1] < graph->host.targets[e],
                  "byte %zu: row %u ascends", at, u);
            }
        tricorn_graph_free(graph);
    }
    free(lie);
    free(bytes);
}

TEST_CASE(other_versions_are_reported)
{
    size_t count = 0;
    char *bytes = save_karate(&count);
    const uint32_t version = TG_TRI_VERSION + 1;
    memcpy(bytes + offsetof(tg_tri_header, version), &version, sizeof version);
    check_refused(bytes, count, "a later version", 8);
    SAYS("version 2");
    free(bytes);
}

TEST_MAIN_EACH(create, test_destroy)
