/* test_flatten.cu - which list an item is in, in a warp's sequence of lists, on the host. */
#include "gpu/lookup/flatten.cuh"
#include "host_lookup.cuh"

enum { TRIALS = 500 };

/* Checks the owner of each item. ends[] are the ends of lists that are not empty, because a warp
 * leaves out empty ones. */
static void check_items(const uint32_t *ends, uint32_t lists)
{
    for (uint32_t first = 0; first < ends[lists - 1]; first += WARP_THREADS) {
        uint32_t before = 0, marks = 0;
        for (uint32_t l = 0; l < lists; l++) {
            before += ends[l] <= first;
            marks |= flat_mark(ends[l], first);
        }
        for (uint32_t i = 0; i < WARP_THREADS && first + i < ends[lists - 1]; i++) {
            uint32_t expected = 0;
            while (ends[expected] <= first + i) expected++;
            CHECK_EQ(flat_owner(before, marks, i), expected, "item %u", first + i);
        }
    }
}

TEST_CASE(random_lists)
{
    test_random random = {14};
    for (int trial = 0; trial < TRIALS; trial++) {
        const uint32_t lists = 1 + test_random_below(&random, WARP_THREADS);
        const uint32_t longest = 1 + test_random_below(&random, trial % 2 ? 3 : 100);
        uint32_t ends[WARP_THREADS], sum = 0;
        for (uint32_t l = 0; l < lists; l++) ends[l] = sum += 1 + test_random_below(&random, longest);
        check_items(ends, lists);
    }
}

TEST_CASE(lanes_without_a_list_leave_no_mark)
{
    CHECK_EQ(flat_mark(0xffffffffu, 0), 0, "first round");
    CHECK_EQ(flat_mark(0xffffffffu, 1u << 20), 0, "a later round");
    CHECK_EQ(flat_mark(32, 32), 0, "ends before the round");
    CHECK_EQ(flat_mark(33, 32), 2, "ends after one item");
    CHECK_EQ(flat_mark(64, 32), 0, "ends with the round");
}

TEST_MAIN()
