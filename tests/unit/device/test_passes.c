/* test_passes.c - graphs in host memory, counted on a GPU with less memory than a count needs: by
 * passes over rows, whose number depends on the memory. Skipped without a GPU. */
#include <string.h>

#include "registry/registry.h"
#include "support/device_tests.h"
#include "support/families.h"

enum { VERTICES = 1 << 15, EDGES = 1 << 21 };

static tricorn_context *context;

/* Small numbers are more frequent, so they are hubs. */
static tricorn_graph *make_graph(void)
{
    test_random random = {67};
    edge_list edges = edge_list_create(VERTICES);
    for (uint32_t i = 0; i < EDGES; i++) {
        const uint64_t a = test_random_below(&random, VERTICES);
        edge_list_add(&edges, (uint32_t)(a * a / VERTICES), (uint32_t)test_random_below(&random, VERTICES));
    }
    tricorn_graph *graph = edge_list_graph(context, &edges);
    edge_list_free(&edges);
    return graph;
}

/* A plan counts a second time with what the first count found about memory. */
static tricorn_result count_twice(
  const tricorn_graph *graph, const char *algorithm, uint64_t device_bytes, uint64_t expected)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_context *own = NULL;
    tricorn_plan *plan = NULL;
    test_by("%s with %llu bytes", algorithm, (unsigned long long)device_bytes);
    REQUIRE_OK(context, tricorn_context_create(NULL, &own));
    REQUIRE_OK(own, tricorn_plan_create(own, graph,
                      COUNTING(.device = "gpu", .algorithm = algorithm, .device_bytes_limit = device_bytes), &plan));
    for (int i = 0; i < 2; i++) {
        REQUIRE_OK(own, tricorn_plan_run(own, plan, &result));
        CHECK_EQ(result.triangles, expected, "run %d", i);
        CHECK(result.memory.device_peak_bytes <= device_bytes, "%llu bytes were in use",
          (unsigned long long)result.memory.device_peak_bytes);
    }
    tricorn_plan_free(plan);
    tricorn_context_free(own);
    return result;
}

/* If twice the rows fit, each row is copied once. */
TEST_CASE(memory_sets_the_passes)
{
    static const uint64_t sizes[] = {3, 6, 10, 14}; /* bytes an edge */
    tricorn_graph *graph = make_graph();
    const uint64_t expected = test_cpu_count(context, graph);
    uint32_t passes[4];
    test_on("2,000,000 edges with hubs");
    const tricorn_graph_description described = test_describe(context, graph);
    for (int s = 0; s < 4; s++) {
        const tricorn_result found = count_twice(graph, "gpu-adaptive", sizes[s] * described.edges, expected);
        passes[s] = found.cut.passes;
        CHECK(strcmp(found.cut.schedule, "passes") == 0, "by %s", found.cut.schedule);
        CHECK(found.cut.blocks > found.cut.passes, "%u parts", found.cut.blocks);
    }
    CHECK(passes[0] > passes[1] && passes[1] > 1, "%u and %u passes", passes[0], passes[1]);
    CHECK(passes[2] == 1 && passes[3] == 1, "%u and %u passes", passes[2], passes[3]);
    tricorn_graph_free(graph);
}

TEST_CASE(all_algorithms_count)
{
    tricorn_graph *graph = make_graph();
    const uint64_t expected = test_cpu_count(context, graph);
    test_on("2,000,000 edges with hubs");
    const tricorn_graph_description described = test_describe(context, graph);
    for (size_t a = 0; a < tg_algorithm_count(); a++) {
        const tg_algorithm *algorithm = tg_algorithm_at(a);
        if (tg_device_of(algorithm) == TG_GPU)
            (void)count_twice(graph, algorithm->description.name, 7 * described.edges / 2, expected);
    }
    tricorn_graph_free(graph);
}

TEST_MAIN_ON_DEVICE(&context, NULL, NULL)
