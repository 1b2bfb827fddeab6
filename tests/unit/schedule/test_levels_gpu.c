/* test_levels_gpu.c - parts of a graph on disk on a GPU that this program plays: rows are copied
 * to blocks of host memory, and a count happens when its end is waited for.  So a part that is
 * freed or written over while it is counted gives a wrong count or a failure.  Any step may find
 * no memory.
 */
#include <stdlib.h>
#include <string.h>

#include "schedule/levels_gpu.h"
#include "schedule/on_device.h"
#include "support/allocator.h"
#include "support/check.h"
#include "support/families.h"
#include "support/stored.h"

enum { VERTICES = 48, RANGES = 7 };
static const uint64_t edges_of_all = (uint64_t)VERTICES * (VERTICES - 1) / 2;
static const uint64_t triangles_of_all = (uint64_t)VERTICES * (VERTICES - 1) * (VERTICES - 2) / 6;

static tricorn_context *context;
static test_allocator allocator;

/* ---- the GPU ------------------------------------------------------------------------------ */

static struct {
    int64_t live;          /* blocks */
    uint64_t asked;        /* for memory */
    uint64_t first, count; /* requests first to first + count - 1 find none */
    uint64_t uploads, overlaps;
    const tg_device_task *running; /* what is counted, or NULL */
} gpu;

struct tg_device_plan {
    tg_device_task task;
};

/* Whether the count that runs needs the block. */
static bool is_used(const void *block)
{
    const tg_device_task *task = gpu.running;
    return task != NULL && (block == task->edges.offsets || block == task->from.offsets ||
                            block == task->into.offsets || block == task->sources);
}

struct tg_running_count {
    const tg_device_plan *plan;
};

static bool refuses(void)
{
    const uint64_t number = gpu.asked++;
    return number >= gpu.first && number - gpu.first < gpu.count;
}

static tricorn_status no_memory(tricorn_context *same)
{
    return tg_fail(same, TRICORN_OUT_OF_DEVICE_MEMORY, "refused by the test");
}

tricorn_status __wrap_tg_device_open(tricorn_context *same, uint32_t ordinal);
tricorn_status __wrap_tg_device_open(tricorn_context *same, uint32_t ordinal)
{
    (void)same;
    CHECK_EQ(ordinal, 3, "the GPU that was asked for");
    return TRICORN_OK;
}

tricorn_status __wrap_tg_device_start(tricorn_context *same, uint32_t ordinal, uint64_t expected);
tricorn_status __wrap_tg_device_start(tricorn_context *same, uint32_t ordinal, uint64_t expected)
{
    (void)expected;
    return __wrap_tg_device_open(same, ordinal);
}

void __wrap_tg_device_set_limit(tricorn_context *same, uint64_t bytes);
void __wrap_tg_device_set_limit(tricorn_context *same, uint64_t bytes)
{
    (void)same;
    (void)bytes;
}

void __wrap_tg_device_share_account(tricorn_context *same, const tricorn_context *whose);
void __wrap_tg_device_share_account(tricorn_context *same, const tricorn_context *whose)
{
    CHECK(same != whose, "a context of its own copies");
}

tricorn_status __wrap_tg_device_rows_upload(tricorn_context *same, const tg_rows *rows,
                                            tg_device_rows *uploaded);
tricorn_status __wrap_tg_device_rows_upload(tricorn_context *same, const tg_rows *rows,
                                            tg_device_rows *uploaded)
{
    if (refuses()) return no_memory(same);
    const uint32_t ids = (uint32_t)rows->offsets[rows->count];
    uint32_t *offsets = test_allocate(rows->count + UINT64_C(1), sizeof *offsets);
    uint32_t *copied = test_allocate(ids, sizeof *copied);
    for (uint32_t r = 0; r <= rows->count; r++) offsets[r] = (uint32_t)rows->offsets[r];
    if (ids > 0) memcpy(copied, rows->ids, ids * sizeof *copied);
    *uploaded = (tg_device_rows){
        .count = rows->count, .id_count = ids, .offsets = offsets, .ids = copied};
    gpu.live++;
    gpu.uploads++;
    gpu.overlaps += gpu.running != NULL;
    return TRICORN_OK;
}

