/* test_thinned.c - how often intervals from a part of the edges have the true number, in 5,000 runs on 20 graphs for
 * each method; parts of more halvings are within those of fewer; the same part whatever is read first. */
#include "analysis/estimates/thinned.h"

#include <math.h>
#include <string.h>

#include "load/edge_sample.h"
#include "support/families.h"
#include "support/fixture.h"

enum { RUNS = 250, GRAPHS = TEST_TWENTY, MOST = 160 };

static const double CONFIDENCE = 0.9;

/* The triangles and pairs of them at an edge among the edges that are kept, by trying all thirds.
 */
static tg_thinned see(const edge_list *edges, tricorn_sampling kind, uint64_t seed, uint32_t halvings)
{
    static unsigned char joined[MOST][MOST];
    const uint64_t key = tg_edge_sample_key(seed);
    tg_thinned seen = {.kind = kind, .halvings = halvings};
    uint64_t corners = 0;

    memset(joined, 0, sizeof joined);
    for (uint64_t e = 0; e < edges->count; e++) {
        const uint32_t u = edges->pairs[2 * e], v = edges->pairs[2 * e + 1];
        assert_true(u < MOST && v < MOST);
        if (tg_edge_sample_keeps(kind, key, halvings, u, v)) joined[u][v] = joined[v][u] = 1;
    }
    for (uint32_t u = 0; u < MOST; u++)
        for (uint32_t v = u + 1; v < MOST; v++) {
            uint64_t support = 0;
            if (!joined[u][v]) continue;
            for (uint32_t w = 0; w < MOST; w++) support += joined[u][w] & joined[v][w];
            corners += support;
            seen.pairs += (double)support * ((double)support - 1) / 2;
        }
    seen.triangles = corners / 3;
    return seen;
}

static void check_graph(int i, tricorn_sampling kind, uint64_t *misses, double *mean)
{
    edge_list edges = make_of_twenty(i);
    const double triangles = (double)edge_list_brute_force(&edges);
    double sum = 0;
    for (uint64_t seed = 0; seed < RUNS; seed++) {
        const tg_thinned seen = see(&edges, kind, seed, 1);
        const tg_thinned_estimate found = tg_estimate_thinned(&seen, CONFIDENCE);
        *misses += triangles < (double)found.low || triangles > (double)found.high;
        CHECK((double)found.low <= found.estimate + 1 && found.estimate <= (double)found.high + 1,
          "graph %d: %g is not between its bounds", i, found.estimate);
        sum += found.estimate;
    }
    *mean += sum / RUNS / triangles;
    edge_list_free(&edges);
}

/* Estimates are unbiased: over all graphs their mean is 1 within four deviations, where the
 * largest deviation of one estimate is that of a clique of 30. */
TEST_CASE(intervals_hold)
{
    for (int kind = TRICORN_SAMPLE_COLOURS; kind <= TRICORN_SAMPLE_EDGES; kind++) {
        uint64_t misses = 0;
        double mean = 0;
        for (int i = 0; i < GRAPHS; i++) check_graph(i, (tricorn_sampling)kind, &misses, &mean);
        CHECK((double)misses <= RUNS * GRAPHS * (1 - CONFIDENCE), "%s: %d of %d intervals miss",
          tricorn_sampling_name((tricorn_sampling)kind), (int)misses, RUNS * GRAPHS);
        CHECK(fabs(mean / GRAPHS - 1) < 0.04, "%s: a mean of %g", tricorn_sampling_name((tricorn_sampling)kind),
          mean / GRAPHS);
    }
}

TEST_CASE(parts_are_nested)
{
    for (int kind = TRICORN_SAMPLE_COLOURS; kind <= TRICORN_SAMPLE_EDGES; kind++)
        for (uint64_t i = 0; i < 20000; i++) {
            const uint64_t u = i % 300 * 0x123456789abc, v = i / 300 + 7;
            bool before = true;
            for (uint32_t h = 0; h < 12; h++) {
                const bool kept = tg_edge_sample_keeps((tricorn_sampling)kind, 99, h, u, v);
                CHECK(!kept || before, "kind %d: an edge comes back at %u", kind, h);
                CHECK(kept == tg_edge_sample_keeps((tricorn_sampling)kind, 99, h, v, u), "both ways");
                before = kept;
            }
        }
}

/* Nothing thinned is exact; a part without a triangle has an upper bound. */
TEST_CASE(bounds)
{
    const tg_thinned whole = {TRICORN_SAMPLE_COLOURS, 0, 1234567, 9e9};
    const tg_thinned nothing = {TRICORN_SAMPLE_COLOURS, 3, 0, 0};
    tg_thinned_estimate found = tg_estimate_thinned(&whole, 0.999);
    CHECK_EQ(found.low, 1234567, "all edges");
    CHECK_EQ(found.high, 1234567, "all edges");
    found = tg_estimate_thinned(&nothing, 0.5);
    CHECK_EQ(found.low, 0, "no triangle");
    CHECK_EQ(found.high, 126, "T^2 = T (64 - 1) / 0.5");
}

TEST_MAIN()
