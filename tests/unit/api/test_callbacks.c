/* test_callbacks.c - functions that the library calls may call it again: with another context as ever,
 * with the one in use they get an error, and what is under way ends rightly. */
#include <string.h>
#include <time.h>

#include "support/families.h"
#include "support/fixture.h"

enum { VERTICES = 200 };
static const uint64_t triangles = (uint64_t)VERTICES * (VERTICES - 1) * (VERTICES - 2) / 6;

/* What a function calls from within, and what it saw. */
typedef struct caller {
    tricorn_graph *graph;
    tricorn_context *other;
    int calls, wrong;
} caller;

static int call_again(caller *from)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_graph_description of = TRICORN_GRAPH_DESCRIPTION_INIT;
    void *array = NULL;

    from->calls++;
    from->wrong += tricorn_count(fixture.context, from->graph, NULL, &result) != TRICORN_INVALID_ARGUMENT;
    from->wrong += strstr(tricorn_context_message(fixture.context), "another context") == NULL;
    from->wrong += tricorn_graph_describe(fixture.context, from->graph, &of) != TRICORN_INVALID_ARGUMENT;
    from->wrong += result.triangles != 0;
    from->wrong += tricorn_array_create(fixture.context, 9, 8, &array) != TRICORN_OK;
    tricorn_array_free(array);
    from->wrong += tricorn_count(from->other, from->graph, NULL, &result) != TRICORN_OK;
    from->wrong += result.triangles != triangles;
    return 0;
}

static int progress(void *user, const char *phase, uint64_t done, uint64_t total)
{
    (void)phase, (void)done, (void)total;
    return call_again(user);
}

static int edges(void *user, const uint32_t *ends, const uint32_t *support, uint64_t count)
{
    (void)ends, (void)support, (void)count;
    return call_again(user);
}

static int lists(void *user, const uint32_t *of, uint64_t count)
{
    (void)of, (void)count;
    return call_again(user);
}

static int names(void *user, uint64_t i, uint64_t id, const char *label)
{
    (void)i, (void)id, (void)label;
    return call_again(user);
}

static int late(void *user, const char *phase, uint64_t done, uint64_t total)
{
    static const struct timespec tick = {.tv_nsec = 100000000};
    (void)phase, (void)done, (void)total;
    ++*(int *)user;
    nanosleep(&tick, NULL);
    return 0;
}

static caller begin(void)
{
    caller made = {0};
    REQUIRE_OK(NULL, tricorn_context_create(NULL, &made.other));
    made.graph = edge_list_into_graph(fixture.context, make_complete(VERTICES));
    return made;
}

static void end(const caller *made)
{
    tricorn_context_set_progress(fixture.context, NULL, NULL);
    CHECK(made->calls > 0, "it was not called");
    CHECK_EQ(made->wrong, 0, "of what it called");
    tricorn_graph_free(made->graph);
    tricorn_context_free(made->other);
}

TEST_CASE(progress_that_calls)
{
    tricorn_square_summary squares = TRICORN_SQUARE_SUMMARY_INIT;
    tricorn_approximate_result about = TRICORN_APPROXIMATE_RESULT_INIT;

    caller made = begin();
    tricorn_context_set_progress(fixture.context, progress, &made);
    CHECK_EQ(test_triangles(fixture.context, made.graph, NULL), triangles, "the count under way");
    WORKS(tricorn_square_clustering(fixture.context, made.graph, NULL, &squares));
    WORKS(tricorn_approximate(fixture.context, made.graph, NULL, &about));
    CHECK_EQ(about.low, triangles, "it was counted");
    assert_string_equal(tricorn_context_message(fixture.context), "");
    end(&made);
}

TEST_CASE(visitors_that_call)
{
    static const uint32_t some[] = {0, 1};

    caller made = begin();
    tricorn_visitor visitor = *OPTIONS(tricorn_visitor, .edges = edges, .triangles = lists, .user = &made);
    WORKS(tricorn_edge_support(fixture.context, made.graph, NULL, &visitor, NULL));
    WORKS(tricorn_triangle_list(fixture.context, made.graph, NULL, &visitor, NULL));
    WORKS(tricorn_graph_names(fixture.context, made.graph, some, 2, names, &made));
    end(&made);
}

TEST_CASE(progress_that_is_slow)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    int calls = 0;

    tricorn_graph *graph = edge_list_into_graph(fixture.context, make_complete(VERTICES));
    tricorn_context_set_progress(fixture.context, late, &calls);
    WORKS(tricorn_count(fixture.context, graph, NULL, &result));
    tricorn_context_set_progress(fixture.context, NULL, NULL);
    CHECK(calls > 0, "it was not called");
    CHECK_EQ(result.triangles, triangles, "its count");
    tricorn_graph_free(graph);
}

TEST_MAIN_EACH(test_create, test_destroy)
