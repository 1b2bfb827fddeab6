/* test_plan.c - which schedule a plan takes, a schedule that is added, blocks that are made once.
 */
#include <string.h>

#include "graph/graph.h"
#include "schedule/blocks.h"
#include "schedule/run_task.h"
#include "schedule/schedule.h"
#include "support/fixture.h"
#include "support/host_rows.h"

/* ---- an example of a schedule ---- */

/* A schedule that counts one row of the graph after the other, each as its own task. */
static bool fits(const tricorn_context *context, const tg_plan *plan, tg_plan_bytes *bytes)
{
    (void)context;
    *bytes = (tg_plan_bytes){0};
    return plan->request.setup.algorithm->cpu != NULL && plan->graph->active < 1000;
}

static tricorn_status create(tricorn_context *context, tg_plan *plan)
{
    (void)context;
    (void)plan;
    return TRICORN_OK;
}

static tricorn_status execute(
  tricorn_context *context, const tg_plan *plan, const tg_sink *sink, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tg_task task = test_task_of(plan->graph);
    const uint32_t rows = task.last_row;
    uint64_t sum = 0;

    for (uint32_t r = 0; r < rows; r++) {
        uint64_t found = 0;
        task.first_row = r;
        task.last_row = r + 1;
        TG_TRY(tg_count_task(context, &task, &plan->request.setup, sink, &found));
        sum += found;
    }
    result->triangles = sum;
cleanup:
    return status;
}

static void free_state(tg_plan *plan)
{
    (void)plan;
}

const tg_schedule tg_schedule_example = {
  .name = "example", .fits = fits, .create = create, .execute = execute, .free = free_state};

/* A schedule that fits by its own estimate, but then runs out of GPU memory. */
static tricorn_status create_too_large(tricorn_context *context, tg_plan *plan)
{
    (void)plan;
    return tg_fail(context, TRICORN_OUT_OF_DEVICE_MEMORY, "this one is always too large");
}

const tg_schedule tg_schedule_too_large = {
  .name = "too large", .fits = fits, .create = create_too_large, .execute = execute, .free = free_state};

/* The list of plan.c, with lines for the schedules above. */
#define TG_SCHEDULE(id) extern const tg_schedule tg_schedule_##id;
#include "schedule/schedules.def"
#undef TG_SCHEDULE
static const tg_schedule *const schedules[] = {
#define TG_SCHEDULE(id) &tg_schedule_##id,
  TG_SCHEDULE(too_large) TG_SCHEDULE(example)
#include "schedule/schedules.def"
#undef TG_SCHEDULE
};
enum { SCHEDULES = LENGTH(schedules) };

static const char *plan_by(const tricorn_graph *graph, const tricorn_options *options, uint64_t *triangles)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    tg_plan *plan = NULL;
    WORKS(tg_plan_create_by(fixture.context, graph, options, TG_SINK_TOTAL, schedules, SCHEDULES, &plan));
    WORKS(tg_plan_execute(fixture.context, plan, NULL, &result));
    tg_plan_free(plan);
    *triangles = result.triangles;
    return result.cut.schedule;
}

TEST_CASE(a_schedule_is_one_line)
{
    const tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_graph *small = test_generated("complete", "vertices=50");
    tricorn_graph *large = test_generated("complete", "vertices=1001");
    uint64_t triangles = 0;

    CHECK(strcmp(plan_by(small, &options, &triangles), "example") == 0, "the first that fits");
    CHECK_EQ(triangles, 50 * 49 * 48 / 6, "by rows");
    CHECK(strcmp(plan_by(large, &options, &triangles), "cpu") == 0, "the next that fits");
    CHECK_EQ(triangles, UINT64_C(1001) * 1000 * 999 / 6, "at once");
    tricorn_graph_free(small);
    tricorn_graph_free(large);
}

