/* test_bin_rule.cu - Fox's bins and lanes, on the host: bins are classes of the logarithm, and
 * lanes follow work / C up to their bound. */
#include "gpu/lookup/bin_rule.cuh"
#include "gpu/lookup/merge.cuh"
#include "gpu/lookup/rows.cuh"
#include "gpu/lookup/search.cuh"
#include "host_lookup.cuh"

#include <string.h>

enum { TRIALS = 300 };

/* Bin b of the paper has the works above 2^(b-1) up to 2^b. */
TEST_CASE(bins_are_classes_of_the_logarithm)
{
    const bin_rule rule = {8, 32, 0, 0}, more = {8, 64, 0, 0};
    CHECK_EQ(bin_of_work(rule, 1), 0, "work 1");
    CHECK_EQ(bin_of_work(rule, 2), 1, "work 2");
    for (uint32_t bin = 2; bin < 62; bin++) {
        const uint64_t ceiling = UINT64_C(1) << bin, low = ceiling / 2 + 1;
        const uint32_t expected = bin < 32 ? bin : 31;
        CHECK_EQ(bin_of_work(rule, ceiling), expected, "2^%u", bin);
        CHECK_EQ(bin_of_work(rule, low), expected, "2^%u / 2 + 1", bin);
        CHECK_EQ(bin_of_work(more, ceiling), bin, "2^%u of 64", bin);
        CHECK_EQ(bin_of_work(more, low), bin, "2^%u / 2 + 1 of 64", bin);
    }
    CHECK_EQ(bin_of_work(more, UINT64_MAX), 63, "of 64");
}

/* T = W / C: the ceilings of bins by 8 and by 16. */
TEST_CASE(lanes_follow_the_work)
{
    const bin_rule search = {8, 32, 0, 0}, path = {16, 32, 256, 0};
    for (uint32_t bin = 0; bin < 32; bin++) {
        const uint32_t of_search = bin <= 3 ? 1 : 1u << (bin - 3);
        const uint32_t of_path = bin <= 4 ? 1 : bin >= 12 ? 256 : 1u << (bin - 4);
        CHECK_EQ(lanes_of_bin(search, bin), of_search, "Par-Search, bin %u", bin);
        CHECK_EQ(lanes_of_bin(path, bin), of_path, "Intersect-Path, bin %u", bin);
    }
}

TEST_CASE(static_lanes_are_those_of_all_edges)
{
    for (uint32_t lanes = 1; lanes <= 1024; lanes *= 2)
        for (uint32_t bins = 0; bins <= 64; bins += 32) {
            const bin_rule rule = {8, bins, 32, lanes};
            for (uint64_t work = 1; work < UINT64_C(1) << 40; work *= 7)
                CHECK_EQ(lanes_of_bin(rule, bin_of_work(rule, work)), lanes, "%u bins", bins);
        }
}

/* Without bins by work, an edge has the lanes of its own work, and no other. */
TEST_CASE(bins_by_lanes)
{
    const bin_rule rule = {8, 0, 32, 0};
    for (uint64_t work = 1; work < 2000; work++) {
        uint32_t expected = 1;
        while (expected < 32 && 2 * expected * UINT64_C(8) <= work) expected *= 2;
        CHECK_EQ(lanes_of_bin(rule, bin_of_work(rule, work)), expected, "work %u", (unsigned)work);
    }
}

/* Fox III-B: the work of Par-Search is d_u, the length of the shorter list, alone; otherwise a
 * key costs as many steps as halving the longer list to nothing. */
TEST_CASE(the_work_of_searching_is_its_keys)
{
    for (uint32_t shorter = 1; shorter < 40; shorter++)
        for (uint32_t longer = shorter; longer < 5000; longer = longer * 3 / 2 + 1) {
            uint32_t steps = 0;
            for (uint32_t left = longer; left > 0; left /= 2) steps++;
            CHECK_EQ(work_of_search(true, shorter, longer), shorter, "%u in %u", shorter, longer);
            CHECK_EQ(work_of_search(true, longer, shorter), shorter, "%u in %u", shorter, longer);
            CHECK_EQ(work_of_search(false, shorter, longer), shorter * steps, "%u in %u", shorter, longer);
            CHECK_EQ(work_of_search(false, longer, shorter), shorter * steps, "%u in %u", shorter, longer);
        }
}

