/* test_graphlets.c - subgraphs of four vertices against all maps of each kind into small graphs, and
 * against closed forms, also beyond 2^64. */
#include <stdlib.h>
#include <string.h>

#include "support/families.h"
#include "support/fixture.h"

typedef unsigned __int128 wide;

enum { PAIRS = 6 };

/* Which of the pairs 01, 02, 03, 12, 13, 23 are edges of each kind, and the number of maps of the
 * kind onto itself. */
static const struct {
    const char *name;
    int edges[PAIRS];
    uint32_t symmetries;
} kinds[TRICORN_GRAPHLETS] = {
    {"path", {1, 0, 0, 1, 0, 1}, 2},  {"star", {1, 1, 1, 0, 0, 0}, 6},
    {"cycle", {1, 0, 1, 1, 0, 1}, 8}, {"paw", {1, 1, 0, 1, 0, 1}, 2},
    {"diamond", {1, 1, 0, 1, 1, 1}, 4}, {"clique", {1, 1, 1, 1, 1, 1}, 24}};

/* Counts the maps of a kind: of four different vertices, in each order. */
static uint64_t maps(const unsigned char *matrix, uint32_t n, int kind, bool induced)
{
    uint64_t found = 0;
    for (uint32_t i = 0; i < n * n * n * n; i++) {
        const uint32_t v[4] = {i % n, i / n % n, i / n / n % n, i / n / n / n};
        bool fits = true;
        for (int a = 0, pair = 0; a < 4; a++)
            for (int b = a + 1; b < 4; b++, pair++) {
                const bool joined = matrix[v[a] * n + v[b]] != 0;
                fits &= v[a] != v[b] && (joined || !kinds[kind].edges[pair]) &&
                        (!induced || !joined || kinds[kind].edges[pair]);
            }
        found += fits;
    }
    return found / kinds[kind].symmetries;
}

static tricorn_graphlets count(edge_list edges)
{
    tricorn_graph *graph = edge_list_into_graph(fixture.context, edges);
    tricorn_graphlets found = TRICORN_GRAPHLETS_INIT;
    REQUIRE_OK(fixture.context, tricorn_count_graphlets(fixture.context, graph, NULL, &found));
    tricorn_graph_free(graph);
    return found;
}

TEST_CASE(all_maps)
{
    test_random random = {1};
    for (uint32_t trial = 0; trial < 60; trial++) {
        const uint32_t n = 1 + test_random_below(&random, 12);
        edge_list edges = make_random(n, test_random_below(&random, 101), &random);
        unsigned char *matrix = edge_list_matrix(&edges);
        const tricorn_graphlets found = count(edges);
        for (int g = 0; g < TRICORN_GRAPHLETS; g++) {
            CHECK_EQ(found.low[g], maps(matrix, n, g, false), "trial %u: %s", trial,
                     kinds[g].name);
            CHECK_EQ(found.induced_low[g], maps(matrix, n, g, true), "trial %u: induced %s",
                     trial, kinds[g].name);
            CHECK_EQ(found.high[g] + found.induced_high[g], 0, "few");
        }
        free(matrix);
    }
}

TEST_CASE(complete_graphs)
{
    static const uint32_t of_four[TRICORN_GRAPHLETS] = {12, 4, 3, 12, 6, 1};
    for (uint64_t n = 1; n < 60; n += 7) {
        const tricorn_graphlets found = count(make_complete((uint32_t)n));
        const uint64_t fours = n * (n - 1) * (n - 2) / 6 * (n - 3) / 4;
        for (int g = 0; g < TRICORN_GRAPHLETS; g++) {
            CHECK_EQ(found.low[g], fours * of_four[g], "%llu: %s", (unsigned long long)n,
                     kinds[g].name);
            CHECK_EQ(found.induced_low[g], g == 5 ? fours : 0, "induced %s", kinds[g].name);
        }
    }
}

TEST_CASE(more_than_64_bits)
{
    enum { LEAVES = 5000000 };
    const wide stars = (wide)LEAVES * (LEAVES - 1) / 2 * (LEAVES - 2) / 3;
    const tricorn_graphlets found = count(make_star(LEAVES));
    for (int g = 0; g < TRICORN_GRAPHLETS; g++) {
        const wide right = g == 1 ? stars : 0;
        CHECK(((wide)found.high[g] << 64 | found.low[g]) == right, "%s", kinds[g].name);
        CHECK(((wide)found.induced_high[g] << 64 | found.induced_low[g]) == right, "induced %s",
              kinds[g].name);
    }
}

TEST_CASE(names)
{
    for (int g = 0; g < TRICORN_GRAPHLETS; g++)
        CHECK(strcmp(tricorn_graphlet_name(g), kinds[g].name) == 0, "%d", g);
    CHECK(tricorn_graphlet_name(-1) == NULL && tricorn_graphlet_name(6) == NULL, "no others");
}

TEST_MAIN_EACH(test_create, test_destroy)
