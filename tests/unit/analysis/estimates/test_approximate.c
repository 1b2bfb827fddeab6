/* test_approximate.c - how often intervals have the true number, in 10,000 runs on 20 graphs;
 * what is drawn does not depend on threads; graphs without triangles; what is counted instead. */
#include "analysis/estimates/approximate.h"

#include <math.h>

#include "graph/graph.h"
#include "support/families.h"
#include "support/fixture.h"

enum { RUNS = 500, GRAPHS = TEST_TWENTY, MOST_SAMPLES = 1 << 24 };

static const double ERROR = 0.1, CONFIDENCE = 0.9;

static uint64_t misses_of(int i)
{
    edge_list edges = make_of_twenty(i);
    const double triangles = (double)edge_list_brute_force(&edges);
    tricorn_graph *graph = edge_list_into_graph(fixture.context, edges);
    uint64_t misses = 0;
    double sum = 0;
    tg_rows rows;

    WORKS(tg_graph_rows(fixture.context, graph, &rows));
    for (uint64_t seed = 0; seed < RUNS; seed++) {
        const tg_approximation_ask ask = {ERROR, CONFIDENCE, seed, MOST_SAMPLES};
        tg_approximation found;
        WORKS(tg_approximate(fixture.context, &rows, &ask, &found));
        CHECK(found.met, "graph %d, seed %d: no interval", i, (int)seed);
        const double low = (double)found.low, high = (double)found.high;
        CHECK(low >= found.estimate * (1 - ERROR) - 1 && high <= found.estimate * (1 + ERROR) + 1,
          "graph %d: %g to %g is too wide for %g", i, low, high, found.estimate);
        misses += triangles < low || triangles > high ? 1 : 0;
        sum += found.estimate;
    }
    /* A run is off by ERROR or less in 1.6 deviations, the mean by a tenth of it in 3.7. */
    CHECK(fabs(sum / RUNS / triangles - 1) < ERROR / 10, "graph %d: a mean of %g, not %g", i, sum / RUNS, triangles);
    /* Five deviations above what is allowed. */
    CHECK((double)misses <= RUNS * (1 - CONFIDENCE) + 5 * sqrt(RUNS * CONFIDENCE * (1 - CONFIDENCE)),
      "graph %d: %d of %d intervals miss", i, (int)misses, RUNS);
    tricorn_graph_free(graph);
    return misses;
}

/* At least as often as they say, and not much more often: intervals are not wide for nothing.
 * Some graphs have closed wedges only, whose intervals cannot miss. */
TEST_CASE(intervals_hold)
{
    const double runs = (double)RUNS * GRAPHS;
    uint64_t misses = 0;

    for (int i = 0; i < GRAPHS; i++) misses += misses_of(i);
    CHECK((double)misses <= runs * (1 - CONFIDENCE), "%d of %g intervals miss", (int)misses, runs);
    CHECK((double)misses >= runs * (1 - CONFIDENCE) / 4, "only %d of %g intervals miss", (int)misses, runs);
}

TEST_CASE(threads_do_not_matter)
{
    static const uint32_t threads[] = {1, 3, 8};
    test_allocator allocators[3];
    tricorn_context *contexts[3];
    tg_approximation first, found;
    tg_rows rows;

    test_contexts_create(allocators, contexts, threads, 3);
    for (int i = 0; i < 3; i++) {
        const tg_approximation_ask ask = {0.005, 0.999, 7, UINT64_C(1) << 30};
        tricorn_graph *graph = edge_list_into_graph(contexts[i], make_king(20, 30));
        REQUIRE_OK(contexts[i], tg_graph_rows(contexts[i], graph, &rows));
        REQUIRE_OK(contexts[i], tg_approximate(contexts[i], &rows, &ask, &found));
        if (i == 0) first = found;
        CHECK(found.samples == first.samples && found.closed == first.closed, "%u threads: other samples", threads[i]);
        tricorn_graph_free(graph);
    }
    test_contexts_free(allocators, contexts, 3);
}

