/* test_rate_shares.c - shares by rate: whole, in proportion, and equal where times say nothing.
 */
#include "schedule/workers/rate_shares.h"
#include "support/check.h"
#include "support/random.h"

enum { MILLION = 1000000, MOST = 1024 };

TEST_CASE(in_proportion)
{
    /* A GPU that is nine times as fast as each of two cores. */
    const uint64_t nanoseconds[] = {900 * (uint64_t)MILLION, 100 * (uint64_t)MILLION, 900 * (uint64_t)MILLION};
    uint64_t cuts[4];
    tg_share_by_rates(1100, nanoseconds, 3, cuts);
    CHECK_EQ(cuts[0], 0, "the first");
    CHECK(cuts[1] >= 99 && cuts[1] <= 100, "a core: %llu", (unsigned long long)cuts[1]);
    CHECK(cuts[2] >= 999 && cuts[2] <= 1000, "the GPU: %llu", (unsigned long long)cuts[2]);
    CHECK_EQ(cuts[3], 1100, "the last");
}

TEST_CASE(equal_where_times_say_nothing)
{
    static const uint64_t short_ones[] = {MILLION, 9 * MILLION}, failed[] = {0, 900 * MILLION},
                          alike[] = {100 * MILLION, 120 * MILLION};
    const uint64_t *const all[] = {short_ones, failed, alike};
    uint64_t cuts[3];
    for (int i = 0; i < 3; i++) {
        tg_share_by_rates(100, all[i], 2, cuts);
        CHECK_EQ(cuts[1], 50, "times %d", i);
        CHECK_EQ(cuts[2], 100, "times %d", i);
    }
}

TEST_CASE(whole)
{
    test_random random = {3};
    uint64_t nanoseconds[MOST], cuts[MOST + 1];
    for (int trial = 0; trial < 200; trial++) {
        const uint32_t size = 1 + test_random_below(&random, MOST);
        const uint64_t count = test_random_below(&random, 1 << 20);
        for (uint32_t w = 0; w < size; w++) nanoseconds[w] = 20 * MILLION + test_random_below(&random, 1u << 31);
        tg_share_by_rates(count, nanoseconds, size, cuts);
        CHECK_EQ(cuts[0], 0, "trial %d", trial);
        CHECK_EQ(cuts[size], count, "trial %d", trial);
        for (uint32_t w = 0; w < size; w++) CHECK(cuts[w] <= cuts[w + 1], "trial %d, worker %u", trial, w);
    }
}

TEST_MAIN()
