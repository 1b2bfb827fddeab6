/* test_pivots.cu - TriCore's cached top of the tree, on the host. */
#include "gpu/lookup/pivots.cuh"
#include "host_lookup.cuh"

enum { TRIALS = 300, LEVELS = 5 /* of a tree of 32 pivots */ };

static void read_pivots(const id_list *list, uint32_t *pivots)
{
    for (uint32_t p = 0; p < PIVOTS; p++) pivots[p] = list->ids[pivot_position(list->count, p)];
}

/* Lists of one id, of fewer ids than pivots, and of more: each id is found, and no other. */
TEST_CASE(a_search_finds_what_is_there)
{
    test_random random = {51};
    for (int trial = 0; trial < TRIALS; trial++) {
        const uint32_t bound = 1 + test_random_below(&random, trial % 2 ? 40 : 600);
        const id_list list = random_list(&random, bound, 1 + test_random_below(&random, 100));
        uint32_t pivots[PIVOTS];
        if (list.count == 0) continue;
        read_pivots(&list, pivots);
        for (uint32_t key = 0; key <= bound; key++)
            CHECK_EQ(
              search_pivots(pivots, list.ids, list.count, key), list_has(&list, key), "%u of %u ids", key, list.count);
    }
}

/* The 32 pivots are the upper levels of the tree, so 1/32 of the list remains to be searched. */
TEST_CASE(pivots_save_five_levels)
{
    for (uint32_t count = 1; count < 100000; count += 1 + count / 7) {
        for (uint32_t p = 0; p < PIVOTS; p++) {
            const uint32_t first = pivot_position(count, p), next = pivot_position(count, p + 1);
            CHECK(next - first <= (count >> LEVELS) + 1, "segment %u of %u ids", p, count);
        }
        CHECK_EQ(pivot_position(count, 0), 0, "%u ids", count);
        CHECK_EQ(pivot_position(count, PIVOTS), count, "%u ids", count);
    }
}

/* As the paper has it, for each edge; in the standard form, for more than 64 keys in a list of
 * more ids than pivots. */
TEST_CASE(the_tree_is_always_cached)
{
    for (uint32_t keys = 1; keys < 200; keys += 3)
        for (uint32_t ids = 1; ids < 200; ids += 3) {
            const key_search search = {NULL, NULL, keys, ids};
            CHECK(takes_pivots(0, search), "%u keys, %u ids", keys, ids);
            CHECK_EQ(takes_pivots(64, search), keys > 64 && ids > 32, "%u keys, %u ids", keys, ids);
        }
}

TEST_MAIN()
