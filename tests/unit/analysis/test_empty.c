/* test_empty.c - every measure of a graph without a vertex, and of one whose vertices have no
 * edge: zeros, and nothing is written behind the arrays. */
#include <stdio.h>

#include "support/fixture.h"

/* Arrays have one element more, which keeps its value. */
enum { VERTICES = 5, LONGEST = TRICORN_TRIADS * VERTICES, UNTOUCHED = 77 };

static const double weight = 1;

static tricorn_load_options with_all(void)
{
    tricorn_load_options options = *LOADING(.graph.directed = 1);
    options.graph.edge_weights = &weight; /* of no edge */
    return options;
}

static tricorn_graph *no_vertex(void)
{
    const tricorn_load_options options = with_all();
    const uint32_t pairs[2] = {0};
    tricorn_graph *graph = test_from_edges(fixture.context, pairs, 0, &options);
    return graph;
}

static tricorn_graph *no_edge(void)
{
    const tricorn_load_options options = with_all();
    const uint64_t offsets[VERTICES + 1] = {0};
    const uint32_t targets[1] = {0};
    tricorn_graph *graph = NULL;
    WORKS(tricorn_graph_from_csr(fixture.context, VERTICES, offsets, targets, &options, &graph));
    return graph;
}

static void check_reals(const double *found, uint64_t count, const char *what)
{
    for (uint64_t i = 0; i < count; i++) CHECK(found[i] == 0, "%s: %g", what, found[i]);
    CHECK(found[count] == UNTOUCHED, "%s: written behind its end", what);
}

static void fill(double *reals)
{
    for (int i = 0; i <= LONGEST; i++) reals[i] = UNTOUCHED;
}

static void check_census(const tricorn_graph *graph, uint64_t count)
{
    tricorn_census census = TRICORN_CENSUS_INIT;
    const uint64_t triples = count == VERTICES ? 10 : 0;
    uint64_t found[LONGEST + 1];

    for (int i = 0; i <= LONGEST; i++) found[i] = UNTOUCHED;
    WORKS(tricorn_triad_census(fixture.context, graph, found, &census));
    for (int triad = 0; triad < TRICORN_TRIADS; triad++) {
        CHECK_EQ(census.high[triad], 0, "%s", tricorn_triad_name(triad));
        CHECK_EQ(census.low[triad], triad == 0 ? triples : 0, "%s", tricorn_triad_name(triad));
    }
    for (uint64_t i = 0; i < TRICORN_TRIADS * count; i++)
        CHECK_EQ(found[i], i < count ? 6 : 0, "triads of a vertex"); /* pairs of the others */
    CHECK_EQ(found[TRICORN_TRIADS * count], UNTOUCHED, "written behind its end");
    CHECK_EQ(census.triangles, 0, "triangles");
}

static void check_directed(const tricorn_graph *graph, uint64_t count)
{
    for (int kind = TRICORN_FAGIOLO; kind <= TRICORN_FAGIOLO_OUT; kind++) {
        const char *name = tricorn_directed_name((tricorn_directed)kind);
        tricorn_directed_summary summary = TRICORN_DIRECTED_SUMMARY_INIT;
        double found[LONGEST + 1];
        fill(found);
        WORKS(tricorn_directed_clustering(fixture.context, graph, (tricorn_directed)kind, found, &summary));
        check_reals(found, count, name);
        CHECK(summary.average == 0 && summary.average_all == 0, "%s: averages", name);
        CHECK_EQ(summary.arcs + summary.mutual, 0, "%s", name);
    }
}

static void check_weighted(const tricorn_graph *graph, uint64_t count)
{
    for (int kind = TRICORN_ONNELA; kind <= TRICORN_BARRAT; kind++) {
        const char *name = tricorn_weighted_name((tricorn_weighted)kind);
        tricorn_weighted_summary summary = TRICORN_WEIGHTED_SUMMARY_INIT;
        double found[LONGEST + 1];
        fill(found);
        WORKS(tricorn_weighted_clustering(fixture.context, graph, (tricorn_weighted)kind, NULL, found, &summary));
        check_reals(found, count, name);
        CHECK(summary.average == 0 && summary.average_all == 0, "%s: averages", name);
        CHECK(summary.largest == 0 && summary.triangles == 0, "%s: weights, triangles", name);
    }
}

static void check_clustering(const tricorn_graph *graph, uint64_t count)
{
    tricorn_clustering_summary summary = TRICORN_CLUSTERING_SUMMARY_INIT;
    tricorn_square_summary squares = TRICORN_SQUARE_SUMMARY_INIT;
    double found[LONGEST + 1], of_squares[LONGEST + 1];

    fill(found);
    fill(of_squares);
    WORKS(tricorn_clustering(fixture.context, graph,
      OPTIONS(tricorn_clustering_options, .isolated = 1, .coefficients = found), &summary, NULL));
    WORKS(tricorn_square_clustering(
      fixture.context, graph, OPTIONS(tricorn_square_options, .coefficients = of_squares), &squares));
    check_reals(found, count, "clustering");
    check_reals(of_squares, count, "squares");
    CHECK(
      summary.transitivity == 0 && summary.average == 0 && summary.average_degree2 == 0 && summary.average_nonzero == 0,
      "averages");
    CHECK_EQ(summary.averaged, count, "with isolated vertices");
    CHECK_EQ(summary.degree2 + summary.nonzero, 0, "vertices");
    CHECK(squares.squares == 0 && squares.average == 0 && squares.average_all == 0, "squares");
}

static void check_all(tricorn_graph *graph, uint64_t count)
{
    check_census(graph, count);
    check_directed(graph, count);
    check_weighted(graph, count);
    check_clustering(graph, count);
    tricorn_graph_free(graph);
}

TEST_CASE(without_a_vertex)
{
    check_all(no_vertex(), 0);
}

TEST_CASE(without_an_edge)
{
    check_all(no_edge(), VERTICES);
}

TEST_MAIN_EACH(test_create, test_destroy)
