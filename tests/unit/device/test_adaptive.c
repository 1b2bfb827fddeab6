/* test_adaptive.c - every way in which gpu-adaptive counts, on graphs large enough to be counted
 * in that way, from host memory and prepared on the GPU. Skipped without a GPU. */
#include <string.h>

#include "base/memory.h"
#include "graph/edges.h"
#include "prepare/gpu/prepare.h"
#include "registry/registry.h"
#include "schedule/device/on_device.h"
#include "support/device_tests.h"
#include "support/edge_list.h"

static tricorn_context *context;
static const char tables[] = "gpu-adaptive.wedges=0"; /* tables for hubs, also on small graphs */

/* Each counts all edges in one way, even if it is slow. */
static const char *const ways[] = {"gpu-adaptive.way=1", "gpu-adaptive.way=2", "gpu-adaptive.way=3",
  "gpu-adaptive.way=4", "gpu-adaptive.way=5", "gpu-adaptive.way=6"};

/* The graph's edges as numbers: clean, or in reverse order and so not clean. */
static tg_edges edges_of(const tricorn_graph *graph, bool backwards)
{
    tg_edges edges = {0};
    tg_rows rows;
    REQUIRE_OK(context, tg_edges_create(context, 1, &edges));
    REQUIRE_OK(context, tg_graph_input_rows(context, graph, 0, &rows));
    REQUIRE_OK(context, tg_edge_part_reserve(context, edges.parts, graph->edges, sizeof(tg_edge)));
    for (uint32_t i = 0; i < rows.count; i++) {
        const uint32_t u = backwards ? rows.count - 1 - i : i;
        for (uint64_t e = rows.offsets[u]; e < rows.offsets[u + 1]; e++) tg_edge_part_push(edges.parts, u, rows.ids[e]);
    }
    edges.vertices = rows.count;
    tg_free((void *)(uintptr_t)rows.offsets);
    tg_free((void *)(uintptr_t)rows.ids);
    return edges;
}

static void check_prepared(const tricorn_graph *graph, bool backwards, uint64_t expected)
{
    const tg_setup setup = tg_standard_setup(tg_algorithm_find("gpu-adaptive"), TG_SINK_TOTAL);
    tg_edges edges = edges_of(graph, backwards);
    tg_device_graph prepared;
    tg_device_plan *plan = NULL;
    uint64_t triangles = UINT64_MAX;
    test_by("gpu-adaptive, the graph prepared on the GPU, backwards %d", backwards);
    REQUIRE_OK(context, tg_prepare_on_device(context, &edges, &prepared, NULL));
    REQUIRE_OK(context, tg_device_plan_of_graph(context, &prepared, &setup, &plan));
    for (int run = 0; run < 2; run++) {
        REQUIRE_OK(context, tg_device_plan_run(context, plan, &triangles));
        CHECK_EQ(triangles, expected, "run %d", run);
    }
    tg_device_plan_free(plan);
    tg_edges_free(&edges);
}

/* Prepares for this number of counts: 1 without a sample, 2 by predicted costs, many by trials. */
static uint64_t count_for(const tricorn_graph *graph, uint32_t counts)
{
    test_by("gpu-adaptive, for %u counts", counts);
    return test_triangles(context, graph, COUNTING(.algorithm = "gpu-adaptive", .counts = counts));
}

static void check_model(const char *model, const char *name)
{
    static const uint32_t counts[] = {1, 2, 16};
    char parameters[128], *at = strchr(strcpy(parameters, model), ' ');
    if (at) *at++ = 0;
    tricorn_graph *graph = test_model(context, parameters, at, 1);
    test_on("%s (%s)", model, name);
    const uint64_t expected = test_cpu_count(context, graph);
    for (size_t c = 0; c < LENGTH(counts); c++)
        CHECK_EQ(count_for(graph, counts[c]), expected, "for %u counts", counts[c]);
    CHECK_EQ(test_count(context, graph, "gpu-adaptive", tables), expected, "with tables");
    for (size_t w = 0; w < LENGTH(ways); w++)
        CHECK_EQ(test_count(context, graph, "gpu-adaptive", ways[w]), expected, "%s", ways[w]);
    check_prepared(graph, false, expected);
    check_prepared(graph, true, expected);
    tricorn_graph_free(graph);
}

