/* test_multi_gpu.c - several GPUs that count one graph; a machine with one GPU uses it twice.
 * Skipped without a GPU. */
#include <string.h>

#include "device/device.h"
#include "registry/registry.h"
#include "support/device_tests.h"
#include "support/stored.h"

static tricorn_context *context;
static const char *device;

static tricorn_result count(const tricorn_graph *graph, const char *algorithm, const char *on)
{
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    options.algorithm = algorithm;
    options.device = on;
    test_by("%s on %s", algorithm ? algorithm : "what is chosen", on);
    REQUIRE_OK(context, tricorn_count(context, graph, &options, &result));
    return result;
}

TEST_CASE(every_algorithm_counts_the_same)
{
    static const char *const graphs[][2] = {{"kronecker", "scale=12"}, {"complete", "vertices=300"},
      {"complete", "vertices=3"}, {"star", "vertices=1000"}, {"grid2d", NULL}};
    for (size_t g = 0; g < LENGTH(graphs); g++) {
        tricorn_graph *graph = test_model(context, graphs[g][0], graphs[g][1], 9);
        const uint64_t expected = test_cpu_count(context, graph);
        for (size_t a = 0; a < tg_algorithm_count(); a++) {
            const char *name = tricorn_algorithm_at(a)->name;
            if (tg_device_of(tg_algorithm_at(a)) != TG_GPU) continue;
            const tricorn_result result = count(graph, name, device);
            CHECK_EQ(result.triangles, expected, "the same");
            CHECK(strcmp(result.how.device, device) == 0, "it ran on %s", result.how.device);
        }
        CHECK_EQ(count(graph, NULL, "gpu:0,0,0,0,0").triangles, expected, "five parts");
        tricorn_graph_free(graph);
    }
}

TEST_CASE(plans_count_again)
{
    enum { TIMES = 5 };
    tricorn_graph *graph = test_model(context, "kronecker", "scale=13", 9);
    const uint64_t expected = test_cpu_count(context, graph);
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_plan *plan = NULL;
    options.device = device;
    test_by("a plan on %s", device);
    REQUIRE_OK(context, tricorn_plan_create(context, graph, &options, &plan));
    for (int i = 0; i < TIMES; i++) {
        tricorn_result result = TRICORN_RESULT_INIT;
        REQUIRE_OK(context, tricorn_plan_run(context, plan, &result));
        CHECK_EQ(result.triangles, expected, "run %d", i);
        CHECK(result.seconds.count > 0 && result.seconds.transfer > 0, "run %d took time", i);
        CHECK(result.memory.device_peak_bytes > 0, "run %d took memory", i);
    }
    tricorn_plan_free(plan);
    tricorn_graph_free(graph);
}

/* The first GPU has prepared the graph, and the others copy it. */
TEST_CASE(a_graph_on_the_first_is_shared)
{
    static const char *const devices[] = {"gpu:0,0", "gpu:0,0,0", "gpu:0,0,0,0,0,0,0"};
    enum { VERTICES = 400 };
    uint32_t pairs[2 * VERTICES * 20], count_of = 0;
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_load_options load = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_graph *graph = NULL;
    test_on("a ring of %d, each with its 20 next ones", VERTICES);
    for (uint32_t v = 0; v < VERTICES; v++)
        for (uint32_t i = 1; i <= 20; i++) {
            pairs[count_of++] = v;
            pairs[count_of++] = (v + i) % VERTICES;
        }
    for (size_t d = 0; d < LENGTH(devices); d++) {
        options.device = devices[d];
        load.count = &options;
        test_by("loading for %s", devices[d]);
        REQUIRE_OK(context, tricorn_graph_from_edges32(context, pairs, count_of / 2, &load, &graph));
        /* Any two of the next 20 vertices after a vertex are at most 19 apart: 190 triangles. */
        CHECK_EQ(count(graph, NULL, devices[d]).triangles, UINT64_C(190) * VERTICES, "shared");
        CHECK_EQ(count(graph, "trust", device).triangles, UINT64_C(190) * VERTICES, "loaded for %s", devices[d]);
        tricorn_graph_free(graph);
    }
}

/* Blocks, tiles of the product, and the remaining edges are distributed over parts; the numbers
 * of most of these are not multiples of the number of parts. */
TEST_CASE(parts_of_tables_add_up)
{
    enum { HUBS = 5000 };
    static const char *const devices[] = {"gpu:0,0", "gpu:0,0,0", "gpu:0,0,0,0,0,0,0"};
    tricorn_graph *complete = test_model(context, "complete", "vertices=5000", 9);
    tricorn_graph *skewed = test_model(context, "kronecker", "scale=17", 9);
    const uint64_t expected = test_cpu_count(context, skewed);
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    options.algorithm = "gpu-adaptive";
    options.parameters = "gpu-adaptive.wedges=0";
    for (size_t d = 0; d < LENGTH(devices); d++) {
        options.device = devices[d];
        test_by("tables on %s", devices[d]);
        REQUIRE_OK(context, tricorn_count(context, complete, &options, &result));
        CHECK_EQ(result.triangles, UINT64_C(1) * HUBS * (HUBS - 1) * (HUBS - 2) / 6, "complete");
        REQUIRE_OK(context, tricorn_count(context, skewed, &options, &result));
        CHECK_EQ(result.triangles, expected, "skewed");
    }
    tricorn_graph_free(complete);
    tricorn_graph_free(skewed);
}

