/* test_truss_peel.cu - the peeling of the GPU, run by one thread of the host as a crew with one lane: against the
 * algorithm of TriX, with launches of any length, and with long rows and edges. */
#define TRUSS_CALLER __host__

#include "gpu/truss/peel.cuh"

#include <algorithm>
#include <vector>

extern "C" {
#include "base/context.h"
#include "graph/graph.h"
#include "support/check.h"
#include "support/families.h"
#include "task/truss.h"
}

static tricorn_context *context;

/* One thread, which is a warp and a block. It counts waits. */
struct host_crew {
    uint32_t few; /* edges of a round that are left to blocks */
    uint64_t *waits;
    uint32_t lane(void) const
    {
        return 0;
    }
    uint32_t lanes(void) const
    {
        return 1;
    }
    uint32_t warp(void) const
    {
        return 0;
    }
    uint32_t warps(void) const
    {
        return 1;
    }
    uint32_t block(void) const
    {
        return 0;
    }
    uint32_t blocks(void) const
    {
        return 1;
    }
    uint32_t few_edges(void) const
    {
        return few;
    }
    uint32_t in_block(void) const
    {
        return 0;
    }
    uint32_t block_threads(void) const
    {
        return 1;
    }
    bool is_first(void) const
    {
        return true;
    }
    void wait(void) const
    {
        ++*waits;
    }
    uint32_t read(const unsigned int *counter) const
    {
        return *counter;
    }
    uint32_t add(unsigned int *to, uint32_t value) const
    {
        const uint32_t before = *to;
        *to += value;
        return before;
    }
    uint32_t rank_in_warp(bool is_one, uint32_t *count) const
    {
        *count = is_one;
        return 0;
    }
    uint32_t rank_in_block(bool is_one, uint32_t *count) const
    {
        return rank_in_warp(is_one, count);
    }
    uint32_t place(unsigned int *counter, bool is_one) const
    {
        return add(counter, is_one);
    }
    void lower(unsigned int *least, uint32_t value) const
    {
        *least = std::min(*least, value);
    }
};

/* The arrays of a graph, as the kernels of truss.cu make them. */
struct host_peel {
    std::vector<uint32_t> sources, lengths, ids, places, support, rounds, queue, list, spare, long_rows;
    std::vector<uint64_t> begins;
    truss_counters counters[TRUSS_COUNTERS];
    truss_peel peel;

    host_peel(const tg_rows &rows, const std::vector<uint32_t> &given)
    {
        const uint64_t m = rows.offsets[rows.count];
        std::vector<std::vector<std::pair<uint32_t, uint32_t>>> both(rows.count);
        for (uint32_t u = 0; u < rows.count; u++)
            for (uint64_t e = rows.offsets[u]; e < rows.offsets[u + 1]; e++) {
                both[u].push_back({rows.ids[e], (uint32_t)e});
                both[rows.ids[e]].push_back({u, (uint32_t)e});
                sources.push_back(u);
                list.push_back((uint32_t)e);
            }
        begins.push_back(0);
        for (auto &row : both) {
            std::sort(row.begin(), row.end());
            for (auto &[id, edge] : row) ids.push_back(id), places.push_back(edge);
            if (row.size() > TRUSS_LONG_ROW) long_rows.push_back((uint32_t)lengths.size());
            lengths.push_back((uint32_t)row.size());
            begins.push_back(ids.size());
        }
        support = given;
        rounds.resize(m);
        uint32_t total = 0;
        for (uint64_t e = 0; e < m; e++) {
            rounds[e] = support[e] > 0 ? TRUSS_STAYS : 0;
            total += support[e] > 0;
        }
        queue.resize(m);
        spare.resize(m);
        for (auto &one : counters) one = {0, 0, 0, UINT32_MAX};
        peel = {rows.count, total, rows.ids, sources.data(), begins.data(), lengths.data(), ids.data(), places.data(),
          support.data(), rounds.data(), queue.data(), list.data(), spare.data(), long_rows.data(),
          (uint32_t)long_rows.size(), counters};
    }
};

/* Supports of the edges. */
static std::vector<uint32_t> supports_of(const tg_rows &rows)
{
    std::vector<uint32_t> support(rows.offsets[rows.count]);
    for (uint32_t u = 0; u < rows.count; u++)
        for (uint64_t a = rows.offsets[u]; a < rows.offsets[u + 1]; a++)
            for (uint64_t b = rows.offsets[u]; b < a; b++) {
                const uint32_t v = rows.ids[a], w = rows.ids[b];
                const uint32_t *end = rows.ids + rows.offsets[v + 1];
                const uint32_t *at = std::lower_bound(rows.ids + rows.offsets[v], end, w);
                if (at == end || *at != w) continue;
                support[a]++, support[b]++, support[at - rows.ids]++;
            }
    return support;
}

