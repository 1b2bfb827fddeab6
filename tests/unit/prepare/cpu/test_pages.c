/* test_pages.c - edges are scattered over pages in groups of buckets; when the memory of a group
 * goes back to the system, the edges of other groups stay. */
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "prepare/cpu/scatter.h"
#include "support/allocator.h"
#include "support/check.h"
#include "support/random.h"
#include "support/same_graph.h"

enum {
    VERTICES = 1000000,
    EDGES = 12 * VERTICES, /* enough for huge pages of their own */
    THREADS = 2,
    MOST_GROUPS = 64
};

/* An edge from u that is not a loop; either end may be the larger one. */
static tg_edge make_edge(uint32_t u, test_random *random)
{
    const uint32_t v = (u + 1 + (uint32_t)test_random_below(random, VERTICES - 1)) % VERTICES;
    return (tg_edge){u, v};
}

/* Makes edges in `parts` parts; sorted: the smaller ends ascend. */
static void make_edges(tricorn_context *context, uint32_t parts, bool sorted, tg_edges *edges)
{
    test_random random = {7};
    *edges = (tg_edges){0};
    REQUIRE_OK(context, tg_edges_create(context, parts, edges));
    edges->vertices = VERTICES;
    for (uint32_t p = 0; p < parts; p++)
        REQUIRE_OK(context, tg_edge_part_reserve(context, &edges->parts[p], EDGES / parts, sizeof(tg_edge)));
    for (uint64_t i = 0; i < EDGES / parts * parts; i++) {
        const uint32_t u = (uint32_t)(i / (EDGES / VERTICES));
        tg_edge edge = make_edge(sorted ? u : (uint32_t)test_random_below(&random, VERTICES), &random);
        if (sorted && edge.v < u) edge.v = VERTICES - 1 - (uint32_t)(i % (VERTICES - u));
        if (edge.u == edge.v) edge.v = VERTICES - 1; /* only at the end of the numbers */
        tg_edge_part_push(&edges->parts[i / (EDGES / parts)], edge.u, edge.v);
    }
}

static uint64_t hash_of(const tg_edge *edges, uint64_t count)
{
    uint64_t sum = 0; /* in any order */
    for (uint64_t i = 0; i < count; i++)
        if (edges[i].u != edges[i].v)
            sum += tg_hash_mix((uint64_t)edges[i].u << 32 | edges[i].v, UINT64_C(0x9e3779b97f4a7c15));
    return sum;
}

/* Returns the sum of a group, and checks that its edges are in the buckets of their rows. */
static uint64_t check_group(const tg_scatter *scatter, uint32_t group)
{
    const uint32_t first = group * scatter->group_buckets, end = first + scatter->group_buckets;
    uint64_t sum = 0, wrong = 0;
    for (uint32_t b = first; b < end && b < scatter->buckets; b++)
        for (tg_scatter_walk walk = {.bucket = b}; tg_scatter_next(scatter, &walk);) {
            sum += hash_of(walk.edges, walk.count);
            for (uint64_t i = 0; i < walk.count; i++) {
                const uint32_t row = tg_larger_end(walk.edges[i]);
                wrong += row < scatter->first_rows[b] || row >= scatter->first_rows[b + 1];
            }
        }
    CHECK_EQ(wrong, 0, "edges of other buckets in group %u", group);
    return sum;
}

static tricorn_context *own_context(void)
{
    tricorn_context *context = test_new_context(OPTIONS(tricorn_context_options, .threads = THREADS));
    return context;
}

static void check_scatter(uint32_t parts, bool sorted)
{
    tricorn_context *context = own_context();
    tg_edges edges = {0};
    tg_scatter scatter = {0};
    uint64_t wanted = 0, found = 0, sums[MOST_GROUPS];

    make_edges(context, parts, sorted, &edges);
    for (uint32_t p = 0; p < parts; p++) wanted += hash_of(edges.parts[p].edges, edges.parts[p].count);
    tg_preparation preparation = {.edges = &edges, .input_edges = tg_edges_count(&edges)};
    REQUIRE_OK(context, TG_ALLOC_ZERO(context, 1, &preparation.graph));
    REQUIRE_OK(context, tg_count_degrees(context, &preparation));
    REQUIRE_OK(context, tg_order_vertices(context, &preparation));
    CHECK(preparation.graph->active == VERTICES && preparation.new_ids == NULL && preparation.ranks == NULL,
      "the numbers stay");
    REQUIRE_OK(context, tg_scatter_edges(context, &preparation, &scatter));
    CHECK_EQ(scatter.ascending, sorted, "sorted edges are noticed");
    CHECK(scatter.groups > 1 && scatter.groups <= MOST_GROUPS, "%u groups", scatter.groups);
    for (uint32_t g = 0; g < scatter.groups; g++) found += sums[g] = check_group(&scatter, g);
    CHECK_EQ(found, wanted, "all edges");
    for (uint32_t gone = 0; gone < scatter.groups; gone++) {
        tg_scatter_release(&scatter, &edges, gone);
        for (uint32_t g = gone + 1; g < scatter.groups; g++)
            CHECK_EQ(check_group(&scatter, g), sums[g], "group %u after %u has gone", g, gone);
    }
    tg_scatter_free(&scatter);
    tricorn_graph_free(preparation.graph);
    tg_edges_free(&edges);
    CHECK_EQ(tricorn_context_bytes(context), 0, "no memory is left");
    tricorn_context_free(context);
}

TEST_CASE(any_order)
{
    check_scatter(1, false);
    check_scatter(2, false);
}

TEST_CASE(sorted_edges)
{
    check_scatter(1, true);
}

/* With a user's allocator no memory goes back to the system; the graph is the same. */
TEST_CASE(the_same_graph)
{
    const tg_prepare_options options = {0};
    test_allocator allocator;
    test_allocator_init(&allocator);
    tricorn_context *contexts[] = {own_context(), test_context_create(&allocator, THREADS)};

    for (unsigned sorted = 0; sorted < 2; sorted++) {
        tricorn_graph *graphs[2];
        for (size_t c = 0; c < 2; c++) {
            tg_edges edges = {0};
            make_edges(contexts[c], 1, sorted, &edges);
            REQUIRE_OK(contexts[c], tg_prepare(contexts[c], &edges, &options, &graphs[c]));
        }
        check_identical_graphs(graphs[0], graphs[1], sorted ? "sorted" : "in any order");
        for (size_t c = 0; c < 2; c++) tricorn_graph_free(graphs[c]);
    }
    tricorn_context_free(contexts[0]);
    test_context_free(&allocator, contexts[1]);
}

TEST_MAIN()
