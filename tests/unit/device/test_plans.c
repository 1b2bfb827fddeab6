/* test_plans.c - plans of tasks whose rows are borrowed, and counts that run at the same time.
 * Skipped without a GPU. */
#include "registry/registry.h"
#include "schedule/device/on_device.h"
#include "support/device_tests.h"
#include "support/edge_list.h"
#include "support/rows.h"

enum { TOGETHER = 3, ROWS = 300, MIDDLE = 200, COLUMNS = 250, PERCENT = 40 };

static tricorn_context *context;

/* Three sets of rows that have nothing in common, in host memory. */
typedef struct three_sets {
    test_rows edges, from, into;
} three_sets;

static three_sets make_sets(void)
{
    test_random random = {11};
    const three_sets made = {.edges = test_rows_random(&random, ROWS, MIDDLE, PERCENT, TEST_ROWS_ANY),
      .from = test_rows_random(&random, ROWS, COLUMNS, PERCENT, TEST_ROWS_ANY),
      .into = test_rows_random(&random, MIDDLE, COLUMNS, PERCENT, TEST_ROWS_ANY)};
    return made;
}

static tg_task task_of(const three_sets *sets)
{
    const tg_numbering same = {0, 1};
    return (tg_task){.edges = test_rows_view(&sets->edges),
      .from = test_rows_view(&sets->from),
      .into = test_rows_view(&sets->into),
      .last_row = ROWS,
      .reach = TG_REACH_ANY,
      .u = same,
      .v = same,
      .w = same};
}

/* The same on the GPU, with rows and sources of the test. */
static tg_device_task upload(const tg_task *task)
{
    tg_device_task lent = {.last_row = task->last_row, .reach = task->reach};
    uint32_t *sources = NULL;
    REQUIRE_OK(context, tg_device_rows_upload(context, &task->edges, &lent.edges));
    REQUIRE_OK(context, tg_device_rows_upload(context, &task->from, &lent.from));
    REQUIRE_OK(context, tg_device_rows_upload(context, &task->into, &lent.into));
    REQUIRE_OK(context, tg_device_rows_sources(context, &lent.edges, &sources));
    lent.sources = sources;
    lent.last_edge = lent.edges.id_count;
    return lent;
}

static void check_plan(const tg_device_plan *plan, uint64_t expected)
{
    tg_running_count *counts[TOGETHER];
    for (int i = 0; i < TOGETHER; i++) REQUIRE_OK(context, tg_device_count_start(context, plan, NULL, &counts[i]));
    for (int i = 0; i < TOGETHER; i++) {
        uint64_t triangles = UINT64_MAX;
        REQUIRE_OK(context, tg_device_count_finish(context, counts[i], &triangles));
        CHECK_EQ(triangles, expected, "count %d of %d", i + 1, TOGETHER);
    }
}

/* All algorithms count the same rows, one after the other. */
TEST_CASE(rows_are_lent)
{
    three_sets sets = make_sets();
    const tg_task task = task_of(&sets);
    const uint64_t expected = test_task_count(&task, UINT64_MAX);
    tg_device_task lent = upload(&task);
    test_on("three sets of random rows");
    for (size_t a = 0; a < tg_algorithm_count(); a++) {
        const tg_algorithm *algorithm = tg_algorithm_at(a);
        if (tg_device_of(algorithm) != TG_GPU) continue;
        const tg_setup setup = tg_standard_setup(algorithm, TG_SINK_TOTAL);
        tg_device_plan *borrowing = NULL, *owning = NULL;
        test_by("%s", algorithm->description.name);
        REQUIRE_OK(context, tg_device_plan_of_task(context, &lent, &setup, &borrowing));
        REQUIRE_OK(context, tg_device_plan_create(context, &task, &setup, &owning));
        check_plan(borrowing, expected);
        check_plan(owning, expected);
        tg_device_plan_free(borrowing);
        tg_device_plan_free(owning);
    }
    tg_device_task_free(tg_context_device(context), &lent);
    test_rows_free(&sets.edges);
    test_rows_free(&sets.from);
    test_rows_free(&sets.into);
}

