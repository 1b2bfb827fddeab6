/* test_search.c - binary searches find what a scan from the front finds. */
#include "base/search.h"

#include "support/check.h"
#include "support/random.h"

enum { MOST = 70, NUMBERS = 40 };

/* Ascending numbers, among which equal ones stand: below NUMBERS, or around the largest. */
static void fill(test_random *random, uint32_t *ids, uint64_t *wide, uint64_t count, bool large)
{
    uint32_t number = large ? UINT32_MAX - NUMBERS : 0;
    for (uint64_t i = 0; i < count; i++) {
        number += number < (large ? UINT32_MAX : NUMBERS) && test_random_below(random, 3) == 0;
        ids[i] = number;
        wide[i] = number + (large ? UINT64_MAX - UINT32_MAX : 0);
    }
}

static uint64_t scan(const uint32_t *ids, uint64_t from, uint64_t count, uint32_t id)
{
    while (from < count && ids[from] < id) from++;
    return from;
}

static void check_searches(const uint32_t *ids, const uint64_t *wide, uint64_t count, uint32_t id)
{
    const uint64_t more = count > 0 ? wide[0] - ids[0] : 0;
    const uint64_t below = scan(ids, 0, count, id);
    CHECK_EQ(tg_lower_bound(ids, count, id), below, "%u among %llu", id, (unsigned long long)count);
    CHECK_EQ(tg_lower_bound_64(wide, count, id + more), below, "%u among %llu", id, (unsigned long long)count);
    for (uint64_t from = 0; from <= count; from++)
        CHECK_EQ(tg_lower_bound_near(ids, from, count, id), scan(ids, from, count, id), "%u from %llu on", id,
          (unsigned long long)from);

    uint64_t last = 0;
    for (uint64_t i = 0; i < count; i++)
        if (ids[i] <= id) last = i;
    CHECK_EQ(tg_last_at_most(wide, count, id + more), last, "%u among %llu", id, (unsigned long long)count);
}

TEST_CASE(as_a_scan_finds)
{
    uint32_t ids[MOST];
    uint64_t wide[MOST];
    test_random random = {3};
    for (uint64_t count = 0; count <= MOST; count++)
        for (int large = 0; large < 2; large++) {
            const uint32_t base = large ? UINT32_MAX - NUMBERS : 0;
            fill(&random, ids, wide, count, large);
            for (uint32_t number = 0; number <= NUMBERS; number++) check_searches(ids, wide, count, base + number);
        }
}

/* The row with an entry is the last one that begins at or before it: rows without one come before. */
TEST_CASE(rows_of_entries)
{
    static const uint64_t offsets[] = {0, 0, 2, 2, 2, 3, 7, 7};
    static const uint64_t rows[] = {1, 1, 4, 5, 5, 5, 5};
    for (uint64_t entry = 0; entry < 7; entry++)
        CHECK_EQ(tg_last_at_most(offsets, 7, entry), rows[entry], "entry %llu", (unsigned long long)entry);
}

/* Steps by a number that is computed: the least whose square is not below. */
TEST_CASE(steps)
{
    for (uint64_t square = 0; square < 500; square++) {
        tg_search in = {0, 1000};
        uint64_t root = 0;
        while (in.left > 0) tg_search_step(&in, tg_search_at(&in) * tg_search_at(&in) < square);
        while (root * root < square) root++;
        CHECK_EQ(in.first, root, "%llu", (unsigned long long)square);
    }
}

TEST_MAIN()
