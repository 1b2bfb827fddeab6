/* test_multi_gpu.c - several GPUs that share a graph; where there is only one it is given twice.
 * Skipped where there is none. */
#include <string.h>

#include "device/device.h"
#include "registry/registry.h"
#include "support/device_tests.h"

static trigon_context *context;
static const char *device;

static trigon_result count(const trigon_graph *graph, const char *algorithm, const char *on)
{
    trigon_options options = TRIGON_OPTIONS_INIT;
    trigon_result result = TRIGON_RESULT_INIT;
    options.algorithm = algorithm;
    options.device = on;
    test_by("%s on %s", algorithm ? algorithm : "what is chosen", on);
    REQUIRE_OK(context, trigon_count(context, graph, &options, &result));
    return result;
}

static void every_algorithm_counts_the_same(void **state)
{
    static const char *const graphs[][2] = {{"kronecker", "scale=12"},
                                            {"complete", "vertices=300"},
                                            {"complete", "vertices=3"},
                                            {"star", "vertices=1000"},
                                            {"grid2d", NULL}};
    (void)state;
    for (size_t g = 0; g < sizeof graphs / sizeof *graphs; g++) {
        trigon_graph *graph = test_model(context, graphs[g][0], graphs[g][1], 9);
        const uint64_t expected = test_cpu_count(context, graph);
        for (size_t a = 0; a < tg_algorithm_count(); a++) {
            const char *name = trigon_algorithm_at(a)->name;
            if (tg_algorithm_at(a)->device != TG_GPU) continue;
            const trigon_result result = count(graph, name, device);
            CHECK_EQ(result.triangles, expected, "the same");
            CHECK(strcmp(result.device, device) == 0, "it ran on %s", result.device);
        }
        CHECK_EQ(count(graph, NULL, "gpu:0,0,0,0,0").triangles, expected, "five parts");
        trigon_graph_free(graph);
    }
}

static void plans_count_again(void **state)
{
    enum { TIMES = 5 };
    trigon_graph *graph = test_model(context, "kronecker", "scale=13", 9);
    const uint64_t expected = test_cpu_count(context, graph);
    trigon_options options = TRIGON_OPTIONS_INIT;
    trigon_plan *plan = NULL;
    (void)state;
    options.device = device;
    test_by("a plan on %s", device);
    REQUIRE_OK(context, trigon_plan_create(context, graph, &options, &plan));
    for (int i = 0; i < TIMES; i++) {
        trigon_result result = TRIGON_RESULT_INIT;
        REQUIRE_OK(context, trigon_plan_run(context, plan, &result));
        CHECK_EQ(result.triangles, expected, "run %d", i);
        CHECK(result.count_seconds > 0 && result.transfer_seconds > 0, "run %d took time", i);
        CHECK(result.device_peak_bytes > 0, "run %d took memory", i);
    }
    trigon_plan_free(plan);
    trigon_graph_free(graph);
}

/* The first GPU has prepared the graph and hands it on. */
static void a_graph_on_the_first_is_shared(void **state)
{
    static const char *const devices[] = {"gpu:0,0", "gpu:0,0,0", "gpu:0,0,0,0,0,0,0"};
    enum { VERTICES = 400 };
    uint32_t pairs[2 * VERTICES * 20], count_of = 0;
    trigon_options options = TRIGON_OPTIONS_INIT;
    trigon_load_options load = TRIGON_LOAD_OPTIONS_INIT;
    trigon_graph *graph = NULL;
    (void)state;
    test_on("a ring of %d, each with its 20 next ones", VERTICES);
    for (uint32_t v = 0; v < VERTICES; v++)
        for (uint32_t i = 1; i <= 20; i++) {
            pairs[count_of++] = v;
            pairs[count_of++] = (v + i) % VERTICES;
        }
    for (size_t d = 0; d < sizeof devices / sizeof *devices; d++) {
        options.device = devices[d];
        load.count = &options;
        test_by("loading for %s", devices[d]);
        REQUIRE_OK(context,
                   trigon_graph_from_edges32(context, pairs, count_of / 2, &load, &graph));
        /* Of each vertex any two of its 20 next ones are at most 19 apart: 190 triangles. */
        CHECK_EQ(count(graph, NULL, devices[d]).triangles, UINT64_C(190) * VERTICES, "shared");
        CHECK_EQ(count(graph, "trust", device).triangles, UINT64_C(190) * VERTICES,
                 "loaded for %s", devices[d]);
        trigon_graph_free(graph);
    }
}

/* Rows that fit nowhere as a whole are counted in parts by the first. */
static void small_limits_count_in_parts(void **state)
{
    trigon_graph *graph = test_model(context, "kronecker", "scale=13", 9);
    const uint64_t expected = test_cpu_count(context, graph);
    trigon_graph_description described = TRIGON_GRAPH_DESCRIPTION_INIT;
    trigon_options options = TRIGON_OPTIONS_INIT;
    trigon_result result = TRIGON_RESULT_INIT;
    (void)state;
    REQUIRE_OK(context, trigon_graph_describe(context, graph, &described));
    options.device = device;
    options.device_bytes_limit = described.edges * sizeof(uint32_t) * 3 / 4;
    test_by("what is chosen on %s with %llu bytes", device,
            (unsigned long long)options.device_bytes_limit);
    REQUIRE_OK(context, trigon_count(context, graph, &options, &result));
    CHECK_EQ(result.triangles, expected, "in parts");
    CHECK(strcmp(result.device, "gpu:0") == 0, "on %s", result.device);
    trigon_graph_free(graph);
}

static void a_missing_one_is_named(void **state)
{
    trigon_graph *graph = test_model(context, "complete", "vertices=9", 9);
    trigon_options options = TRIGON_OPTIONS_INIT;
    trigon_result result = TRIGON_RESULT_INIT;
    (void)state;
    options.device = "gpu:0,99";
    REQUIRE_STATUS(context, trigon_count(context, graph, &options, &result),
                   TRIGON_INVALID_ARGUMENT);
    CHECK_MESSAGE(context, "gpu:99");
    trigon_graph_free(graph);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_algorithm_counts_the_same),
        cmocka_unit_test(plans_count_again),
        cmocka_unit_test(a_graph_on_the_first_is_shared),
        cmocka_unit_test(small_limits_count_in_parts),
        cmocka_unit_test(a_missing_one_is_named),
    };
    device = tg_device_count() > 1 ? "gpu:0,1" : "gpu:0,0";
    return RUN_ON_DEVICE(tests, &context, argc, argv);
}
