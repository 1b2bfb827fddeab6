/* test_sharing.c - all threads may use graphs and plans, which may outlive their context. */
#include <pthread.h>
#include <string.h>

#include "support/fixture.h"
#include "support/families.h"

enum { THREADS = 4, ROUNDS = 10 };

/* Inputs and results of one thread; cmocka's checks must run on the main thread. */
typedef struct worker {
    const tricorn_graph *graph;
    const tricorn_plan *plan;
    const char *algorithm;
    uint64_t expected;
    int wrong;
} worker;

static void *count_again_and_again(void *given)
{
    worker *work = given;
    tricorn_context *context = NULL;
    tricorn_graph_description of = TRICORN_GRAPH_DESCRIPTION_INIT;

    tricorn_options options = *COUNTING(.algorithm = work->algorithm);
    if (tricorn_context_create(OPTIONS(tricorn_context_options, .threads = 2), &context) != TRICORN_OK) {
        work->wrong = ROUNDS;
        return NULL;
    }
    for (int round = 0; round < ROUNDS; round++) {
        tricorn_result result = TRICORN_RESULT_INIT;
        const tricorn_status status = work->plan ? tricorn_plan_run(context, work->plan, &result)
                                                 : tricorn_count(context, work->graph, &options, &result);
        work->wrong += status != TRICORN_OK || result.triangles != work->expected;
        work->wrong += tricorn_graph_describe(context, work->graph, &of) != TRICORN_OK;
    }
    tricorn_context_free(context);
    return NULL;
}

static void run_threads(const worker *prototype)
{
    pthread_t threads[THREADS];
    worker workers[THREADS];

    for (int t = 0; t < THREADS; t++) {
        workers[t] = *prototype;
        assert_int_equal(pthread_create(&threads[t], NULL, count_again_and_again, &workers[t]), 0);
    }
    for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
    for (int t = 0; t < THREADS; t++)
        CHECK_EQ(workers[t].wrong, 0, "%s in thread %d", prototype->algorithm ? prototype->algorithm : "the plan", t);
}

TEST_CASE(threads_share_a_graph)
{
    test_random random = {4};

    tricorn_context *context = test_fixture_open(2);
    edge_list edges = make_random(150, 30, &random);
    const uint64_t expected = edge_list_brute_force(&edges);
    tricorn_graph *graph = edge_list_into_graph(context, edges);
    for (size_t a = 0; a < tricorn_algorithm_count(); a++) {
        const char *name = tricorn_algorithm_at(a)->name;
        tricorn_result result = TRICORN_RESULT_INIT;
        if (tricorn_count(context, graph, COUNTING(.algorithm = name), &result) == TRICORN_UNSUPPORTED) {
            print_message("%s: %s\n", name, tricorn_context_message(context));
            continue;
        }
        run_threads(&(worker){.graph = graph, .algorithm = name, .expected = expected});
    }
    tricorn_graph_free(graph);
    test_fixture_close();
}

TEST_CASE(threads_share_a_plan)
{
    tricorn_plan *plan = NULL;

    tricorn_context *context = test_fixture_open(2);
    tricorn_graph *graph = edge_list_into_graph(context, make_complete(90));
    REQUIRE_OK(context, tricorn_plan_create(context, graph, NULL, &plan));
    run_threads(&(worker){.graph = graph, .plan = plan, .expected = choose(90, 3)});
    tricorn_plan_free(plan);
    tricorn_graph_free(graph);
    test_fixture_close();
}

TEST_CASE(a_graph_outlives_its_context)
{
    test_allocator allocator;
    tricorn_plan *plan = NULL;
    tricorn_result result = TRICORN_RESULT_INIT;

    test_allocator_init(&allocator);
    tricorn_context *context = test_context_create(&allocator, 2);
    tricorn_graph *graph = edge_list_into_graph(context, make_complete(30));
    REQUIRE_OK(context, tricorn_plan_create(context, graph, NULL, &plan));
    tricorn_context_free(context);

    tricorn_context *other = test_new_context(NULL);
    REQUIRE_OK(other, tricorn_count(other, graph, NULL, &result));
    CHECK_EQ(result.triangles, choose(30, 3), "counted by another context");
    REQUIRE_OK(other, tricorn_plan_run(other, plan, &result));
    CHECK_EQ(result.triangles, choose(30, 3), "planned by one context, run by another");
    tricorn_plan_free(plan);
    tricorn_graph_free(graph);
    CHECK_EQ(allocator.live_blocks, 0, "all went back to the first context's allocator");
    tricorn_context_free(other);
}

TEST_MAIN()
