/* test_multi_gpu.c - how a task is split among GPUs. */
#include "schedule/multi_gpu.h"
#include "support/check.h"

enum { MOST_PARTS = 20 };

static trigon_graph *generate(trigon_context *context, const char *model, const char *parameters)
{
    trigon_graph *graph = NULL;
    REQUIRE_OK(context, trigon_graph_generate(context, model, parameters, 1, &graph));
    return graph;
}

/* Each row is in one part, in order. */
static void check_split(const tg_task *task, uint32_t parts)
{
    uint32_t rows[MOST_PARTS + 1];
    tg_multi_gpu_split(task, parts, rows);
    CHECK_EQ(rows[0], task->first_row, "the first of %u", parts);
    CHECK_EQ(rows[parts], task->last_row, "the last of %u", parts);
    for (uint32_t p = 0; p < parts; p++)
        CHECK(rows[p] <= rows[p + 1], "part %u of %u: %u to %u", p, parts, rows[p], rows[p + 1]);
}

static void every_row_once(void **state)
{
    static const struct {
        const char *model, *parameters;
    } graphs[] = {{"complete", "vertices=50"},
                  {"star", "vertices=100"},
                  {"kronecker", "scale=8"},
                  {"complete", "vertices=2"}};
    trigon_context *context = NULL;
    (void)state;
    assert_int_equal(trigon_context_create(NULL, &context), TRIGON_OK);
    for (size_t g = 0; g < sizeof graphs / sizeof *graphs; g++) {
        trigon_graph *graph = generate(context, graphs[g].model, graphs[g].parameters);
        tg_task task = tg_task_in_core(graph);
        for (uint32_t parts = 1; parts <= MOST_PARTS; parts++) check_split(&task, parts);
        task.first_row = task.last_row / 2; /* a part of the rows */
        for (uint32_t parts = 1; parts <= MOST_PARTS; parts++) check_split(&task, parts);
        task.first_row = task.last_row; /* none */
        check_split(&task, 3);
        trigon_graph_free(graph);
    }
    trigon_context_free(context);
}

/* In a complete graph row r has r ids: half of the wedges lie before row n / 2^(1/3). */
static void parts_have_equal_work(void **state)
{
    trigon_context *context = NULL;
    uint32_t rows[3];
    (void)state;
    assert_int_equal(trigon_context_create(NULL, &context), TRIGON_OK);
    trigon_graph *graph = generate(context, "complete", "vertices=1000");
    const tg_task task = tg_task_in_core(graph);
    tg_multi_gpu_split(&task, 2, rows);
    CHECK(rows[1] >= 785 && rows[1] <= 800, "the middle is row %u", rows[1]);
    trigon_graph_free(graph);
    trigon_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_once),
        cmocka_unit_test(parts_have_equal_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
