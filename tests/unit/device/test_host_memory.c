/* test_host_memory.c - the host memory that CUDA uses counts against the limit of the process.
 * CUDA must not have been started before. Skipped without a GPU. */
#include "base/context.h"
#include "base/machine_memory.h"
#include "base/memory.h"
#include "base/gpus.h"
#include "support/fixture.h"

static const uint64_t MEGABYTE = UINT64_C(1) << 20;
static const uint32_t triangle[] = {0, 1, 1, 2, 2, 0};

/* Counts a triangle; on success the count is right. */
static tricorn_status count_on(tricorn_context *context, const char *device)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_graph *graph = test_from_edges(context, triangle, 3, NULL);
    const tricorn_status status = tricorn_count(context, graph, COUNTING(.device = device), &result);
    if (status == TRICORN_OK) CHECK_EQ(result.triangles, 1, "triangles on %s", device);
    tricorn_graph_free(graph);
    return status;
}

TEST_CASE(too_little_memory_for_cuda_is_refused)
{
    tricorn_context *context = test_context_in_process(64 * MEGABYTE, 2);
    REQUIRE_STATUS(context, count_on(context, "gpu"), TRICORN_OUT_OF_MEMORY);
    CHECK_MESSAGE(context, "CUDA takes");
    CHECK_MESSAGE(context, "process_bytes_limit");
    REQUIRE_OK(context, count_on(context, "cpu"));
    tricorn_context_free(context);
}

TEST_CASE(the_room_is_what_cuda_leaves)
{
    const uint64_t before = tg_resident_memory(""), more = 512 * MEGABYTE;
    tricorn_context *context = test_context_in_process(more, 2);
    REQUIRE_OK(context, count_on(context, "gpu"));
    const uint64_t now = tg_resident_memory(""), room = tg_memory_room(context->memory);
    CHECK(now + room <= before + more, "%llu resident and room for %llu, but a limit of %llu", (unsigned long long)now,
      (unsigned long long)room, (unsigned long long)(before + more));
    CHECK(room > more / 2, "room for %llu", (unsigned long long)room);
    tricorn_context_free(context);
}

int main(void)
{
    if (!tg_gpu_seems_present(0)) return TEST_SKIPPED;
    return test_run_all(NULL, NULL, NULL, NULL);
}