TEST_CASE(nothing_that_fits)
{
    static const tg_schedule *const none[] = {&tg_schedule_too_large};
    const tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_graph *small = test_generated("complete", "vertices=5");
    tricorn_graph *large = test_generated("complete", "vertices=1001");
    tg_plan *plan = NULL;

    REQUIRE_STATUS(fixture.context, tg_plan_create_by(fixture.context, small, &options, TG_SINK_TOTAL, none, 1, &plan),
      TRICORN_OUT_OF_DEVICE_MEMORY);
    REQUIRE_STATUS(fixture.context, tg_plan_create_by(fixture.context, large, &options, TG_SINK_TOTAL, none, 1, &plan),
      TRICORN_UNSUPPORTED);
    CHECK(plan == NULL, "a failure has no output");
    tricorn_graph_free(small);
    tricorn_graph_free(large);
}

/* ---- blocks ---- */

TEST_CASE(blocks_are_made_once)
{
    tricorn_graph *graph = test_generated("complete", "vertices=100");
    tg_plan *plan = NULL;

    WORKS(tg_plan_create(fixture.context, graph, COUNTING(.blocks = 9), TG_SINK_TOTAL, &plan));
    for (int time = 0; time < 3; time++) {
        tricorn_result result = TRICORN_RESULT_INIT;
        WORKS(tg_plan_execute(fixture.context, plan, NULL, &result));
        CHECK_EQ(result.triangles, 100 * 99 * 98 / 6, "time %d", time);
        CHECK_EQ(result.cut.blocks, 9, "time %d", time);
        CHECK_EQ(tg_blocks_made(plan), 1, "time %d", time);
    }
    tg_plan_free(plan);
    tricorn_graph_free(graph);
}

/* At least as many blocks as asked for: the next square number. */
TEST_CASE(as_many_blocks_as_asked)
{
    static const uint32_t asked[] = {0, 1, 2, 4, 5, 9, 10, 400}, made[] = {1, 1, 4, 4, 9, 9, 16, 400};
    tricorn_graph *graph = test_generated("complete", "vertices=30");

    for (size_t i = 0; i < LENGTH(asked); i++) {
        tricorn_result result = TRICORN_RESULT_INIT;
        WORKS(tricorn_count(fixture.context, graph, COUNTING(.blocks = asked[i]), &result));
        CHECK_EQ(result.cut.blocks, made[i], "%u asked for", asked[i]);
        CHECK_EQ(result.triangles, 30 * 29 * 28 / 6, "%u blocks", result.cut.blocks);
    }
    tricorn_graph_free(graph);
}

/* The arguments that the callback got. */
typedef struct progress {
    uint64_t calls, last, total;
    bool falls;
    uint64_t stop_after;
} progress;

static int see_progress(void *user, const char *phase, uint64_t done, uint64_t total)
{
    progress *seen = user;
    if (strcmp(phase, "counting") != 0) return 0;
    seen->falls = seen->falls || done < seen->last || done > total || (seen->total && total != seen->total);
    seen->last = done;
    seen->total = total;
    return ++seen->calls > seen->stop_after;
}

/* All tasks are one phase; its progress never falls, and it can be cancelled. */
TEST_CASE(progress_of_blocks)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_graph *graph = test_generated("kronecker", "scale=12 edge_factor=16");
    progress seen = {.stop_after = UINT64_MAX};

    tricorn_options options = *COUNTING(.blocks = 9, .algorithm = "cpu-adaptive");
    tricorn_context_set_progress(fixture.context, see_progress, &seen);
    WORKS(tricorn_count(fixture.context, graph, &options, &result));
    CHECK(!seen.falls, "the work done falls, or is more than there is");
    seen = (progress){.stop_after = 0};
    options.algorithm = "cpu-merge-edge";
    for (uint32_t blocks = 400; seen.calls == 0 && blocks < 4000; blocks *= 2) {
        options.blocks = blocks; /* until the count lasts long enough for a report */
        const tricorn_status status = tricorn_count(fixture.context, graph, &options, &result);
        CHECK_EQ(status, seen.calls ? TRICORN_CANCELLED : TRICORN_OK, "%u blocks", blocks);
    }
    tricorn_context_set_progress(fixture.context, NULL, NULL);
    tricorn_graph_free(graph);
}

TEST_MAIN_BETWEEN(test_create, test_destroy)
