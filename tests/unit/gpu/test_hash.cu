/* test_hash.cu - the set with interleaved buckets, on the host. */
#include "gpu/lookup/hash.cuh"
#include "host_lookup.cuh"

enum { MOST_SLOTS = 1024 };

static hash_set empty_set(uint32_t *slots, uint32_t buckets, uint32_t levels)
{
    const hash_set set = {slots, buckets, levels};
    for (uint32_t i = 0; i < buckets * levels; i++) slots[i] = NO_ID;
    return set;
}

static void check_list(const hash_set &set, const id_list *list, uint32_t step, uint32_t bound)
{
    for (uint32_t i = 0; i < list->count && i < hash_room(set); i++)
        hash_insert(set, list->ids[i] * step);
    for (uint32_t id = 0; id <= bound * step; id++) {
        bool there = false;
        for (uint32_t i = 0; i < list->count && i < hash_room(set); i++)
            there = there || list->ids[i] * step == id;
        CHECK_EQ(hash_contains(set, id), there, "id %u, %u buckets, %u levels, step %u", id,
                 set.buckets, set.levels, step);
    }
}

/* Steps that are multiples of the buckets send every id to one bucket, which overflows. */
static void sets_of_all_shapes(void **)
{
    uint32_t slots[MOST_SLOTS];
    test_random random = {13};
    for (uint32_t buckets = 1; buckets <= 64; buckets *= 2)
        for (uint32_t levels = 1; levels <= 8; levels *= 2)
            for (uint32_t step = 1; step <= 64; step *= 4) {
                const hash_set set = empty_set(slots, buckets, levels);
                const id_list list = random_list(&random, 100, test_random_below(&random, 101));
                if (hash_room(set) > 0) check_list(set, &list, step, 100);
            }
}

static void overflow_wraps_around(void **)
{
    uint32_t slots[MOST_SLOTS];
    const hash_set set = empty_set(slots, 4, 2);
    const uint32_t ids[] = {3, 7, 11, 15}; /* all of the last bucket, which holds two */
    for (int i = 0; i < 4; i++) hash_insert(set, ids[i]);
    for (int i = 0; i < 4; i++) CHECK(hash_contains(set, ids[i]), "id %u", ids[i]);
    CHECK(!hash_contains(set, 19), "an id of the same bucket");
    CHECK(!hash_contains(set, 0), "an id of the bucket that it went on in");
    CHECK(hash_contains(set, 15) && slots[0] == 11 && slots[4] == 15, "in the first bucket");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_of_all_shapes),
        cmocka_unit_test(overflow_wraps_around),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
