/* test_balance.c - triangles by signs against all triples of random graphs, the trace of the
 * signed matrix, and graphs of two camps. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/families.h"
#include "support/fixture.h"

enum { MOST = 12 };

/* A signed graph: the sign of each pair of vertices, 0 where no edge is. */
typedef struct signed_matrix {
    uint32_t n;
    int sign[MOST][MOST];
} signed_matrix;

static signed_matrix draw(test_random *random)
{
    signed_matrix made = {.n = 1 + test_random_below(random, MOST)};
    const uint32_t percent = test_random_below(random, 101);
    for (uint32_t u = 0; u < made.n; u++)
        for (uint32_t v = u + 1; v < made.n; v++)
            if (test_random_below(random, 100) < percent)
                made.sign[u][v] = made.sign[v][u] = test_random_below(random, 2) ? 1 : -1;
    return made;
}

static tricorn_graph *load(const signed_matrix *of)
{
    uint32_t pairs[MOST * MOST * 2];
    double weights[MOST * MOST];
    uint64_t edges = 0;
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_graph *graph = NULL;

    for (uint32_t u = 0; u < of->n; u++)
        for (uint32_t v = u; v < of->n; v++) {
            if (of->sign[u][v] == 0 && u != v) continue;
            pairs[2 * edges] = v; /* loops, too, so that all vertices are present */
            pairs[2 * edges + 1] = u;
            weights[edges++] = of->sign[u][v] * (1.5 + u);
        }
    options.graph.edge_weights = weights;
    options.graph.weights = TRICORN_SIGNED;
    REQUIRE_OK(fixture.context,
               tricorn_graph_from_edges32(fixture.context, pairs, edges, &options, &graph));
    return graph;
}

/* Counts all triples, by vertex and in all. */
static void count_triples(const signed_matrix *of, uint64_t each[MOST][TRICORN_SIGNS],
                          uint64_t all[TRICORN_SIGNS])
{
    for (uint32_t a = 0; a < of->n; a++)
        for (uint32_t b = a + 1; b < of->n; b++)
            for (uint32_t c = b + 1; c < of->n; c++) {
                const int x = of->sign[a][b], y = of->sign[a][c], z = of->sign[b][c];
                if (x == 0 || y == 0 || z == 0) continue;
                const int negative = (x < 0) + (y < 0) + (z < 0);
                all[negative]++;
                each[a][negative]++, each[b][negative]++, each[c][negative]++;
            }
}

/* The trace of the third power of the signed matrix. */
static int64_t trace(const signed_matrix *of)
{
    int64_t sum = 0;
    for (uint32_t a = 0; a < of->n; a++)
        for (uint32_t b = 0; b < of->n; b++)
            for (uint32_t c = 0; c < of->n; c++)
                sum += of->sign[a][b] * of->sign[b][c] * of->sign[c][a];
    return sum;
}

static void check_vertices(const tricorn_graph *graph, const signed_matrix *of,
                           uint64_t each[MOST][TRICORN_SIGNS], const uint64_t *vertices)
{
    uint64_t ids[MOST];
    REQUIRE_OK(fixture.context, tricorn_graph_ids(fixture.context, graph, ids, NULL));
    for (uint32_t v = 0; v < of->n; v++)
        for (int k = 0; k < TRICORN_SIGNS; k++)
            CHECK_EQ(vertices[(uint32_t)k * of->n + v], each[ids[v]][k], "%s of %llu",
                     tricorn_signs_name(k), (unsigned long long)ids[v]);
}

