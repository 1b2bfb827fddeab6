/* test_truss.c - trussness on the GPU: that of every edge is the same as on the CPU, for graphs
 * of many levels, with long rows and many rounds; single trusses; the CPU takes over if device
 * memory is refused. Skipped without a GPU. */
#include <stdlib.h>
#include <string.h>

#include "analysis/truss/truss.h"
#include "analysis/truss/truss_single_k.h"
#include "graph/graph.h"
#include "schedule/schedule.h"
#include "support/device_tests.h"
#include "support/families.h"

static tricorn_context *context;

static tricorn_trusses *find(const tricorn_graph *graph, const char *device, uint64_t limit)
{
    tricorn_trusses *trusses = NULL;
    tricorn_options count = *COUNTING(.device = device, .device_bytes_limit = limit);
    REQUIRE_OK(
      context, tricorn_trussness(context, graph, OPTIONS(tricorn_truss_options, .count = &count), &trusses, NULL));
    return trusses;
}

static const char *method_of(const tricorn_trusses *trusses)
{
    tricorn_trusses_description all = TRICORN_TRUSSES_DESCRIPTION_INIT;
    REQUIRE_OK(context, tricorn_trusses_describe(context, trusses, &all));
    return all.method;
}

typedef struct kept {
    uint32_t *trussness;
    uint64_t edges;
} kept;

static int keep_edges(void *user, const uint32_t *ends, const uint32_t *trussness, uint64_t count)
{
    kept *to = user;
    (void)ends;
    memcpy(to->trussness + to->edges, trussness, count * sizeof *trussness);
    to->edges += count;
    return 0;
}

/* In the order of the graph's edges; free() it. */
static uint32_t *values_of(const tricorn_graph *graph, const tricorn_trusses *trusses)
{
    kept to = {test_allocate(graph->edges + 1, sizeof(uint32_t)), 0};
    REQUIRE_OK(
      context, tricorn_trusses_visit(context, trusses, OPTIONS(tricorn_visitor, .edges = keep_edges, .user = &to)));
    CHECK_EQ(to.edges, graph->edges, "each edge once");
    return to.trussness;
}

static void check_same(const tricorn_graph *graph, const tricorn_trusses *made, const tricorn_trusses *expected)
{
    uint32_t *a = values_of(graph, made), *b = values_of(graph, expected);
    uint64_t different = 0;
    for (uint64_t e = 0; e < graph->edges; e++) different += a[e] != b[e];
    CHECK_EQ(different, 0, "edges of another trussness than on the CPU");
    free(a);
    free(b);
}

static void check_graph(tricorn_graph *graph)
{
    tricorn_trusses *here = find(graph, "cpu", 0), *there = find(graph, "gpu", 0);
    CHECK(strcmp(method_of(there), "gpu") == 0, "peeled on the GPU");
    check_same(graph, there, here);
    tricorn_trusses_free(here);
    tricorn_trusses_free(there);
}

static void check_edges(const char *name, edge_list edges)
{
    tricorn_graph *graph = edge_list_into_graph(context, edges);
    test_on("%s", name);
    check_graph(graph);
    tricorn_graph_free(graph);
}

TEST_CASE(families)
{
    static const uint32_t parts[] = {90, 60, 50};
    check_edges("triangle", make_complete(3));
    check_edges("complete 700", make_complete(700));
    check_edges("multipartite", make_multipartite(parts, 3));
    check_edges("windmill", make_windmill(9, 500));
    check_edges("path power: thousands of rounds", make_path_power(40000, 9));
    check_edges("ring", make_ring(5000, 6));
    check_edges("wheel: a row for blocks", make_wheel(30000));
    check_edges("star", make_star(1000));
    check_edges("karate", make_karate());
}

/* Two hubs on a ring: a block removes their edge. */
TEST_CASE(long_edge)
{
    const uint32_t n = 20000;
    edge_list edges = make_ring(n, 2);
    for (uint32_t v = 0; v < n; v++) {
        edge_list_add(&edges, n, v);
        edge_list_add(&edges, n + 1, v);
    }
    edge_list_add(&edges, n, n + 1);
    check_edges("two hubs on a ring", edges);
}

TEST_CASE(models)
{
    static const char *const all[][2] = {{"kronecker", "scale=15 edge_factor=16"},
      {"kronecker", "scale=12 edge_factor=60"}, {"barabasi_albert", NULL}, {"watts_strogatz", NULL}};
    for (size_t i = 0; i < LENGTH(all); i++) {
        tricorn_graph *graph = test_model(context, all[i][0], all[i][1], 5);
        for (int again = 0; again < 3; again++) check_graph(graph);
        tricorn_graph_free(graph);
    }
}

/* Where no device is named, the CPU counts the supports of a small graph, and a GPU that runs
 * already peels its edges, which takes one thread longer. */
