/* test_bitmap.cu - bits, and the triangular matrix of the hubs, on the host. */
#include <string.h>

#include "gpu/lookup/bitmap.cuh"
#include "host_lookup.cuh"

TEST_CASE(only_the_bits_set)
{
    uint32_t words[8] = {0};
    for (uint32_t bit = 0; bit < 256; bit += 3) bitmap_set(words, bit);
    for (uint32_t bit = 0; bit < 256; bit++) CHECK_EQ(bitmap_has(words, bit), bit % 3 == 0, "bit %u", bit);
}

/* Row v has v bits, and starts with a new word; rows neither overlap nor leave words out. */
TEST_CASE(matrix_is_dense)
{
    uint32_t next = 0;
    for (uint32_t v = 0; v < 1000; v++) {
        CHECK_EQ(matrix_row(v), next, "row %u", v);
        next += (v + 31) / 32;
        CHECK(matrix_words(v + 1) >= next, "room for %u hubs", v + 1);
    }
    CHECK(matrix_words(0) > 0 && matrix_words(1) > 0, "never empty");
    CHECK_EQ(matrix_row(1u << 17), (UINT64_C(1) << 17) / 32 * ((UINT64_C(1) << 17) + 32) / 2 - (1u << 17) / 32,
      "the last row of the most hubs");
}

TEST_MAIN()
