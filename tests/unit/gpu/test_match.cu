/* test_match.cu - subgraph matching on the host: candidates, and partial matches that have numbers. */
#include <vector>

#include "gpu/lookup/match.cuh"
#include "host_lookup.cuh"

enum { TRIALS = 40, MOST_VERTICES = 40 };

/* An oriented graph in host memory, in place of one on a GPU, and all its edges as candidates. */
struct host_graph {
    std::vector<uint32_t> offsets, ids, sources, edges, in_degrees;
    std::vector<uint64_t> firsts;
    tg_device_task task;
    match_candidates all;
};

static void fill_graph(host_graph *graph, uint32_t vertices, uint32_t percent, test_random *random)
{
    graph->offsets.assign(1, 0);
    graph->in_degrees.assign(vertices, 0);
    for (uint32_t u = 0; u < vertices; u++) {
        for (uint32_t v = 0; v < u; v++) {
            if (test_random_below(random, 100) >= percent) continue;
            graph->ids.push_back(v);
            graph->sources.push_back(u);
            graph->in_degrees[v]++;
        }
        graph->offsets.push_back((uint32_t)graph->ids.size());
    }
    memset(&graph->task, 0, sizeof graph->task);
    graph->task.edges = {vertices, (uint32_t)graph->ids.size(), graph->offsets.data(), graph->ids.data()};
    graph->task.from = graph->task.into = graph->task.edges;
    graph->task.sources = graph->sources.data();
    graph->task.last_row = vertices;
    graph->task.last_edge = (uint32_t)graph->ids.size();
    graph->task.reach = TG_REACH_BELOW;
    graph->task.whole = true;
}

/* The candidates, as the kernels select and number them. */
static void select(host_graph *graph, bool filters)
{
    const tg_device_task &task = graph->task;
    graph->edges.clear();
    graph->firsts.assign(1, 0);
    for (uint32_t e = 0; e < task.last_edge; e++) {
        if (filters && !(may_be_root(task, task.sources[e]) && may_be_v(task, graph->ids[e]))) continue;
        graph->edges.push_back(e);
        graph->firsts.push_back(graph->firsts.back() + from_part(task, task.sources[e], e).count);
    }
    graph->all = {graph->edges.data(), (uint32_t)graph->edges.size(), graph->firsts.data(), graph->firsts.back(),
      filters ? graph->in_degrees.data() : NULL};
}

static bool has_edge(const host_graph &graph, uint32_t u, uint32_t v)
{
    for (uint32_t e = graph.offsets[u]; e < graph.offsets[u + 1]; e++)
        if (graph.ids[e] == v) return true;
    return false;
}

static uint64_t triangles_of(const host_graph &graph)
{
    uint64_t found = 0;
    for (uint32_t u = 0; u < graph.task.last_row; u++)
        for (uint32_t v = 0; v < u; v++)
            for (uint32_t w = 0; w < v; w++)
                found += has_edge(graph, u, v) && has_edge(graph, u, w) && has_edge(graph, v, w);
    return found;
}

/* Makes all partial matches in batches of `batch`, and returns how many close. Each is a wedge,
 * and comes after the one before it, so none is repeated. */
static uint64_t match_in_batches(const host_graph &graph, uint64_t batch, uint64_t *kept)
{
    const match_candidates &all = graph.all;
    triangle_match before = {0, 0, 0};
    uint64_t found = 0;
    *kept = 0;
    for (uint64_t first = 0; first < all.partial; first += batch) {
        const uint64_t last = first + batch < all.partial ? first + batch : all.partial;
        const uint32_t low = candidate_with(all, first), high = candidate_with(all, last - 1);
        for (uint64_t number = first; number < last; number++) {
            const triangle_match match = partial_match(graph.task, all, low, high, number);
            CHECK(has_edge(graph, match.u, match.v) && has_edge(graph, match.u, match.w), "edges");
            CHECK(match.w < match.v, "once in six orders");
            CHECK(number == 0 || match.u > before.u ||
                    (match.u == before.u && (match.v > before.v || (match.v == before.v && match.w > before.w))),
              "none comes twice");
            before = match;
            if (!may_be_w(all, match.w)) continue;
            ++*kept;
            found += closes(graph.task, match);
        }
    }
    return found;
}

TEST_CASE(matches_are_triangles)
{
    test_random random = {2016};
    for (int trial = 0; trial < TRIALS; trial++) {
        host_graph graph;
        uint64_t kept = 0, all = 0;
        const uint32_t vertices = 3 + test_random_below(&random, MOST_VERTICES);
        fill_graph(&graph, vertices, 5 + test_random_below(&random, 60), &random);
        const uint64_t expected = triangles_of(graph);
        for (uint64_t batch = 1; batch < 2000; batch = 3 * batch + 1) {
            select(&graph, true);
            CHECK_EQ(match_in_batches(graph, batch, &kept), expected, "filtered, %u vertices", vertices);
            select(&graph, false);
            CHECK_EQ(match_in_batches(graph, batch, &all), expected, "all, %u vertices", vertices);
            CHECK(kept <= all, "the filter adds none");
        }
    }
}

/* Without the filter every wedge is a partial match: d(d-1)/2 in each row. */
TEST_CASE(partial_matches_are_wedges)
{
    test_random random = {7};
    host_graph graph;
    uint64_t kept = 0, wedges = 0;
    fill_graph(&graph, MOST_VERTICES, 30, &random);
    for (uint32_t u = 0; u < MOST_VERTICES; u++) {
        const uint64_t degree = graph.offsets[u + 1] - graph.offsets[u];
        wedges += degree * (degree - (degree > 0)) / 2;
    }
    select(&graph, false);
    match_in_batches(graph, 10, &kept);
    CHECK_EQ(kept, wedges, "wedges");
    CHECK_EQ(graph.all.partial, wedges, "numbers");
}

/* Row 3 has 0, 1 and 2, row 2 has 1, row 4 has 3: only 3 has two edges, 0 and 1 have none, and 1
 * alone is in two rows. */
TEST_CASE(degrees_leave_candidates)
{
    uint32_t offsets[] = {0, 0, 0, 1, 4, 5}, ids[] = {1, 0, 1, 2, 3};
    uint32_t sources[] = {2, 3, 3, 3, 4}, in_degrees[] = {1, 2, 1, 1, 0};
    tg_device_task task;
    memset(&task, 0, sizeof task);
    task.edges = task.from = task.into = {5, 5, offsets, ids};
    task.sources = sources;
    task.whole = true;
    const match_candidates of = {NULL, 0, NULL, 0, in_degrees};
    for (uint32_t vertex = 0; vertex < 5; vertex++) {
        CHECK_EQ(may_be_root(task, vertex), vertex == 3, "root %u", vertex);
        CHECK_EQ(may_be_v(task, vertex), vertex >= 2, "v %u", vertex);
        CHECK_EQ(may_be_w(of, vertex), vertex == 1, "w %u", vertex);
    }
    CHECK(closes(task, {3, 2, 1}) && !closes(task, {3, 2, 0}) && !closes(task, {3, 1, 0}), "join");
}

TEST_MAIN()
