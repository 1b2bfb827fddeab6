/* test_reorder_gpu.c - graphs numbered on the GPU by an order on request are those that the CPU
 * numbers, and count right.  Skipped where there is no GPU. */
#include <stdio.h>
#include <string.h>

#include "prepare/resident.h"
#include "support/device_tests.h"
#include "support/families.h"
#include "support/same_graph.h"

static const char *const orders[] = {"degree", "input",      "in-degree",
                                     "random", "collective", "core"};
static const char *const algorithms[] = {"gpu-adaptive", "polak", "trust", "wetric", "grouptc"};
enum {
    ORDERS = sizeof orders / sizeof *orders,
    ALGORITHMS = sizeof algorithms / sizeof *algorithms
};

static tricorn_context *context;

/* device: "gpu", or NULL for the CPU. */
static tricorn_graph *load(const edge_list *list, const char *order, const char *device,
                           uint64_t limit)
{
    tricorn_load_options load = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_options count = TRICORN_OPTIONS_INIT;
    tricorn_graph *graph = NULL;
    count.device = device;
    count.device_bytes_limit = limit;
    if (device) load.count = &count;
    load.order = order;
    REQUIRE_OK(context,
               tricorn_graph_from_edges32(context, list->pairs, list->count, &load, &graph));
    return graph;
}

/* The edges are in no order. */
static void check_order(const edge_list *list, const char *order, const char *name)
{
    tricorn_graph *expected = load(list, order, NULL, 0), *graph = load(list, order, "gpu", 0);
    const uint64_t triangles = test_cpu_count(context, expected);
    test_by("the order %s", order);
    CHECK(graph->resident != NULL, "%s: not on the GPU", name);
    const tg_row_measures told = tg_graph_measures(context, graph);
    for (int a = 0; a < ALGORITHMS; a++)
        CHECK_EQ(test_count(context, graph, algorithms[a], NULL), triangles, "%s: %s by %s", name,
                 order, algorithms[a]);
    REQUIRE_OK(context, tg_graph_fetch(context, graph));
    check_graph_of_list(graph, list, name);
    const tg_row_measures measured = tg_rows_measures(context, graph);
    CHECK_EQ(told.longest, measured.longest, "%s: longest row", name);
    CHECK_EQ(told.wedges, measured.wedges, "%s: wedges", name);
    /* Cores may be peeled in any order, but no longest row is shorter than the degeneracy. */
    if (strcmp(order, "core") == 0)
        CHECK_EQ(measured.longest, tg_rows_measures(context, expected).longest, "%s: degeneracy",
                 name);
    else
        check_identical_graphs(graph, expected, name);
    tricorn_graph_free(graph);
    tricorn_graph_free(expected);
}

/* Takes the list. */
static void check_orders(edge_list list, test_random *random, const char *name)
{
    edge_list_flip(&list, random);
    edge_list_shuffle(&list, random);
    test_on("%s: %llu pairs", name, (unsigned long long)list.count);
    for (int o = 0; o < ORDERS; o++) check_order(&list, orders[o], name);
    edge_list_free(&list);
}

/* Ids whose squares are even, so that small ones are hubs. */
static edge_list make_skewed(uint32_t vertices, uint32_t edges, test_random *random)
{
    edge_list list = edge_list_create(vertices);
    for (uint32_t i = 0; i < edges; i++) {
        const uint64_t a = test_random_below(random, vertices);
        edge_list_add(&list, (uint32_t)(a * a / vertices), test_random_below(random, vertices));
    }
    return list;
}

static void skewed_edges(void **state)
{
    test_random random = {51};
    (void)state;
    for (uint32_t trial = 0; trial < 8; trial++) {
        edge_list list = make_skewed(50 + 300 * trial, 1200 + 5000 * trial, &random);
        edge_list_add_loops(&list, 20, &random);
        edge_list_add_duplicates(&list, 50, &random);
        check_orders(list, &random, "skewed edges");
    }
    check_orders(make_skewed(30000, 600000, &random), &random, "many skewed edges");
}

static void families(void **state)
{
    test_random random = {52};
    (void)state;
    check_orders(make_star(3000), &random, "a star");
    check_orders(make_path(5000), &random, "a path");
    check_orders(make_complete(120), &random, "complete");
    check_orders(make_grid_diagonal(60, 70), &random, "a grid");
    check_orders(make_k_tree(3000, 12, &random), &random, "a k-tree");
    check_orders(make_windmill(5, 700), &random, "a windmill");
    check_orders(make_tree(5000, &random), &random, "a tree");
}

/* One edge is sorted, and sorted edges may be numbered from behind by the CPU. */
static void one_edge(void **state)
{
    edge_list list = make_path(2);
    (void)state;
    test_on("one edge");
    for (int o = 0; o < ORDERS; o++) {
        tricorn_graph *graph = load(&list, orders[o], "gpu", 0);
        test_by("the order %s", orders[o]);
        REQUIRE_OK(context, tg_graph_fetch(context, graph));
        check_graph_of_list(graph, &list, orders[o]);
        tricorn_graph_free(graph);
    }
    edge_list_free(&list);
}

/* What does not fit on the GPU is numbered by the CPU. */
static void small_memory(void **state)
{
    test_random random = {53};
    edge_list list = make_skewed(2000, 40000, &random);
    (void)state;
    test_on("skewed edges within 64 KiB");
    for (int o = 0; o < ORDERS; o++) {
        tricorn_graph *expected = load(&list, orders[o], NULL, 0);
        tricorn_graph *graph = load(&list, orders[o], "gpu", 1 << 16);
        CHECK(graph->resident == NULL, "%s: on the GPU", orders[o]);
        check_identical_graphs(graph, expected, orders[o]);
        tricorn_graph_free(graph);
        tricorn_graph_free(expected);
    }
    edge_list_free(&list);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skewed_edges),
        cmocka_unit_test(families),
        cmocka_unit_test(one_edge),
        cmocka_unit_test(small_memory),
    };
    return RUN_ON_DEVICE(tests, &context, argc, argv);
}
