/* test_stored.c - graphs on disk, counted on a GPU: by passes whose number depends on the GPU's
 * memory, and when that memory is refused. Skipped without a GPU. */
#include "support/device_tests.h"
#include "support/stored.h"

enum { VERTICES = 1 << 15, EDGES = 1 << 21, MANY_TIMES = 2000 };

static tricorn_context *context;
static edge_list edges;
static uint64_t expected;

/* Small numbers are more frequent, so they are hubs. */
static void make_edges(uint32_t count)
{
    test_random random = {62};
    edges = edge_list_create(VERTICES);
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t a = test_random_below(&random, VERTICES);
        edge_list_add(&edges, (uint32_t)(a * a / VERTICES), (uint32_t)test_random_below(&random, VERTICES));
    }
    tricorn_graph *graph = edge_list_graph(context, &edges);
    expected = test_cpu_count(context, graph);
    tricorn_graph_free(graph);
}

static tricorn_status count(const tricorn_graph *graph, uint64_t device_bytes, uint32_t *parts)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    const tricorn_status status =
      tricorn_count(context, graph, COUNTING(.device = "gpu", .device_bytes_limit = device_bytes), &result);
    if (status != TRICORN_OK) return status;
    CHECK_EQ(result.triangles, expected, "triangles, %llu bytes", (unsigned long long)device_bytes);
    CHECK(device_bytes == 0 || result.memory.device_peak_bytes <= device_bytes, "%llu bytes of %llu",
      (unsigned long long)result.memory.device_peak_bytes, (unsigned long long)device_bytes);
    *parts = result.cut.blocks;
    return TRICORN_OK;
}

/* With less memory a count has more parts; all give the same count. The smallest limit comes
 * first, because the peak is that of all counts. */
TEST_CASE(memory_sets_the_passes)
{
    uint32_t whole = 0, parts = 0, small = 0;
    make_edges(EDGES);
    tricorn_graph *graph = test_stored_graph(context, &edges, TEST_IDS_DENSE, 40);
    REQUIRE_OK(context, count(graph, 8 << 20, &small));
    REQUIRE_OK(context, count(graph, 24 << 20, &parts));
    REQUIRE_OK(context, count(graph, 0, &whole));
    CHECK_EQ(whole, 1, "a graph that fits is one part");
    CHECK(parts > whole, "%u parts in 24 MiB", parts);
    CHECK(small > parts, "%u parts in 8 MiB", small);
    tricorn_graph_free(graph);
    edge_list_free(&edges);
    test_store_reset();
}

/* If memory does not suffice for the plan, parts become smaller, or an error says so. */
TEST_CASE(memory_is_refused)
{
    static const uint64_t failures[] = {1, 3, UINT64_MAX};
    uint32_t parts;
    make_edges(EDGES >> 5);
    test_store_passes(3, 2);
    tricorn_graph *graph = test_stored_graph(context, &edges, TEST_IDS_DENSE, 9);
    for (int f = 0; f < 3; f++) {
        uint64_t refused = 1;
        for (uint64_t first = 0; refused > 0; first += 1 + first / 8) {
            CHECK(first < MANY_TIMES, "allocates without end");
            tg_device_refuse(context, first, failures[f]);
            const tricorn_status status = count(graph, 0, &parts);
            refused = tg_device_refused(context);
            tg_device_refuse(context, 0, 0);
            if (status != TRICORN_OK) REQUIRE_STATUS(context, status, TRICORN_OUT_OF_DEVICE_MEMORY);
            CHECK_EQ(tg_device_live_bytes(context), 0, "bytes left");
        }
    }
    tricorn_graph_free(graph);
    edge_list_free(&edges);
    test_store_reset();
}

TEST_MAIN_ON_DEVICE(&context, NULL, NULL)
