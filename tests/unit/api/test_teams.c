/* test_teams.c - counts are right, and end, wherever OpenMP gives fewer threads than a call asks for:
 * in a child of fork(), within a parallel region of the caller's, and where teams are dynamic. */
#include <omp.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/fixture.h"

enum { CHILDREN = 3, MOST_SECONDS = 60, VERTICES = 300 };

/* Triangles of the complete graph, and its trussness, by their closed forms. */
static const uint64_t triangles = (uint64_t)VERTICES * (VERTICES - 1) * (VERTICES - 2) / 6;

/* 0 if all is right; without cmocka, since it runs in children and regions. */
static int count_wrong(tricorn_context *context, const tricorn_graph *graph)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_trusses *trusses = NULL;
    int wrong = 0;

    wrong += tricorn_count(context, graph, NULL, &result) != TRICORN_OK;
    wrong += result.triangles != triangles;
    wrong += tricorn_count(context, graph, COUNTING(.threads = 4), &result) != TRICORN_OK;
    wrong += result.triangles != triangles;
    wrong += tricorn_trussness(context, graph, NULL, &trusses, NULL) != TRICORN_OK;
    if (trusses == NULL) return wrong + 1;
    tricorn_trusses_description of = TRICORN_TRUSSES_DESCRIPTION_INIT;
    wrong += tricorn_trusses_describe(context, trusses, &of) != TRICORN_OK;
    wrong += of.k_max != VERTICES;
    tricorn_trusses_free(trusses);
    return wrong;
}

/* In a context that the graph was not made by, as other threads have. */
static int count_wrong_apart(const tricorn_graph *graph)
{
    tricorn_context *context = NULL;
    if (tricorn_context_create(OPTIONS(tricorn_context_options, .threads = 3), &context) != TRICORN_OK) return 1;
    const int wrong = count_wrong(context, graph);
    tricorn_context_free(context);
    return wrong;
}

static void check_child(const tricorn_graph *graph)
{
    int ended = 0;
    const pid_t child = fork();
    if (child == 0) {
        alarm(MOST_SECONDS); /* ends a child that waits for ever */
        _exit(count_wrong(fixture.context, graph) + count_wrong_apart(graph) > 0);
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &ended, 0), child);
    CHECK_EQ(ended, 0, "the child's state");
}

TEST_CASE(test_a_forked_child_counts)
{
    tricorn_graph *graph = test_generated("complete", "vertices=300");
    for (int c = 0; c < CHILDREN; c++) {
        assert_int_equal(count_wrong(fixture.context, graph), 0);
        check_child(graph);
    }
    assert_int_equal(count_wrong(fixture.context, graph), 0);
    tricorn_graph_free(graph);
}

TEST_CASE(test_calls_within_regions_count)
{
    int wrong = 0;
    tricorn_graph *graph = test_generated("complete", "vertices=300");
    for (int levels = 1; levels <= 2; levels++) {
        omp_set_max_active_levels(levels);
#pragma omp parallel num_threads(2) reduction(+ : wrong)
        wrong += count_wrong_apart(graph);
    }
    omp_set_max_active_levels(1);
    assert_int_equal(wrong, 0);
    tricorn_graph_free(graph);
}

TEST_CASE(test_dynamic_teams_count)
{
    tricorn_graph *graph = test_generated("complete", "vertices=300");
    omp_set_dynamic(1);
    assert_int_equal(count_wrong(fixture.context, graph), 0);
    assert_true(omp_get_dynamic()); /* it is the caller's again */
    omp_set_dynamic(0);
    tricorn_graph_free(graph);
}

TEST_MAIN_EACH(test_create, test_destroy)
