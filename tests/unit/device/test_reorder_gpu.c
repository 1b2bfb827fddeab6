/* test_reorder_gpu.c - graphs that are numbered on the GPU by an order on request are those that
 * the CPU numbers, and count right. Skipped without a GPU. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "prepare/on_gpu.h"
#include "support/device_tests.h"
#include "support/families.h"
#include "support/same_graph.h"
#include "support/host_rows.h"

static const char *const orders[] = {
  "degree", "input", "in-degree", "random", "collective", "collective-degree", "core"};
static const char *const algorithms[] = {"gpu-adaptive", "polak", "trust", "wetric", "grouptc"};
enum { ORDERS = LENGTH(orders), ALGORITHMS = LENGTH(algorithms) };

static tricorn_context *context;

/* device: "gpu", or NULL for the CPU. */
static tricorn_graph *load(const edge_list *list, const char *order, const char *device, uint64_t limit)
{
    tricorn_load_options load = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_graph *graph = NULL;
    tricorn_options count = *COUNTING(.device = device, .device_bytes_limit = limit);
    if (device) load.count = &count;
    load.graph.order = order;
    REQUIRE_OK(context, tricorn_graph_from_edges32(context, list->pairs, list->count, &load, &graph));
    return graph;
}

/* ---- rounds of cores ---- */

/* Lowers the number of neighbours left, for the neighbours of all vertices of a round. */
static void lower_neighbours(const tricorn_graph *graph, const uint32_t *rounds, uint32_t round, uint32_t *left)
{
    for (uint32_t u = 0; u < graph->active; u++)
        for (uint64_t e = graph->host.offsets[u]; e < graph->host.offsets[u + 1]; e++) {
            const uint32_t v = graph->host.targets[e];
            left[u] -= rounds[v] == round;
            left[v] -= rounds[u] == round;
        }
}

/* Finds the round of each vertex by definition: first all vertices with the least number of
 * neighbours left, then those whose number falls to it, round by round. The caller frees it. */
static uint32_t *rounds_of(const tricorn_graph *graph)
{
    uint32_t *left = test_allocate(graph->active, sizeof *left), few = 0, gone = 0;
    uint32_t *rounds = test_allocate(graph->active, sizeof *rounds);
    memset(left, 0, graph->active * sizeof *left);
    for (uint32_t v = 0; v < graph->active; v++) rounds[v] = UINT32_MAX;
    lower_neighbours(graph, rounds, UINT32_MAX, left); /* minus the degrees */
    for (uint32_t v = 0; v < graph->active; v++) left[v] = 0 - left[v];
    for (uint32_t round = 0; gone < graph->active; round++) {
        uint32_t least = UINT32_MAX;
        for (uint32_t v = 0; v < graph->active; v++)
            if (rounds[v] == UINT32_MAX && left[v] < least) least = left[v];
        if (least > few) few = least;
        for (uint32_t v = 0; v < graph->active; v++)
            if (rounds[v] == UINT32_MAX && left[v] <= few) rounds[v] = round, gone++;
        lower_neighbours(graph, rounds, round, left);
    }
    free(left);
    return rounds;
}

static const uint32_t *sorted_rounds;

static int by_round(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    if (sorted_rounds[x] != sorted_rounds[y]) return sorted_rounds[x] > sorted_rounds[y] ? -1 : 1;
    return x < y ? -1 : x > y;
}

/* The last round comes first; within a round vertices keep the order that they had. */
static void check_rounds(const tricorn_graph *graph, const edge_list *list, const char *name)
{
    tricorn_graph *plain = load(list, NULL, "gpu", 0);
    test_fetch_rows(context, plain);
    uint32_t *rounds = rounds_of(plain);
    uint32_t *expected = test_allocate(plain->active, sizeof *expected);
    for (uint32_t v = 0; v < plain->active; v++) expected[v] = v;
    sorted_rounds = rounds;
    qsort(expected, plain->active, sizeof *expected, by_round);
    for (uint32_t v = 0; v < plain->active; v++)
        CHECK_EQ(tg_graph_input_id(graph, v), tg_graph_input_id(plain, expected[v]), "%s: vertex %u, of round %u", name,
          v, rounds[expected[v]]);
    free(rounds);
    free(expected);
    tricorn_graph_free(plain);
}

/* ---- all orders ---- */

/* The edges are in no order. */
static void check_order(const edge_list *list, const char *order, const char *name)
{
    tricorn_graph *expected = load(list, order, NULL, 0), *graph = load(list, order, "gpu", 0);
    const uint64_t triangles = test_cpu_count(context, expected);
    test_by("the order %s", order);
    CHECK(graph->on_gpu != NULL, "%s: not on the GPU", name);
    const tg_row_measures told = tg_on_gpu_measures(graph);
    for (int a = 0; a < ALGORITHMS; a++)
        CHECK_EQ(
          test_count(context, graph, algorithms[a], NULL), triangles, "%s: %s by %s", name, order, algorithms[a]);
    test_fetch_rows(context, graph);
    check_graph_of_list(graph, list, name);
    const tg_row_measures measured = test_host_measures(context, graph);
    CHECK_EQ(told.longest, measured.longest, "%s: longest row", name);
    CHECK_EQ(told.wedges, measured.wedges, "%s: wedges", name);
    /* Cores may be peeled in any order, but no longest row is shorter than the degeneracy. */
    if (strcmp(order, "core") == 0) {
        CHECK_EQ(measured.longest, test_host_measures(context, expected).longest, "%s: degeneracy", name);
        check_rounds(graph, list, name);
    } else {
        check_identical_graphs(graph, expected, name);
    }
    tricorn_graph_free(graph);
    tricorn_graph_free(expected);
}

