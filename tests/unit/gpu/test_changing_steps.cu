/* test_changing_steps.cu - the steps of batches on a GPU, run by one thread of the host: after
 * each batch, rows, counts and supports are compared with a matrix. */
#include "gpu/changing/steps.cuh"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

extern "C" {
#include "support/check.h"
#include "support/random.h"
}

/* The arrays that changing.cu has in device memory. */
struct graph_state {
    uint32_t vertices, bits;
    std::vector<uint32_t> offsets, ids, supports;
    std::vector<int64_t> triangles;
    int64_t total;
};

using pairs = std::vector<std::pair<uint32_t, uint32_t>>;
using edge_matrix = std::vector<std::vector<char>>;

static changing_rows rows_of(const std::vector<uint32_t> &offsets, std::vector<uint32_t> &ids)
{
    return {offsets.data(), ids.data()};
}

struct change_set {
    std::vector<uint64_t> keys;
    std::vector<uint32_t> places;
    std::vector<int32_t> shifts;
};

static change_set find_changes(graph_state *of, const pairs &removed, const pairs &added)
{
    const changing_rows rows = rows_of(of->offsets, of->ids);
    std::vector<uint64_t> keys;
    change_set found;
    for (int add = 0; add < 2; add++)
        for (const auto &pair : add ? added : removed) {
            keys.push_back(changing_key(pair.first, pair.second, add, of->bits));
            keys.push_back(changing_key(pair.second, pair.first, add, of->bits));
        }
    std::sort(keys.begin(), keys.end());
    int32_t shift = 0;
    for (uint32_t i = 0; i < keys.size(); i++) {
        uint32_t place = 0;
        if (!changing_judge(&rows, {keys.data(), (uint32_t)keys.size(), of->bits}, i, &place)) continue;
        found.keys.push_back(keys[i]);
        found.places.push_back(place);
        found.shifts.push_back(shift);
        shift += changing_is_added(keys[i]) ? 1 : -1;
    }
    found.shifts.push_back(shift);
    return found;
}

/* Counts all chunks of all changes of this kind, id by id. supports: of the rows that contain these edges. */
static void count(graph_state *of, const changing_rows *old, const changing_rows *now, const changing_changes *changes,
  uint32_t kind, uint32_t *supports)
{
    for (uint32_t i = 0; i < changes->count; i++) {
        const uint64_t key = changes->keys[i];
        const bool added = changing_is_added(key);
        const changing_rows *rows = added ? now : old;
        const changing_ends ends = changing_ends_of(rows, key, changes->bits);
        const uint32_t chunks = changing_chunks(old, now, changes, kind, i);
        for (uint32_t c = 0; c < chunks; c++)
            for (uint32_t place = ends.first + c * changes->chunk;
                 place < least(ends.first + (c + 1) * changes->chunk, ends.last); place++) {
                const int one = added ? 1 : -1;
                changing_corner third;
                if (!changing_closes(rows, &ends, place, &third)) continue;
                for (uint32_t v : {ends.u, ends.v, third.id}) of->triangles[v] += one;
                supports[place] += (uint32_t)one;
                supports[third.place] += (uint32_t)one;
                if (added) supports[changing_added_place(changes, i)]++;
                of->total += one;
            }
    }
}

/* Moves the values in ranges of `part` places, each with only the changes of its range. */
static void move_all(
  const std::vector<uint32_t> &values, const changing_changes *changes, uint32_t part, std::vector<uint32_t> *moved)
{
    const uint32_t count = (uint32_t)values.size();
    for (uint32_t begin = 0; begin < count; begin += part) {
        const uint32_t end = least(begin + part, count);
        const uint32_t first = changing_find(changes->places, 0, changes->count, begin);
        const uint32_t last = changing_find(changes->places, first, changes->count, end);
        for (uint32_t place = begin; place < end; place++)
            changing_move(values.data(), changes, {first, last}, place, moved->data());
    }
}

static void apply(graph_state *of, const pairs &removed, const pairs &added, uint32_t part)
{
    change_set set = find_changes(of, removed, added);
    const changing_changes changes = {
      set.keys.data(), set.places.data(), set.shifts.data(), (uint32_t)set.keys.size(), of->bits, 1 + part % 300};
    const changing_rows old = rows_of(of->offsets, of->ids);
    const size_t ids = of->ids.size() + (size_t)set.shifts.back();
    std::vector<uint32_t> offsets(of->vertices + 1), made(ids), supports(ids, 12345);
    for (uint32_t v = 0; v <= of->vertices; v++) offsets[v] = changing_new_offset(&old, &changes, v);
    move_all(of->ids, &changes, part, &made);
    for (uint32_t i = 0; i < changes.count; i++) changing_mark(&old, &changes, i, made.data());
    const changing_rows now = rows_of(offsets, made);
    count(of, &old, &now, &changes, CHANGING_REMOVED, of->supports.data());
    move_all(of->supports, &changes, part, &supports);
    for (uint32_t i = 0; i < changes.count; i++) changing_begin_support(&changes, i, supports.data());
    count(of, &old, &now, &changes, CHANGING_ADDED, supports.data());
    for (uint32_t i = 0; i < changes.count; i++) changing_clear(&old, &changes, i, made.data());
    of->offsets = offsets;
    of->ids = made;
    of->supports = supports;
}