TEST_CASE(all_triples)
{
    test_random random = {1};
    for (int trial = 0; trial < 300; trial++) {
        const signed_matrix matrix = draw(&random);
        uint64_t each[MOST][TRICORN_SIGNS] = {{0}}, all[TRICORN_SIGNS] = {0};
        uint64_t vertices[MOST * TRICORN_SIGNS];
        tricorn_balance found = TRICORN_BALANCE_INIT;
        tricorn_graph *graph = load(&matrix);
        count_triples(&matrix, each, all);
        REQUIRE_OK(fixture.context,
                   tricorn_structural_balance(fixture.context, graph, vertices, &found));
        for (int k = 0; k < TRICORN_SIGNS; k++)
            CHECK_EQ(found.triangles[k], all[k], "trial %d: %s", trial, tricorn_signs_name(k));
        CHECK_EQ(6 * (int64_t)(found.balanced - found.unbalanced), trace(&matrix), "trial %d",
                 trial);
        check_vertices(graph, &matrix, each, vertices);
        const double sum = (double)(all[0] + all[1] + all[2] + all[3]);
        CHECK(sum > 0 ? found.degree == (double)(all[0] + all[2]) / sum : isnan(found.degree),
              "trial %d: %g", trial, found.degree);
        tricorn_graph_free(graph);
    }
}

/* Two camps of a and b vertices, friends inside and enemies between, are balanced. */
TEST_CASE(camps)
{
    for (uint32_t a = 0; a <= MOST; a++) {
        signed_matrix matrix = {.n = MOST};
        tricorn_balance found = TRICORN_BALANCE_INIT;
        for (uint32_t u = 0; u < MOST; u++)
            for (uint32_t v = 0; v < MOST; v++)
                if (u != v) matrix.sign[u][v] = (u < a) == (v < a) ? 1 : -1;
        tricorn_graph *graph = load(&matrix);
        REQUIRE_OK(fixture.context,
                   tricorn_structural_balance(fixture.context, graph, NULL, &found));
        CHECK_EQ(found.unbalanced, 0, "%u", a);
        CHECK_EQ(found.balanced, MOST * (MOST - 1) * (MOST - 2) / 6, "%u", a);
        CHECK_EQ(found.negative, a * (MOST - a), "%u", a);
        CHECK_EQ(found.positive + found.negative, MOST * (MOST - 1) / 2, "%u", a);
        CHECK(found.degree == 1, "%g", found.degree);
        tricorn_graph_free(graph);
    }
}

TEST_CASE(refused)
{
    static const uint32_t pairs[] = {0, 1, 1, 2, 2, 0};
    static const double weights[] = {1, -1, 0};
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_balance found = TRICORN_BALANCE_INIT;
    tricorn_weighted_summary summary = TRICORN_WEIGHTED_SUMMARY_INIT;
    tricorn_graph *graph = NULL;
    tricorn_context *context = fixture.context;

    options.graph.edge_weights = weights;
    REQUIRE_STATUS(context, tricorn_graph_from_edges32(context, pairs, 3, &options, &graph),
                   TRICORN_INVALID_ARGUMENT);
    options.graph.weights = TRICORN_SIGNED;
    REQUIRE_OK(context, tricorn_graph_from_edges32(context, pairs, 3, &options, &graph));
    REQUIRE_STATUS(context, tricorn_structural_balance(context, graph, NULL, &found),
                   TRICORN_BAD_FORMAT);
    CHECK(strstr(tricorn_context_message(context), "vertex 2 and vertex 0") ||
              strstr(tricorn_context_message(context), "vertex 0 and vertex 2"),
          "%s", tricorn_context_message(context));
    REQUIRE_STATUS(
        context,
        tricorn_weighted_clustering(context, graph, TRICORN_BARRAT, NULL, NULL, &summary),
        TRICORN_BAD_FORMAT);
    tricorn_graph_free(graph);
    REQUIRE_OK(context, tricorn_graph_from_edges32(context, pairs, 3, NULL, &graph));
    REQUIRE_STATUS(context, tricorn_structural_balance(context, graph, NULL, &found),
                   TRICORN_INVALID_ARGUMENT);
    tricorn_graph_free(graph);
    CHECK(tricorn_signs_name(-1) == NULL && tricorn_signs_name(TRICORN_SIGNS) == NULL,
          "no others");
}

TEST_PROGRAM(cmocka_unit_test_setup_teardown(all_triples, test_create, test_destroy),
             cmocka_unit_test_setup_teardown(camps, test_create, test_destroy),
             cmocka_unit_test_setup_teardown(refused, test_create, test_destroy))
