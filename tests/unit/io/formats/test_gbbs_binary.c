/* test_gbbs_binary.c - the binary graphs of GBBS. */

#include "unit/io/format_files.h"
#include "support/families.h"

/* 0-1, 0-2, 1-2, 2-4, each edge in one row; vertex 3 has no edge. */
static const int64_t offsets[] = {0, 2, 3, 4, 4, 4}, targets[] = {1, 2, 2, 4};
static const int64_t in_offsets[] = {0, 0, 1, 3, 3, 4}, in_targets[] = {0, 0, 1, 2};
static const uint64_t pairs[] = {0, 1, 0, 2, 1, 2, 2, 4};
static const expected_edges expected = {4, pairs, true, 5};

static void put_half(file_bytes *file, const int64_t *starts, const int64_t *ends, unsigned width)
{
    const int64_t sizes[] = {5, 4, 24 + 6 * width + 16};
    put_numbers(file, sizes, 3, 8);
    put_numbers(file, starts, 6, width);
    put_numbers(file, ends, 4, 4);
}

TEST_CASE(test_reads)
{
    file_bytes plain = {0}, narrow = {0}, both = {0};
    put_half(&plain, offsets, targets, 8);
    put_half(&narrow, offsets, targets, 4);
    put_half(&both, offsets, targets, 8);
    put_half(&both, in_offsets, in_targets, 8);
    check_bytes_read("any", &plain, &expected);
    check_bytes_read("any", &narrow, &expected);
    check_bytes_read("any", &both, &expected);
    check_cuts_fail("any", &plain, "gbbs-binary");
    check_changes_are_safe("any", &both, "gbbs-binary");
    put_number(&plain, 0, 1);
    check_bytes_fail("any", &plain, "incoming edges");
    put_number(&both, 0, 1);
    check_bytes_fail("any", &both, "goes on at byte 176");
}

TEST_CASE(test_no_edges)
{
    static const int64_t sizes[] = {2, 0, 24 + 3 * 8, 0, 0, 0}, none[] = {0, 0, 24 + 8, 0};
    static const expected_edges two = {0, NULL, true, 2}, zero = {0, NULL, true, 0};
    file_bytes file = {0}, empty = {0};
    put_numbers(&file, sizes, 6, 8);
    put_numbers(&empty, none, 4, 8);
    check_bytes_read("any", &file, &two);
    check_bytes_read("any", &empty, &zero);
}

TEST_CASE(test_damaged)
{
    static const struct {
        int64_t vertices, arcs, bytes;
        tricorn_status status;
        const char *message;
    } headers[] = {
      {5, 4, 24 + 48 + 32, TRICORN_UNSUPPORTED, "8 bytes each"},
      {5, 4, 24 + 24 + 32, TRICORN_UNSUPPORTED, "8 bytes each"},
      {5, 4, 99, TRICORN_BAD_FORMAT, "5 vertices, 4 edges and 99 bytes"},
      {-1, 4, 24 + 48 + 16, TRICORN_BAD_FORMAT, "-1 vertices"},
      {INT64_C(1) << 32, 4, 0, TRICORN_UNSUPPORTED, "4294967296 vertices"},
      {5, -1, 24 + 48 - 4, TRICORN_BAD_FORMAT, NULL},
      {5, 5, 24 + 48 + 20, TRICORN_BAD_FORMAT, "byte 64: offset number 5, the last, is 4"},
      {4, 6, 24 + 40 + 24, TRICORN_BAD_FORMAT, "offset number 4, the last"},
    };
    for (size_t i = 0; i < LENGTH(headers); i++) {
        file_bytes file = {0};
        put_number(&file, headers[i].vertices, 8);
        put_number(&file, headers[i].arcs, 8);
        put_number(&file, headers[i].bytes, 8);
        put_numbers(&file, offsets, 6, 8);
        put_numbers(&file, targets, 4, 4);
        check_file_fails("any", file.bytes, file.count, "gbbs-binary", headers[i].status, headers[i].message);
    }
    file_bytes file = {0};
    static const int64_t wrong[] = {1, 2, 2, 5};
    put_half(&file, offsets, wrong, 8);
    check_bytes_fail("any", &file, "byte 84: 5 is not a vertex");
}

TEST_CASE(test_round_trip)
{
    edge_list edges = make_karate();
    check_round_trip("a.gbbs", NULL, &edges, 0);
    check_round_trip("a.gbbs.zst", NULL, &edges, 0);
    edge_list_free(&edges);
}

TEST_MAIN_EACH(files_create, test_destroy)
