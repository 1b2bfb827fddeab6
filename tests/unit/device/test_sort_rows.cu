/* test_sort_rows.cu - sorts the ids of rows of all lengths. Skipped without a GPU. */
#include <algorithm>
#include <numeric>
#include <vector>

#include "support/device_tests.h"
extern "C" {
#include "support/random.h"
}
#include "device/cuda.cuh"
#include "prepare/gpu/sort_rows.cuh"

static tricorn_context *context;

enum { ID_BITS = 20, MOST_ID = 1 << ID_BITS };

template <typename T> static T *to_device(const std::vector<T> &values)
{
    T *copy = NULL;
    REQUIRE_OK(context, TG_DEVICE_ALLOC(context, values.size(), &copy));
    REQUIRE_OK(context, tg_device_copy_in(context, copy, values.data(), values.size() * sizeof(T)));
    return copy;
}

static std::vector<uint32_t> to_host(const uint32_t *ids, size_t count)
{
    std::vector<uint32_t> copy(count);
    REQUIRE_OK(context, tg_device_copy_out(context, copy.data(), ids, count * sizeof copy[0]));
    return copy;
}

/* Returns distinct ids in random order: an odd factor permutes all numbers of ID_BITS bits. */
static uint64_t key_of(uint32_t row, uint32_t i)
{
    const uint32_t id = (i * 0x9e3779b1u + 12345u * row) % MOST_ID;
    return (uint64_t)row << ID_BITS | id;
}

static void check_rows(const std::vector<uint32_t> &lengths)
{
    std::vector<uint64_t> keys;
    std::vector<uint32_t> offsets(1, 0), sources, ids;
    for (uint32_t row = 0; row < lengths.size(); row++) {
        for (uint32_t i = 0; i < lengths[row]; i++) {
            keys.push_back(key_of(row, i));
            sources.push_back(row);
            ids.push_back((uint32_t)(keys.back() % MOST_ID));
        }
        std::sort(ids.begin() + offsets.back(), ids.end());
        offsets.push_back((uint32_t)keys.size());
    }
    const uint64_t *device_keys = to_device(keys);
    const uint32_t *device_offsets = to_device(offsets);
    const tg_device_rows rows = {(uint32_t)lengths.size(), (uint32_t)keys.size(), device_offsets, NULL};
    const tg_unsorted_rows unsorted = {device_keys, ID_BITS, &rows, to_device(std::vector<uint32_t>(keys.size(), 7)),
      to_device(std::vector<uint32_t>(keys.size(), 7))};
    test_on("%zu rows of %zu ids", lengths.size(), keys.size());
    REQUIRE_OK(context, tg_sort_rows(context, &unsorted));
    check_elements(to_host(unsorted.ids, keys.size()), ids, "ids");
    check_elements(to_host(unsorted.sources, keys.size()), sources, "sources");
    tg_device_free(context, (void *)device_keys);
    tg_device_free(context, (void *)device_offsets);
    tg_device_free(context, unsorted.sources);
    tg_device_free(context, unsorted.ids);
}

/* Lengths around those at which the method of sorting changes: 32 ids, powers of two up to 1024, 8192. */
TEST_CASE(borders)
{
    check_rows({1, 0, 2, 3, 0, 0, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 258, 511, 512, 513, 1});
    check_rows({1023, 1024, 1025, 4, 0, 33, 2049, 1500});
    check_rows({8191, 5, 8192, 0, 8193, 4097, 20000});
}

TEST_CASE(many_rows)
{
    test_random random = {4};
    std::vector<uint32_t> lengths;
    for (uint32_t row = 0; row < 20000; row++) lengths.push_back(test_random_below(&random, row % 100 == 0 ? 700 : 20));
    check_rows(lengths);
}

TEST_MAIN_ON_DEVICE(&context, NULL, NULL)
