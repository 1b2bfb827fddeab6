/* test_vertex_bitmap.c - numbers of members, against counting them one by one. */
#include <stdlib.h>

#include "store/files/vertex_bitmap.h"
#include "support/fixture.h"
#include "support/random.h"

static void check_set(uint64_t words, uint32_t one_of, test_random *random)
{
    tg_vertex_bitmap set = {.words = words};
    uint32_t *members = test_allocate(64 * words, sizeof *members), count = 0;

    set.bits = test_allocate(words, sizeof *set.bits);
    for (uint64_t w = 0; w < words; w++) set.bits[w] = 0;
    for (uint64_t label = 0; label < 64 * words; label++) {
        if (test_random_below(random, one_of) > 0) continue;
        set.bits[label / 64] |= UINT64_C(1) << label % 64;
        members[count++] = (uint32_t)label;
    }
    WORKS(tg_vertex_bitmap_number(fixture.context, &set));
    CHECK_EQ(set.count, count, "members");
    for (uint32_t m = 0; m < count; m++) {
        uint32_t next[3];
        const uint32_t wanted = count - m < 3 ? count - m : 3;
        CHECK(tg_vertex_bitmap_has(&set, members[m]), "a member");
        CHECK_EQ(tg_vertex_bitmap_rank(&set, members[m]), m, "number of label %u", members[m]);
        CHECK_EQ(tg_vertex_bitmap_member(&set, m), members[m], "label of number %u", m);
        tg_vertex_bitmap_members(&set, m, wanted, next);
        for (uint32_t i = 0; i < wanted; i++) CHECK_EQ(next[i], members[m + i], "label behind");
    }
    CHECK(!tg_vertex_bitmap_has(&set, 64 * words), "a label beyond");
    uint64_t *bits = set.bits;
    set.bits = NULL; /* of the test's own memory */
    tg_vertex_bitmap_free(&set);
    free(bits);
    free(members);
}

TEST_CASE(numbers)
{
    test_random random = {7};
    for (uint64_t words = 1; words < 40; words += 3)
        for (uint32_t one_of = 1; one_of < 400; one_of = 3 * one_of + 1) check_set(words, one_of, &random);
}

TEST_MAIN_EACH(test_create, test_destroy)