/* Li et al. III-E: d(u) + d(v) for merging, d(u) log d(v) for searching, where d(v) is the larger one. */
TEST_CASE(the_method_of_less_work_is_taken)
{
    for (uint32_t shorter = 1; shorter < 3000; shorter = shorter * 5 / 4 + 1)
        for (uint32_t longer = shorter; longer < 100000; longer = longer * 9 / 8 + 1) {
            uint32_t steps = 0;
            for (uint32_t left = longer; left > 0; left /= 2) steps++;
            const bool merging = shorter + longer < shorter * steps;
            CHECK_EQ(merging_is_less(shorter, longer), merging, "%u with %u", shorter, longer);
            CHECK_EQ(merging_is_less(longer, shorter), merging, "%u with %u", longer, shorter);
        }
    CHECK(merging_is_less(UINT32_MAX, UINT32_MAX) && merging_is_less(100, 100), "equal lists are merged");
    CHECK(!merging_is_less(1, 100) && !merging_is_less(2, 1), "a few ids are searched");
}

/* Rows 0: none, 1: 0, 2: 0 1, 3: 0 1 2, of a complete graph; edges in the order of the ids. */
static const uint32_t offsets[] = {0, 0, 1, 3, 6}, ids[] = {0, 0, 1, 0, 1, 2}, sources[] = {1, 2, 2, 3, 3, 3};

/* Fox III-D, and Green, TriCore and H-INDEX: the lists of an edge are whole rows; the standard list
 * of u ends before v. */
TEST_CASE(lists_are_whole_rows)
{
    const tg_device_rows rows = {4, 6, offsets, ids};
    tg_device_task task;
    memset(&task, 0, sizeof task);
    task.from = task.into = task.edges = rows;
    task.sources = sources;
    task.whole = true;
    for (uint32_t edge = 0; edge < 6; edge++) {
        const uint32_t u = sources[edge], v = ids[edge];
        const edge_parts whole = lists_of_edge(task, edge, true);
        const edge_parts parts = lists_of_edge(task, edge, false);
        CHECK_EQ(whole.from.count, v > 0 ? u : 0, "row u of edge %u", edge);
        CHECK_EQ(whole.into.count, v, "row v of edge %u", edge);
        CHECK_EQ(parts.from.count, v, "the ids of row u before v, edge %u", edge);
        CHECK_EQ(parts.into.count, v, "row v of edge %u, without whole rows", edge);
        if (v == 0) continue;
        CHECK_EQ(whole.from.start, offsets[u], "start of row u, edge %u", edge);
        CHECK_EQ(whole.into.start, offsets[v], "start of row v, edge %u", edge);
    }
}

TEST_CASE(parts_follow_one_another)
{
    test_random random = {21};
    for (int trial = 0; trial < TRIALS; trial++) {
        const uint32_t count = test_random_below(&random, trial % 2 ? 40 : 5000);
        const uint32_t lanes = 1u << test_random_below(&random, 12);
        const uint32_t longest = (count + lanes - 1) / lanes;
        uint32_t next = 0;
        for (uint32_t lane = 0; lane < lanes; lane++) {
            const lane_part part = part_of_lane(count, lane, lanes);
            CHECK_EQ(part.first, next, "lane %u of %u, %u items", lane, lanes, count);
            CHECK(part.count <= longest, "lane %u of %u, %u items", lane, lanes, count);
            next += part.count;
        }
        CHECK_EQ(next, count, "all parts");
    }
}

/* The counts of the lanes add up to the number of common ids. */
TEST_CASE(parts_add_up)
{
    test_random random = {22};
    for (int trial = 0; trial < TRIALS; trial++) {
        const uint32_t bound = 1 + test_random_below(&random, 150), lanes = 1u << trial % 9;
        const id_list a = random_list(&random, bound, 5 + test_random_below(&random, 96));
        const id_list b = random_list(&random, bound, 5 + test_random_below(&random, 96));
        const list_pair lists = {a.ids, a.count, b.ids, b.count};
        uint32_t merged = 0, searched = 0;
        for (uint32_t lane = 0; lane < lanes; lane++) {
            const lane_part steps = part_of_lane(a.count + b.count, lane, lanes);
            const lane_part keys = part_of_lane(a.count, lane, lanes);
            const uint32_t along = path_position(lists, steps.first);
            path_place at = {along, steps.first - along};
            merged += merge_steps(lists, steps.count, &at);
            for (uint32_t i = 0; i < keys.count; i++) searched += search_ids(b.ids, b.count, a.ids[keys.first + i]);
        }
        CHECK_EQ(merged, shared_ids(&a, &b), "%u lanes merge", lanes);
        CHECK_EQ(searched, shared_ids(&a, &b), "%u lanes search", lanes);
    }
}

TEST_MAIN()
