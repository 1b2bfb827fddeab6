/* test_long_rows.cu - rows of more than 2^31 ids, in which one id is searched. Skipped without a
 * GPU with memory for them. */
#include <string.h>

#include "support/device_tests.h"
extern "C" {
#include "device/device.h"
#include "registry/registry.h"
}
#include "device/cuda.cuh"
#include "schedule/device/on_device.h"

static tricorn_context *context;

/* The long row has all ids below LONG_ROW. The short row has only COMMON, an id whose position in
 * the long row is larger than the part of the length above 2^31. */
static const uint32_t LONG_ROW = (1u << 31) + 5, COMMON = 100;

/* The ids are 8 GiB. */
static bool has_room(const tg_device_properties *gpu)
{
    size_t unused, bytes = 0;
    (void)gpu;
    return cudaMemGetInfo(&unused, &bytes) == cudaSuccess && bytes >= UINT64_C(16) << 30;
}

/* Row 0 has ids first, first + 1, ...: `count` of them. */
static __global__ void fill_row(uint32_t first, uint32_t count, uint32_t *offsets, uint32_t *ids)
{
    const uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride)
        ids[i] = first + (uint32_t)i;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        offsets[0] = 0;
        offsets[1] = count;
    }
}

static tg_device_rows one_row(uint32_t first, uint32_t count)
{
    uint32_t *offsets = NULL, *ids = NULL;
    REQUIRE_OK(context, TG_DEVICE_ALLOC(context, 2, &offsets));
    REQUIRE_OK(context, TG_DEVICE_ALLOC(context, count, &ids));
    fill_row<<<tg_device_blocks(context, count, 256, 8), 256, 0, tg_device_stream(context)>>>(
      first, count, offsets, ids);
    CHECK_EQ(cudaGetLastError(), cudaSuccess, "the row is filled");
    const tg_device_rows made = {1, count, offsets, ids};
    return made;
}

/* Counts one edge, 0->0, which counts the common ids of its two rows. */
static void check_rows(const tg_device_rows &from, const tg_device_rows &into, uint64_t expected, const char *what)
{
    const tg_setup setup = tg_standard_setup(tg_algorithm_find("gpu-adaptive"), TG_SINK_TOTAL);
    tg_device_rows edge = one_row(0, 1);
    tg_device_plan *plan = NULL;
    uint32_t *sources = NULL;
    uint64_t found = UINT64_MAX;
    tg_device_task task;

    memset(&task, 0, sizeof task);
    REQUIRE_OK(context, tg_device_rows_sources(context, &edge, &sources));
    task.edges = edge;
    task.from = from;
    task.into = into;
    task.sources = sources;
    task.last_row = task.last_edge = 1;
    task.reach = TG_REACH_ANY;
    REQUIRE_OK(context, tg_device_plan_of_task(context, &task, &setup, &plan));
    REQUIRE_OK(context, tg_device_plan_run(context, plan, &found));
    CHECK_EQ(found, expected, "%s", what);
    tg_device_plan_free(plan);
    tg_device_free(context, sources);
    tg_device_rows_free(tg_context_device(context), &edge);
}

TEST_CASE(one_common_id)
{
    test_on("rows of %u ids and of one", LONG_ROW);
    test_by("gpu-adaptive");
    tg_device_rows all = one_row(0, LONG_ROW), one = one_row(COMMON, 1), last = one_row(LONG_ROW - 1, 2);
    check_rows(all, one, 1, "the long row first");
    check_rows(one, all, 1, "the long row second");
    check_rows(all, last, 1, "its last id, and one behind it");
    check_rows(last, all, 1, "the same, the long row second");
    for (tg_device_rows *rows : {&all, &one, &last}) tg_device_rows_free(tg_context_device(context), rows);
}

int main(int argc, char **argv)
{
    if (!device_suits(has_room, "this GPU has less than 16 GiB")) return TEST_SKIPPED;
    return run_on_device(&context, NULL, NULL, argc, argv);
}