/* Counts vertices, then the total. `expected` has the triangles of each vertex; those of all are three times as many. */
static void check_partition(
  const tricorn_graph *graph, const tricorn_options *options, const uint64_t *expected, uint64_t vertices)
{
    uint64_t triangles = 0;
    tricorn_result result = TRICORN_RESULT_INIT;
    uint64_t *counts = NULL;
    test_by("%s on %s, %u blocks", options->partition, options->device, options->blocks);
    for (uint64_t v = 0; v < vertices; v++) triangles += expected[v];
    triangles /= 3;
    REQUIRE_OK(context, tricorn_array_create(context, vertices, sizeof *counts, (void **)&counts));
    REQUIRE_OK(context, tricorn_vertex_triangles(context, graph, options, counts, &result));
    CHECK_EQ(result.triangles, triangles, "in all");
    CHECK(memcmp(counts, expected, vertices * sizeof *counts) == 0, "each vertex");
    REQUIRE_OK(context, tricorn_count(context, graph, options, &result));
    CHECK_EQ(result.triangles, triangles, "the total");
    tricorn_array_free(counts);
}

/* Counts a graph by each partition of papers, on one GPU and on several, in up to 64 parts. */
static void check_partitions(const tricorn_graph *graph, const uint64_t *expected, uint64_t vertices)
{
    static const char *const devices[] = {"gpu:0", "gpu:0,0", "gpu:0,0,0,0,0"};
    static const char *const partitions[] = {"trust", "trix", "workload", "polak"};
    tricorn_options options = TRICORN_OPTIONS_INIT;
    for (size_t p = 0; p < LENGTH(partitions); p++)
        for (size_t d = 0; d < LENGTH(devices); d++)
            for (options.blocks = 1; options.blocks < 100; options.blocks *= 4) {
                options.partition = partitions[p];
                options.device = devices[d];
                options.parts = options.blocks / 2; /* of `workload` and `polak`; 0: one a GPU */
                check_partition(graph, &options, expected, vertices);
            }
}

/* What GPUs find in the tasks that they take from a queue adds up to what is in the whole graph. */
TEST_CASE(tasks_of_partitions_add_up)
{
    tricorn_graph *graph = test_model(context, "kronecker", "scale=12", 9);
    tricorn_graph_description described = TRICORN_GRAPH_DESCRIPTION_INIT;
    tricorn_options options = TRICORN_OPTIONS_INIT;
    uint64_t *expected = NULL;
    REQUIRE_OK(context, tricorn_graph_describe(context, graph, &described));
    const uint64_t vertices = described.vertices + described.isolated;
    REQUIRE_OK(context, tricorn_array_create(context, vertices, sizeof *expected, (void **)&expected));
    options.device = "cpu";
    REQUIRE_OK(context, tricorn_vertex_triangles(context, graph, &options, expected, NULL));
    check_partitions(graph, expected, vertices);
    tricorn_array_free(expected);
    tricorn_graph_free(graph);
}

/* The same from disk, by brute force. */
TEST_CASE(tasks_from_disk_add_up)
{
    enum { VERTICES = 90, EDGES = 900 };
    static uint64_t expected[VERTICES];
    static bool adjacent[VERTICES][VERTICES];
    test_random random = {91};
    edge_list edges = edge_list_create(VERTICES);
    for (uint32_t v = 0; v + 1 < VERTICES; v++) edge_list_add(&edges, v, v + 1);
    for (int e = 0; e < EDGES; e++) {
        const uint64_t a = test_random_below(&random, VERTICES);
        edge_list_add(&edges, (uint32_t)(a * a / VERTICES), (uint32_t)test_random_below(&random, VERTICES));
    }
    for (uint64_t e = 0; e < edges.count; e++) {
        const uint32_t u = edges.pairs[2 * e], v = edges.pairs[2 * e + 1];
        if (u != v) adjacent[u][v] = adjacent[v][u] = true;
    }
    for (uint32_t u = 0; u < VERTICES; u++)
        for (uint32_t v = 0; v < VERTICES; v++)
            for (uint32_t w = 0; w < v; w++) expected[u] += adjacent[u][v] && adjacent[u][w] && adjacent[v][w];
    tricorn_graph *graph = test_stored_graph(context, &edges, TEST_IDS_DENSE, 9);
    check_partitions(graph, expected, VERTICES);
    tricorn_graph_free(graph);
    edge_list_free(&edges);
    test_store_reset();
}

