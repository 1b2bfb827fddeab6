/* test_row_bitmap.c - marked ids are found and counted, near and far ones, and no others. */
#include "cpu/common/row_bitmap.h"

#include <stdlib.h>

#include "support/fixture.h"
#include "support/random.h"

enum { IDS = 2 * TG_NEAR_IDS, MOST = 200 };

/* Ascending ids, around the last near one in every other trial. */
static uint64_t some_ids(test_random *random, bool around, uint32_t *ids)
{
    const uint64_t wanted = 1 + test_random_below(random, MOST);
    uint64_t count = 0;
    uint32_t next = around ? TG_NEAR_IDS - test_random_below(random, MOST) : test_random_below(random, IDS);
    for (; count < wanted && next < IDS; count++) {
        ids[count] = next;
        next += 1 + test_random_below(random, 3);
    }
    return count;
}

TEST_CASE(ids_are_met)
{
    enum { TRIALS = 2000, AT_ONCE = 64 };
    test_random random = {37};
    unsigned char *marked = calloc(IDS, 1);
    uint32_t ids[MOST + 1], asked[MOST + 1];
    tg_row_bitmap marks = {0};

    WORKS(tg_row_bitmap_create(fixture.context, IDS, &marks));
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        const uint64_t count = some_ids(&random, trial % 2, ids);
        const uint64_t tests = some_ids(&random, trial % 4 < 2 ? trial % 2 : 1, asked);
        uint64_t met = 0;
        tg_row_bitmap_set(&marks, ids, count);
        for (uint64_t i = 0; i < count; i++) marked[ids[i]] = 1;
        for (uint64_t i = 0; i < tests; i += AT_ONCE) {
            const uint64_t some = tests - i < AT_ONCE ? tests - i : AT_ONCE;
            uint64_t expected = 0;
            for (uint64_t k = 0; k < some; k++) expected |= (uint64_t)marked[asked[i + k]] << k;
            CHECK_EQ(tg_row_bitmap_mask(&marks, asked + i, some), expected, "trial %u", trial);
            met += (uint64_t)__builtin_popcountll(expected);
        }
        CHECK_EQ(tg_row_bitmap_count(&marks, asked, tests), met, "trial %u", trial);
        tg_row_bitmap_clear(&marks, ids, count);
        CHECK_EQ(tg_row_bitmap_count(&marks, ids, count), 0, "trial %u: something is left", trial);
        for (uint64_t i = 0; i < count; i++) marked[ids[i]] = 0;
    }
    CHECK_EQ(tg_row_bitmap_count(&marks, ids, 0), 0, "of no ids");
    tg_row_bitmap_free(&marks);
    free(marked);
}

TEST_MAIN_BETWEEN(test_create, test_destroy)
