/* test_similarity.c - every measure of every edge and of pairs, against looking at every vertex;
 * closed forms; the same bits for any number of threads. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "graph/graph.h"
#include "support/families.h"
#include "support/fixture.h"

enum { MEASURES = 7, MOST = 200 };

static const double CLOSE = 1e-13;

/* A graph of few vertices, and what was listed of it. */
static struct {
    const tricorn_graph *graph;
    uint32_t n;
    unsigned char *matrix;
    uint64_t *degrees;
    double *values; /* n * n: of each edge that came; -1 */
    uint64_t listed;
} small;

static double by_definition(tricorn_measure measure, uint64_t u, uint64_t v)
{
    double common = 0, logs = 0, parts = 0, others = 0;
    const double a = (double)small.degrees[u], b = (double)small.degrees[v];
    if (a == 0 || b == 0) return 0;
    for (uint64_t w = 0; w < small.n; w++) {
        if (!small.matrix[u * small.n + w] || !small.matrix[v * small.n + w]) continue;
        common++;
        logs += 1 / log((double)small.degrees[w]);
        parts += 1 / (double)small.degrees[w];
        others += 1 / (double)(small.degrees[w] - 1);
    }
    const double values[MEASURES] = {
      common, common / (a + b - common), common / fmin(a, b), common / sqrt(a * b), logs, parts, others};
    return values[measure];
}

static int keep(void *user, const uint32_t *ends, const double *values, uint64_t count)
{
    (void)user;
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t u = tricorn_graph_id(small.graph, ends[2 * i]);
        const uint64_t v = tricorn_graph_id(small.graph, ends[2 * i + 1]);
        CHECK(u < v, "the ends come in the order of their ids");
        CHECK(small.values[u * small.n + v] < 0, "an edge came twice");
        small.values[u * small.n + v] = values[i];
        small.listed++;
    }
    return 0;
}

static tricorn_similarity_options options_of(tricorn_measure measure)
{
    tricorn_similarity_options options = *OPTIONS(tricorn_similarity_options, .measure = measure, .edges = keep);
    return options;
}

static void forget_values(void)
{
    for (uint64_t i = 0; i < (uint64_t)small.n * small.n; i++) small.values[i] = -1;
    small.listed = 0;
}

/* Each edge once, of `least` and more. */
static void check_edges(tricorn_measure measure, double least, const char *name)
{
    tricorn_similarity_options options = options_of(measure);
    tricorn_result result = TRICORN_RESULT_INIT;

    forget_values();
    tricorn_options count = *COUNTING(.verify = 1);
    options.count = &count;
    options.least = least;
    options.sorted = least > 0;
    WORKS(tricorn_edge_similarity(fixture.context, small.graph, &options, &result));
    CHECK(result.how.verified_by != NULL, "verified");
    for (uint64_t u = 0; u < small.n; u++)
        for (uint64_t v = u + 1; v < small.n; v++) {
            const double expected = by_definition(measure, u, v);
            const double found = small.values[u * small.n + v];
            if (fabs(expected - least) < CLOSE && least > 0) continue;
            if (!small.matrix[u * small.n + v] || expected < least)
                CHECK(found < 0, "%s: %d, %d came", name, (int)u, (int)v);
            else
                CHECK(fabs(found - expected) <= CLOSE * fmax(1, expected), "%s, %s: %.17g, not %.17g", name,
                  tricorn_measure_name(measure), found, expected);
        }
}

