/* test_gaps.c - variable-length gaps: decoding inverts encoding, and lengths are known in advance. */
#include <string.h>

#include "io/binary/gaps.h"
#include "support/check.h"
#include "support/random.h"

enum { MOST = 64 };

static void check_round_trip(const uint32_t *numbers, size_t count)
{
    unsigned char coded[MOST * 5 + MOST + TG_GAPS_PADDING] = {0};
    uint32_t again[MOST];
    const size_t bytes = tg_gaps_encode(numbers, count, coded);
    CHECK(bytes <= tg_gaps_most_bytes(count), "%zu numbers", count);
    CHECK_EQ(tg_gaps_bytes(coded, count, bytes), bytes, "%zu numbers", count);
    CHECK_EQ(tg_gaps_bytes(coded, count, sizeof coded), bytes, "with room to spare");
    if (bytes) CHECK_EQ(tg_gaps_bytes(coded, count, bytes - 1), SIZE_MAX, "a byte short");
    tg_gaps_decode(coded, count, again);
    for (size_t i = 0; i < count; i++) CHECK_EQ(again[i], numbers[i], "number %zu", i);
}

TEST_CASE(every_length_comes_back)
{
    static const uint32_t edges[] = {0, 1, 255, 256, 65535, 65536, 16777215, 16777216, UINT32_MAX};
    test_random random = {1};
    check_round_trip(edges, LENGTH(edges));
    for (size_t count = 0; count <= MOST; count++) {
        uint32_t numbers[MOST];
        for (size_t i = 0; i < count; i++)
            numbers[i] = (uint32_t)test_random_next(&random) >> (test_random_next(&random) % 32);
        check_round_trip(numbers, count);
    }
}

/* The layout by hand: lengths 1, 2, 3, 4 are the control byte 0 | 1 << 2 | 2 << 4 | 3 << 6. */
TEST_CASE(the_layout_is_as_specified)
{
    static const uint32_t numbers[] = {7, 0x0102, 0x030405, 0x06070809, 1};
    static const unsigned char expected[] = {0xe4, 0x00, 7, 2, 1, 5, 4, 3, 9, 8, 7, 6, 1};
    unsigned char coded[32];
    CHECK_EQ(tg_gaps_encode(numbers, 5, coded), sizeof expected, "bytes");
    assert_memory_equal(coded, expected, sizeof expected);
}

TEST_CASE(ids_become_gaps_and_back)
{
    const uint32_t ids[] = {0, 1, 5, 100}, gaps[] = {0, 0, 3, 94};
    uint32_t row[4];
    tg_gaps_from_ids(ids, 4, row);
    assert_memory_equal(row, gaps, sizeof gaps);
    CHECK(tg_gaps_to_ids(row, 4, 101), "100 is below 101");
    assert_memory_equal(row, ids, sizeof ids);
    memcpy(row, gaps, sizeof gaps);
    CHECK(!tg_gaps_to_ids(row, 4, 100), "100 is not below 100");
    uint32_t far[] = {UINT32_MAX, UINT32_MAX};
    CHECK(!tg_gaps_to_ids(far, 2, UINT32_MAX), "ids past 2^32 do not wrap round");
}

TEST_MAIN()
