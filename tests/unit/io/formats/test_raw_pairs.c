/* test_raw_pairs.c - pairs of binary numbers: raw, Polak's, Graph500's. */

#include "unit/io/format_files.h"
#include "support/families.h"

#define BEYOND32 (INT64_C(1) << 32)
#define MOST48 ((INT64_C(1) << 47) - 1)

/* Ids that fit into every layout. */
static const int64_t small[] = {7, 2, 2, 9, 9, 7, 0, 0, 2, 7};
static const uint64_t small_pairs[] = {0, 0, 2, 7, 2, 7, 2, 9, 7, 9};
static const expected_edges small_edges = {5, small_pairs, false, 0};

/* Two 32-bit lower halves, then 16 bits of each upper half. */
static void put_packed(file_bytes *file, int64_t u, int64_t v)
{
    put_number(file, u, 4);
    put_number(file, v, 4);
    put_number(file, u >> 32, 2);
    put_number(file, v >> 32, 2);
}

static file_bytes pairs_of(const int64_t *numbers, size_t count, unsigned width)
{
    file_bytes file = {0};
    put_numbers(&file, numbers, count, width);
    return file;
}

TEST_CASE(test_small_ids)
{
    const file_bytes narrow = pairs_of(small, 10, 4), wide = pairs_of(small, 10, 8);
    file_bytes polak = {0}, packed = {0};
    put_number(&polak, 5, 4);
    put_numbers(&polak, small, 10, 4);
    for (int i = 0; i < 5; i++) put_packed(&packed, small[2 * i], small[2 * i + 1]);
    check_bytes_read("a.u32", &narrow, &small_edges);
    check_bytes_read("a.pairs32", &narrow, &small_edges);
    check_bytes_read("a.u64", &wide, &small_edges);
    check_bytes_read("a.pairs64", &wide, &small_edges);
    check_bytes_read("a.g500", &wide, &small_edges);
    check_bytes_read("a.polak", &polak, &small_edges);
    check_bytes_read("a.g500p", &packed, &small_edges);
    check_file_reads("a.bin", narrow.bytes, narrow.count, "pairs32", &small_edges);
    check_file_reads("a.bin", polak.bytes, polak.count, "polak", &small_edges);
}

/* Ids that do not fit into 32 bits, and 2^32 - 1, which fits but is no valid number of a vertex.
 */
TEST_CASE(test_large_ids)
{
    static const int64_t most32[] = {1, UINT32_MAX, 5, 1};
    static const uint64_t most32_pairs[] = {1, 5, 1, UINT32_MAX};
    static const expected_edges most32_edges = {2, most32_pairs, false, 0};
    static const int64_t more[] = {1, BEYOND32, MOST48, 3};
    static const uint64_t more_pairs[] = {1, BEYOND32, 3, MOST48};
    static const expected_edges more_edges = {2, more_pairs, false, 0};
    static const int64_t all_bits[] = {4, -1};
    static const uint64_t all_pairs[] = {4, UINT64_MAX};
    static const expected_edges all_edges = {1, all_pairs, false, 0};
    const file_bytes narrow = pairs_of(most32, 4, 4), wide = pairs_of(more, 4, 8);
    const file_bytes all = pairs_of(all_bits, 2, 8);
    file_bytes packed = {0};
    put_packed(&packed, more[0], more[1]);
    put_packed(&packed, more[2], more[3]);
    check_bytes_read("a.u32", &narrow, &most32_edges);
    check_bytes_read("a.u64", &wide, &more_edges);
    check_bytes_read("a.g500", &wide, &more_edges);
    check_bytes_read("a.g500p", &packed, &more_edges);
    check_bytes_read("a.u64", &all, &all_edges);
}

/* A file without edges must state that, as Polak's does. */
TEST_CASE(test_no_edges)
{
    static const expected_edges none = {0, NULL, false, 0};
    file_bytes polak = {0};
    put_number(&polak, 0, 4);
    check_file_fails("a.u32", "", 0, NULL, TRICORN_BAD_FORMAT, "is empty");
    check_bytes_read("a.polak", &polak, &none);
}

TEST_CASE(test_damaged)
{
    static const int64_t negative[] = {1, 2, 3, -4};
    const file_bytes narrow = pairs_of(small, 10, 4), wide = pairs_of(small, 10, 8);
    const file_bytes below = pairs_of(negative, 4, 8);
    file_bytes packed = {0}, polak = {0}, more = {0}, fewer = {0}, minus = {0};
    check_file_fails("a.u32", narrow.bytes, 39, NULL, TRICORN_BAD_FORMAT, "cut");
    check_file_fails("a.u32", narrow.bytes, 36, NULL, TRICORN_BAD_FORMAT, "cut");
    check_file_fails("a.u64", wide.bytes, 72, NULL, TRICORN_BAD_FORMAT, "cut");
    check_bytes_fail("a.g500", &below, "byte 24: -4 is negative");
    put_packed(&packed, 1, 2);
    put_packed(&packed, 3, -4);
    check_bytes_fail("a.g500p", &packed, "byte 16: -4 is negative");
    check_file_fails("a.g500p", packed.bytes, 23, NULL, TRICORN_BAD_FORMAT, "cut");
    put_number(&polak, 2, 4);
    put_numbers(&polak, negative, 4, 4);
    check_bytes_fail("a.polak", &polak, "byte 16: -4 is negative");
    put_number(&more, 1, 4);
    put_numbers(&more, small, 4, 4);
    check_bytes_fail("a.polak", &more, "goes on at byte 12");
    put_number(&fewer, 3, 4);
    put_numbers(&fewer, small, 4, 4);
    check_bytes_fail("a.polak", &fewer, "cut");
    put_number(&minus, -1, 4);
    check_bytes_fail("a.polak", &minus, "-1 edges");
    check_file_fails("a.polak", minus.bytes, 3, NULL, TRICORN_BAD_FORMAT, "header");
}

