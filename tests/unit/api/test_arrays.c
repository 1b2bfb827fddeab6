/* test_arrays.c - graphs of columns and rows of numbers of any type, and the ids of all vertices.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/fixture.h"
#include "support/random.h"

enum { VERTICES = 100, EDGES = 700, TYPES = 8, SPACE = 40, PAST_BLOCK = 9000 };

/* Writes a number as one of a type. */
static void put(void *at, tricorn_integer type, uint64_t value)
{
    memcpy(at, &value, (size_t)1 << (type & 3)); /* the lowest byte comes first */
}

/* The values as numbers of a type, so many bytes apart, from an odd address on. */
static tricorn_integers column_of(
  const uint32_t *values, uint64_t count, tricorn_integer type, ptrdiff_t stride, unsigned char *space)
{
    unsigned char *first = space + 1;
    if (stride < 0) first += (ptrdiff_t)(count ? count - 1 : 0) * -stride;
    for (uint64_t i = 0; i < count; i++) put(first + (ptrdiff_t)i * stride, type, values[i]);
    return (tricorn_integers){first, stride, type};
}

static uint64_t triangles_of(const tricorn_graph *graph)
{
    return test_triangles(fixture.context, graph, NULL);
}

/* Random edges of few vertices, so that there are triangles, loops and repetitions. */
static void make_edges(uint32_t *sources, uint32_t *targets, uint32_t *pairs, uint32_t count)
{
    test_random random = {7};
    for (uint32_t e = 0; e < count; e++) {
        pairs[2 * e] = sources[e] = test_random_below(&random, VERTICES);
        pairs[2 * e + 1] = targets[e] = test_random_below(&random, VERTICES);
    }
}

/* Triangles among the vertices by trying all, of an array of pairs. */
static uint64_t brute_force(const uint32_t *pairs, uint32_t count)
{
    static unsigned char joined[VERTICES][VERTICES];
    uint64_t found = 0;
    memset(joined, 0, sizeof joined);
    for (uint32_t e = 0; e < count; e++)
        if (pairs[2 * e] != pairs[2 * e + 1])
            joined[pairs[2 * e]][pairs[2 * e + 1]] = joined[pairs[2 * e + 1]][pairs[2 * e]] = 1;
    for (int u = 0; u < VERTICES; u++)
        for (int v = u + 1; v < VERTICES; v++)
            for (int w = v + 1; w < VERTICES; w++) found += joined[u][v] && joined[v][w] && joined[u][w];
    return found;
}

TEST_CASE(columns_of_all_types)
{
    static const ptrdiff_t more[] = {0, 3, -17};
    uint32_t sources[EDGES], targets[EDGES], pairs[2 * EDGES];
    unsigned char *space = test_allocate(2 * (EDGES + 2) * SPACE, 1);
    make_edges(sources, targets, pairs, EDGES);
    const uint64_t expected = brute_force(pairs, EDGES);
    CHECK(expected > 0, "there is something to count");
    for (int s = 0; s < TYPES * TYPES * 3; s++) {
        const tricorn_integer one = (tricorn_integer)(s % TYPES), two = (tricorn_integer)(s / TYPES % TYPES);
        const ptrdiff_t gap = more[s / TYPES / TYPES];
        const ptrdiff_t stride = gap < 0 ? gap : gap + (1 << (one & 3));
        const tricorn_edge_columns columns = {.sources = column_of(sources, EDGES, one, stride, space),
          .targets = column_of(targets, EDGES, two, 1 << (two & 3), space + (EDGES + 1) * SPACE),
          .edges = EDGES};
        tricorn_graph *graph = NULL;
        WORKS(tricorn_graph_from_columns(fixture.context, &columns, 1, NULL, &graph));
        CHECK_EQ(triangles_of(graph), expected, "types %d and %d, stride %td", one, two, stride);
        tricorn_graph_free(graph);
    }
    free(space);
}

/* Sparse ids of 64 bits, in pieces of which one is empty and one has a stride of 0. */
TEST_CASE(pieces)
{
    static const uint64_t first[] = {UINT64_MAX, 5}, second[] = {5, 1000000007}, hub = UINT64_MAX;
    static const int16_t far[] = {5};
    const tricorn_edge_columns parts[] = {{{first, 8, TRICORN_UINT64}, {second, 8, TRICORN_UINT64}, 2},
      {{NULL, 8, TRICORN_UINT64}, {NULL, 1, TRICORN_INT8}, 0},
      {{&hub, 0, TRICORN_UINT64}, {second, 8, TRICORN_INT64}, 2},
      {{far, 2, TRICORN_INT16}, {far, 2, TRICORN_INT16}, 1}};
    tricorn_graph *graph = NULL;
    WORKS(tricorn_graph_from_columns(fixture.context, parts, 4, NULL, &graph));
    const tricorn_graph_description of = test_describe(fixture.context, graph);
    CHECK_EQ(of.vertices, 3, "vertices");
    CHECK_EQ(of.input_edges, 5, "edges of the input");
    CHECK_EQ(of.self_loops, 1, "self loops");
    CHECK_EQ(triangles_of(graph), 1, "triangles");
    tricorn_graph_free(graph);
}