/* All pairs of two vertices, some of them again and again. */
static void check_pairs(tricorn_measure measure, const char *name)
{
    const uint64_t all = (uint64_t)small.n * small.n;
    uint32_t *pairs = test_allocate(2 * all + 1, sizeof *pairs);
    double *values = test_allocate(all + 1, sizeof *values);
    uint64_t count = 0;

    for (uint32_t u = 0; u < small.graph->vertices; u++)
        for (uint32_t v = 0; v < small.graph->vertices; v++) {
            if (u == v) continue;
            pairs[2 * count] = u;
            pairs[2 * count++ + 1] = v;
        }
    WORKS(tricorn_pair_similarity(fixture.context, small.graph, measure, pairs, count, values));
    for (uint64_t i = 0; i < count; i++) {
        const double expected = by_definition(
          measure, tricorn_graph_id(small.graph, pairs[2 * i]), tricorn_graph_id(small.graph, pairs[2 * i + 1]));
        CHECK(fabs(values[i] - expected) <= CLOSE * fmax(1, expected), "%s, %s: %.17g, not %.17g", name,
          tricorn_measure_name(measure), values[i], expected);
    }
    free(pairs);
    free(values);
}

/* Takes the edges. */
static void check_graph(edge_list edges, const char *name)
{
    tricorn_graph *graph = edge_list_graph(fixture.context, &edges);
    small.graph = graph;
    small.n = edges.vertices;
    small.matrix = edge_list_matrix(&edges);
    small.degrees = edge_list_degrees(&edges);
    small.values = test_allocate((uint64_t)small.n * small.n + 1, sizeof *small.values);
    for (int m = 0; m < MEASURES; m++) {
        check_edges((tricorn_measure)m, 0, name);
        check_edges((tricorn_measure)m, 0.3, name);
        check_pairs((tricorn_measure)m, name);
    }
    tricorn_graph_free(graph);
    edge_list_free(&edges);
    free(small.matrix);
    free(small.degrees);
    free(small.values);
}

TEST_CASE(every_measure)
{
    test_random random = {31};

    check_graph(edge_list_create(0), "no vertex");
    check_graph(make_karate(), "karate");
    check_graph(make_star(30), "star");
    check_graph(make_wheel(12), "wheel");
    for (uint32_t percent = 2; percent < 90; percent += 14) {
        edge_list edges = make_random(45, percent, &random);
        edge_list_add_loops(&edges, 10, &random);
        edge_list_add_reversed(&edges);
        check_graph(edges, "random");
    }
    test_fixture_close();
    test_fixture_open(5);
    check_graph(make_random(70, 30, &random), "random, five threads");
}

/* ---- known by formula ---- */

static struct {
    double values[MOST];
    uint64_t count;
} known;

static int keep_values(void *user, const uint32_t *ends, const double *values, uint64_t count)
{
    (void)user, (void)ends;
    for (uint64_t i = 0; i < count && known.count < MOST; i++) known.values[known.count++] = values[i];
    return 0;
}

static void check_all_equal(edge_list edges, tricorn_measure measure, double expected)
{
    tricorn_graph *graph = edge_list_into_graph(fixture.context, edges);
    tricorn_similarity_options options = options_of(measure);
    options.edges = keep_values;
    known.count = 0;
    WORKS(tricorn_edge_similarity(fixture.context, graph, &options, NULL));
    CHECK(known.count > 0, "edges");
    for (uint64_t i = 0; i < known.count; i++)
        CHECK(fabs(known.values[i] - expected) <= CLOSE * expected, "%s: %.17g, not %.17g",
          tricorn_measure_name(measure), known.values[i], expected);
    tricorn_graph_free(graph);
}

/* Complete: (n - 2) / n; all n - 2 others are common and have n - 1 neighbours. The edge of two
 * hubs that share 100,000 neighbours of degree 2. */