/* Frees the list. */
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

TEST_CASE(skewed_edges)
{
    test_random random = {51};
    for (uint32_t trial = 0; trial < 8; trial++) {
        edge_list list = make_skewed(50 + 300 * trial, 1200 + 5000 * trial, &random);
        edge_list_add_loops(&list, 20, &random);
        edge_list_add_duplicates(&list, 50, &random);
        check_orders(list, &random, "skewed edges");
    }
    check_orders(make_skewed(30000, 600000, &random), &random, "many skewed edges");
}

TEST_CASE(families)
{
    test_random random = {52};
    check_orders(make_star(3000), &random, "a star");
    check_orders(make_path(5000), &random, "a path");
    check_orders(make_complete(120), &random, "complete");
    check_orders(make_grid_diagonal(60, 70), &random, "a grid");
    check_orders(make_k_tree(3000, 12, &random), &random, "a k-tree");
    check_orders(make_windmill(5, 700), &random, "a windmill");
    check_orders(make_tree(5000, &random), &random, "a tree");
}

/* One edge is sorted, and the CPU may number sorted edges from the last vertex. */
TEST_CASE(one_edge)
{
    edge_list list = make_path(2);
    test_on("one edge");
    for (int o = 0; o < ORDERS; o++) {
        tricorn_graph *graph = load(&list, orders[o], "gpu", 0);
        test_by("the order %s", orders[o]);
        test_fetch_rows(context, graph);
        check_graph_of_list(graph, &list, orders[o]);
        tricorn_graph_free(graph);
    }
    edge_list_free(&list);
}

/* The CPU renumbers graphs that do not fit on the GPU. */
TEST_CASE(small_memory)
{
    test_random random = {53};
    edge_list list = make_skewed(2000, 40000, &random);
    test_on("skewed edges within 64 KiB");
    for (int o = 0; o < ORDERS; o++) {
        tricorn_graph *expected = load(&list, orders[o], NULL, 0);
        tricorn_graph *graph = load(&list, orders[o], "gpu", 1 << 16);
        CHECK(graph->on_gpu == NULL, "%s: on the GPU", orders[o]);
        check_identical_graphs(graph, expected, orders[o]);
        tricorn_graph_free(graph);
        tricorn_graph_free(expected);
    }
    edge_list_free(&list);
}

/* ---- long paths ---- */

enum { LONG_PATH = 10000000 };

/* Half as many rounds as vertices: this takes seconds; with a launch for each round it would take a minute. */
TEST_CASE(long_path)
{
    enum { MOST_SECONDS = 15, LAST = LONG_PATH / 2 - 1 /* round */ };
    edge_list list = make_path(LONG_PATH);
    test_on("a path of %d vertices", LONG_PATH);
    const double start = tg_clock_now();
    tricorn_graph *graph = load(&list, "core", "gpu", 0);
    const double seconds = tg_clock_now() - start;
    print_message("a path of %d vertices by cores: %.3f s\n", LONG_PATH, seconds);
    CHECK(seconds < MOST_SECONDS, "%.1f s", seconds);
    CHECK(graph->on_gpu != NULL, "not on the GPU");
    const tg_row_measures told = tg_on_gpu_measures(graph);
    CHECK_EQ(told.longest, 1, "the degeneracy");
    CHECK_EQ(graph->edges, LONG_PATH - 1, "edges");
    for (uint32_t pair = 0; pair <= LAST; pair++) {
        CHECK_EQ(tg_graph_input_id(graph, 2 * pair), LAST - pair, "pair %u", pair);
        CHECK_EQ(tg_graph_input_id(graph, 2 * pair + 1), LAST + 1 + pair, "pair %u", pair);
    }
    tricorn_graph_free(graph);
    edge_list_free(&list);
}

/* How often a progress function was called while vertices were peeled, and the call at which it cancels. */
typedef struct asking {
    int asked, stop_at;
    uint64_t done;
} asking;

static int stop_peeling(void *user, const char *phase, uint64_t done, uint64_t total)
{
    asking *now = user;
    if (strcmp(phase, "peeling") != 0) return 0;
    CHECK(now->done <= done && done <= total, "%llu of %llu", (unsigned long long)done, (unsigned long long)total);
    now->done = done;
    return ++now->asked == now->stop_at;
}

TEST_CASE(stopped_on_the_way)
{
    edge_list list = make_path(LONG_PATH);
    const uint64_t before = tg_device_live_bytes(context);
    tricorn_graph *graph = NULL;
    test_on("a path of %d vertices, stopped", LONG_PATH);
    tricorn_options count = *COUNTING(.device = "gpu");
    for (int stop_at = 1; stop_at <= 3; stop_at++) {
        asking now = {.stop_at = stop_at};
        tricorn_context_set_progress(context, stop_peeling, &now);
        REQUIRE_STATUS(context,
          tricorn_graph_from_edges32(
            context, list.pairs, list.count, LOADING(.count = &count, .graph.order = "core"), &graph),
          TRICORN_CANCELLED);
        CHECK_EQ(now.asked, stop_at, "times asked");
        CHECK(now.done < LONG_PATH / 2, "%llu vertices were peeled", (unsigned long long)now.done);
        CHECK(graph == NULL, "no graph");
        CHECK_EQ(tg_device_live_bytes(context), before, "bytes left");
    }
    tricorn_context_set_progress(context, NULL, NULL);
    edge_list_free(&list);
}

TEST_MAIN_ON_DEVICE(&context, NULL, NULL)
