/* test_hash.cu - the set with interleaved buckets, on the host. */
#include "gpu/lookup/hash.cuh"
#include "host_lookup.cuh"

enum { MOST_SLOTS = 1024 };

static hash_set empty_set(uint32_t *slots, uint32_t buckets, uint32_t levels, uint32_t key)
{
    const hash_set set = {slots, buckets, levels, key};
    for (uint32_t i = 0; i < buckets * levels; i++) slots[i] = NO_ID;
    return set;
}

static void check_list(const hash_set &set, const id_list *list, uint32_t step, uint32_t bound)
{
    for (uint32_t i = 0; i < list->count && i < hash_room(set); i++) hash_insert(set, list->ids[i] * step);
    for (uint32_t id = 0; id <= bound * step; id++) {
        bool there = false;
        for (uint32_t i = 0; i < list->count && i < hash_room(set); i++) there = there || list->ids[i] * step == id;
        CHECK_EQ(
          hash_contains(set, id), there, "id %u, %u buckets, %u levels, step %u", id, set.buckets, set.levels, step);
    }
}

/* Without a key, steps that are multiples of the buckets send every id to one bucket, which overflows. */
TEST_CASE(sets_of_all_shapes)
{
    uint32_t slots[MOST_SLOTS];
    test_random random = {13};
    for (uint32_t buckets = 1; buckets <= 64; buckets *= 2)
        for (uint32_t levels = 1; levels <= 8; levels *= 2)
            for (uint32_t step = 1; step <= 64; step *= 4) {
                const uint32_t key = step == 4 ? (uint32_t)test_random_below(&random, 1ull << 31) * 2 + 1 : 0;
                const hash_set set = empty_set(slots, buckets, levels, key);
                const id_list list = random_list(&random, 100, test_random_below(&random, 101));
                if (hash_room(set) > 0) check_list(set, &list, step, 100);
            }
}

TEST_CASE(overflow_wraps_around)
{
    uint32_t slots[MOST_SLOTS];
    const hash_set set = empty_set(slots, 4, 2, 0);
    const uint32_t ids[] = {3, 7, 11, 15}; /* all of the last bucket, which holds two */
    for (int i = 0; i < 4; i++) hash_insert(set, ids[i]);
    for (int i = 0; i < 4; i++) CHECK(hash_contains(set, ids[i]), "id %u", ids[i]);
    CHECK(!hash_contains(set, 19), "an id of the same bucket");
    CHECK(!hash_contains(set, 0), "an id of the bucket that it went on in");
    CHECK(hash_contains(set, 15) && slots[0] == 11 && slots[4] == 15, "in the first bucket");
}

/* Ids that all collide without a key: multiples of the buckets, near ones and far ones. */
TEST_CASE(keys_spread_ids)
{
    enum { KEYS = 200, BUCKETS = 128, IDS = 128 };
    test_random random = {39};
    for (uint32_t step = BUCKETS; step <= BUCKETS << 16; step *= 16) {
        uint64_t pairs = 0; /* of ids that share a bucket, over all keys */
        for (uint32_t k = 0; k < KEYS; k++) {
            const uint32_t key = (uint32_t)test_random_below(&random, 1ull << 31) * 2 + 1;
            uint32_t of_bucket[BUCKETS] = {0};
            for (uint32_t i = 0; i < IDS; i++) {
                CHECK_EQ(bucket_of(i * step, BUCKETS, 0), 0, "without a key");
                pairs += of_bucket[bucket_of(i * step, BUCKETS, key)]++;
            }
        }
        /* Of each two ids with a chance of at most 2 / BUCKETS: a mean below IDS. */
        CHECK(pairs <= (uint64_t)KEYS * IDS * 2, "%llu pairs with steps of %u", (unsigned long long)pairs, step);
    }
}

TEST_CASE(ids_in_a_row_have_different_buckets)
{
    test_random random = {40};
    for (int i = 0; i < 1000; i++) {
        const uint32_t buckets = 1u << test_random_below(&random, 13);
        const uint32_t key = (uint32_t)test_random_below(&random, 1ull << 31) * 2 + 1;
        const uint32_t range = (uint32_t)test_random_below(&random, 1u << 19) * buckets;
        const uint32_t first = bucket_of(range, buckets, key);
        for (uint32_t id = 0; id < buckets; id++)
            CHECK_EQ(bucket_of(range + id, buckets, key), (first + id) % buckets, "id %u", id);
    }
}

TEST_MAIN()
