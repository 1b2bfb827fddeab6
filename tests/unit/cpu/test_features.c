/* test_features.c - the features of a sample, on graphs whose features are known. */
#include "cpu/features.h"

#include <string.h>

#include "cpu/cost.h"
#include "cpu/hub_matrix.h"
#include "support/families.h"
#include "support/fixture.h"
#include "support/rows.h"
#include "support/host_rows.h"

#define CHECK_NEAR(actual, expected, share, what) \
    CHECK((actual) >= (expected) * (1 - (share)) && (actual) <= (expected) * (1 + (share)), "%s is %g, not %g", \
      (what), (double)(actual), (double)(expected))

/* Row u of a complete graph holds all below u. An edge u -> v has v ids before it, (n - 2) / 3
 * on average over all edges, and row v has just as many. */
TEST_CASE(complete_graph)
{
    enum { N = 1200, HUBS = 1024 };
    edge_list edges = make_complete(N);
    tricorn_graph *graph = edge_list_graph(fixture.context, &edges);
    const tg_task task = test_task_of(graph);
    tg_features features;

    tg_features_measure(fixture.context, &task, &features);
    CHECK_EQ(features.edges, (uint64_t)N * (N - 1) / 2, "edges");
    CHECK(features.descending, "graphs are");
    CHECK_NEAR(features.shared, (N - 2) / 3.0, 0.02, "ids of v's row");
    CHECK_EQ(features.hub_choices, 3, "none, 1024 and all");
    CHECK_EQ(features.hub[1].hubs, HUBS, "the second choice");
    CHECK_EQ(features.hub[2].hubs, N, "the third choice");
    CHECK_NEAR(features.hub[0].tests, (N - 2) / 3.0, 0.02, "tests without hubs");
    CHECK_NEAR(features.hub[0].edges, 1, 0.02, "edges without hubs");
    /* Of N (N - 1) / 2 edges, those among the hubs and those from the others to hubs are gone. */
    CHECK_NEAR(features.hub[1].edges, (N - HUBS) * (N - HUBS - 1.0) / (N * (N - 1.0)), 0.05, "edges beside 1024 hubs");
    CHECK(features.hub[2].edges == 0 && features.hub[2].tests == 0, "all are hubs");
    /* Ids before v lie in (v + 511) / 512 blocks: 0, 1, 2 or 3; average over edges u -> v. */
    double lines = 0;
    for (uint32_t v = 0; v < N; v++) lines += (double)((v + 511) / 512) * (N - 1 - v);
    CHECK_NEAR(features.hub[2].lines, lines / (N * (N - 1) / 2.0), 0.05, "lines");
    tricorn_graph_free(graph);
    edge_list_free(&edges);
}

TEST_CASE(rows_that_rise)
{
    test_random random = {3};
    test_rows rows = test_rows_random(&random, 50, 80, 90, TEST_ROWS_ANY);
    const tg_rows view = test_rows_view(&rows);
    const tg_task task = {.edges = {0}, .from = view, .into = view};
    tg_features features;
    tg_hub_cost cost;

    const uint64_t no_edges[51] = {0};
    tg_task with_edges = task;
    with_edges.edges = (tg_rows){50, no_edges, NULL};
    with_edges.last_row = 50;
    tg_features_measure(fixture.context, &with_edges, &features);
    CHECK(!features.descending, "rows with ids above their own number");
    CHECK_EQ(features.hub_choices, 0, "no matrix for such rows");
    CHECK(!tg_cost_of_hubs(&features, 1, UINT64_MAX, &cost), "nor a cost");
    CHECK(tg_cost_of_stream(&features) == 0, "no edges cost nothing");
    test_rows_free(&rows);
}

/* Of a complete graph's ids all are in row u; of a random one's, next to none, and of the filter's
 * 8192 bits about 80 are set. */
TEST_CASE(filters_hold_back_what_does_not_match)
{
    tricorn_graph *complete = test_generated("complete", "vertices=400");
    tricorn_graph *random = test_generated("erdos-renyi", "vertices=20000 edges=1600000");
    tg_task all = test_task_of(complete);
    tg_features features;

    tg_features_measure(fixture.context, &all, &features);
    CHECK(features.marked > 100 && features.filtered == 0, "%g ids marked", features.marked);
    CHECK_NEAR(features.marking, 1 - 32. * 32 / 400 / 400, 0.02, "edges of rows of more than 32 ids");
    all.reach = TG_REACH_ANY; /* without an order of ids there are no marks */
    tg_features_measure(fixture.context, &all, &features);
    CHECK(features.filtered > 100 && features.marked == 0, "%g ids filtered", features.filtered);
    CHECK_NEAR(features.passed, features.filtered, 0.05, "ids that pass");
    tricorn_graph_free(complete);
    tg_task few = test_task_of(random);
    few.reach = TG_REACH_ANY;
    tg_features_measure(fixture.context, &few, &features);
    CHECK(features.filtered > 30, "%g ids filtered", features.filtered);
    CHECK(features.passed < features.filtered / 20, "%g ids of %g pass", features.passed, features.filtered);
    tricorn_graph_free(random);
}