TEST_CASE(auto_peels_there)
{
    tricorn_graph *graph = test_model(context, "kronecker", "scale=13 edge_factor=16", 5);
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_trusses *here = find(graph, "cpu", 0), *made = NULL;

    tricorn_trusses_free(find(graph, "gpu", 0)); /* starts the GPU */
    tricorn_options count = *COUNTING(.threads = 1);
    REQUIRE_OK(
      context, tricorn_trussness(context, graph, OPTIONS(tricorn_truss_options, .count = &count), &made, &result));
    CHECK(strcmp(result.how.device, "cpu") == 0, "counted on %s", result.how.device);
    CHECK(strcmp(result.how.peeled_by, "gpu") == 0, "peeled by %s", result.how.peeled_by);
    check_same(graph, made, here);
    tricorn_trusses_free(made);
    tricorn_trusses_free(here);
    tricorn_graph_free(graph);
}

/* ---- single trusses ---- */

static tricorn_graph *truss_of(const tricorn_graph *graph, const char *device, uint32_t k)
{
    tricorn_graph *truss = NULL;
    tricorn_options count = *COUNTING(.device = device);
    REQUIRE_OK(
      context, tricorn_truss(context, graph, k, OPTIONS(tricorn_truss_options, .count = &count), &truss, NULL));
    return truss;
}

/* Graphs that are made from the same edges have the same rows. */
static void check_same_rows(const tricorn_graph *made, const tricorn_graph *expected, uint32_t k)
{
    tg_rows a, b;
    CHECK_EQ(made->edges, expected->edges, "edges of the %u-truss", k);
    CHECK_EQ(made->vertices, expected->vertices, "vertices of the %u-truss", k);
    REQUIRE_OK(context, tg_graph_rows(context, made, &a));
    REQUIRE_OK(context, tg_graph_rows(context, expected, &b));
    if (made->edges == expected->edges && made->edges > 0)
        CHECK(memcmp(a.ids, b.ids, made->edges * sizeof *a.ids) == 0, "the %u-truss", k);
}

TEST_CASE(single)
{
    tricorn_graph *graph = test_model(context, "kronecker", "scale=11 edge_factor=24", 3);
    tricorn_trusses *all = find(graph, "cpu", 0);
    for (uint32_t k = 2; k < 80; k += k < 8 ? 1 : 7) {
        tricorn_graph *made = truss_of(graph, "gpu", k), *expected = NULL;
        REQUIRE_OK(context, tricorn_trusses_graph(context, all, k, &expected));
        check_same_rows(made, expected, k);
        tricorn_graph_free(made);
        tricorn_graph_free(expected);
    }
    tricorn_trusses_free(all);
    tricorn_graph_free(graph);
}

/* Finds the truss of k by counting again always, never, or if it is predicted to be faster;
 * compares it with the trussness of each edge. */
static void check_costs(const tg_plan *plan, const uint32_t *trussness, uint32_t k)
{
    static const tg_truss_costs all[] = {{0, 1, 0, 0}, {0, 0, 1, 0}, {0, 2e-9, 1e-6, 0}};
    const uint64_t edges = plan->graph->edges;
    for (size_t p = 0; p < LENGTH(all); p++) {
        uint64_t *bits = test_allocate(edges / 64 + 1, sizeof *bits), wrong = 0;
        tg_device_supported there = {0};
        tricorn_result result;
        tg_single_k one = {.setup = &plan->request.setup, .costs = all[p], .least = k - 2, .bits = bits};
        memset(bits, 0, (edges / 64 + 1) * sizeof *bits);
        REQUIRE_OK(context, tg_plan_execute_there(context, plan, &there, &result));
        REQUIRE_OK(context, tg_single_k_on_gpu(context, &there, &one));
        tg_device_supported_free(context, &there);
        for (uint64_t e = 0; e < edges; e++) wrong += (bits[e / 64] >> e % 64 & 1) != (trussness[e] >= k);
        CHECK_EQ(wrong, 0, "edges of the %u-truss, costs number %zu", k, p);
        free(bits);
    }
}

TEST_CASE(recounted)
{
    static const char *const all[][2] = {
      {"kronecker", "scale=13 edge_factor=16"}, {"barabasi_albert", NULL}, {"watts_strogatz", NULL}};
    for (size_t i = 0; i < LENGTH(all); i++) {
        tricorn_graph *graph = test_model(context, all[i][0], all[i][1], 7);
        tricorn_trusses *here = find(graph, "cpu", 0);
        uint32_t *trussness = values_of(graph, here);
        tg_plan *plan = NULL;
        REQUIRE_OK(context, tg_plan_create(context, graph, COUNTING(.device = "gpu"), TG_SINK_EDGES, &plan));
        CHECK(plan->schedule->execute_there != NULL, "supports stay on the GPU");
        for (uint32_t k = 2; k <= here->k_max + 1; k += 1 + k / 4) check_costs(plan, trussness, k);
        tg_plan_free(plan);
        free(trussness);
        tricorn_trusses_free(here);
        tricorn_graph_free(graph);
    }
}