/* What was freed is no row any more. */
void __wrap_tg_device_rows_free(tg_device *device, tg_device_rows *rows);
void __wrap_tg_device_rows_free(tg_device *device, tg_device_rows *rows)
{
    (void)device;
    CHECK(rows->offsets != NULL && !is_used(rows->offsets), "freed twice, or while used");
    free((void *)(uintptr_t)rows->offsets);
    free((void *)(uintptr_t)rows->ids);
    *rows = (tg_device_rows){.count = 0};
    gpu.live--;
}

tricorn_status __wrap_tg_device_rows_sources(tricorn_context *same, const tg_device_rows *rows,
                                             uint32_t **sources);
tricorn_status __wrap_tg_device_rows_sources(tricorn_context *same, const tg_device_rows *rows,
                                             uint32_t **sources)
{
    if (refuses()) return no_memory(same);
    *sources = test_allocate(rows->id_count + UINT64_C(1), sizeof **sources);
    for (uint32_t u = 0; u < rows->count; u++)
        for (uint32_t e = rows->offsets[u]; e < rows->offsets[u + 1]; e++) (*sources)[e] = u;
    gpu.live++;
    return TRICORN_OK;
}

void __wrap_tg_device_free(tricorn_context *same, void *block);
void __wrap_tg_device_free(tricorn_context *same, void *block)
{
    (void)same;
    CHECK(block != NULL && !is_used(block), "sources are freed twice, or while used");
    free(block);
    gpu.live--;
}

tricorn_status __wrap_tg_device_plan_of_task(tricorn_context *same, const tg_device_task *task,
                                             const tg_setup *setup, tg_device_plan **plan);
tricorn_status __wrap_tg_device_plan_of_task(tricorn_context *same, const tg_device_task *task,
                                             const tg_setup *setup, tg_device_plan **plan)
{
    (void)setup;
    if (refuses()) return no_memory(same);
    CHECK(task->borrowed && task->sources != NULL, "rows stay the caller's, sources are there");
    *plan = test_allocate(1, sizeof **plan);
    (*plan)->task = *task;
    gpu.live++;
    return TRICORN_OK;
}

void __wrap_tg_device_plan_free(tg_device_plan *plan);
void __wrap_tg_device_plan_free(tg_device_plan *plan)
{
    if (plan == NULL) return;
    CHECK(&plan->task != gpu.running, "a plan is freed while it counts");
    free(plan);
    gpu.live--;
}

tricorn_status __wrap_tg_device_count_start(tricorn_context *same, const tg_device_plan *plan,
                                            const tg_device_sink *sink, tg_running_count **count);
tricorn_status __wrap_tg_device_count_start(tricorn_context *same, const tg_device_plan *plan,
                                            const tg_device_sink *sink, tg_running_count **count)
{
    if (refuses()) return no_memory(same);
    CHECK(sink == NULL && gpu.running == NULL, "two counts at once");
    *count = test_allocate(1, sizeof **count);
    (*count)->plan = plan;
    gpu.running = &plan->task;
    gpu.live++;
    return TRICORN_OK;
}

static uint64_t shared(const tg_device_rows *a, uint32_t u, const tg_device_rows *b, uint32_t v)
{
    uint64_t found = 0;
    for (uint32_t i = a->offsets[u]; i < a->offsets[u + 1]; i++)
        for (uint32_t j = b->offsets[v]; j < b->offsets[v + 1]; j++)
            found += a->ids[i] == b->ids[j];
    return found;
}

tricorn_status __wrap_tg_device_count_finish(tricorn_context *same, tg_running_count *count,
                                             uint64_t *triangles);
tricorn_status __wrap_tg_device_count_finish(tricorn_context *same, tg_running_count *count,
                                             uint64_t *triangles)
{
    const tg_device_task *task = &count->plan->task;
    (void)same;
    *triangles = 0;
    for (uint32_t e = task->first_edge; e < task->last_edge; e++) {
        const uint32_t u = task->sources[e];
        CHECK(u >= task->first_row && u < task->last_row, "row %u", u);
        *triangles += shared(&task->from, u, &task->into, task->edges.ids[e]);
    }
    free(count);
    gpu.running = NULL;
    gpu.live--;
    return TRICORN_OK;
}

/* ---- counting with it --------------------------------------------------------------------- */

typedef struct sums {
    uint64_t edges, triangles, parts;
    tg_levels_gpu *gpu;
} sums;

