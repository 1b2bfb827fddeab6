/* test_degrees.c - degrees are counted right in bytes, in bytes that carry, and in tables of 32
 * bits, by any number of threads. */
#include <stdlib.h>

#include "base/memory.h"
#include "prepare/steps.h"
#include "support/edge_list.h"
#include "support/check.h"
#include "support/random.h"

enum {
    FEW = 1000, /* vertices whose counters stay in a cache */
    MANY = 300000, /* more than that */
    EDGES = 1 << 20,
    HUB = 77, /* an end of one edge in HUB_SHARE: its bytes wrap many times */
    HUB_SHARE = 3,
    LOOP_SHARE = 1000
};

static void make_edges(tricorn_context *context, uint32_t vertices, bool hub, tg_edges *edges)
{
    test_random random = {11};
    *edges = (tg_edges){0};
    REQUIRE_OK(context, tg_edges_create(context, 1, edges));
    REQUIRE_OK(context, tg_edge_part_reserve(context, edges->parts, EDGES, sizeof(tg_edge)));
    edges->vertices = vertices;
    for (uint32_t i = 0; i < EDGES; i++) {
        const uint32_t u = hub && i % HUB_SHARE == 0 ? HUB : (uint32_t)test_random_below(&random, vertices);
        const uint32_t v = i % LOOP_SHARE == 0 ? u : (uint32_t)test_random_below(&random, vertices);
        tg_edge_part_push(edges->parts, u, v);
    }
}

/* As one thread counts them one by one. */
static uint32_t *count_plainly(const tg_edges *edges, uint64_t *loops)
{
    const tg_edge *all = edges->parts->edges;
    uint32_t *degrees = test_allocate(edges->vertices, sizeof *degrees);
    *loops = 0;
    for (uint64_t i = 0; i < edges->parts->count; i++) {
        const bool loop = all[i].u == all[i].v;
        degrees[all[i].u] += !loop;
        degrees[all[i].v] += !loop;
        if (loop) degrees[all[i].u] |= TG_LOOP_SEEN;
        *loops += loop;
    }
    return degrees;
}

static uint32_t degree_at(const tg_preparation *preparation, uint32_t x)
{
    if (preparation->degrees) return preparation->degrees[x];
    const bool loop = preparation->loops[x / 64] >> x % 64 & 1;
    return preparation->few[x] | (loop ? TG_LOOP_SEEN : 0);
}

static void check(uint32_t vertices, bool hub, uint32_t threads)
{
    tg_edges edges = {0};
    uint64_t loops = 0, wrong = 0;

    tricorn_context *context = test_new_context(OPTIONS(tricorn_context_options, .threads = threads));
    make_edges(context, vertices, hub, &edges);
    uint32_t *expected = count_plainly(&edges, &loops);
    tg_preparation preparation = {.edges = &edges, .input_edges = tg_edges_count(&edges)};
    REQUIRE_OK(context, tg_count_degrees(context, &preparation));
    CHECK_EQ(preparation.self_loops, loops, "loops");
    for (uint32_t x = 0; x < vertices; x++) wrong += degree_at(&preparation, x) != expected[x];
    CHECK_EQ(wrong, 0, "%u vertices, %s, %u threads", vertices, hub ? "a hub" : "none", threads);
    if (preparation.summed) {
        uint32_t most = 0;
        uint64_t active = 0, squares = 0;
        for (uint32_t x = 0; x < vertices; x++) tg_add_degree(expected[x], &most, &active, &squares);
        CHECK_EQ(preparation.sums.most, most, "the highest");
        CHECK_EQ(preparation.sums.active, active, "with an edge");
        CHECK_EQ(preparation.sums.squares, squares, "squares");
    }
    tg_free(preparation.degrees);
    tg_free(preparation.few);
    tg_free(preparation.loops);
    tg_edges_free(&edges);
    CHECK_EQ(tricorn_context_bytes(context), 0, "no memory is left");
    tricorn_context_free(context);
    free(expected);
}

/* 40 threads are too many for a byte each for so many vertices: then all count in one table. */
TEST_CASE(by_any_threads)
{
    static const uint32_t threads[] = {1, 2, 4, 5, 16, 40};
    for (size_t t = 0; t < LENGTH(threads); t++) {
        check(FEW, true, threads[t]);
        check(MANY, false, threads[t]);
        check(MANY, true, threads[t]);
    }
}

TEST_MAIN()