/* Each allocation on the GPU fails in turn; the CPU does what the GPU then cannot do. */
TEST_CASE(refused)
{
    tricorn_graph *graph = test_model(context, "kronecker", "scale=9 edge_factor=16", 3);
    tricorn_trusses *expected = find(graph, "cpu", 0);
    const uint64_t before = tg_device_live_bytes(context);
    uint64_t failed = 1, on_cpu = 0;
    for (uint64_t first = 0; failed > 0; first++) {
        tricorn_trusses *trusses = NULL;
        tricorn_options count = *COUNTING(.device = "gpu");
        tg_device_refuse(context, first, 1);
        const tricorn_status status =
          tricorn_trussness(context, graph, OPTIONS(tricorn_truss_options, .count = &count), &trusses, NULL);
        failed = tg_device_refused(context);
        CHECK(status == TRICORN_OK || status == TRICORN_OUT_OF_DEVICE_MEMORY, "status %d", (int)status);
        if (status == TRICORN_OK) {
            check_same(graph, trusses, expected);
            on_cpu += strcmp(method_of(trusses), "gpu") != 0;
        }
        tricorn_trusses_free(trusses);
        CHECK_EQ(tg_device_live_bytes(context), before, "bytes left on the GPU");
    }
    tg_device_refuse(context, 0, 0);
    CHECK(on_cpu > 0, "the CPU peeled where the GPU could not");
    tricorn_trusses_free(expected);
    tricorn_graph_free(graph);
}

TEST_CASE(refused_single)
{
    tricorn_graph *graph = test_model(context, "kronecker", "scale=9 edge_factor=16", 3);
    tricorn_graph *expected = truss_of(graph, "cpu", 8);
    const uint64_t before = tg_device_live_bytes(context);
    uint64_t failed = 1;
    for (uint64_t first = 0; failed > 0; first++) {
        tricorn_graph *truss = NULL;
        tricorn_options count = *COUNTING(.device = "gpu");
        tg_device_refuse(context, first, 1);
        const tricorn_status status =
          tricorn_truss(context, graph, 8, OPTIONS(tricorn_truss_options, .count = &count), &truss, NULL);
        failed = tg_device_refused(context);
        CHECK(status == TRICORN_OK || status == TRICORN_OUT_OF_DEVICE_MEMORY, "status %d", (int)status);
        if (status == TRICORN_OK) check_same_rows(truss, expected, 8);
        tricorn_graph_free(truss);
        CHECK_EQ(tg_device_live_bytes(context), before, "bytes left on the GPU");
    }
    tg_device_refuse(context, 0, 0);
    tricorn_graph_free(expected);
    tricorn_graph_free(graph);
}

/* Returns the method of a call with this limit of GPU memory. */
static const char *peeled_within(const tricorn_graph *graph, uint64_t limit, const tricorn_trusses *expected)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_trusses *trusses = NULL;
    tricorn_options count = *COUNTING(.device = "gpu", .device_bytes_limit = limit);
    const tricorn_status status =
      tricorn_trussness(context, graph, OPTIONS(tricorn_truss_options, .count = &count), &trusses, &result);
    if (status == TRICORN_OUT_OF_DEVICE_MEMORY) return NULL;
    REQUIRE_OK(context, status);
    CHECK(strncmp(result.how.device, "gpu", 3) == 0, "supports were counted on %s", result.how.device);
    CHECK(strcmp(result.how.peeled_by, method_of(trusses)) == 0, "the result says who peeled");
    check_same(graph, trusses, expected);
    tricorn_trusses_free(trusses);
    return result.how.peeled_by;
}

/* A graph that fits on the GPU, but not with rows from both ends; then one that does not fit. */
TEST_CASE(little_memory)
{
    tricorn_graph *graph = test_model(context, "kronecker", "scale=15 edge_factor=16", 3);
    tricorn_trusses *expected = find(graph, "cpu", 0);
    uint32_t here = 0, there = 0;
    for (uint64_t limit = 1 << 20; limit <= 64 << 20; limit += limit / 4) {
        const char *method = peeled_within(graph, limit, expected);
        test_on("%llu bytes", (unsigned long long)limit);
        if (method) *(strcmp(method, "gpu") == 0 ? &there : &here) += 1;
    }
    CHECK(here > 0, "the CPU peeled what was too much for the GPU");
    CHECK(there > 0, "the GPU peeled what was not");
    tricorn_trusses_free(expected);
    tricorn_graph_free(graph);
}

TEST_MAIN_ON_DEVICE(&context, NULL, NULL)