/* Blocks that leave no room for an algorithm's index are cut again, and a limit that is too small is an error. */
TEST_CASE(blocks_from_disk_fit)
{
    enum { VERTICES = 3000, EDGES = 60000 };
    test_random random = {92};
    edge_list edges = edge_list_create(VERTICES);
    for (int e = 0; e < EDGES; e++) {
        const uint64_t a = test_random_below(&random, VERTICES);
        edge_list_add(&edges, (uint32_t)(a * a / VERTICES), (uint32_t)test_random_below(&random, VERTICES));
    }
    tricorn_graph *whole = edge_list_graph(context, &edges);
    const uint64_t expected = test_cpu_count(context, whole);
    tricorn_graph *graph = test_stored_graph(context, &edges, TEST_IDS_DENSE, 9);
    tricorn_options options = TRICORN_OPTIONS_INIT;
    options.device = device;
    options.partition = "trust";
    uint32_t counted = 0;
    for (options.device_bytes_limit = 4 << 20; options.device_bytes_limit > 1 << 10; options.device_bytes_limit /= 2) {
        tricorn_result result = TRICORN_RESULT_INIT;
        const tricorn_status status = tricorn_count(context, graph, &options, &result);
        if (status != TRICORN_OK) break;
        CHECK_EQ(result.triangles, expected, "%llu bytes", (unsigned long long)options.device_bytes_limit);
        CHECK(result.memory.device_peak_bytes <= options.device_bytes_limit, "its memory");
        counted++;
    }
    CHECK(counted >= 2, "%u limits", counted);
    tricorn_graph_free(graph);
    tricorn_graph_free(whole);
    edge_list_free(&edges);
    test_store_reset();
}

/* Rows that do not fit on any GPU as a whole are cut into blocks, which both GPUs count. */
TEST_CASE(small_limits_count_in_parts)
{
    tricorn_graph *graph = test_model(context, "kronecker", "scale=13", 9);
    const uint64_t expected = test_cpu_count(context, graph);
    tricorn_graph_description described = TRICORN_GRAPH_DESCRIPTION_INIT;
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    REQUIRE_OK(context, tricorn_graph_describe(context, graph, &described));
    options.device = device;
    options.device_bytes_limit = described.edges * sizeof(uint32_t) * 3 / 4;
    test_by("what is chosen on %s with %llu bytes", device, (unsigned long long)options.device_bytes_limit);
    REQUIRE_OK(context, tricorn_count(context, graph, &options, &result));
    CHECK_EQ(result.triangles, expected, "in parts");
    CHECK(strcmp(result.how.device, device) == 0, "on %s", result.how.device);
    CHECK(strcmp(result.cut.schedule, "blocks") == 0, "by %s", result.cut.schedule);
    CHECK(result.cut.blocks >= 4, "%u blocks", result.cut.blocks);
    tricorn_graph_free(graph);
}

static int stop_counting(void *user, const char *phase, uint64_t done, uint64_t total)
{
    (void)done;
    (void)total;
    if (strcmp(phase, "counting") != 0) return 0;
    ++*(int *)user;
    return 1;
}

/* Counting the blocks lasts seconds, and is stopped; the plan counts all of them when it runs again. */
TEST_CASE(blocks_can_be_stopped)
{
    tricorn_graph *graph = test_model(context, "kronecker", "scale=12 edge_factor=16", 9);
    const uint64_t expected = test_cpu_count(context, graph);
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_plan *plan = NULL;
    int calls = 0;
    options.device = device;
    options.blocks = 400;
    test_by("what is chosen on %s with %u blocks", device, options.blocks);
    REQUIRE_OK(context, tricorn_plan_create(context, graph, &options, &plan));
    tricorn_context_set_progress(context, stop_counting, &calls);
    REQUIRE_STATUS(context, tricorn_plan_run(context, plan, &result), TRICORN_CANCELLED);
    CHECK(calls > 0, "it was asked");
    tricorn_context_set_progress(context, NULL, NULL);
    REQUIRE_OK(context, tricorn_plan_run(context, plan, &result));
    CHECK_EQ(result.triangles, expected, "after a stop");
    tricorn_plan_free(plan);
    tricorn_graph_free(graph);
}

TEST_CASE(a_missing_one_is_named)
{
    tricorn_graph *graph = test_model(context, "complete", "vertices=9", 9);
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    options.device = "gpu:0,99";
    REQUIRE_STATUS(context, tricorn_count(context, graph, &options, &result), TRICORN_INVALID_ARGUMENT);
    CHECK_MESSAGE(context, "gpu:99");
    tricorn_graph_free(graph);
}

int main(int argc, char **argv)
{
    device = tg_device_count() > 1 ? "gpu:0,1" : "gpu:0,0";
    return run_on_device(&context, NULL, NULL, argc, argv);
}
