/* test_row_statistics.c - what the rows of oriented graphs are for tables of buckets. */

#include "support/fixture.h"

enum { FIGURES = 5 };

static tricorn_context *context;

static tricorn_row_statistics measure(const uint64_t *pairs, uint64_t count, const char *order)
{
    tricorn_row_statistics found = TRICORN_ROW_STATISTICS_INIT;
    tricorn_graph *graph = NULL;
    REQUIRE_OK(context, tricorn_graph_from_edges64(context, pairs, count, LOADING(.graph.order = order), &graph));
    REQUIRE_OK(context, tricorn_row_statistics_measure(context, graph, &found));
    tricorn_graph_free(graph);
    return found;
}

/* Row u has the ids below u. Rows of up to 100 ids have 32 buckets, so 4 ids in one of them; by
 * other names, too, for these are consecutive but for two. */
TEST_CASE(complete_graphs)
{
    enum { VERTICES = 200, EDGES = VERTICES * (VERTICES - 1) / 2 };
    static const uint64_t lengths[FIGURES] = {0, 49, 99, 149, 199};
    static const double spreads[FIGURES] = {1, 50, 99, 148, 198}; /* of rows 2 to 199: 1 to 198 */
    uint64_t pairs[2 * EDGES], count = 0;
    for (uint64_t a = 0; a < VERTICES; a++)
        for (uint64_t b = 0; b < a; b++, count++) pairs[2 * count] = a, pairs[2 * count + 1] = b;
    const tricorn_row_statistics found = measure(pairs, EDGES, "degree");
    for (int f = 0; f < FIGURES; f++) {
        CHECK_EQ(found.lengths[f], lengths[f], "length %d", f);
        CHECK(found.spreads[f] == spreads[f], "spread %d: %g", f, found.spreads[f]);
    }
    CHECK_EQ(found.warp_collisions, 7, "199 ids in 32 buckets");
    CHECK_EQ(found.collisions, 4, "100 ids in 32 buckets");
    CHECK_EQ(found.in_degree_collisions, 4, "by in-degree");
    CHECK_EQ(found.collective_collisions, 4, "collective");
    CHECK_EQ(found.own_collisions, 4, "by degree");
    CHECK_EQ(found.collective_degree_collisions, 4, "collective, without classes");
    /* Row u looks up the ids of rows 0 to u - 1; up to 100 ids are in 32 buckets, more in 1,024. */
    uint64_t phi = 0;
    for (uint64_t u = 1; u < VERTICES; u++) phi += u * (u - 1) / 2 * (u > 100 ? 1 : (u + 31) / 32);
    CHECK_EQ(found.own_phi, phi, "by degree");
    CHECK_EQ(found.phi, phi, "in the order of the input");
}

/* One long row has the multiples of 32; the others are on paths, whose rows are too short for a triangle. 128 ids are
 * in one bucket of 32, by fours in 1,024. By in-degree the last vertices of the paths come behind all others, so the
 * multiples are 31 apart, and in different buckets; in the collective order they are consecutive. */
TEST_CASE(names_spread_the_ids_of_a_row)
{
    enum { STEP = 32, BLOCKS = 128, VERTICES = STEP * BLOCKS };
    uint64_t pairs[2 * VERTICES], count = 0;
    for (uint64_t x = 0; x < VERTICES; x++)
        if (x % STEP == 0)
            pairs[2 * count] = x, pairs[2 * count++ + 1] = VERTICES;
        else if (x % STEP < STEP - 1)
            pairs[2 * count] = x, pairs[2 * count++ + 1] = x + 1;
    const tricorn_row_statistics found = measure(pairs, count, "input");
    CHECK_EQ(found.lengths[FIGURES - 1], BLOCKS, "the longest row");
    CHECK_EQ(found.warp_collisions, BLOCKS, "in 32 buckets");
    CHECK_EQ(found.collisions, 4, "in 1,024 buckets");
    CHECK_EQ(found.in_degree_collisions, 1, "by in-degree");
    CHECK_EQ(found.collective_collisions, 1, "collective");
    CHECK_EQ(found.collective_degree_collisions, 1, "without classes");
    /* The long row leads to vertices without rows of their own; row x of a path looks up the id of
     * row x - 1 in a table of one. */
    CHECK_EQ(found.phi, BLOCKS * (STEP - 3), "each path has STEP - 2 edges");
    CHECK_EQ(found.own_collisions, 4, "the graph has the order of the input");
    CHECK(found.spreads[0] == 1, "a path's neighbour has one row: %g", found.spreads[0]);
}

TEST_CASE(graphs_without_rows)
{
    static const uint64_t loop[] = {3, 3};
    for (uint64_t count = 0; count < 2; count++) {
        const tricorn_row_statistics found = measure(loop, count, "auto");
        for (int f = 0; f < FIGURES; f++) {
            CHECK_EQ(found.lengths[f], 0, "length %d", f);
            CHECK(found.spreads[f] == 0, "spread %d", f);
        }
        CHECK_EQ(found.collisions + found.warp_collisions, 0, "collisions");
    }
}

static void create(void)
{
    context = test_fixture_open(0);
}

TEST_MAIN_BETWEEN(create, test_destroy)