/* Nothing is closed, or there is nothing to draw. */
TEST_CASE(without_triangles)
{
    const tg_approximation_ask ask = {0.01, 0.999, 0, 1 << 16};
    tricorn_graph *star = edge_list_into_graph(fixture.context, make_star(50));
    tricorn_graph *grid = edge_list_into_graph(fixture.context, make_grid(9, 9));
    tricorn_graph *none = edge_list_into_graph(fixture.context, edge_list_create(0));
    tricorn_graph *const graphs[] = {star, grid, none};
    tg_approximation found;
    tg_rows rows;

    for (int i = 0; i < 3; i++) {
        WORKS(tg_graph_rows(fixture.context, graphs[i], &rows));
        WORKS(tg_approximate(fixture.context, &rows, &ask, &found));
        CHECK(found.met == (found.wedges == 0), "graph %d: met though nothing is closed", i);
        CHECK_EQ(found.high, 0, "graph %d", i);
        CHECK(found.drawn <= ask.most_samples, "graph %d: %d samples", i, (int)found.drawn);
        tricorn_graph_free(graphs[i]);
    }
}

static tricorn_approximate_result approximate(const tricorn_graph *graph, const tricorn_approximate_options *options)
{
    tricorn_approximate_result result = TRICORN_APPROXIMATE_RESULT_INIT;
    WORKS(tricorn_approximate(fixture.context, graph, options, &result));
    return result;
}

/* A small graph is counted; one with many wedges is sampled. */
TEST_CASE(counts_where_that_is_as_fast)
{
    tricorn_graph *small = edge_list_into_graph(fixture.context, make_karate());
    tricorn_graph *large = test_generated("complete", "vertices=1500");
    tricorn_graph *empty = edge_list_into_graph(fixture.context, edge_list_create(0));

    tricorn_approximate_result found = approximate(small, NULL);
    CHECK(found.exact && found.samples == 0, "karate was sampled");
    CHECK_EQ(found.low, 45, "karate");
    CHECK_EQ(found.high, 45, "karate");
    CHECK_EQ(found.estimate, 45, "karate");
    CHECK_EQ(approximate(empty, NULL).high, 0, "no graph");

    found = approximate(large, OPTIONS(tricorn_approximate_options, .error = 0.1));
    CHECK(!found.exact && found.samples > 0, "complete 1500 was counted");
    CHECK_EQ(found.wedges, choose(1500, 3), "all wedges are closed");
    CHECK_EQ(found.closed, found.samples, "all wedges are closed");
    CHECK_EQ(found.high, choose(1500, 3), "complete 1500");
    CHECK(found.confidence == 0.999 && found.error == 0.1, "what was asked for");
    tricorn_graph_free(small);
    tricorn_graph_free(large);
    tricorn_graph_free(empty);
}

TEST_CASE(what_is_refused)
{
    static const double errors[] = {-1, 1, 1e-7, NAN}, confidences[] = {-0.5, 1, 2, NAN};
    tricorn_graph *graph = edge_list_into_graph(fixture.context, make_complete(3));
    tricorn_approximate_result result = TRICORN_APPROXIMATE_RESULT_INIT;

    for (int i = 0; i < 4; i++) {
        tricorn_approximate_options options = *OPTIONS(tricorn_approximate_options, .error = errors[i]);
        FAILS(tricorn_approximate(fixture.context, graph, &options, &result), TRICORN_INVALID_ARGUMENT);
        SAYS("the error is");
        options.error = 0.1;
        options.confidence = confidences[i];
        FAILS(tricorn_approximate(fixture.context, graph, &options, &result), TRICORN_INVALID_ARGUMENT);
        SAYS("the confidence is");
    }
    tricorn_graph_free(graph);
}

TEST_MAIN_EACH(test_create, test_destroy)
