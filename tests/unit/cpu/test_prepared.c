/* test_prepared.c - algorithms that prepare tasks: counted repeatedly, with little memory and
 * with every instruction set, and on tasks without a preparation. */
#include "base/memory.h"
#include "registry/registry.h"
#include "support/fixture.h"
#include "support/isa.h"
#include "support/rows.h"
#include "support/host_rows.h"

static uint64_t merged(const tg_task *task)
{
    uint64_t triangles = 0;
    WORKS(tg_algorithm_find("cpu-merge-edge")->cpu->count(fixture.context, task, NULL, &triangles));
    return triangles;
}

static void check_prepared(const tg_algorithm *algorithm, const tg_task *task, uint64_t expected)
{
    tg_index index = {0};
    WORKS(algorithm->cpu->make_index(fixture.context, task, &index));
    CHECK(index.predicted_seconds > 0 && index.predicted_seconds < 60, "%s predicts %g seconds",
      algorithm->description.name, index.predicted_seconds);
    for (unsigned time = 0; time < 2; time++) {
        uint64_t triangles = 1;
        WORKS(algorithm->cpu->count(fixture.context, task, &index, &triangles));
        CHECK_EQ(triangles, expected, "%s, time %u", algorithm->description.name, time);
    }
    tg_index_free(NULL, &index);
    tg_index_free(NULL, &index); /* nothing is left to free */
}

static void check_all(const tg_task *task, uint64_t expected)
{
    for (size_t a = 0; a < tg_algorithm_count(); a++) {
        const tg_algorithm *algorithm = tg_algorithm_at(a);
        if (algorithm->cpu && algorithm->cpu->make_index) check_prepared(algorithm, task, expected);
    }
}

/* Counts shares of the task's rows one after the other; what one may keep for the next one is
 * kept, but for every fifth. */
static void check_shares(const tg_algorithm *algorithm, const tg_task *task, uint64_t expected)
{
    enum { SHARES = 23 };
    tg_index kept = {0};
    uint64_t sum = 0;
    for (uint64_t s = 0; s < SHARES; s++) {
        tg_task share = *task;
        uint64_t triangles = 0;
        share.first_row = (uint32_t)(s * task->last_row / SHARES);
        share.last_row = (uint32_t)((s + 1) * task->last_row / SHARES);
        if (s % 5 == 4) tg_index_free(NULL, &kept);
        WORKS(algorithm->cpu->make_index(fixture.context, &share, &kept));
        WORKS(algorithm->cpu->count(fixture.context, &share, &kept, &triangles));
        algorithm->cpu->prune(&kept);
        sum += triangles;
    }
    tg_index_free(NULL, &kept);
    CHECK_EQ(sum, expected, "%s, shares", algorithm->description.name);
}

static void check_all_shares(const tg_task *task, uint64_t expected)
{
    for (size_t a = 0; a < tg_algorithm_count(); a++) {
        const tg_algorithm *algorithm = tg_algorithm_at(a);
        if (algorithm->cpu && algorithm->cpu->prune) check_shares(algorithm, task, expected);
    }
}

TEST_CASE(graphs)
{
    static const char *const made[][2] = {
      {"kronecker", "scale=13 edge_factor=16"},
      {"watts-strogatz", "vertices=20000 degree=16 rewire=0.1"},
      {"complete", "vertices=300"},
      {"grid2d", "width=100 height=100 diagonals=0.1"},
    };

    for (size_t g = 0; g < LENGTH(made); g++) {
        tricorn_graph *graph = NULL;
        WORKS(tricorn_graph_generate(fixture.context, made[g][0], made[g][1], 1, &graph));
        const tg_task task = test_task_of(graph);
        const uint64_t expected = merged(&task);
        TEST_EACH_ISA (isa) {
            fixture.context->isa = isa;
            check_all(&task, expected);
        }
        fixture.context->isa = tg_isa_best();
        check_all_shares(&task, expected);
        tricorn_graph_free(graph);
    }
}

/* Indexes the second half of the task by what was kept of the first, while that allocation
 * fails; false if there was none. */
static bool refuse(const tg_algorithm *algorithm, const tg_task *task, int64_t number)
{
    tg_index kept = {0};
    tg_task share = *task;

    share.last_row = task->last_row / 2;
    WORKS(algorithm->cpu->make_index(fixture.context, &share, &kept));
    algorithm->cpu->prune(&kept);
    share.first_row = share.last_row;
    share.last_row = task->last_row;
    tg_memory_trim(fixture.context->memory);
    test_allocator_fail(&fixture.allocator, number, 1);
    const tricorn_status status = algorithm->cpu->make_index(fixture.context, &share, &kept);
    const bool refused = fixture.allocator.refused > 0;
    test_allocator_fail(&fixture.allocator, -1, 0);
    if (status != TRICORN_OK) {
        FAILS(status, TRICORN_OUT_OF_MEMORY);
        CHECK(kept.data == NULL && kept.free == NULL, "%s, allocation %d: something is left",
          algorithm->description.name, (int)number);
    }
    tg_index_free(NULL, &kept);
    return refused;
}

TEST_CASE(what_was_kept_goes_with_a_failure)
{
    tricorn_graph *graph = test_generated("kronecker", "scale=12 edge_factor=16");
    const tg_task task = test_task_of(graph);
    int64_t most = 0;

    for (size_t a = 0; a < tg_algorithm_count(); a++) {
        const tg_algorithm *algorithm = tg_algorithm_at(a);
        int64_t number = 0;
        if (algorithm->cpu == NULL || algorithm->cpu->prune == NULL) continue;
        while (refuse(algorithm, &task, number)) number++;
        most = number > most ? number : most;
    }
    CHECK(most > 0, "nothing was refused");
    tricorn_graph_free(graph);
}

/* With less memory there are fewer hubs, and in the end none: the count stays. */
TEST_CASE(little_memory)
{
    tricorn_graph *graph = NULL;

    WORKS(tricorn_graph_generate(fixture.context, "kronecker", "scale=13 edge_factor=16", 1, &graph));
    const tg_task task = test_task_of(graph);
    const uint64_t expected = merged(&task);
    for (uint64_t room = UINT64_C(8) << 20; room > 4096; room /= 2) {
        tg_memory *memory = fixture.context->memory;
        const uint64_t limit = tg_memory_lower_limit(memory, tg_memory_bytes(memory) + room);
        check_all(&task, expected);
        tg_memory_set_limit(memory, limit);
    }
    tricorn_graph_free(graph);
}

TEST_CASE(rows_that_rise)
{
    enum { ROWS = 60 };
    test_random random = {21};

    for (unsigned trial = 0; trial < 10; trial++) {
        test_rows rows = test_rows_random(&random, ROWS, ROWS, 80, TEST_ROWS_ANY);
        const tg_rows view = test_rows_view(&rows);
        const tg_task task = {.edges = view, .from = view, .into = view, .last_row = ROWS};
        check_all(&task, test_task_count(&task, UINT64_MAX));
        test_rows_free(&rows);
    }
}

TEST_MAIN_BETWEEN(test_create, test_destroy)
