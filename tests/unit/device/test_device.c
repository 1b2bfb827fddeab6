/* test_device.c - graphs on a GPU: its memory limit, plans that outlive their context, contexts
 * that work at the same time. Skipped without a GPU. */
#include <string.h>

#include "device/device.h"
#include "registry/registry.h"
#include "support/device_tests.h"

enum { REPEATS = 100, MANY = 20000 };

static struct {
    tricorn_context *context;
    tricorn_graph *graph;
    uint64_t triangles; /* by the CPU */
} made;

static void set_up(void)
{
    test_on("kronecker scale=13 edge_factor=16");
    REQUIRE_OK(NULL, tricorn_context_create(NULL, &made.context));
    REQUIRE_OK(
      made.context, tricorn_graph_generate(made.context, "kronecker", "scale=13 edge_factor=16", 7, &made.graph));
    made.triangles = test_cpu_count(made.context, made.graph);
}

static void tear_down(void)
{
    tricorn_graph_free(made.graph);
    tricorn_context_free(made.context);
}

TEST_CASE(small_limits_count_in_parts)
{
    const tricorn_graph_description graph = test_describe(made.context, made.graph);
    for (size_t a = 0; a < tg_algorithm_count(); a++) {
        tricorn_result result = TRICORN_RESULT_INIT;
        if (tg_device_of(tg_algorithm_at(a)) != TG_GPU) continue;
        tricorn_context *context = test_new_context(NULL);
        tricorn_options options = *COUNTING(.algorithm = tg_algorithm_at(a)->description.name,
          .device_bytes_limit = graph.edges * sizeof(uint32_t) * 3 / 4);
        test_by("%s with %llu bytes", options.algorithm, (unsigned long long)options.device_bytes_limit);
        REQUIRE_OK(context, tricorn_count(context, made.graph, &options, &result));
        CHECK_EQ(result.triangles, made.triangles, "in parts");
        CHECK(result.memory.device_peak_bytes <= options.device_bytes_limit, "%llu bytes were in use",
          (unsigned long long)result.memory.device_peak_bytes);
        CHECK(result.memory.device_peak_bytes > 0, "it uses the GPU");
        tricorn_context_free(context);
    }
}

TEST_CASE(hopeless_limits_are_an_error)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_options options = *COUNTING(.device = "gpu", .device_bytes_limit = 1);
    REQUIRE_STATUS(
      made.context, tricorn_count(made.context, made.graph, &options, &result), TRICORN_OUT_OF_DEVICE_MEMORY);
    CHECK_MESSAGE(made.context, "limit is 1");
    options.device_bytes_limit = 0;
    REQUIRE_OK(made.context, tricorn_count(made.context, made.graph, &options, &result));
    CHECK_EQ(result.triangles, made.triangles, "after a failure");
    CHECK(strcmp(result.how.device, "gpu:0") == 0, "it ran on %s", result.how.device);
}

TEST_CASE(missing_devices_are_named)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    REQUIRE_STATUS(made.context, tricorn_count(made.context, made.graph, COUNTING(.device = "gpu:99"), &result),
      TRICORN_INVALID_ARGUMENT);
    CHECK_MESSAGE(made.context, "gpu:99");
}

TEST_CASE(plans_outlive_their_context)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_context *first = NULL, *second = NULL;
    tricorn_plan *plan = NULL;
    assert_int_equal(tricorn_context_create(NULL, &first), TRICORN_OK);
    assert_int_equal(tricorn_context_create(NULL, &second), TRICORN_OK);
    REQUIRE_OK(first, tricorn_plan_create(first, made.graph, COUNTING(.device = "gpu"), &plan));
    tricorn_context_free(first);
    REQUIRE_OK(second, tricorn_plan_run(second, plan, &result));
    CHECK_EQ(result.triangles, made.triangles, "from another context");
    CHECK(result.seconds.count > 0, "counting took time");
    CHECK(result.seconds.transfer > 0, "copying took time");
    tricorn_context_free(second);
    tricorn_plan_free(plan);
}

/* The schedule `blocks` keeps thousands of blocks, each in memory of its own. */
TEST_CASE(only_bytes_limit_memory)
{
    tricorn_context *context = made.context;
    static uint32_t *blocks[MANY];
    REQUIRE_OK(context, tg_device_open(context, 0));
    const uint64_t before = tg_device_live_bytes(context);
    for (int b = 0; b < MANY; b++) REQUIRE_OK(context, TG_DEVICE_ALLOC(context, 1, &blocks[b]));
    CHECK(tg_device_live_bytes(context) >= before + MANY * sizeof **blocks, "all are counted");
    for (int odd = 0; odd < 2; odd++)
        for (int b = odd; b < MANY; b += 2) tg_device_free(context, blocks[b]);
    CHECK_EQ(tg_device_live_bytes(context), before, "after all are freed");
}

TEST_CASE(always_the_same)
{
    for (size_t a = 0; a < tg_algorithm_count(); a++) {
        tricorn_plan *plan = NULL;
        if (tg_device_of(tg_algorithm_at(a)) != TG_GPU) continue;
        tricorn_options options = *COUNTING(.algorithm = tg_algorithm_at(a)->description.name);
        test_by("%s", options.algorithm);
        REQUIRE_OK(made.context, tricorn_plan_create(made.context, made.graph, &options, &plan));
        for (int i = 0; i < REPEATS; i++) {
            tricorn_result result = TRICORN_RESULT_INIT;
            REQUIRE_OK(made.context, tricorn_plan_run(made.context, plan, &result));
            CHECK_EQ(result.triangles, made.triangles, "run %d", i);
        }
        tricorn_plan_free(plan);
    }
}

TEST_MAIN_ON_DEVICE(NULL, set_up, tear_down)
