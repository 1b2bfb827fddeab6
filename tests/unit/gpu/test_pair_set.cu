/* test_pair_set.cu - the set of (row, id) pairs, on the host. */
#include "gpu/lookup/pair_set.cuh"
#include "host_lookup.cuh"

enum { MOST_SLOTS = 1024, ROWS = 5 };

static uint64_t random_key(test_random *random)
{
    return (uint64_t)test_random_below(random, 1u << 31) << 33 | 1ull << 32 | test_random_below(random, 1u << 31) << 1 |
           1;
}

static pair_set empty_set(unsigned long long *slots, uint32_t count, test_random *random)
{
    for (uint32_t i = 0; i < count; i++) slots[i] = NO_PAIR;
    return pair_set_of(slots, count, random_key(random));
}

/* Rows with different ids, some with a large number or large ids; the fullest sets that are allowed. */
TEST_CASE(pairs_of_several_rows)
{
    static const uint32_t rows[ROWS] = {0, 1, 7, 0x80000000u, 0xfffffffeu};
    static unsigned long long slots[MOST_SLOTS];
    test_random random = {17};
    for (uint32_t count = 2; count <= MOST_SLOTS; count *= 2) {
        const pair_set set = empty_set(slots, count, &random);
        id_list lists[ROWS];
        uint32_t room = count / PAIR_LOAD;
        for (uint32_t r = 0; r < ROWS; r++) {
            lists[r] = random_list(&random, 200, test_random_below(&random, 101));
            if (lists[r].count > room) lists[r].count = room;
            room -= lists[r].count;
            for (uint32_t i = 0; i < lists[r].count; i++) pair_insert(set, rows[r], lists[r].ids[i] * (r + 1));
        }
        for (uint32_t r = 0; r < ROWS; r++)
            for (uint32_t id = 0; id < 200; id++)
                CHECK_EQ(pair_contains(set, rows[r], id * (r + 1)), list_has(&lists[r], id),
                  "row %u, id %u of %u slots", rows[r], id * (r + 1), count);
    }
}

TEST_CASE(the_largest_pair_is_not_the_free_one)
{
    unsigned long long slots[2];
    test_random random = {18};
    const pair_set set = empty_set(slots, 2, &random);
    CHECK(!pair_contains(set, 0xfffffffeu, 0xfffffffeu), "empty");
    pair_insert(set, 0xfffffffeu, 0xfffffffeu);
    CHECK(pair_contains(set, 0xfffffffeu, 0xfffffffeu), "inserted");
    CHECK(!pair_contains(set, 0xfffffffeu, 0xfffffffdu), "another id");
    CHECK(!pair_contains(set, 0xfffffffdu, 0xfffffffeu), "another row");
}

/* Pairs that all collide with one key seldom do with another one. */
TEST_CASE(keys_spread_pairs)
{
    enum { KEYS = 100, PAIRS = 200, IDS = 1 << 20 };
    static uint32_t rows[PAIRS], ids[PAIRS];
    test_random random = {39};
    const pair_set known = pair_set_of(NULL, MOST_SLOTS, random_key(&random));
    uint64_t shared = 0;
    for (uint32_t found = 0; found < PAIRS;) {
        rows[found] = (uint32_t)test_random_below(&random, IDS);
        ids[found] = (uint32_t)test_random_below(&random, IDS);
        found += pair_slot(known, rows[found], ids[found]) == 0;
    }
    for (uint32_t k = 0; k < KEYS; k++) {
        const pair_set set = pair_set_of(NULL, MOST_SLOTS, random_key(&random));
        uint32_t of_slot[MOST_SLOTS] = {0};
        for (uint32_t i = 0; i < PAIRS; i++) shared += of_slot[pair_slot(set, rows[i], ids[i])]++;
    }
    /* Of each two pairs with a chance of at most 2 / MOST_SLOTS; here four times as much. */
    CHECK(shared <= (uint64_t)KEYS * PAIRS * PAIRS * 4 / MOST_SLOTS, "%llu", (unsigned long long)shared);
}

TEST_MAIN()
