/* test_merge.cu - merging, as a whole and in ranges of the path, on the host. */
#include "gpu/lookup/whole_rows.cuh"
#include "host_lookup.cuh"

enum { TRIALS = 400, MOST_RANGES = 40 };

/* The counts of any number of ranges must add up to that of the whole path, and each range must
 * start where its search says and where the one before it stopped. */
static void check_ranges(const id_list *a, const id_list *b, uint32_t expected)
{
    const uint32_t steps = a->count + b->count;
    const list_pair lists = {a->ids, a->count, b->ids, b->count};
    for (uint32_t ranges = 1; ranges <= MOST_RANGES; ranges++) {
        const uint32_t length = (steps + ranges - 1) / ranges;
        path_place at = {0, 0};
        uint32_t found = 0;
        for (uint32_t first = 0; first < steps; first += length) {
            const uint32_t along = path_position(lists, first);
            CHECK_EQ(at.i, along, "range from %u of %u + %u", first, a->count, b->count);
            CHECK_EQ(at.i + at.j, first, "range from %u of %u + %u", first, a->count, b->count);
            found += merge_steps(lists, least(length, steps - first), &at);
        }
        CHECK_EQ(found, expected, "%u ranges of %u + %u", ranges, a->count, b->count);
    }
}

TEST_CASE(random_pairs_of_lists)
{
    test_random random = {12};
    for (int trial = 0; trial < TRIALS; trial++) {
        const uint32_t bound = 1 + test_random_below(&random, 150);
        const id_list a = random_list(&random, bound, test_random_below(&random, 101));
        const id_list b = random_list(&random, bound, test_random_below(&random, 101));
        const uint32_t expected = shared_ids(&a, &b);
        CHECK_EQ(merge_ids(a.ids, a.count, b.ids, b.count), expected, "%u + %u", a.count, b.count);
        check_ranges(&a, &b, expected);
        CHECK_EQ((merge_rows<1, 1, true>({a.ids, a.count, b.ids, b.count}, 1 + trial % 9)), expected, "Polak's");
        CHECK_EQ((merge_rows<1, 2, false>({a.ids, a.count, b.ids, b.count}, 0)), expected, "with two reads");
    }
}

/* Tiles of any size, each from where the one before has ended, add up to the whole merge, and fit in shared memory. */
TEST_CASE(tiles_add_up)
{
    test_random random = {77};
    for (uint32_t trial = 0; trial < TRIALS; trial++) {
        const id_list a = random_list(&random, 120, test_random_below(&random, 101));
        const id_list b = random_list(&random, 120, test_random_below(&random, 101));
        const uint32_t tile = 1 + trial % 32, threads = 32 + trial % 32 * 32;
        uint32_t found = 0, i = 0, j = 0;
        while (i < a.count && j < b.count) {
            const list_pair held = {a.ids + i, least(a.count - i, tile), b.ids + j, least(b.count - j, tile)};
            const path_place at = merge_tile(held, &found);
            CHECK(at.i == held.a_count || at.j == held.b_count, "a tile of %u ids is left", tile);
            i += at.i;
            j += at.j;
        }
        CHECK_EQ(found, shared_ids(&a, &b), "tiles of %u ids", tile);
        const uint32_t fits = tile_that_fits(tile, threads);
        CHECK(fits > 0 && fits <= tile && 2 * threads * (fits | 1) <= TILE_WORDS, "%u threads", threads);
    }
    CHECK_EQ(tile_that_fits(32, 64), 32, "blocks of the paper");
    CHECK_EQ(tile_that_fits(0, 1024), 0, "none");
}

TEST_CASE(path_of_equal_lists)
{
    const uint32_t ids[] = {3, 4, 9};
    for (uint32_t steps = 0; steps <= 6; steps++)
        CHECK_EQ(path_position({ids, 3, ids, 3}, steps), (steps + 1) / 2,
          "on a tie the first list goes first: %u steps", steps);
}

TEST_MAIN()
