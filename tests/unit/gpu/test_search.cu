/* test_search.cu - binary search, on the host. */
#include "gpu/lookup/search.cuh"
#include "host_lookup.cuh"

enum { TRIALS = 300 };

TEST_CASE(every_key_of_random_lists)
{
    test_random random = {11};
    for (int trial = 0; trial < TRIALS; trial++) {
        const uint32_t bound = 1 + test_random_below(&random, 200);
        const id_list list = random_list(&random, bound, test_random_below(&random, 101));
        for (uint32_t key = 0; key <= bound; key++) {
            const bool there = list_has(&list, key);
            CHECK_EQ(search_ids(list.ids, list.count, key), there, "key %u of %u", key, list.count);
            CHECK_EQ(search_shared(list.ids, list.count, key), there, "shared, key %u", key);
            const uint32_t other = test_random_below(&random, bound + 1);
            if (list.count == 0) continue;
            uint32_t place = 0, expected = 0;
            for (uint32_t i = 0; i < list.count; i++)
                if (list.ids[i] <= other) expected = i;
            CHECK_EQ(search_two(list.ids, list.count, key, other, &place), there + list_has(&list, other),
              "keys %u and %u", key, other);
            CHECK_EQ(place, expected, "the place of %u", other);
        }
    }
}

TEST_CASE(positions_within_a_part)
{
    test_random random = {12};
    for (int trial = 0; trial < TRIALS; trial++) {
        const id_list list = random_list(&random, 200, 1 + test_random_below(&random, 100));
        if (list.count == 0) continue;
        const uint32_t first = test_random_below(&random, list.count);
        const uint32_t last = first + 1 + test_random_below(&random, list.count - first);
        for (uint32_t key = 0; key <= 200; key++) {
            uint32_t expected = first;
            for (uint32_t i = first; i < last; i++)
                if (list.ids[i] <= key) expected = i;
            CHECK_EQ(search_between(list.ids, first, last, key), expected, "key %u from %u to %u", key, first, last);
        }
    }
}

TEST_CASE(extreme_ids)
{
    const uint32_t ids[] = {0, 1, UINT32_MAX - 2, UINT32_MAX - 1};
    CHECK(search_ids(ids, 4, 0), "smallest");
    CHECK(search_ids(ids, 4, UINT32_MAX - 1), "largest id");
    CHECK(!search_ids(ids, 4, 2), "between");
    CHECK(!search_ids(ids, 0, 0), "in nothing");
}

TEST_CASE(counts_up_to_a_key)
{
    const uint64_t sums[] = {0, 0, 5, 5, 5, UINT64_C(1) << 40};
    CHECK_EQ(count_up_to(sums, 6, UINT64_C(0)), 2, "repeated first");
    CHECK_EQ(count_up_to(sums, 6, UINT64_C(4)), 2, "below the next");
    CHECK_EQ(count_up_to(sums, 6, UINT64_C(5)), 5, "repeated");
    CHECK_EQ(count_up_to(sums, 6, UINT64_MAX), 6, "above all");
    CHECK_EQ(count_up_to(sums, 0, UINT64_C(5)), 0, "of nothing");
}

TEST_MAIN()