TEST_CASE(negative_numbers)
{
    static const int32_t ends[] = {0, 1, 2, -7}, offsets[] = {0, 1, -1};
    static const uint8_t fine[] = {1, 1};
    const tricorn_integers good = {ends, 4, TRICORN_INT32}, bad = {ends + 3, 4, TRICORN_INT32};
    const tricorn_edge_columns columns[] = {{good, {ends + 1, 4, TRICORN_INT32}, 3}, {bad, good, 1}};
    const tricorn_csr rows = {{offsets, 4, TRICORN_INT32}, {fine, 1, TRICORN_UINT8}, 2};
    const tricorn_csr wrong = {{fine + 0, 0, (tricorn_integer)8}, {fine, 1, TRICORN_UINT8}, 2};
    tricorn_graph *graph = NULL;
    FAILS(tricorn_graph_from_columns(fixture.context, columns, 1, NULL, &graph), TRICORN_INVALID_ARGUMENT);
    SAYS("targets[2] is -7");
    FAILS(tricorn_graph_from_columns(fixture.context, columns + 1, 1, NULL, &graph), TRICORN_INVALID_ARGUMENT);
    SAYS("sources[0] is -7");
    FAILS(tricorn_graph_from_rows(fixture.context, &rows, NULL, &graph), TRICORN_INVALID_ARGUMENT);
    SAYS("offsets[2] is -1");
    FAILS(tricorn_graph_from_rows(fixture.context, &wrong, NULL, &graph), TRICORN_INVALID_ARGUMENT);
    SAYS("tricorn_integer");
    CHECK(graph == NULL, "a failure has no output");
}

/* A hub's row is longer than what is read at once; rows before and behind it are empty. */
TEST_CASE(rows_of_all_types)
{
    const uint32_t vertices = PAST_BLOCK + 3, hub = 1;
    uint32_t *offsets = test_allocate(vertices + 1, sizeof *offsets);
    uint32_t *targets = test_allocate(PAST_BLOCK + 2, sizeof *targets);
    unsigned char *space = test_allocate((2 * PAST_BLOCK + 16) * SPACE, 1);
    /* The hub is joined to 2, 3, ...; 3 to 4, and 4 to 5: two triangles. */
    for (uint32_t v = 0; v <= vertices; v++) offsets[v] = v <= hub ? 0 : PAST_BLOCK + (v > 3) + (v > 4);
    for (uint32_t t = 0; t < PAST_BLOCK; t++) targets[t] = t + 2;
    targets[PAST_BLOCK] = 4;
    targets[PAST_BLOCK + 1] = 5;
    for (int s = 0; s < TYPES * TYPES; s++) {
        const tricorn_integer one = (tricorn_integer)(s % TYPES), two = (tricorn_integer)(s / TYPES);
        if ((one & 3) == 0 || (two & 3) == 0) continue; /* 8 bits do not hold them */
        const tricorn_csr rows = {.offsets = column_of(offsets, vertices + 1, one, 1 << (one & 3), space),
          .targets = column_of(targets, PAST_BLOCK + 2, two, 1 << (two & 3), space + (PAST_BLOCK + 8) * SPACE),
          .vertices = vertices};
        tricorn_graph *graph = NULL;
        WORKS(tricorn_graph_from_rows(fixture.context, &rows, NULL, &graph));
        const tricorn_graph_description of = test_describe(fixture.context, graph);
        CHECK_EQ(of.vertices + of.isolated, vertices, "vertices of types %d and %d", one, two);
        CHECK_EQ(triangles_of(graph), 2, "types %d and %d", one, two);
        tricorn_graph_free(graph);
    }
    free(space);
    free(targets);
    free(offsets);
}