TEST_CASE(closed_forms)
{
    enum { SHARED = 100000 };
    const double pages[MEASURES] = {SHARED, SHARED / (SHARED + 2.0), SHARED / (SHARED + 1.0), SHARED / (SHARED + 1.0),
      SHARED / log(2), SHARED / 2.0, SHARED};
    edge_list book = edge_list_create(SHARED + 2);

    for (uint32_t n = 3; n < 30; n += 5) {
        check_all_equal(make_complete(n), TRICORN_COMMON, n - 2.0);
        check_all_equal(make_complete(n), TRICORN_JACCARD, (n - 2.0) / n);
        check_all_equal(make_complete(n), TRICORN_COSINE, (n - 2.0) / (n - 1.0));
        check_all_equal(make_complete(n), TRICORN_OVERLAP, (n - 2.0) / (n - 1.0));
        check_all_equal(make_complete(n), TRICORN_RESOURCE, (n - 2.0) / (n - 1.0));
        check_all_equal(make_complete(n), TRICORN_ADAMIC_ADAR, (n - 2.0) / log(n - 1.0));
    }
    edge_list_add(&book, 0, 1);
    for (uint32_t v = 2; v < SHARED + 2; v++) {
        edge_list_add(&book, 0, v);
        edge_list_add(&book, v, 1);
    }
    tricorn_graph *graph = edge_list_into_graph(fixture.context, book);
    for (int m = 0; m < MEASURES; m++) {
        tricorn_similarity_options options = options_of((tricorn_measure)m);
        options.edges = keep_values;
        options.least = pages[m] * (1 - 1e-12);
        known.count = 0;
        WORKS(tricorn_edge_similarity(fixture.context, graph, &options, NULL));
        CHECK_EQ(known.count, 1, "%s", tricorn_measure_name((tricorn_measure)m));
        CHECK(fabs(known.values[0] - pages[m]) <= 1e-11 * pages[m], "%.17g, not %.17g", known.values[0], pages[m]);
    }
    tricorn_graph_free(graph);
}

/* Sums of weights of a graph with hubs: the same bits by 1 and by 7 threads. */
TEST_CASE(threads_do_not_matter)
{
    static double first[MOST];
    for (uint32_t threads = 1; threads <= 7; threads += 3) {
        test_fixture_close();
        test_fixture_open(threads);
        tricorn_graph *graph = test_generated("kronecker", "scale=10");
        tricorn_similarity_options options = options_of(TRICORN_ADAMIC_ADAR);
        options.edges = keep_values;
        options.sorted = 1;
        known.count = 0;
        WORKS(tricorn_edge_similarity(fixture.context, graph, &options, NULL));
        if (threads == 1) memcpy(first, known.values, sizeof first);
        CHECK(memcmp(first, known.values, sizeof first) == 0, "%u threads", threads);
        tricorn_graph_free(graph);
    }
}

TEST_CASE(what_is_refused)
{
    const uint32_t far[] = {0, 1, 2, 3}, twice[] = {0, 1, 2, 2};
    double values[2];
    tricorn_graph *graph = edge_list_into_graph(fixture.context, make_complete(3));
    tricorn_similarity_options options = options_of((tricorn_measure)(3 * MEASURES));

    REQUIRE_STATUS(fixture.context, tricorn_pair_similarity(fixture.context, graph, TRICORN_JACCARD, far, 2, values),
      TRICORN_INVALID_ARGUMENT);
    SAYS("pairs[3] is 3");
    REQUIRE_STATUS(fixture.context, tricorn_pair_similarity(fixture.context, graph, TRICORN_JACCARD, twice, 2, values),
      TRICORN_INVALID_ARGUMENT);
    SAYS("itself");
    FAILS(tricorn_edge_similarity(fixture.context, graph, &options, NULL), TRICORN_INVALID_ARGUMENT);
    SAYS("measure is 21");
    options = options_of(TRICORN_OF_SUCCESSORS);
    FAILS(tricorn_edge_similarity(fixture.context, graph, &options, NULL), TRICORN_INVALID_ARGUMENT);
    SAYS("no directions");
    options = options_of(TRICORN_JACCARD);
    options.edges = NULL;
    FAILS(tricorn_edge_similarity(fixture.context, graph, &options, NULL), TRICORN_INVALID_ARGUMENT);
    SAYS("options->edges");
    tricorn_graph_free(graph);
}

TEST_MAIN_EACH(test_create, test_destroy)
