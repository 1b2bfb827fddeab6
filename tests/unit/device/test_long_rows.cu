/* test_long_rows.cu - a row of more than 2^31 ids, of which one leads to a short row.  Skipped where
 * there is no GPU, or none with memory for it. */
#include <string.h>

#include "support/device_tests.h"
extern "C" {
#include "device/device.h"
#include "registry/registry.h"
}
#include "device/cuda.cuh"
#include "prepare/prepare_gpu.h"
#include "schedule/on_device.h"

static tricorn_context *context;

/* The last row has all vertices before it; the row before has one, which is behind as many ids as
 * the long row's length is above 2^31. */
static const uint32_t ROWS = (1u << 31) + 5, CORNER = 100;

/* Offsets, ids and sources are 24 GiB. */
static bool has_room(const tg_device_properties *gpu)
{
    return gpu->memory_bytes >= UINT64_C(48) << 30;
}

static __global__ void fill_rows(uint32_t rows, uint32_t corner, uint32_t *offsets, uint32_t *ids,
                                 uint32_t *sources)
{
    const uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < rows; i += stride) {
        offsets[i] = i + 1 < rows ? 0 : 1;
        ids[i] = i > 0 ? (uint32_t)i - 1 : corner;
        sources[i] = i > 0 ? rows - 1 : rows - 2;
        if (i == 0) offsets[rows] = rows;
    }
}

static tg_device_graph long_graph(void)
{
    tg_device_graph graph;
    uint32_t *offsets = NULL, *ids = NULL;
    memset(&graph, 0, sizeof graph);
    REQUIRE_OK(context, TG_DEVICE_ALLOC(context, (uint64_t)ROWS + 1, &offsets));
    REQUIRE_OK(context, TG_DEVICE_ALLOC(context, ROWS, &ids));
    REQUIRE_OK(context, TG_DEVICE_ALLOC(context, ROWS, &graph.sources));
    fill_rows<<<tg_device_blocks(context, ROWS, 256, 8), 256, 0, tg_device_stream(context)>>>(
        ROWS, CORNER, offsets, ids, graph.sources);
    CHECK_EQ(cudaGetLastError(), cudaSuccess, "rows are filled");
    graph.rows = {ROWS, ROWS, offsets, ids};
    graph.vertices = ROWS;
    return graph;
}

static void one_triangle(void **state)
{
    tg_device_plan *plan = NULL;
    uint64_t triangles = UINT64_MAX;
    (void)state;
    test_on("a row of %u ids, one of a row of one id", ROWS - 1);
    test_by("gpu-adaptive");
    tg_device_graph graph = long_graph();
    const tg_setup setup = tg_standard_setup(tg_algorithm_find("gpu-adaptive"), TG_SINK_TOTAL);
    REQUIRE_OK(context, tg_device_plan_of_graph(context, &graph, &setup, &plan));
    REQUIRE_OK(context, tg_device_plan_run(context, plan, &triangles));
    CHECK_EQ(triangles, 1, "the corners are %u, %u and %u", CORNER, ROWS - 2, ROWS - 1);
    tg_device_plan_free(plan);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_triangle),
    };
    if (!device_suits(has_room, "this GPU has less than 48 GiB")) return TEST_SKIPPED;
    return RUN_ON_DEVICE(tests, &context, argc, argv);
}
