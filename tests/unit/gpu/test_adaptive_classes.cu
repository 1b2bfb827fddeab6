/* test_adaptive_classes.cu - the classes of gpu-adaptive: every limit is in the block whose range contains it, tables
 * fit, and each common id of two rows is tested once, by the block of the middle vertex or by a search. */
#include <algorithm>
#include <vector>

#include "gpu/adaptive/keys.cuh"
#include "gpu/adaptive/parts.cuh"
#include "gpu/adaptive/table.cuh"
#include "task/deal.h"

#include "host_lookup.cuh"

static void check_block(tg_block_widths widths, uint32_t limit)
{
    const first_of_block first_of = {widths};
    const uint32_t block = block_of(widths, limit), first = first_of(block);
    const uint32_t width = first_of.width(block);
    CHECK_EQ(width, width_at(widths, limit), "the width at %u", limit);
    CHECK(first <= limit && limit < first + width, "limit %u, block %u from %u on", limit, block, first);
    CHECK_EQ(first_of(block + 1), first + width, "the block behind %u", block);
    CHECK(least(first + width, TG_WINDOW_IDS + 1) * (width / 8) <= TG_TABLE_BYTES, "the table of block %u", block);
}

TEST_CASE(blocks)
{
    for (uint32_t limit = 0; limit < TG_MOST_BLOCK_LIMITS; limit++) {
        check_block(all_widths(), limit);
        if (limit % 7 == 0) check_block(least_widths(), limit);
    }
    CHECK(block_of(least_widths(), TG_MOST_BLOCK_LIMITS - 1) < 1 << 16, "16 bits");
}

/* Each edge is in one part, and no part has more than one of each round. */
TEST_CASE(edges_of_parts)
{
    enum { EDGES = 2000, MOST_PARTS = 1030 };
    static const uint32_t counts[] = {0, 1, 2, 3, 7, 64, MOST_PARTS};
    for (const uint32_t count : counts) {
        std::vector<uint32_t> edges_of(count + 1);
        for (uint32_t e = 0; e < EDGES; e++) {
            uint32_t with = 0;
            for (uint32_t p = 0; p < std::max(count, 1u); p++) {
                const bool edge = part_has_edge({p, count}, e * TG_DEALT_EDGES + e % TG_DEALT_EDGES);
                with += edge, edges_of[p] += edge;
            }
            CHECK_EQ(with, 1, "edges %u of %u parts", e, count);
        }
        for (uint32_t p = 0; p < count; p++) CHECK(edges_of[p] <= EDGES / count + 1, "part %u of %u: edges", p, count);
    }
}

/* Slices of a block have about the same number of rows, whichever rows lead to it. */
TEST_CASE(slices_of_rows)
{
    enum { ROWS = 1 << 16, STEPS = 70 };
    for (uint32_t step = 1; step < STEPS; step++) {
        std::vector<uint32_t> rows(TG_DEAL_SLICES);
        for (uint32_t u = 0; u < ROWS; u++) rows.at(slice_of_row(u * step))++;
        for (const uint32_t count : rows)
            CHECK(10 * count * TG_DEAL_SLICES < 11 * ROWS, "%u of %u rows in steps of %u", count, ROWS, step);
    }
}

TEST_CASE(windows)
{
    CHECK_EQ(windows_for(1), 1, "no ids");
    CHECK_EQ(windows_for(TG_WINDOW_IDS + 1), 1, "the first window's last id");
    CHECK_EQ(windows_for(TG_WINDOW_IDS + 2), 2, "the second window's first id");
    CHECK_EQ(windows_for(TG_KEY_IDS + 1), TG_WINDOWS, "the last id of all windows");
    CHECK_EQ(windows_for(TG_MOST_BLOCK_LIMITS), TG_WINDOWS, "no more windows");
}

/* ---- rows ---- */

typedef std::vector<uint32_t> row;

/* A task of one row u, which leads to row 0 of into by number v. */
static tg_device_task task_of(const row &edges, const uint32_t *edge_offsets, const row &from,
  const uint32_t *from_offsets, const uint32_t *sources, tg_reach reach)
{
    tg_device_task task = {};
    task.edges = {1, (uint32_t)edges.size(), edge_offsets, edges.data()};
    task.from = {1, (uint32_t)from.size(), from_offsets, from.data()};
    task.sources = sources;
    task.last_row = 1;
    task.last_edge = (uint32_t)edges.size();
    task.reach = reach;
    return task;
}

static void check_wedges(const row &from, uint32_t v, tg_reach reach)
{
    const row edges = {v};
    const uint32_t edge_offsets[2] = {0, 1}, from_offsets[2] = {0, (uint32_t)from.size()};
    const uint32_t sources[1] = {0};
    const tg_device_task task = task_of(edges, edge_offsets, from, from_offsets, sources, reach);
    uint32_t expected = 0;
    for (const uint32_t w : from) expected += reach == TG_REACH_ANY || (reach == TG_REACH_EQUAL ? w <= v : w < v);
    CHECK_EQ(wedges_of_any(task, 0, v, 0), expected, "v = %u, %zu ids, reach %d", v, from.size(), (int)reach);
    CHECK_EQ(has_wedge<false>(task, 0, v, 0), expected > 0, "v = %u, %zu ids, reach %d", v, from.size(), (int)reach);
}