TEST_CASE(empty_rows_go_there)
{
    const tg_rows none = {0, NULL, NULL};
    tg_device_rows there;
    uint32_t *sources = NULL;
    test_on("no rows");
    REQUIRE_OK(context, tg_device_rows_upload(context, &none, &there));
    CHECK_EQ(there.count, 0, "rows");
    CHECK_EQ(there.id_count, 0, "ids");
    REQUIRE_OK(context, tg_device_rows_sources(context, &there, &sources));
    CHECK(sources == NULL, "there is no source");
    tg_device_rows_free(tg_context_device(context), &there);
    CHECK(there.offsets == NULL, "nothing is left");
}

/* Returns what a plan counts on rows that were copied in batches, range by range; the CPU counts all at once. */
static uint64_t count_slices(
  const tg_algorithm *algorithm, const tg_device_rows *into, const tg_rows *rows, uint32_t slice)
{
    const tg_setup setup = tg_standard_setup(algorithm, TG_SINK_TOTAL);
    uint64_t all = 0;
    for (uint32_t first = 0; first < rows->count; first += slice) {
        const uint32_t last = rows->count - first < slice ? rows->count : first + slice;
        const tg_row_span span = {first, last, (uint32_t)rows->offsets[first], (uint32_t)rows->offsets[last]};
        tg_device_task task = {.into = *into, .reach = TG_REACH_BELOW};
        tg_device_plan *plan = NULL;
        uint32_t *sources = NULL;
        uint64_t triangles = UINT64_MAX;
        if (span.first_id == span.last_id) continue;
        REQUIRE_OK(context, tg_device_rows_part(context, into, span, &task.edges));
        REQUIRE_OK(context, tg_device_rows_sources(context, &task.edges, &sources));
        task.from = task.edges;
        task.sources = sources;
        task.last_row = task.edges.count;
        task.last_edge = task.edges.id_count;
        REQUIRE_OK(context, tg_device_plan_of_task(context, &task, &setup, &plan));
        REQUIRE_OK(context, tg_device_plan_run(context, plan, &triangles));
        all += triangles;
        tg_device_plan_free(plan);
        tg_device_free(context, sources);
        if (first > 0) tg_device_free(context, (void *)(uintptr_t)task.edges.offsets);
    }
    return all;
}

TEST_CASE(rows_come_in_batches)
{
    enum { BATCH = 37, SLICE = 300 };
    edge_list edges = edge_list_create(2000);
    test_random random = {67};
    for (uint32_t i = 0; i < 60000; i++) {
        const uint64_t a = test_random_below(&random, 2000);
        edge_list_add(&edges, (uint32_t)(a * a / 2000), (uint32_t)test_random_below(&random, 2000));
    }
    tricorn_graph *graph = edge_list_graph(context, &edges);
    const uint64_t expected = test_cpu_count(context, graph);
    tg_device_rows there = {0, 0, NULL, NULL};
    tg_rows rows;
    test_on("2,000 vertices with hubs");
    REQUIRE_OK(context, tg_graph_rows(context, graph, &rows));
    REQUIRE_OK(context, tg_device_rows_reserve(context, rows.count, rows.offsets[rows.count], &there));
    for (uint32_t first = 0; first < rows.count; first += BATCH) {
        const uint32_t left = rows.count - first;
        const tg_rows some = {left < BATCH ? left : BATCH, rows.offsets + first, rows.ids};
        REQUIRE_OK(context, tg_device_rows_append(context, &some, &there));
    }
    CHECK_EQ(there.count, rows.count, "rows");
    CHECK_EQ(there.id_count, rows.offsets[rows.count], "ids");
    for (size_t a = 0; a < tg_algorithm_count(); a++) {
        const tg_algorithm *algorithm = tg_algorithm_at(a);
        if (tg_device_of(algorithm) != TG_GPU) continue;
        test_by("%s", algorithm->description.name);
        CHECK_EQ(count_slices(algorithm, &there, &rows, rows.count), expected, "at once");
        CHECK_EQ(count_slices(algorithm, &there, &rows, SLICE), expected, "by slices");
    }
    tg_device_rows_free(tg_context_device(context), &there);
    tricorn_graph_free(graph);
    edge_list_free(&edges);
}

TEST_MAIN_ON_DEVICE(&context, NULL, NULL)