static tricorn_status counted(void *user, const tg_part_key *part, uint64_t edges, uint64_t found)
{
    sums *all = user;
    CHECK(part->first_piece < part->last_piece, "a part without pieces");
    all->edges += edges;
    all->triangles += found;
    all->parts++;
    return TRICORN_OK;
}

static tricorn_status take(tricorn_context *same, void *user, const tg_part_key *part,
                           const tg_task *task)
{
    sums *all = user;
    return tg_levels_gpu_take(same, all->gpu, part, task);
}

static tricorn_status count(const tricorn_graph *graph, sums *all)
{
    static const tg_gpu_methods methods = {.needs = TG_NEEDS_SOURCES};
    static const tg_algorithm algorithm = {.gpu = &methods};
    const tg_pass_limits limits = {.kept_bytes = 1 << 20, .batch_bytes = 1 << 20};
    const tg_pass_visitor visitor = {.take = take, .user = all};
    const tg_run run = {
        .graph = graph,
        .request = {.setup = {.algorithm = &algorithm}, .gpus = {.count = 1, .numbers = {3}}}};
    tricorn_status status = TRICORN_OK;

    TG_TRY(tg_levels_gpu_create(context, &run, counted, all, &all->gpu));
    TG_TRY(tg_levels_each_task(context, graph->store, &limits, &visitor));
    TG_TRY(tg_levels_gpu_finish(context, all->gpu));
cleanup:
    tg_levels_gpu_free(context, all->gpu);
    return status;
}

static tricorn_graph *stored(uint32_t kept)
{
    edge_list edges = make_complete(VERTICES);
    test_store_passes(kept, 1);
    tricorn_graph *graph = test_stored_graph(context, &edges, TEST_IDS_DENSE, RANGES);
    edge_list_free(&edges);
    memset(&gpu, 0, sizeof gpu);
    return graph;
}

static void parts_add_up(void **state)
{
    (void)state;
    for (uint32_t kept = 1; kept <= RANGES; kept++) {
        tricorn_graph *graph = stored(kept);
        sums all = {0};
        REQUIRE_OK(context, count(graph, &all));
        CHECK_EQ(all.edges, edges_of_all, "edges, %u ranges kept", kept);
        CHECK_EQ(all.triangles, triangles_of_all, "triangles, %u ranges kept", kept);
        CHECK_EQ(gpu.live, 0, "blocks left");
        /* Three sets of rows a part at most, and those of a pass once for all its parts. */
        CHECK(gpu.uploads <= 2 * all.parts + RANGES, "%llu copies for %llu parts",
              (unsigned long long)gpu.uploads, (unsigned long long)all.parts);
        CHECK(kept > 1 || gpu.overlaps > 0, "nothing is copied while a part is counted");
        tricorn_graph_free(graph);
        test_store_reset();
    }
}

/* One step that finds no memory, or all from there on: the count, or the error; nothing is left.
 */
static void steps_find_no_memory(void **state)
{
    static const uint64_t counts[] = {1, UINT64_MAX};
    (void)state;
    tricorn_graph *graph = stored(2);
    sums whole = {0};
    REQUIRE_OK(context, count(graph, &whole));
    const uint64_t steps = gpu.asked;
    for (uint64_t step = 0; step < 2 * steps; step++) {
        const int64_t blocks = allocator.live_blocks;
        sums all = {0};
        memset(&gpu, 0, sizeof gpu);
        gpu.first = step / 2;
        gpu.count = counts[step % 2];
        const tricorn_status status = count(graph, &all);
        if (status == TRICORN_OK)
            CHECK_EQ(all.triangles, triangles_of_all, "refused %llu",
                     (unsigned long long)step / 2);
        else
            REQUIRE_STATUS(context, status, TRICORN_OUT_OF_DEVICE_MEMORY);
        CHECK_EQ(gpu.live, 0, "blocks left on the GPU");
        CHECK_EQ(allocator.live_blocks, blocks, "blocks left");
    }
    tricorn_graph_free(graph);
    test_store_reset();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_add_up),
        cmocka_unit_test(steps_find_no_memory),
    };
    test_allocator_init(&allocator);
    context = test_context_create(&allocator, 2);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    test_context_free(&allocator, context);
    return failed;
}
