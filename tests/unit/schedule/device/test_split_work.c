/* test_split_work.c - how edges are split among GPUs, by the work of ranges of them. */
#include "schedule/device/on_device.h"
#include "support/check.h"

enum { MOST_PARTS = 20, BINS = 64 };

/* Parts follow each other and leave nothing out. */
static void check_whole(const double *work, uint32_t bins, uint64_t first, uint64_t last)
{
    uint64_t edges[MOST_PARTS + 1];
    for (uint32_t parts = 1; parts <= MOST_PARTS; parts++) {
        tg_split_work(work, bins, first, last, parts, edges);
        CHECK_EQ(edges[0], first, "the first of %u", parts);
        CHECK_EQ(edges[parts], last, "the last of %u", parts);
        for (uint32_t p = 0; p < parts; p++)
            CHECK(edges[p] <= edges[p + 1], "part %u of %u: %llu to %llu", p, parts, (unsigned long long)edges[p],
              (unsigned long long)edges[p + 1]);
    }
}

TEST_CASE(every_edge_once)
{
    double even[BINS], one[BINS] = {0}, none[BINS] = {0}, steep[BINS];
    for (int b = 0; b < BINS; b++) even[b] = 3, steep[b] = (double)(b + 1) * b * b;
    one[BINS / 3] = 1;
    check_whole(even, BINS, 0, 1000000);
    check_whole(steep, BINS, 17, 1000000);
    check_whole(one, BINS, 5, 4000);
    check_whole(none, BINS, 0, 4000); /* a graph without wedges */
    check_whole(even, BINS, 0, 7); /* fewer edges than ranges */
    check_whole(even, BINS, 9, 9);
}

TEST_CASE(parts_have_equal_work)
{
    double even[BINS], rising[BINS];
    uint64_t edges[MOST_PARTS + 1];
    for (int b = 0; b < BINS; b++) even[b] = 2, rising[b] = 2 * b + 1; /* sums: b * b */
    tg_split_work(even, BINS, 0, 6400, 4, edges);
    for (uint32_t p = 0; p <= 4; p++) CHECK_EQ(edges[p], p * UINT64_C(1600), "even, part %u", p);
    tg_split_work(rising, BINS, 0, 6400, 4, edges);
    CHECK_EQ(edges[1], 3200, "a quarter of the work is before the middle");
}

TEST_CASE(parts_end_within_a_range)
{
    double one[BINS] = {0};
    uint64_t edges[3];
    one[10] = 5;
    tg_split_work(one, BINS, 0, 6400, 2, edges);
    CHECK_EQ(edges[1], 1050, "the middle of range 10");
}

TEST_MAIN()
