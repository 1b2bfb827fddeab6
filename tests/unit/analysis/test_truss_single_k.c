/* test_truss_single_k.c - one truss by counting supports again whenever edges go, never, and by cost, against the
 * trussness of each edge; what is left of rows; each allocation refused in turn. */
#include <stdlib.h>
#include <string.h>

#include "analysis/table.h"
#include "analysis/truss/truss.h"
#include "analysis/truss/truss_single_k.h"
#include "graph/graph.h"
#include "support/allocator.h"
#include "support/families.h"
#include "support/fixture.h"

enum { WORD_BITS = 64 };

static const tg_truss_costs always = {.peel = 1};
static const tg_truss_costs never = {.recount = 1};
static const tg_truss_costs between = {.rows = 1e-8, .peel = 1e-6, .recount = 1e-4};

static const tg_truss_method *choose_trix(const tricorn_context *context, const tg_peel *job)
{
    (void)context;
    (void)job;
    return &tg_truss_trix;
}

/* Bits of the edges of the truss. */
static tricorn_status find_one(tricorn_context *context, const tricorn_graph *graph, tg_single_k *one)
{
    tg_supported edges = {0};
    tricorn_result result;
    tg_shrunk left = {0};
    tg_plan *plan = NULL;
    tricorn_status status = tg_plan_create(context, graph, COUNTING(.device = "cpu"), TG_SINK_EDGES, &plan);
    if (status == TRICORN_OK) status = tg_count_support(context, plan, &edges, &result);
    if (status == TRICORN_OK) {
        left.support = edges.support;
        left.borrowed = true;
        REQUIRE_OK(context, tg_graph_rows(context, graph, &left.rows));
        one->setup = &plan->request.setup;
        one->count_seconds = result.seconds.count;
        status = tg_single_k_on_cpu(context, &left, choose_trix, one);
    }
    tg_shrunk_free(&left);
    tg_supported_free(&edges);
    tg_plan_free(plan);
    return status;
}

static void check_one(const tricorn_graph *graph, const uint32_t *trussness, uint32_t k, const tg_truss_costs *costs)
{
    uint64_t *bits = test_allocate(graph->edges / WORD_BITS + 1, sizeof *bits), wrong = 0;
    tg_single_k one = {.costs = *costs, .least = k - 2, .bits = bits};
    memset(bits, 0, (graph->edges / WORD_BITS + 1) * sizeof *bits);
    WORKS(find_one(fixture.context, graph, &one));
    for (uint64_t e = 0; e < graph->edges; e++)
        wrong += (bits[e / WORD_BITS] >> e % WORD_BITS & 1) != (trussness[e] >= k);
    CHECK_EQ(wrong, 0, "edges of the %u-truss", k);
    free(bits);
}

static void check_graph(const char *name, tricorn_graph *graph)
{
    tricorn_trusses *all = NULL;
    test_on("%s", name);
    WORKS(tricorn_trussness(fixture.context, graph, OPTIONS(tricorn_truss_options, .method = "trix"), &all, NULL));
    for (uint32_t k = 2; k <= all->k_max + 1; k += 1 + k / 8) {
        check_one(graph, all->trussness.support, k, &always);
        check_one(graph, all->trussness.support, k, &never);
        check_one(graph, all->trussness.support, k, &between);
    }
    tricorn_trusses_free(all);
    tricorn_graph_free(graph);
}

TEST_CASE(as_all)
{
    static const uint32_t parts[] = {7, 5, 4, 3};
    check_graph("kronecker", test_generated("kronecker", "scale=10 edge_factor=24"));
    check_graph("watts-strogatz", test_generated("watts_strogatz", "vertices=3000 degree=12"));
    check_graph("barabasi-albert", test_generated("barabasi_albert", "vertices=2000 attach=8"));
    check_graph("ring", edge_list_into_graph(fixture.context, make_ring(900, 5)));
    check_graph("path power", edge_list_into_graph(fixture.context, make_path_power(300, 7)));
    check_graph("multipartite", edge_list_into_graph(fixture.context, make_multipartite(parts, 4)));
    check_graph("star", edge_list_into_graph(fixture.context, make_star(100)));
    check_graph("no edge", edge_list_into_graph(fixture.context, edge_list_create(3)));
}

TEST_CASE(refused)
{
    test_allocator allocator;
    test_allocator_init(&allocator);
    tricorn_context *context = test_context_create(&allocator, 2);
    tricorn_graph *graph = NULL;
    tricorn_status status = TRICORN_OUT_OF_MEMORY;
    REQUIRE_OK(context, tricorn_graph_generate(context, "kronecker", "scale=9 edge_factor=16", 1, &graph));
    const int64_t before = allocator.live_blocks;
    uint64_t *bits = test_allocate(graph->edges / WORD_BITS + 1, sizeof *bits);
    for (int64_t first = 0; status != TRICORN_OK; first++) {
        tg_single_k one = {.costs = always, .least = 9, .bits = bits};
        memset(bits, 0, (graph->edges / WORD_BITS + 1) * sizeof *bits);
        test_allocator_fail(&allocator, first, 1);
        status = find_one(context, graph, &one);
        CHECK(status == TRICORN_OK || status == TRICORN_OUT_OF_MEMORY, "status %d", (int)status);
        CHECK_EQ(allocator.live_blocks, before, "leak after %d allocations", (int)first);
        if (allocator.refused == 0) break;
        status = TRICORN_OUT_OF_MEMORY; /* less memory may have been taken instead */
    }
    test_allocator_fail(&allocator, -1, 0);
    free(bits);
    tricorn_graph_free(graph);
    test_context_free(&allocator, context);
}

TEST_MAIN_EACH(test_create, test_destroy)
