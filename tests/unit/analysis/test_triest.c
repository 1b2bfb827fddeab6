/* test_triest.c - TRIEST, which we compare with: exact while the sample has all edges; its mean over many seeds is
 * the number of triangles, on 20 graphs whose triangles are counted by testing every three vertices. */
#include <math.h>
#include <string.h>

#include "support/families.h"
#include "support/fixture.h"
#include "support/triest.h"

enum { RUNS = 400 };

/* The simple graph's edges, each once. */
static void take_all(triest *state, const edge_list *edges)
{
    static unsigned char there[256][256];
    memset(there, 0, sizeof there);
    for (uint64_t e = 0; e < edges->count; e++) {
        const uint32_t u = edges->pairs[2 * e], v = edges->pairs[2 * e + 1];
        assert_true(u < 256 && v < 256);
        if (u == v || there[u][v]) continue;
        there[u][v] = there[v][u] = 1;
        triest_take(state, u, v);
    }
}

static double estimate(const edge_list *edges, uint32_t most, uint64_t seed)
{
    triest *state = triest_create(edges->vertices, most, seed);
    assert_non_null(state);
    take_all(state, edges);
    const double found = triest_estimate(state);
    triest_free(state);
    return found;
}

TEST_CASE(exact_with_all_edges)
{
    for (int i = 0; i < TEST_TWENTY; i++) {
        edge_list edges = make_of_twenty(i);
        const uint64_t triangles = edge_list_brute_force(&edges);
        const uint32_t all = (uint32_t)edge_list_simple_edges(&edges);
        CHECK_EQ((uint64_t)estimate(&edges, all + 2, 1), triangles, "graph %d", i);
        edge_list_free(&edges);
    }
}

/* The mean of many estimates is within four of its deviations, as the estimates themselves show them. */
TEST_CASE(unbiased)
{
    for (int i = 0; i < TEST_TWENTY; i++) {
        edge_list edges = make_of_twenty(i);
        const double triangles = (double)edge_list_brute_force(&edges);
        const uint32_t most = (uint32_t)edge_list_simple_edges(&edges) / 3 + 2;
        double sum = 0, squares = 0;
        for (uint64_t seed = 0; seed < RUNS; seed++) {
            const double found = estimate(&edges, most, seed);
            sum += found;
            squares += found * found;
        }
        const double mean = sum / RUNS, deviation = sqrt((squares / RUNS - mean * mean) / RUNS);
        CHECK(fabs(mean - triangles) <= 4 * deviation + 1e-9 * triangles,
          "graph %d: a mean of %g, not %g within 4 of %g", i, mean, triangles, deviation);
        edge_list_free(&edges);
    }
}

TEST_MAIN()
