/* test_bitmap.cu - bits, and the triangular matrix of the hubs, on the host. */
#include <string.h>

#include "gpu/lookup/bitmap.cuh"
#include "host_lookup.cuh"

static void only_the_bits_set(void **)
{
    uint32_t words[8] = {0};
    for (uint32_t bit = 0; bit < 256; bit += 3) bitmap_set(words, bit);
    for (uint32_t bit = 0; bit < 256; bit++)
        CHECK_EQ(bitmap_has(words, bit), bit % 3 == 0, "bit %u", bit);
}

/* Every pair v > w has a bit of its own within the words of the matrix. */
static void matrix_is_dense(void **)
{
    for (uint32_t hubs = 2; hubs < 80; hubs++) {
        uint64_t next = 0;
        for (uint32_t v = 1; v < hubs; v++)
            for (uint32_t w = 0; w < v; w++, next++)
                CHECK_EQ(matrix_bit(v, w), next, "%u, %u", v, w);
        CHECK_EQ(matrix_words(hubs), (next + 31) / 32, "%u hubs", hubs);
    }
    CHECK(matrix_words(0) > 0 && matrix_words(1) > 0, "never empty");
    CHECK_EQ(matrix_bit(131071, 131070), UINT64_C(131071) * 131070 / 2 + 131070, "64 bits");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_bits_set),
        cmocka_unit_test(matrix_is_dense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