TEST_CASE(test_round_trips)
{
    static const char *const names[] = {"a.u32", "a.u64", "a.polak", "a.g500", "a.g500p", "a.u32.gz", "a.g500p.zst"};
    edge_list edges = make_hoffman_singleton();
    for (size_t i = 0; i < LENGTH(names); i++) check_round_trip(names[i], NULL, &edges, 0);
    edge_list_free(&edges);
}

/* The user's ids are written, or the reason is reported why they cannot be. */
TEST_CASE(test_ids_written)
{
    static const uint64_t large[] = {3, MOST48};
    static const uint64_t larger[] = {3, MOST48 + 1};
    static const uint64_t largest[] = {3, UINT64_MAX};
    static const struct {
        const uint64_t *ids;
        const char *format, *message; /* NULL: it works */
    } cases[] = {
      {large, "pairs64", NULL},
      {large, "graph500", NULL},
      {large, "graph500-packed", NULL},
      {large, "pairs32", "140737488355327 does not fit"},
      {large, "polak", "does not fit"},
      {larger, "graph500", NULL},
      {larger, "graph500-packed", "140737488355328 does not fit"},
      {largest, "pairs64", NULL},
      {largest, "graph500", "does not fit"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        tricorn_graph *graph = NULL;
        WORKS(tricorn_graph_from_edges64(fixture.context, cases[i].ids, 1, NULL, &graph));
        const tricorn_status status =
          tricorn_graph_save(fixture.context, graph, IN_FOLDER("a.bin"), SAVING(.format = cases[i].format));
        if (cases[i].message) {
            CHECK_EQ(status, TRICORN_UNSUPPORTED, "%s", cases[i].format);
            SAYS(cases[i].message);
        } else {
            const expected_edges one = {1, cases[i].ids, false, 0};
            tg_edges edges = {0};
            CHECK_EQ(status, TRICORN_OK, "%s", cases[i].format);
            WORKS(read_file("a.bin", cases[i].format, false, &edges));
            check_edges_read(&edges, &one, cases[i].format);
            tg_edges_free(&edges);
        }
        tricorn_graph_free(graph);
    }
}

/* gzip begins with 1f 8b, which is also the number 35615. */
TEST_CASE(test_like_gzip)
{
    static const int64_t numbers[] = {35615, 2, 35615, 9};
    static const uint64_t pairs[] = {2, 35615, 9, 35615};
    static const expected_edges expected = {2, pairs, false, 0};
    const file_bytes narrow = pairs_of(numbers, 4, 4), wide = pairs_of(numbers, 4, 8);
    check_bytes_read("a.u32", &narrow, &expected);
    check_bytes_read("a.u64", &wide, &expected);
}

/* Ids whose bytes are magic numbers: the file reads as the same edges, or is refused. */
TEST_CASE(test_written_like_compressed)
{
    static const struct {
        uint64_t ids[2];
        const char *format;
        bool refused;
    } cases[] = {
      {{0x088b1f, 0x7fffffff}, "pairs32", false}, /* gzip, deflate, no flags */
      {{0x184d2204, 0x60000000}, "pairs64", false}, /* lz4 */
      {{0x184d2a53, 0x60000000}, "graph500", false}, /* zstd, to be passed over */
      {{0x50494c, 0x600000000001}, "pairs64", false}, /* begins like lzip, but does not continue so */
      {{0x88b1f, 0xfd2fb528}, "pairs32", true}, /* gzip, or with the ends exchanged zstd */
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const expected_edges one = {1, cases[i].ids, false, 0};
        tricorn_graph *graph = NULL;
        tg_edges edges = {0};
        WORKS(tricorn_graph_from_edges64(fixture.context, cases[i].ids, 1, NULL, &graph));
        const tricorn_status status =
          tricorn_graph_save(fixture.context, graph, IN_FOLDER("a.bin"), SAVING(.format = cases[i].format));
        CHECK_EQ(status, cases[i].refused ? TRICORN_UNSUPPORTED : TRICORN_OK, "case %zu", i);
        if (status == TRICORN_OK) {
            WORKS(read_file("a.bin", cases[i].format, false, &edges));
            check_edges_read(&edges, &one, cases[i].format);
        }
        tg_edges_free(&edges);
        tricorn_graph_free(graph);
    }
}

TEST_CASE(test_words_are_refused)
{
    write_file("a.txt", "Anna Bert\n", 10, TEST_PLAIN);
    tricorn_graph *graph = test_load(fixture.context, IN_FOLDER("a.txt"), LOADING(.input.ids = TRICORN_IDS_STRING));
    FAILS(tricorn_graph_save(fixture.context, graph, IN_FOLDER("a.u32"), NULL), TRICORN_UNSUPPORTED);
    SAYS("words");
    tricorn_graph_free(graph);
}

TEST_MAIN_EACH(files_create, test_destroy)