TEST_CASE(blocks_of_hubs)
{
    check_model("kronecker scale=10 edge_factor=16", "blocks cut off by few rows");
    check_model("kronecker scale=14 edge_factor=16", "wide blocks");
    check_model("kronecker scale=17 edge_factor=16", "wide and half blocks, other edges");
    check_model("kronecker scale=17 edge_factor=60", "blocks of all widths");
    check_model("complete vertices=700", "dense blocks");
}

/* Each vertex has enough wedges that ids above 2^16 and 2^17 are also counted in blocks. */
TEST_CASE(far_windows)
{
    check_model("erdos_renyi vertices=140000 edges=8000000", "three windows, some edges by search");
    check_model("erdos_renyi vertices=270000 edges=16000000", "four windows");
}

/* Few edges, but enough wedges for blocks beyond 2^16. The last rows have most vertices from
 * 2^16 on as ids, more than a row has keys for in a window; the other ids are found by search.
 * In the order of the input these rows stay the last. */
TEST_CASE(rows_cut_off)
{
    enum { FIRST = 65000, HUBS = 70000, ALL = HUBS + 40, CHORDS = 20000, OF_FIVE = 4 };
    test_random random = {7};
    edge_list edges = edge_list_create(ALL);
    for (uint32_t v = 1; v < ALL; v++) edge_list_add(&edges, v - 1, v);
    for (uint32_t i = 0; i < CHORDS; i++)
        edge_list_add(
          &edges, FIRST + test_random_below(&random, HUBS - FIRST), FIRST + test_random_below(&random, HUBS - FIRST));
    for (uint32_t hub = HUBS; hub < ALL; hub++)
        for (uint32_t v = FIRST; v < HUBS; v++)
            if (test_random_below(&random, 5) < OF_FIVE) edge_list_add(&edges, v, hub);
    test_on("a path of %d vertices, chords and hubs at its end", ALL);
    tricorn_graph *graph = test_from_edges(context, edges.pairs, edges.count, LOADING(.graph.order = "input"));
    const uint64_t expected = test_cpu_count(context, graph);
    CHECK_EQ(test_count(context, graph, "gpu-adaptive", tables), expected, "cut rows");
    tricorn_graph_free(graph);
    edge_list_free(&edges);
}

TEST_CASE(slots_of_rows)
{
    check_model("erdos_renyi vertices=60000 edges=400000", "small slots");
    check_model("erdos_renyi vertices=60000 edges=900000", "large slots");
    check_model("barabasi_albert vertices=50000 attach=15", "slots that are bitmaps");
    check_model("erdos_renyi vertices=20000 edges=290000", "slots that are bitmaps, closed wedges");
    check_model("kronecker scale=17 edge_factor=3", "uneven slots");
}

TEST_CASE(near_rows)
{
    check_model("grid2d width=500 height=350 diagonals=0.2", "rows in registers");
    check_model("grid3d width=50 height=51 depth=52 wrap=1", "some longer rows");
    check_model("watts_strogatz vertices=100000 degree=6 rewire=0.05", "rows of all lengths");
    check_model("watts_strogatz vertices=40000 degree=16 rewire=0.1", "rows by merging");
    check_model("watts_strogatz vertices=40000 degree=40 rewire=0.5", "long rows by merging");
}

TEST_CASE(small_graphs)
{
    check_model("erdos_renyi vertices=3000 edges=29000", "neighbours far apart");
    check_model("grid2d width=100 height=70 diagonals=0.2", "near neighbours");
    check_model("kronecker scale=12 edge_factor=2", "uneven rows");
}

TEST_CASE(few_wedges)
{
    check_model("hub leaves=50000 extra=300", "listed edges");
    check_model("erdos_renyi vertices=100000 edges=150000", "half of the edges, perhaps listed");
}

TEST_MAIN_ON_DEVICE(&context, NULL, NULL)