/* Compares the support of each edge; of other pairs it is 0. */
static void check_supports(graph_state *of, const edge_matrix &joined)
{
    const changing_rows rows = rows_of(of->offsets, of->ids);
    for (uint32_t u = 0; u < of->vertices; u++)
        for (uint32_t v = 0; v < of->vertices; v++) {
            uint32_t support = 0;
            for (uint32_t w = 0; joined[u][v] && w < of->vertices; w++) support += joined[u][w] && joined[v][w];
            CHECK_EQ(changing_support(&rows, of->supports.data(), u, v), support, "the edge %u-%u", u, v);
        }
}

static void check(const graph_state *of, const edge_matrix &joined)
{
    int64_t sum = 0;
    for (uint32_t u = 0; u < of->vertices; u++) {
        std::vector<uint32_t> row;
        int64_t own = 0;
        for (uint32_t v = 0; v < of->vertices; v++) {
            if (joined[u][v]) row.push_back(v);
            for (uint32_t w = v + 1; joined[u][v] && w < of->vertices; w++) own += joined[u][w] && joined[v][w];
        }
        CHECK_EQ(of->offsets[u + 1] - of->offsets[u], row.size(), "neighbours of %u", u);
        CHECK(std::equal(row.begin(), row.end(), of->ids.begin() + of->offsets[u]), "the row of %u", u);
        CHECK_EQ(of->triangles[u], own, "vertex %u", u);
        sum += own;
    }
    CHECK_EQ(of->total, sum / 3, "all");
}

static pairs random_pairs(uint32_t vertices, uint32_t most, test_random *random)
{
    pairs made(test_random_below(random, most + 1));
    for (size_t i = 0; i < made.size(); i++)
        made[i] = i > 0 && test_random_below(random, 8) == 0
                    ? std::make_pair(made[i - 1].second, made[i - 1].first)
                    : std::make_pair(test_random_below(random, vertices), test_random_below(random, vertices));
    return made;
}

static void change_often(uint32_t vertices, uint32_t most, uint64_t seed)
{
    test_random random = {seed};
    graph_state of = {vertices, changing_bits(vertices), std::vector<uint32_t>(vertices + 1), {}, {},
      std::vector<int64_t>(vertices), 0};
    edge_matrix joined(vertices, std::vector<char>(vertices));
    for (int batch = 0; batch < 30; batch++) {
        pairs removed = random_pairs(vertices, most, &random);
        const pairs added = random_pairs(vertices, most, &random);
        for (size_t i = 0; i < removed.size() && i < added.size(); i += 5) removed[i] = added[i];
        for (const auto &pair : removed) joined[pair.first][pair.second] = joined[pair.second][pair.first] = 0;
        for (const auto &pair : added)
            if (pair.first != pair.second) joined[pair.first][pair.second] = joined[pair.second][pair.first] = 1;
        apply(&of, removed, added, 1 + test_random_below(&random, 50));
        check(&of, joined);
        check_supports(&of, joined);
    }
}

TEST_CASE(random_batches)
{
    for (uint64_t seed = 0; seed < 8; seed++) {
        change_often(2, 3, seed);
        change_often(12, 20, seed);
        change_often(60, 400, seed);
    }
}

/* Two hubs over a path: their edge has rows of several chunks. */
TEST_CASE(long_rows)
{
    enum { PATH = 1000 };
    graph_state of = {
      PATH + 2, changing_bits(PATH + 2), std::vector<uint32_t>(PATH + 3), {}, {}, std::vector<int64_t>(PATH + 2), 0};
    pairs edges;
    for (uint32_t v = 0; v < PATH; v++) {
        edges.push_back({PATH, v});
        edges.push_back({v, PATH + 1});
        if (v > 0) edges.push_back({v, v - 1});
    }
    apply(&of, {}, edges, 64);
    CHECK_EQ(of.total, 2 * (PATH - 1), "two fans");
    apply(&of, {}, {{PATH + 1, PATH}}, 4096);
    CHECK_EQ(of.total, 2 * (PATH - 1) + PATH, "their hubs joined");
    CHECK_EQ(of.triangles[PATH], 2 * PATH - 1, "a hub");
    const changing_rows rows = rows_of(of.offsets, of.ids);
    CHECK_EQ(changing_support(&rows, of.supports.data(), PATH, PATH + 1), PATH, "their edge");
    CHECK_EQ(changing_support(&rows, of.supports.data(), PATH, 0), 2, "the end of the path");
    CHECK_EQ(changing_support(&rows, of.supports.data(), 1, PATH), 3, "its inside");
    apply(&of, edges, {}, 7);
    CHECK_EQ(of.total, 0, "one edge is left");
    CHECK_EQ(of.ids.size(), 2, "one edge is left");
}

TEST_CASE(keys)
{
    for (uint32_t bits = 1; bits <= 31; bits++) {
        const uint32_t last = (uint32_t)((UINT64_C(1) << bits) - 1);
        const uint64_t key = changing_key(last, last - 1, true, bits);
        CHECK_EQ(changing_from(key, bits), last, "%u bits", bits);
        CHECK_EQ(changing_to(key, bits), last - 1, "%u bits", bits);
        CHECK(changing_is_added(key), "%u bits", bits);
        CHECK(key > changing_key(last, last - 1, false, bits), "removed before added");
        CHECK(key < changing_key(last, last, false, bits), "by the other end");
    }
}

TEST_MAIN()