/* Row u of this one holds the four numbers below, and so every pair of them is compared. */
TEST_CASE(groups_are_counted)
{
    static const struct {
        const char *parameters;
        double compared; /* groups of eight with groups of eight, an edge */
    } rows[] = {
      /* Except for the first edge of each row, which is not compared: */
      {"vertices=3000 reach=4", 3. / 4 / 2}, /* with half a group */
      {"vertices=3000 reach=8", 7. / 8 * 2}, /* the row of eight ids takes a second compare */
      {"vertices=3000 reach=12", (8 + 3 * 2) / 12. * 2},
      {"vertices=3000 reach=31", (8 + 8 * 2 + 8 * 3 + 6 * 4) / 31. * 4},
    };

    for (size_t r = 0; r < LENGTH(rows); r++) {
        tricorn_graph *graph = test_generated("path-power", rows[r].parameters);
        const tg_task task = test_task_of(graph);
        tg_features features;
        tg_features_measure_stream(fixture.context, &task, &features);
        CHECK_NEAR(features.compared, rows[r].compared, 0.02, rows[r].parameters);
        CHECK(features.marked == 0 && features.filtered == 0 && features.hub_choices == 0, "%s", rows[r].parameters);
        tricorn_graph_free(graph);
    }
}

TEST_CASE(hubs_pay_where_there_are_some)
{
    static const struct {
        const char *model, *parameters;
        bool hubs;
    } graphs[] = {
      {"kronecker", "scale=13 edge_factor=16", true},
      {"complete", "vertices=500", true},
      {"watts-strogatz", "vertices=20000 degree=16 rewire=0.1", false},
      {"grid2d", "width=200 height=200 diagonals=0.1", false},
    };

    for (size_t g = 0; g < LENGTH(graphs); g++) {
        tricorn_graph *graph = test_generated(graphs[g].model, graphs[g].parameters);
        const tg_task task = test_task_of(graph);
        tg_features features, again;
        tg_hub_cost cost;
        tg_features_measure(fixture.context, &task, &features);
        tg_features_measure(fixture.context, &task, &again);
        CHECK(memcmp(&features, &again, sizeof features) == 0, "%s: not the same twice", graphs[g].model);
        CHECK(tg_cost_of_hubs(&features, 2, UINT64_MAX, &cost), "%s", graphs[g].model);
        const double hubs = cost.prepare_seconds + cost.count_seconds;
        const tg_hub_cost least = tg_least_cost_of_hubs(&features);
        CHECK(least.prepare_seconds <= cost.prepare_seconds && least.count_seconds <= cost.count_seconds,
          "%s: hubs cost %g, %g at least", graphs[g].model, hubs, least.prepare_seconds + least.count_seconds);
        CHECK((hubs < tg_cost_of_stream(&features)) == graphs[g].hubs, "%s: hubs cost %g, streaming %g",
          graphs[g].model, hubs, tg_cost_of_stream(&features));
        tricorn_graph_free(graph);
    }
}

TEST_CASE(choices_obey_the_room)
{
    tricorn_graph *graph = test_generated("kronecker", "scale=13 edge_factor=16");
    const tg_task task = test_task_of(graph);
    tg_features features;
    tg_hub_cost free_choice, cost;
    double before = 0;

    tg_features_measure(fixture.context, &task, &features);
    CHECK(tg_cost_of_hubs(&features, 2, UINT64_MAX, &free_choice), "without a limit");
    for (uint64_t room = 2 * free_choice.bytes; room > 0; room -= room / 8 + 1) {
        if (!tg_cost_of_hubs(&features, 2, room, &cost)) continue;
        CHECK(cost.bytes <= room, "%u hubs in less than they need", cost.hubs);
        CHECK(cost.bytes >= tg_hub_matrix_bytes(cost.hubs), "%u hubs in no memory", cost.hubs);
        CHECK(cost.prepare_seconds + cost.count_seconds >= before, "cheaper with less room");
        before = cost.prepare_seconds + cost.count_seconds;
    }
    CHECK(!tg_cost_of_hubs(&features, 2, 0, &cost), "no room at all");
    tricorn_graph_free(graph);
}

/* 2^25 vertices and 2^30 edges: counters of each thread would take more memory than the rows. */
TEST_CASE(threads_do_not_exclude_hubs)
{
    const uint64_t vertices = 1 << 25, edges = 1 << 30;
    const tg_features features = {.edges = edges,
      .rows = vertices,
      .into_rows = vertices,
      .hub_choices = 1,
      .hub = {{.hubs = 1 << 16, .lines = 12, .blocks = 2, .edges = 0.45, .tests = 80}}};
    const uint64_t room = (edges * sizeof(uint32_t) + 2 * vertices * sizeof(uint64_t)) / 2 * 3;
    for (uint32_t threads = 1; threads <= 128; threads *= 2) {
        tg_hub_cost cost;
        CHECK(tg_cost_of_hubs(&features, threads, room, &cost), "%u threads", threads);
    }
}

TEST_MAIN_BETWEEN(test_create, test_destroy)