TEST_CASE(wedges)
{
    test_random random = {3};
    for (uint32_t percent = 0; percent <= 100; percent += 20) {
        const id_list list = random_list(&random, 60, percent);
        const row from(list.ids, list.ids + list.count);
        for (uint32_t v = 0; v < 64; v++)
            for (int reach = TG_REACH_ANY; reach <= TG_REACH_BELOW; reach++) check_wedges(from, v, (tg_reach)reach);
    }
}

/* In a whole task the wedges of an edge are the ids before it. */
TEST_CASE(whole_wedges)
{
    const row ids = {3, 5, 9, 20};
    const uint32_t offsets[2] = {0, 4}, sources[4] = {0, 0, 0, 0};
    tg_device_task task = task_of(ids, offsets, ids, offsets, sources, TG_REACH_BELOW);
    task.whole = true;
    for (uint32_t e = 0; e < 4; e++) {
        CHECK_EQ(wedges_of_any(task, 0, ids[e], e), e, "edge %u", e);
        CHECK_EQ(has_wedge<true>(task, 0, ids[e], e), e > 0, "edge %u", e);
        CHECK_EQ(wedges_of<false>(task, 0, ids[e], e), e, "edge %u, searched for", e);
    }
}

/* ---- every wedge once ---- */

/* Whether the block tests id number i of row u, which has `wedges` wedges. */
static bool block_tests(const tg_row_keys &keys, uint32_t wedges, uint32_t i, uint32_t w)
{
    tg_block_entry entry = {0, 0, 0};
    uint32_t place = i, window = 0;
    set_units(keys, wedges, &entry);
    while (window < TG_WINDOWS && place >= keys_in(keys, window)) place -= keys_in(keys, window++);
    if (window == TG_WINDOWS) return false; /* it has no key */
    CHECK_EQ(w / TG_WINDOW_IDS, window, "the window of id %u", w);
    const uint32_t units =
      window == 0 ? entry.units : entry.mask >> window * TG_FAR_UNIT_BITS & ((1u << TG_FAR_UNIT_BITS) - 1);
    return place < units * TG_UNIT_KEYS;
}

static void check_once(const row &from, const row &into, uint32_t limit, uint32_t limits)
{
    const uint32_t windows = windows_for(limits), count = (uint32_t)from.size();
    const tg_row_keys u = count_row_keys(from.data(), count, windows);
    const tg_row_keys v = count_row_keys(into.data(), (uint32_t)into.size(), windows);
    const uint32_t wedges = end_below(from.data(), 0, count, limit);
    const bool in_block = limit < limits;
    const bool listed = !in_block || (limit > TG_WINDOW_IDS && wedges > keys_of(u) && has_others(u, v));
    for (uint32_t i = 0; i < wedges; i++) {
        const auto at = std::lower_bound(into.begin(), into.end(), from[i]);
        if (at == into.end() || *at != from[i]) continue;
        const uint32_t place = (uint32_t)(at - into.begin());
        const bool by_block = in_block && block_tests(u, wedges, i, from[i]);
        const bool by_search = listed && (!in_block || (i >= keys_of(u) && place >= others_start(u, v)));
        CHECK_EQ(by_block + by_search, 1, "id %u, limit %u of %u: by block %d, by search %d", from[i], limit, limits,
          by_block, by_search);
    }
}

/* Adds about `count` ids of a range. */
static void add_ids(test_random *random, row *ids, uint32_t first, uint32_t last, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) ids->push_back(first + test_random_below(random, last - first));
}

static row sorted(row ids)
{
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return ids;
}

TEST_CASE(every_wedge_once)
{
    static const uint32_t all_limits[] = {1 << 12, 65535, 65536, 65537, 70000, 140000, 200000, 270000, 1 << 19};
    test_random random = {11};
    for (uint32_t round = 0; round < 60; round++) {
        const uint32_t far = test_random_below(&random, 4) * TG_WINDOW_IDS;
        row common, from, into;
        add_ids(&random, &common, 0, 300000, 400);
        if (round % 2) add_ids(&random, &common, far, far + 6000, 2600); /* cut */
        from = common, into = common;
        add_ids(&random, &from, 0, 300000, 500);
        add_ids(&random, &into, 0, 300000, 500);
        if (round % 3) add_ids(&random, &from, far, far + 6000, 1200);
        if (round % 5) add_ids(&random, &into, far, far + 6000, 1200);
        from = sorted(from), into = sorted(into);
        for (const uint32_t limits : all_limits)
            for (uint32_t i = 0; i < 40; i++) {
                const uint32_t limit = 1 + test_random_below(&random, 300000);
                const row below(into.begin(), std::lower_bound(into.begin(), into.end(), limit));
                check_once(from, below, limit, limits);
            }
    }
}

TEST_MAIN()
