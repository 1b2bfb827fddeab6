/* test_device.c - graphs on a GPU: its memory limit, plans that outlive their context, contexts
 * that work at the same time. Skipped without a GPU. */
#include <string.h>

#include "device/device.h"
#include "registry/registry.h"
#include "support/device_tests.h"

enum { REPEATS = 100, MANY = 20000 };

typedef struct fixture {
    tricorn_context *context;
    tricorn_graph *graph;
    uint64_t triangles; /* by the CPU */
} fixture;

static int set_up(void **state)
{
    static fixture made;
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;

    test_on("kronecker scale=13 edge_factor=16");
    if (tricorn_context_create(NULL, &made.context) != TRICORN_OK) return 1;
    REQUIRE_OK(
      made.context, tricorn_graph_generate(made.context, "kronecker", "scale=13 edge_factor=16", 7, &made.graph));
    options.algorithm = "cpu-merge-edge";
    REQUIRE_OK(made.context, tricorn_count(made.context, made.graph, &options, &result));
    made.triangles = result.triangles;
    *state = &made;
    return 0;
}

static int tear_down(void **state)
{
    fixture *made = *state;
    tricorn_graph_free(made->graph);
    tricorn_context_free(made->context);
    return 0;
}

static void small_limits_count_in_parts(void **state)
{
    const fixture *made = *state;
    tricorn_graph_description graph = TRICORN_GRAPH_DESCRIPTION_INIT;
    REQUIRE_OK(made->context, tricorn_graph_describe(made->context, made->graph, &graph));
    for (size_t a = 0; a < tg_algorithm_count(); a++) {
        tricorn_options options = TRICORN_OPTIONS_INIT;
        tricorn_result result = TRICORN_RESULT_INIT;
        tricorn_context *context = NULL;
        if (tg_device_of(tg_algorithm_at(a)) != TG_GPU) continue;
        assert_int_equal(tricorn_context_create(NULL, &context), TRICORN_OK);
        options.algorithm = tg_algorithm_at(a)->description.name;
        options.device_bytes_limit = graph.edges * sizeof(uint32_t) * 3 / 4;
        test_by("%s with %llu bytes", options.algorithm, (unsigned long long)options.device_bytes_limit);
        REQUIRE_OK(context, tricorn_count(context, made->graph, &options, &result));
        CHECK_EQ(result.triangles, made->triangles, "in parts");
        CHECK(result.memory.device_peak_bytes <= options.device_bytes_limit, "%llu bytes were in use",
          (unsigned long long)result.memory.device_peak_bytes);
        CHECK(result.memory.device_peak_bytes > 0, "it uses the GPU");
        tricorn_context_free(context);
    }
}

static void hopeless_limits_are_an_error(void **state)
{
    const fixture *made = *state;
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    options.device = "gpu";
    options.device_bytes_limit = 1;
    REQUIRE_STATUS(
      made->context, tricorn_count(made->context, made->graph, &options, &result), TRICORN_OUT_OF_DEVICE_MEMORY);
    CHECK_MESSAGE(made->context, "limit is 1");
    options.device_bytes_limit = 0;
    REQUIRE_OK(made->context, tricorn_count(made->context, made->graph, &options, &result));
    CHECK_EQ(result.triangles, made->triangles, "after a failure");
    CHECK(strcmp(result.how.device, "gpu:0") == 0, "it ran on %s", result.how.device);
}

static void missing_devices_are_named(void **state)
{
    const fixture *made = *state;
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    options.device = "gpu:99";
    REQUIRE_STATUS(
      made->context, tricorn_count(made->context, made->graph, &options, &result), TRICORN_INVALID_ARGUMENT);
    CHECK_MESSAGE(made->context, "gpu:99");
}

static void plans_outlive_their_context(void **state)
{
    const fixture *made = *state;
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_context *first = NULL, *second = NULL;
    tricorn_plan *plan = NULL;
    options.device = "gpu";
    assert_int_equal(tricorn_context_create(NULL, &first), TRICORN_OK);
    assert_int_equal(tricorn_context_create(NULL, &second), TRICORN_OK);
    REQUIRE_OK(first, tricorn_plan_create(first, made->graph, &options, &plan));
    tricorn_context_free(first);
    REQUIRE_OK(second, tricorn_plan_run(second, plan, &result));
    CHECK_EQ(result.triangles, made->triangles, "from another context");
    CHECK(result.seconds.count > 0, "counting took time");
    CHECK(result.seconds.transfer > 0, "copying took time");
    tricorn_context_free(second);
    tricorn_plan_free(plan);
}

/* The schedule `blocks` keeps thousands of blocks, each in memory of its own. */
static void only_bytes_limit_memory(void **state)
{
    tricorn_context *context = ((const fixture *)*state)->context;
    static uint32_t *blocks[MANY];
    REQUIRE_OK(context, tg_device_open(context, 0));
    const uint64_t before = tg_device_live_bytes(context);
    for (int b = 0; b < MANY; b++) REQUIRE_OK(context, TG_DEVICE_ALLOC(context, 1, &blocks[b]));
    CHECK(tg_device_live_bytes(context) >= before + MANY * sizeof **blocks, "all are counted");
    for (int odd = 0; odd < 2; odd++)
        for (int b = odd; b < MANY; b += 2) tg_device_free(context, blocks[b]);
    CHECK_EQ(tg_device_live_bytes(context), before, "after all are freed");
}

static void always_the_same(void **state)
{
    const fixture *made = *state;
    for (size_t a = 0; a < tg_algorithm_count(); a++) {
        tricorn_options options = TRICORN_OPTIONS_INIT;
        tricorn_plan *plan = NULL;
        if (tg_device_of(tg_algorithm_at(a)) != TG_GPU) continue;
        options.algorithm = tg_algorithm_at(a)->description.name;
        test_by("%s", options.algorithm);
        REQUIRE_OK(made->context, tricorn_plan_create(made->context, made->graph, &options, &plan));
        for (int i = 0; i < REPEATS; i++) {
            tricorn_result result = TRICORN_RESULT_INIT;
            REQUIRE_OK(made->context, tricorn_plan_run(made->context, plan, &result));
            CHECK_EQ(result.triangles, made->triangles, "run %d", i);
        }
        tricorn_plan_free(plan);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
      TEST(small_limits_count_in_parts),
      TEST(hopeless_limits_are_an_error),
      TEST(missing_devices_are_named),
      TEST(plans_outlive_their_context),
      TEST(only_bytes_limit_memory),
      TEST(always_the_same),
    };
    return RUN_ON_DEVICE(tests, NULL, argc, argv);
}
