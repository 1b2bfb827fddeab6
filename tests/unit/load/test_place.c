/* test_place.c - a graph is the same whatever count it is loaded for; errors in the options of
 * that count are reported by counting, not by loading. */

#include "device/device.h"
#include "prepare/on_gpu.h"
#include "support/fixture.h"
#include "support/families.h"
#include "support/same_graph.h"
#include "support/host_rows.h"

static tricorn_context *context;

TEST_CASE(same_for_every_count)
{
    static const struct {
        const char *device, *algorithm;
    } counts[] = {{NULL, NULL}, {"auto", "auto"}, {"cpu", NULL}, {"gpu", NULL}, {"gpu:77", NULL}, {"gpu:0,1", NULL},
      {"gpu:x", NULL}, {"abacus", NULL}, {NULL, "cpu-merge-edge"}, {"gpu", "cpu-merge-edge"}, {NULL, "gpu-adaptive"},
      {"cpu", "no-such-one"}};
    edge_list edges = make_complete(50);
    tricorn_graph *expected = edge_list_graph(context, &edges);
    for (size_t c = 0; c < LENGTH(counts); c++) {
        tricorn_graph *graph = NULL;
        tricorn_options count = *COUNTING(.device = counts[c].device, .algorithm = counts[c].algorithm);
        tricorn_load_options load = *LOADING(.count = &count);
        for (load.graph.strict = 0; load.graph.strict < 2; load.graph.strict++) {
            REQUIRE_OK(context, tricorn_graph_from_edges32(context, edges.pairs, edges.count, &load, &graph));
            test_fetch_rows(context, graph);
            check_identical_graphs(graph, expected, counts[c].device ? counts[c].device : "any");
            tricorn_graph_free(graph);
        }
    }
    tricorn_graph_free(expected);
    edge_list_free(&edges);
}

TEST_CASE(preparations_by_name)
{
    static const uint32_t pairs[] = {0, 1, 1, 2, 2, 0};
    tricorn_graph *graph = NULL;
    tricorn_load_options load = *LOADING(.graph.prepare = "auto");
    REQUIRE_OK(context, tricorn_graph_from_edges32(context, pairs, 3, &load, &graph));
    CHECK_EQ(graph->edges, 3, "a triangle");
    tricorn_graph_free(graph);
    graph = NULL;
    load.graph.prepare = "magic";
    REQUIRE_STATUS(context, tricorn_graph_from_edges32(context, pairs, 3, &load, &graph), TRICORN_INVALID_ARGUMENT);
    CHECK_MESSAGE(context, "no preparation 'magic'");
    load.graph.prepare = "polak";
    load.graph.order = "core";
    REQUIRE_STATUS(context, tricorn_graph_from_edges32(context, pairs, 3, &load, &graph), TRICORN_INVALID_ARGUMENT);
    CHECK_MESSAGE(context, "order of its own");
    load.graph.order = "auto";
    if (tg_device_open(context, 0) != TRICORN_OK) {
        REQUIRE_STATUS(context, tricorn_graph_from_edges32(context, pairs, 3, &load, &graph), TRICORN_UNSUPPORTED);
        CHECK(graph == NULL, "no graph");
        return;
    }
    REQUIRE_OK(context, tricorn_graph_from_edges32(context, pairs, 3, &load, &graph));
    CHECK_EQ(graph->edges, 3, "a triangle");
    tricorn_graph_free(graph);
}

TEST_CASE(strict_loading_stays_strict)
{
    static const uint32_t pairs[] = {0, 1, 1, 2, 2, 1};
    tricorn_graph *graph = NULL;
    tricorn_options count = *COUNTING(.device = "gpu");
    REQUIRE_STATUS(context,
      tricorn_graph_from_edges32(context, pairs, 3, LOADING(.count = &count, .graph.strict = 1), &graph),
      TRICORN_BAD_FORMAT);
    CHECK_MESSAGE(context, "edge 3");
    CHECK(graph == NULL, "no graph");
}

static void create(void)
{
    context = test_fixture_open(0);
}

TEST_MAIN_BETWEEN(create, test_destroy)
