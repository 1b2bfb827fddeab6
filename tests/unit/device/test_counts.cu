/* test_counts.cu - counts of vertices and edges on the GPU, added to arrays in host memory. Skipped without a GPU. */
#include <vector>

#include "support/device_tests.h"
#include "device/cuda.cuh"
#include "schedule/device/on_device.h"

static tricorn_context *context;

/* More counts than are copied at a time, and not a multiple of that. */
static const uint64_t MANY = (UINT64_C(5) << 19) + 77;

/* Counts that start as zero; the count at i is then i % 1000 + 1. */
static uint32_t *filled_counts(uint64_t count)
{
    std::vector<uint32_t> values(count, 1);
    uint32_t *counts = NULL;
    REQUIRE_OK(context, tg_device_counts_create(context, count, &counts));
    REQUIRE_OK(context, tg_device_copy_out(context, values.data(), counts, count * sizeof(uint32_t)));
    for (uint64_t i = 0; i < count; i++) {
        if (values[i] != 0) CHECK_EQ(values[i], 0, "count %llu", (unsigned long long)i);
        values[i] = (uint32_t)(i % 1000 + 1);
    }
    REQUIRE_OK(context, tg_device_copy_in(context, counts, values.data(), count * sizeof(uint32_t)));
    return counts;
}

/* One of the arrays is so long that each pinned buffer is used several times. */
TEST_CASE(counts_are_copied)
{
    for (uint64_t count :
      {UINT64_C(0), UINT64_C(1), UINT64_C(1) << 20, (UINT64_C(1) << 20) + 1, MANY, (UINT64_C(20) << 20) + 5}) {
        std::vector<uint64_t> wide(count + 1, 5);
        std::vector<uint32_t> narrow(count + 1, 5);
        uint32_t *counts = filled_counts(count);
        test_on("%llu counts", (unsigned long long)count);
        REQUIRE_OK(context, tg_device_counts_copy(context, counts, count, wide.data()));
        REQUIRE_OK(context, tg_device_copy_out(context, narrow.data(), counts, count * sizeof(uint32_t)));
        for (uint64_t i = 0; i < count; i++)
            if (wide[i] != i % 1000 + 1 || narrow[i] != i % 1000 + 1)
                CHECK_EQ(wide[i], i % 1000 + 1, "count %llu, %u narrow", (unsigned long long)i, narrow[i]);
        CHECK_EQ(wide[count], 5, "what lies behind");
        CHECK_EQ(narrow[count], 5, "what lies behind");
        tg_device_free(context, counts);
    }
}

TEST_CASE(vertices_are_added_where_they_belong)
{
    const tg_numbering numbering = {2, 3};
    for (uint64_t count : {UINT64_C(0), UINT64_C(1), MANY}) {
        std::vector<uint64_t> sums(2 + 3 * count, 5), expected = sums;
        uint32_t *counts = filled_counts(count);
        for (uint64_t i = 0; i < count; i++) expected[2 + 3 * i] += i % 1000 + 1;
        test_on("%llu vertices", (unsigned long long)count);
        for (int time = 0; time < 2; time++) { /* the second time they are zero */
            REQUIRE_OK(context, tg_device_counts_add_vertices(context, counts, count, numbering, sums.data()));
            check_elements(sums, expected, "sums");
        }
        tg_device_free(context, counts);
    }
}

TEST_CASE(edges_are_added)
{
    for (uint64_t count : {UINT64_C(0), UINT64_C(1), MANY}) {
        std::vector<uint32_t> sums(count, 5), expected = sums;
        uint32_t *counts = filled_counts(count);
        for (uint64_t i = 0; i < count; i++) expected[i] += (uint32_t)(i % 1000 + 1);
        test_on("%llu edges", (unsigned long long)count);
        for (int time = 0; time < 2; time++) {
            REQUIRE_OK(context, tg_device_counts_add_edges(context, counts, count, sums.data()));
            check_elements(sums, expected, "sums");
        }
        tg_device_free(context, counts);
    }
}

TEST_MAIN_ON_DEVICE(&context, NULL, NULL)