/* Ids far apart, and near each other with gaps: places are by ascending id. */
TEST_CASE(ids_and_places)
{
    static const uint64_t apart[] = {9000000000, 70, 70, 3, 3, 9000000000, 3, 12, 500, 70},
                          near[] = {90, 70, 70, 3, 3, 90, 3, 12, 5, 70};
    static const uint64_t *const lists[] = {apart, near};
    for (int l = 0; l < 2; l++) {
        uint64_t sorted[5] = {3, lists[l][8], 12, 70, lists[l][0]}, ids[5] = {0};
        uint32_t places[5] = {0};
        tricorn_graph *graph = NULL;
        if (sorted[1] > 12) { /* 500 is between 70 and the last */
            const uint64_t ascending[] = {3, 12, 70, 500, 9000000000};
            memcpy(sorted, ascending, sizeof sorted);
        }
        WORKS(tricorn_graph_from_edges64(fixture.context, lists[l], 5, NULL, &graph));
        WORKS(tricorn_graph_ids(fixture.context, graph, ids, places));
        for (uint32_t v = 0; v < 5; v++) {
            CHECK_EQ(ids[v], tricorn_graph_id(graph, v), "the id of %u", v);
            CHECK(places[v] < 5 && sorted[places[v]] == ids[v], "the place of %u is %u", v, places[v]);
        }
        WORKS(tricorn_graph_ids(fixture.context, graph, NULL, NULL));
        tricorn_graph_free(graph);
    }
}

enum { SOME = 12 };

/* Checks the edges of a graph against the directions of each pair, ordered by number: 0, or the
 * sum of 1 for the direction from its first vertex and 2 for the other one. */
static void check_edges(const tricorn_graph *graph, const unsigned char (*known)[SOME])
{
    uint32_t ends[SOME * SOME];
    uint8_t directions[SOME * SOME / 2];
    double weights[SOME * SOME / 2];
    uint64_t edges = 0, e = 0;
    for (int u = 0; u < SOME; u++)
        for (int v = u + 1; v < SOME; v++) edges += known[u][v] != 0;
    const tricorn_graph_description of = test_describe(fixture.context, graph);
    CHECK_EQ(of.edges, edges, "edges");
    WORKS(tricorn_graph_edges(fixture.context, graph, ends, directions, weights));
    for (; e < edges; e++) {
        const uint32_t first = ends[2 * e], second = ends[2 * e + 1];
        CHECK(first > second, "the larger end is first");
        CHECK(e == 0 || ends[2 * e - 2] < first || (ends[2 * e - 2] == first && ends[2 * e - 1] < second),
          "edge %" PRIu64 " is behind the one before", e);
        const uint64_t u = tricorn_graph_id(graph, first), v = tricorn_graph_id(graph, second);
        const unsigned char way = u < v ? known[u][v] : known[v][u];
        CHECK_EQ(directions[e], u < v || way == 3 ? way : 3 - way, "%" PRIu64 " %" PRIu64, u, v);
        CHECK(weights[e] == (double)(u * v + u + v), "the weight of %" PRIu64 " %" PRIu64, u, v);
    }
}

/* A graph of other values has the rows and ids of the first one, which stays as it is. */
static void check_values(const tricorn_graph *graph, const unsigned char (*known)[SOME])
{
    uint8_t directions[SOME * SOME / 2];
    double weights[SOME * SOME / 2], found[SOME * SOME / 2];
    tricorn_graph *none = NULL, *again = NULL;
    tricorn_context *context = fixture.context;
    REQUIRE_OK(context, tricorn_graph_edges(context, graph, NULL, directions, weights));
    REQUIRE_OK(context, tricorn_graph_with_values(context, graph, NULL, NULL, &none));
    const tricorn_graph_description of = test_describe(context, none);
    CHECK(!of.directed && !of.weighted, "nothing is left");
    REQUIRE_OK(context, tricorn_graph_with_values(context, none, directions, weights, &again));
    check_edges(again, known);
    if (of.edges > 0) {
        directions[of.edges - 1] = 4;
        REQUIRE_STATUS(
          context, tricorn_graph_with_values(context, none, directions, NULL, &again), TRICORN_INVALID_ARGUMENT);
        weights[of.edges - 1] = of.edges % 2 ? INFINITY : NAN;
        REQUIRE_STATUS(
          context, tricorn_graph_with_values(context, none, NULL, weights, &again), TRICORN_INVALID_ARGUMENT);
    }
    tricorn_graph_free(again);
    tricorn_graph_free(none);
    REQUIRE_OK(context, tricorn_graph_edges(context, graph, NULL, NULL, found));
}