/* Returns what the algorithm of TriX leaves, which shares no code with this one. */
static std::vector<uint32_t> expected_of(const tg_rows &rows, std::vector<uint32_t> support, uint32_t level)
{
    tg_peel job = {&rows, support.data(), level, {0}};
    REQUIRE_OK(context, tg_truss_trix.peel(context, &job));
    return support;
}

/* level: the only level to peel; 0: all. */
static void check_peel(const tg_rows &rows, uint32_t level, uint32_t turns, uint32_t few)
{
    const std::vector<uint32_t> support = supports_of(rows);
    const std::vector<uint32_t> expected = expected_of(rows, support, level);
    host_peel host(rows, support);
    uint64_t waits = 0, launches = 0;
    truss_progress now = {};
    now.limit = level ? level - 2 : 0;
    now.round = 1;
    now.listed = now.in_rows = (uint32_t)support.size();
    now.only = level > 0;
    now.finished = host.peel.total == 0;
    for (; !now.finished; launches++) truss_peel_some(host.peel, now, host_crew{few, &waits}, turns);
    uint64_t different = 0;
    for (size_t e = 0; e < support.size(); e++)
        different += level && expected[e] + 2 <= level ? host.support[e] + 2 > level : host.support[e] != expected[e];
    CHECK_EQ(different, 0, "edges of another trussness, level %u, %u turns a launch", level, turns);
    if (level == 0) CHECK_EQ(now.done, host.peel.total, "all are removed");
    CHECK(launches <= waits + 1, "a launch does a turn at least");
}

static void check_graph(const char *name, edge_list edges)
{
    tricorn_graph *graph = edge_list_into_graph(context, edges);
    tg_rows rows;
    test_on("%s", name);
    REQUIRE_OK(context, tg_graph_rows(context, graph, &rows));
    for (uint32_t few : {0u, 7u})
        for (uint32_t turns : {1u, 3u, 1000000u}) check_peel(rows, 0, turns, few);
    for (uint32_t level : {2u, 3u, 4u, 9u, 40u}) check_peel(rows, level, 5, 1);
    tricorn_graph_free(graph);
}

TEST_CASE(random_graphs)
{
    test_random random = {41};
    for (uint32_t i = 0; i < 30; i++) {
        const uint32_t n = 3 + test_random_below(&random, 60), percent = 5 + 18 * (i % 6);
        check_graph("a random graph", make_random(n, percent, &random));
    }
}

TEST_CASE(families)
{
    static const uint32_t parts[] = {9, 6, 5};
    check_graph("triangle", make_complete(3));
    check_graph("complete 90", make_complete(90));
    check_graph("multipartite", make_multipartite(parts, 3));
    check_graph("windmill", make_windmill(6, 12));
    check_graph("path power", make_path_power(300, 7));
    check_graph("ring", make_ring(200, 4));
    check_graph("star", make_star(100));
    check_graph("grid", make_grid(9, 9));
    check_graph("karate", make_karate());
}

/* A wheel whose hub has a row that blocks compact, and pairs of such hubs, whose edge is long, too. */
TEST_CASE(long_rows)
{
    const uint32_t n = TRUSS_LONG_ROW + 200;
    edge_list two = make_ring(n, 1);
    for (uint32_t v = 0; v < n; v++) {
        edge_list_add(&two, n, v);
        edge_list_add(&two, n + 1, v);
    }
    edge_list_add(&two, n, n + 1);
    check_graph("wheel", make_wheel(n));
    check_graph("two hubs on a ring", two);
}

TEST_CASE(many_levels)
{
    tricorn_graph *graph = NULL;
    REQUIRE_OK(context, tricorn_graph_generate(context, "kronecker", "scale=9 edge_factor=20", 1, &graph));
    tg_rows rows;
    test_on("kronecker");
    REQUIRE_OK(context, tg_graph_rows(context, graph, &rows));
    check_peel(rows, 0, 2, 64);
    check_peel(rows, 0, 1000000, 1);
    tricorn_graph_free(graph);
}

static void set_up(void)
{
    REQUIRE_OK(NULL, tricorn_context_create(NULL, &context));
}

static void tear_down(void)
{
    tricorn_context_free(context);
}

TEST_MAIN_BETWEEN(set_up, tear_down)
