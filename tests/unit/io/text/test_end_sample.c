/* test_end_sample.c - the mean degree at the ends of edges, from samples, is about the exact one, in any order. */
#include "io/text/end_sample.h"

#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/random.h"

enum { EDGES = 1 << 20, VERTICES = 1 << 17, SAMPLES = 128, SAMPLE_EDGES = 1024 };

typedef struct edge {
    uint32_t u, v;
} edge;

static int by_first(const void *left, const void *right)
{
    const edge *a = left, *b = right;
    return (a->u > b->u) - (a->u < b->u);
}

static double exact(const edge *edges)
{
    static uint32_t degrees[VERTICES];
    double sum = 0;
    memset(degrees, 0, sizeof degrees);
    for (uint32_t e = 0; e < EDGES; e++) degrees[edges[e].u]++, degrees[edges[e].v]++;
    for (uint32_t x = 0; x < VERTICES; x++) sum += (double)degrees[x] * degrees[x];
    return sum / (2.0 * EDGES);
}

static double sampled(const edge *edges, uint32_t samples)
{
    tg_end_sample sample;
    tricorn_context *context = test_new_context(NULL);
    REQUIRE_OK(context, tg_end_sample_begin(context, &sample));
    for (uint32_t s = 0; s < samples; s++) {
        const edge *from = edges + (size_t)(EDGES - SAMPLE_EDGES) / SAMPLES * s;
        for (uint32_t e = 0; e < SAMPLE_EDGES; e++) tg_end_sample_see(&sample, from[e].u, from[e].v);
        tg_end_sample_next(&sample);
    }
    const double degree = tg_end_sample_degree(&sample, EDGES);
    tg_end_sample_free(&sample);
    tricorn_context_free(context);
    return degree;
}

/* Ends are x^power of a uniform x in [0, 1): the larger the power, the larger are hubs. */
static edge *make(uint32_t power)
{
    edge *edges = malloc(EDGES * sizeof *edges);
    test_random random = {power};
    for (uint32_t e = 0; e < EDGES; e++) {
        uint32_t ends[2];
        for (int i = 0; i < 2; i++) {
            const double drawn = (double)test_random_below(&random, 1u << 30) / (1u << 30);
            double x = 1;
            for (uint32_t p = 0; p < power; p++) x *= drawn;
            ends[i] = (uint32_t)(x * VERTICES);
        }
        edges[e] = (edge){ends[0], ends[1]};
    }
    return edges;
}

TEST_CASE(degrees_are_about_right)
{
    for (uint32_t power = 1; power <= 4; power++) {
        edge *edges = make(power);
        for (int sorted = 0; sorted < 2; sorted++) {
            if (sorted) qsort(edges, EDGES, sizeof *edges, by_first);
            const double right = exact(edges), found = sampled(edges, SAMPLES);
            CHECK(found > right / 2 && found < right * 2, "power %u, sorted %d: %.1f for %.1f", power, sorted, found,
              right);
        }
        free(edges);
    }
}

TEST_CASE(one_sample_tells_nothing)
{
    edge *edges = make(2);
    CHECK(sampled(edges, 1) == 0 && sampled(edges, 0) == 0, "0: unknown");
    free(edges);
}

TEST_MAIN()