/* Random arcs, repeated ones and loops among them. */
TEST_CASE(edges_are_listed)
{
    uint64_t random = 1;
    for (int round = 0; round < 200; round++) {
        unsigned char known[SOME][SOME] = {{0}};
        uint32_t arcs[2 * 40];
        double weights[40];
        const uint64_t count = (uint64_t)(round % 41);
        for (uint64_t i = 0; i < count; i++) {
            random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
            const uint32_t u = (uint32_t)(random >> 33) % SOME, v = (uint32_t)(random >> 48) % SOME;
            arcs[2 * i] = u;
            arcs[2 * i + 1] = v;
            weights[i] = u * v + u + v;
            if (u < v) known[u][v] |= 1;
            if (u > v) known[v][u] |= 2;
        }
        tricorn_graph *graph =
          test_from_edges(fixture.context, arcs, count, LOADING(.graph.directed = 1, .graph.edge_weights = weights));
        check_edges(graph, known);
        check_values(graph, known);
        tricorn_graph_free(graph);
    }
}

/* What a graph does not have is an error, and so is a graph that is not given. */
TEST_CASE(edges_without_directions)
{
    static const uint32_t pairs[] = {0, 1};
    uint8_t directions[1];
    double weights[1];
    tricorn_graph *graph = test_from_edges(fixture.context, pairs, 1, NULL);
    FAILS(tricorn_graph_edges(fixture.context, graph, NULL, directions, NULL), TRICORN_INVALID_ARGUMENT);
    SAYS("no directions");
    FAILS(tricorn_graph_edges(fixture.context, graph, NULL, NULL, weights), TRICORN_INVALID_ARGUMENT);
    SAYS("no weights");
    WORKS(tricorn_graph_edges(fixture.context, graph, NULL, NULL, NULL));
    tricorn_graph_free(graph);
}

/* A graph under other names has the rows of the first one, whose ids stay. */
TEST_CASE(other_names)
{
    static const uint64_t pairs[] = {9000000000, 70, 70, 3, 3, 9000000000, 3, 12},
                          ids[] = {44, UINT64_MAX, 7, 1}; /* of 3, 12, 70 and 9000000000 */
    static const char *const labels[] = {"three", "a dozen", "", "\xc3\xa9"};
    tricorn_context *context = fixture.context;
    tricorn_graph *graph = NULL, *numbers = NULL, *words = NULL;
    uint32_t places[4] = {0}, again[4] = {0};
    REQUIRE_OK(context, tricorn_graph_from_edges64(context, pairs, 4, NULL, &graph));
    REQUIRE_OK(context, tricorn_graph_ids(context, graph, NULL, places));
    REQUIRE_OK(context, tricorn_graph_with_names(context, graph, ids, NULL, &numbers));
    REQUIRE_OK(context, tricorn_graph_with_names(context, graph, NULL, labels, &words));
    REQUIRE_OK(context, tricorn_graph_ids(context, words, NULL, again));
    for (uint32_t v = 0; v < 4; v++) {
        CHECK_EQ(again[v], places[v], "the order stays");
        CHECK_EQ(tricorn_graph_id(numbers, v), ids[places[v]], "the id of %u", v);
        CHECK(strcmp(tricorn_graph_label(words, v), labels[places[v]]) == 0, "the label of %u", v);
        CHECK(tricorn_graph_label(graph, v) == NULL, "the first one has numbers");
    }
    CHECK_EQ(test_triangles(context, words, NULL), 1, "triangles");
    tricorn_graph *none = NULL;
    REQUIRE_STATUS(context, tricorn_graph_with_names(context, graph, ids, labels, &none), TRICORN_INVALID_ARGUMENT);
    REQUIRE_STATUS(context, tricorn_graph_with_names(context, graph, NULL, NULL, &none), TRICORN_INVALID_ARGUMENT);
    CHECK(none == NULL, "a failure has no output");
    tricorn_graph_free(words);
    tricorn_graph_free(numbers);
    tricorn_graph_free(graph);
}

