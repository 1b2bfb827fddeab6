/* test_plan.c - plans, results, the choice of an algorithm, verifying, limits. */
#include <string.h>

#include "support/families.h"
#include "support/fixture.h"

static tricorn_graph *karate;
static uint64_t karate_triangles;

TEST_CASE(a_plan_runs_again_and_again)
{
    tricorn_plan *plan = NULL;

    WORKS(tricorn_plan_create(fixture.context, karate, NULL, &plan));
    const int64_t blocks = fixture.allocator.live_blocks;
    for (int run = 0; run < 20; run++) {
        tricorn_result result = TRICORN_RESULT_INIT;
        WORKS(tricorn_plan_run(fixture.context, plan, &result));
        CHECK_EQ(result.triangles, karate_triangles, "run %d", run);
        CHECK_EQ(fixture.allocator.live_blocks, blocks, "blocks after run %d", run);
    }
    tricorn_plan_free(plan);
}

TEST_CASE(results_are_whole)
{
    tricorn_result result = TRICORN_RESULT_INIT;

    WORKS(tricorn_count(fixture.context, karate, COUNTING(.device = "cpu", .threads = 1), &result));
    CHECK_EQ(result.triangles, karate_triangles, "triangles");
    CHECK_EQ(result.struct_size, sizeof result, "size");
    CHECK_EQ(result.how.threads, 1, "threads");
    assert_string_equal(result.how.device, "cpu");
    CHECK(result.how.algorithm != NULL && result.how.algorithm[0] != 0, "the algorithm that ran");
    CHECK(result.how.verified_by == NULL, "nobody verified");
    CHECK(result.seconds.count >= 0 && result.seconds.prepare >= 0 && result.seconds.read >= 0 &&
            result.seconds.transfer >= 0 && result.seconds.verify >= 0,
      "no time is negative");
    CHECK(result.memory.peak_bytes > 0, "memory");
    CHECK_EQ(tricorn_context_threads(fixture.context), 2, "the context keeps its threads");
}

/* A caller that was built with a shorter struct gets the members it knows, and no byte beyond. */
TEST_CASE(an_older_caller)
{
    struct {
        size_t struct_size;
        uint64_t triangles;
        unsigned char behind[sizeof(tricorn_result)];
    } older = {.struct_size = sizeof(size_t) + sizeof(uint64_t)};

    WORKS(tricorn_count(fixture.context, karate, NULL, (tricorn_result *)(void *)&older));
    CHECK_EQ(older.triangles, karate_triangles, "triangles");
    for (size_t i = 0; i < sizeof older.behind; i++) CHECK_EQ(older.behind[i], 0, "overwritten");
}

TEST_CASE(every_algorithm_is_verified_by_another)
{
    for (size_t a = 0; a < tricorn_algorithm_count(); a++) {
        tricorn_result result = TRICORN_RESULT_INIT;
        tricorn_options options = *COUNTING(.algorithm = tricorn_algorithm_at(a)->name, .verify = 1);
        const tricorn_status status = tricorn_count(fixture.context, karate, &options, &result);
        if (status == TRICORN_UNSUPPORTED) {
            print_message("%s: %s\n", options.algorithm, tricorn_context_message(fixture.context));
            continue;
        }
        WORKS(status);
        CHECK_EQ(result.triangles, karate_triangles, "%s", options.algorithm);
        CHECK(result.how.verified_by != NULL && strcmp(result.how.verified_by, result.how.algorithm) != 0,
          "%s is not verified by another", options.algorithm);
    }
}

TEST_CASE(names_and_aliases_choose)
{
    for (size_t a = 0; a < tricorn_algorithm_count(); a++) {
        const tricorn_algorithm_description *algorithm = tricorn_algorithm_at(a);
        tricorn_result result = TRICORN_RESULT_INIT;
        if (algorithm->alias == NULL) continue;
        if (tricorn_count(fixture.context, karate, COUNTING(.algorithm = algorithm->alias), &result) ==
            TRICORN_UNSUPPORTED)
            continue;
        assert_string_equal(result.how.algorithm, algorithm->name);
    }
}

/* A count's own limit is for that count alone. */
TEST_CASE(a_limit_for_one_count)
{
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_graph *another = NULL;

    options.algorithm = "cpu-hash-vertex"; /* needs memory of its own */
    options.host_bytes_limit = 1;
    FAILS(tricorn_count(fixture.context, karate, &options, &result), TRICORN_OUT_OF_MEMORY);
    SAYS("limit");
    options.host_bytes_limit = 0;
    WORKS(tricorn_count(fixture.context, karate, &options, &result));
    WORKS(tricorn_graph_generate(fixture.context, "complete", "vertices=100", 0, &another));
    tricorn_graph_free(another);
}

TEST_CASE(without_a_gpu)
{
    tricorn_result result = TRICORN_RESULT_INIT;

    const tricorn_status status = tricorn_count(fixture.context, karate, COUNTING(.device = "gpu"), &result);
    if (status == TRICORN_OK) {
        CHECK_EQ(result.triangles, karate_triangles, "on the GPU");
    } else {
        FAILS(status, TRICORN_UNSUPPORTED);
        SAYS("GPU");
    }
}

static void create(void)
{
    edge_list edges = make_karate();

    test_fixture_open(2);
    karate_triangles = edge_list_brute_force(&edges);
    karate = edge_list_into_graph(fixture.context, edges);
}

static void destroy(void)
{
    tricorn_graph_free(karate);
    test_fixture_close();
}

TEST_MAIN_BETWEEN(create, destroy)