/* Loops, repeats and sparse ids; the weights are those of the edges in their order. */
TEST_CASE(weights_of_edges)
{
    static const uint64_t pairs[] = {9000000000, 7, 7, 7, 7, 40, 40, 9000000000, 7, 9000000000, 7, 1};
    static const double weights[] = {1, 99, 1, 8, 1, 64};
    tricorn_context *context = fixture.context;
    tricorn_weighted_summary summary = TRICORN_WEIGHTED_SUMMARY_INIT;
    double wrong[6], found[4] = {0};
    tricorn_graph *graph = NULL;
    tricorn_load_options options = *LOADING(.graph.edge_weights = weights);
    REQUIRE_OK(context, tricorn_graph_from_edges64(context, pairs, 6, &options, &graph));
    REQUIRE_OK(context, tricorn_weighted_clustering(context, graph, TRICORN_ONNELA, NULL, found, &summary));
    CHECK(summary.largest == 64, "the weight of the loop is none: %g", summary.largest);
    for (uint32_t v = 0; v < 4; v++) {
        const uint64_t id = tricorn_graph_id(graph, v); /* the cube root of 1 * 1 * 8 is 2 */
        const double expected = id == 1 ? 0 : id == 7 ? 2.0 / 64 / 3 : 2.0 / 64;
        CHECK(
          found[v] > expected - 1e-16 && found[v] < expected + 1e-16, "%llu has %g", (unsigned long long)id, found[v]);
    }
    tricorn_graph_free(graph);
    for (int i = 0; i < 4; i++) {
        memcpy(wrong, weights, sizeof wrong);
        wrong[4] = i == 0 ? -1 : i == 1 ? NAN : i == 2 ? INFINITY : 2; /* not that of edge 0 */
        options.graph.edge_weights = wrong;
        CHECK(tricorn_graph_from_edges64(context, pairs, 6, &options, &graph) ==
                (i < 3 ? TRICORN_INVALID_ARGUMENT : TRICORN_BAD_FORMAT),
          "weight %g is refused", wrong[4]);
    }
    options.graph.edge_weights = weights;
    options.graph.weights = 1;
    REQUIRE_STATUS(context, tricorn_graph_from_edges64(context, pairs, 6, &options, &graph), TRICORN_INVALID_ARGUMENT);
}

/* A triangle of weights 1, 1 and 8 with a loop, and a vertex without an edge; each edge is an entry of both rows. */
TEST_CASE(weights_of_rows)
{
    static const uint64_t offsets[] = {0, 2, 5, 7, 7};
    static const uint32_t targets[] = {1, 2, 0, 2, 1, 0, 1};
    double weights[] = {1, 8, 1, 1, 99, 8, 1}, found[4] = {0};
    tricorn_context *context = fixture.context;
    tricorn_weighted_summary summary = TRICORN_WEIGHTED_SUMMARY_INIT;
    tricorn_graph *graph = NULL;
    tricorn_load_options options = *LOADING(.graph.edge_weights = weights);
    REQUIRE_OK(context, tricorn_graph_from_csr(context, 4, offsets, targets, &options, &graph));
    REQUIRE_OK(context, tricorn_weighted_clustering(context, graph, TRICORN_BARRAT, NULL, found, &summary));
    CHECK(summary.largest == 8, "the weight of the loop is none: %g", summary.largest);
    for (uint32_t v = 0; v < 4; v++) /* each pair of neighbours is joined */
        CHECK(found[v] == (tricorn_graph_id(graph, v) < 3 ? 1.0 : 0.0), "%u has %g", v, found[v]);
    REQUIRE_OK(context, tricorn_weighted_clustering(context, graph, TRICORN_ONNELA, NULL, found, &summary));
    for (uint32_t v = 0; v < 3; v++) /* the cube root of 1 * 1 * 8, over 8 */
        CHECK(found[v] > 0.25 - 1e-15 && found[v] < 0.25 + 1e-15, "%u has %g", v, found[v]);
    tricorn_graph_free(graph);
    weights[5] = 7; /* not that of its other end */
    REQUIRE_STATUS(context, tricorn_graph_from_csr(context, 4, offsets, targets, &options, &graph), TRICORN_BAD_FORMAT);
}

TEST_CASE(nothing)
{
    const tricorn_csr lacking = {{NULL, 8, TRICORN_UINT64}, {NULL, 8, TRICORN_UINT64}, 0};
    tricorn_context *context = fixture.context;
    tricorn_graph *graph = NULL;
    uint64_t id;
    REQUIRE_STATUS(context, tricorn_graph_from_columns(context, NULL, 1, NULL, &graph), TRICORN_INVALID_ARGUMENT);
    REQUIRE_STATUS(context, tricorn_graph_from_rows(context, NULL, NULL, &graph), TRICORN_INVALID_ARGUMENT);
    REQUIRE_STATUS(context, tricorn_graph_from_rows(context, &lacking, NULL, &graph), TRICORN_INVALID_ARGUMENT);
    REQUIRE_STATUS(context, tricorn_graph_ids(context, NULL, &id, NULL), TRICORN_INVALID_ARGUMENT);
    REQUIRE_STATUS(context, tricorn_graph_from_columns(context, NULL, 0, NULL, NULL), TRICORN_INVALID_ARGUMENT);
    REQUIRE_OK(context, tricorn_graph_from_columns(context, NULL, 0, NULL, &graph));
    REQUIRE_OK(context, tricorn_graph_ids(context, graph, NULL, NULL));
    tricorn_graph_free(graph);
}

TEST_MAIN_BETWEEN(test_create, test_destroy)
