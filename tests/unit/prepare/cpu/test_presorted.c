/* test_presorted.c - sorted edges in any parts become rows directly; other edges are noticed and stay unchanged. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "prepare/prepare.h"
#include "prepare/cpu/presorted.h"
#include "prepare/cpu/sorted_runs.h"
#include "support/edge_list.h"
#include "support/fixture.h"
#include "support/isa.h"
#include "support/same_graph.h"

static const uint32_t thread_numbers[] = {1, 2, 3, 16, 40};
enum { CONTEXTS = LENGTH(thread_numbers), VERTICES = 20000, NEAR = 10, PARTS = 3, NO_BLOCKS = 1 << 30 };

static test_allocator allocators[CONTEXTS];
static tricorn_context *contexts[CONTEXTS];

/* Each vertex, except every `without`-th (0: no exception), has an edge to the next one, and edges
 * to the following ones with a chance of one in three. Every `loops`-th vertex has a loop. The
 * edges are sorted, without repetitions. */
static edge_list make_near(uint32_t without, uint32_t loops, test_random *random)
{
    edge_list edges = edge_list_create(VERTICES);
    for (uint32_t u = 0; u < VERTICES; u++) {
        if (loops > 0 && u % loops == 0) edge_list_add(&edges, u, u);
        for (uint32_t v = u + 1; v < u + NEAR && v < VERTICES; v++)
            if ((without == 0 || (u % without && v % without)) && (v == u + 1 || test_random_below(random, 3) == 0))
                edge_list_add(&edges, u, v);
    }
    return edges;
}

/* Deals blocks of the edges to parts round robin, as readers' threads do. */
static void deal(tricorn_context *context, const edge_list *edges, uint64_t block, tg_edges *given)
{
    *given = (tg_edges){0};
    REQUIRE_OK(context, tg_edges_create(context, PARTS, given));
    given->vertices = edges->vertices;
    for (uint64_t i = 0; i < edges->count; i++) {
        tg_edge_part *part = &given->parts[i / block % PARTS];
        REQUIRE_OK(context, tg_edge_part_reserve(context, part, 1, sizeof(tg_edge)));
        tg_edge_part_push(part, edges->pairs[2 * i], edges->pairs[2 * i + 1]);
    }
}

/* The edges of a graph that was not made are as they were. */
static void check_untouched(const tg_edges *given, const edge_list *edges, uint64_t block, const char *name)
{
    uint64_t taken[PARTS] = {0};
    for (uint64_t i = 0; i < edges->count; i++) {
        const uint64_t p = i / block % PARTS;
        const tg_edge edge = ((const tg_edge *)given->parts[p].edges)[taken[p]++];
        CHECK(edge.u == edges->pairs[2 * i] && edge.v == edges->pairs[2 * i + 1], "%s: edge %llu has changed", name,
          (unsigned long long)i);
    }
}

/* Checks that degrees are as tg_count_degrees leaves them. */
static void check_degrees(const tg_preparation *preparation, const edge_list *edges, const char *name)
{
    uint32_t *degrees = test_allocate(edges->vertices, sizeof *degrees), most = 0;
    uint64_t active = 0, squares = 0, loops = 0;
    for (uint64_t i = 0; i < edges->count; i++) {
        const uint32_t u = edges->pairs[2 * i], v = edges->pairs[2 * i + 1];
        loops += u == v;
        degrees[u] += u != v;
        degrees[v] += u != v;
        if (u == v) degrees[u] |= TG_LOOP_SEEN;
    }
    for (uint32_t v = 0; v < edges->vertices; v++) {
        CHECK_EQ(preparation->degrees[v], degrees[v], "%s: degree of %u", name, v);
        tg_add_degree(degrees[v], &most, &active, &squares);
    }
    CHECK(preparation->summed && preparation->ascending, "%s", name);
    CHECK_EQ(preparation->sums.most, most, "%s", name);
    CHECK_EQ(preparation->sums.active, active, "%s", name);
    CHECK_EQ(preparation->sums.squares, squares, "%s", name);
    CHECK_EQ(preparation->self_loops, loops, "%s", name);
    free(degrees);
}

/* Calls tg_make_presorted_rows without the rest of preparation; true if it made rows. */
static bool make_alone(tricorn_context *context, const edge_list *edges, uint64_t block, const char *name)
{
    tg_edges given = {0};
    bool made = false;
    deal(context, edges, block, &given);
    tg_preparation preparation = {.edges = &given, .input_edges = tg_edges_count(&given)};
    REQUIRE_OK(context, TG_ALLOC_ZERO(context, 1, &preparation.graph));
    REQUIRE_OK(context, tg_make_presorted_rows(context, &preparation, &made));
    CHECK_EQ(tg_edges_count(&given), made ? 0 : edges->count, "%s: edges are taken or stay", name);
    if (made) {
        CHECK_EQ(preparation.graph->order, TG_ORDER_REVERSED, "%s", name);
        check_graph_invariants(preparation.graph, name);
    } else {
        check_untouched(&given, edges, block, name);
        CHECK(preparation.graph->active == 0 && preparation.graph->vertices == 0 && preparation.graph->edges == 0 &&
                preparation.graph->host.offsets == NULL && preparation.ranks == NULL,
          "%s: memory is left", name);
    }
    if (preparation.degrees) check_degrees(&preparation, edges, name);
    CHECK(preparation.degrees == NULL || !made, "%s: no use for degrees", name);
    tg_free(preparation.degrees);
    tg_free(preparation.ranks);
    tricorn_graph_free(preparation.graph);
    tg_edges_free(&given);
    return made;
}

/* The graph is that of the list, and the same for any threads and parts. */
static void check_list(const edge_list *edges, uint64_t block, bool sorted, const char *name)
{
    const tg_prepare_options options = {0};
    tricorn_graph *reference = edge_list_graph(contexts[0], edges);
    check_graph_of_list(reference, edges, name);
    CHECK_EQ(reference->order == TG_ORDER_REVERSED, sorted, "%s: the order", name);
    for (size_t c = 0; c < CONTEXTS; c++) {
        tricorn_graph *graph = NULL;
        tg_edges given = {0};
        CHECK_EQ(make_alone(contexts[c], edges, block, name), sorted, "%s, %u threads", name, thread_numbers[c]);
        deal(contexts[c], edges, block, &given);
        REQUIRE_OK(contexts[c], tg_prepare(contexts[c], &given, &options, &graph));
        check_identical_graphs(graph, reference, name);
        tricorn_graph_free(graph);
    }
    tricorn_graph_free(reference);
}

/* Blocks of a few edges cut the edges of one vertex between parts. */
TEST_CASE(near_edges)
{
    static const uint64_t blocks[] = {NO_BLOCKS, 777, 5, 1};
    test_random random = {3};

    for (size_t b = 0; b < LENGTH(blocks); b++)
        for (uint32_t kind = 0; kind < 6; kind++) {
            /* All vertices have edges, all except the first, or all except some. */
            static const uint32_t withouts[] = {0, UINT32_MAX, 7};
            const uint32_t without = withouts[kind % 3], loops = kind / 3 ? 14 : 0;
            edge_list edges = make_near(without, loops, &random);
            char name[64];
            snprintf(name, sizeof name, "blocks of %llu, kind %u", (unsigned long long)blocks[b], kind);
            if (kind % 2) edge_list_flip(&edges, &random); /* the direction does not matter */
            check_list(&edges, blocks[b], true, name);
            edge_list_free(&edges);
        }
}

/* If vertices are declared, all numbers are vertices, also in the last block; those without an edge come last. */
TEST_CASE(declared_vertices)
{
    enum { WITHOUT = 7, LOOPS = 14 };
    const uint32_t idle = (VERTICES + WITHOUT - 1) / WITHOUT, active = VERTICES - idle;
    const tg_prepare_options options = {0};
    test_random random = {4};
    edge_list edges = make_near(WITHOUT, LOOPS, &random);

    for (size_t c = 0; c < CONTEXTS; c++) {
        tricorn_graph *graph = NULL;
        tg_edges given = {0};
        deal(contexts[c], &edges, NO_BLOCKS, &given);
        given.declared = true;
        REQUIRE_OK(contexts[c], tg_prepare(contexts[c], &given, &options, &graph));
        CHECK_EQ(graph->order, TG_ORDER_REVERSED, "the order");
        CHECK_EQ(graph->vertices, VERTICES, "%u threads", thread_numbers[c]);
        CHECK_EQ(graph->active, active, "%u threads", thread_numbers[c]);
        for (uint32_t i = 0; i < idle; i++)
            CHECK_EQ(graph->input_ids[active + i], WITHOUT * i, "%u threads", thread_numbers[c]);
        tricorn_graph_free(graph);
    }
    edge_list_free(&edges);
}

static void add_between(edge_list *to, const edge_list *from, uint64_t first, uint64_t last)
{
    for (uint64_t i = first; i < last; i++) edge_list_add(to, from->pairs[2 * i], from->pairs[2 * i + 1]);
}

/* Edges and loops are repeated next to each other, within parts and across their ends. */
TEST_CASE(repetitions)
{
    static const uint64_t blocks[] = {NO_BLOCKS, 50, 3, 1};
    test_random random = {5};

    for (unsigned trial = 0; trial < 16; trial++) {
        edge_list edges = make_near(trial % 2 ? UINT32_MAX : 7, trial % 3 ? 14 : 0, &random);
        edge_list repeated = edge_list_create(VERTICES);
        const uint32_t seldom = trial < 8 ? 3 : 3000;
        for (uint64_t i = 0; i < edges.count; i++) do
                add_between(&repeated, &edges, i, i + 1);
            while (test_random_below(&random, seldom) == 0);
        if (trial % 4 > 1) edge_list_flip(&repeated, &random);
        check_list(&repeated, blocks[trial % 4], true, "repetitions");
        edge_list_free(&repeated);
        edge_list_free(&edges);
    }
}

/* One edge is out of order, at a position that is not sampled. */
TEST_CASE(one_in_disorder)
{
    test_random random = {6};
    edge_list edges = make_near(UINT32_MAX, 0, &random);

    for (unsigned trial = 0; trial < 24; trial++) {
        const uint64_t at = trial == 0 ? edges.count - 1 : 1 + test_random_below(&random, (uint32_t)edges.count - 1);
        edge_list swapped = edge_list_create(VERTICES);
        add_between(&swapped, &edges, 0, at - 1);
        add_between(&swapped, &edges, at, at + 1);
        add_between(&swapped, &edges, at - 1, at);
        add_between(&swapped, &edges, at + 1, edges.count);
        check_list(&swapped, NO_BLOCKS, false, "swapped");
        edge_list_free(&swapped);
    }
    edge_list_free(&edges);
}

/* Makes a hub with this many smaller and larger neighbours; all vertices have some more edges. */
static edge_list make_hub(uint32_t smaller, uint32_t larger)
{
    const uint32_t hub = smaller;
    edge_list edges = edge_list_create(smaller + larger + 1);
    for (uint32_t u = 0; u < edges.vertices; u++) {
        if (u < hub) edge_list_add(&edges, u, hub);
        for (uint32_t v = u + 1; v < edges.vertices && u == hub; v++) edge_list_add(&edges, u, v);
        if (u > hub && u + 1 < edges.vertices) edge_list_add(&edges, u, u + 1);
    }
    return edges;
}

/* An edge needs as many tests as the row of its larger end has ids: at a hub, its in-degree times its out-degree.
 * With more than 16 tests an edge hubs have to come first, and also where the square of a row's length is more than
 * 32 times the edges. One thread's count of edges with the same larger end has to fit 16 bits. */
TEST_CASE(hubs)
{
    static const struct {
        uint32_t smaller, larger;
        bool sorted;
        const char *name;
    } lists[] = {
      {0, 60, true, "a hub that is first"},
      {0, 70, false, "a hub that is first, with a row of 70 of 139 edges"},
      {20000, 0, true, "a hub that is last"},
      {40, 60, true, "40 * 60 tests for 159 edges"},
      {60, 60, false, "60 * 60 tests for 179 edges"},
      {3000, 3000, false, "a hub in the middle"},
      {3001, 3000, false, "a hub in the middle, and a loop"},
      {32767, 1, true, "a hub with many edges"},
      {300000, 1, false, "a hub with too many edges, for 1 to 4 threads"},
    };

    for (size_t l = 0; l < LENGTH(lists); l++) {
        edge_list edges = make_hub(lists[l].smaller, lists[l].larger);
        if (lists[l].smaller == 3001) edge_list_add(&edges, edges.vertices - 1, edges.vertices - 1);
        if (l + 1 < LENGTH(lists))
            check_list(&edges, 777, lists[l].sorted, lists[l].name);
        else
            CHECK(!make_alone(contexts[0], &edges, NO_BLOCKS, lists[l].name), "%s", lists[l].name);
        edge_list_free(&edges);
    }
}

/* A lattice of many huge pages, with the library's own allocator: memory that was read goes back to the system while
 * rows are filled. Numbered from the last, each vertex has the REACH before it. */
TEST_CASE(pages_given_back)
{
    enum { ROWS = 2400000, REACH = 3, BLOCK = 70001, THREADS = 2 };
    const tg_prepare_options options = {0};
    tricorn_graph *graph = NULL;
    tg_edges given = {0};
    edge_list edges = edge_list_create(ROWS);

    tricorn_context *context = test_new_context(OPTIONS(tricorn_context_options, .threads = THREADS));
    for (uint32_t u = 0; u < ROWS; u++)
        for (uint32_t v = u + 1; v <= u + REACH && v < ROWS; v++) edge_list_add(&edges, u, v);
    deal(context, &edges, BLOCK, &given);
    REQUIRE_OK(context, tg_prepare(context, &given, &options, &graph));
    CHECK_EQ(graph->edges, edges.count, "edges");
    CHECK_EQ(graph->active, ROWS, "vertices");
    CHECK_EQ(graph->order, TG_ORDER_REVERSED, "the order");
    for (uint32_t v = 0; v < ROWS; v++) {
        const uint32_t length = v < REACH ? v : REACH;
        CHECK(graph->host.offsets[v + 1] - graph->host.offsets[v] == length, "row %u", v);
        for (uint32_t i = 0; i < length; i++)
            CHECK(graph->host.targets[graph->host.offsets[v] + i] == v - length + i, "row %u", v);
    }
    tricorn_graph_free(graph);
    CHECK_EQ(tricorn_context_bytes(context), 0, "nothing is left");
    tricorn_context_free(context);
    edge_list_free(&edges);
}

/* Few edges, edges at one end of the numbers only, or none. */
TEST_CASE(others)
{
    edge_list none = edge_list_create(VERTICES), loops = edge_list_create(VERTICES), one = edge_list_create(4),
              end = edge_list_create(VERTICES), begin = edge_list_create(VERTICES);

    for (uint32_t v = 0; v < VERTICES; v += 3) edge_list_add(&loops, v, v);
    edge_list_add(&one, 3, 1);
    for (uint32_t v = 0; v + VERTICES / 2 < VERTICES; v++) edge_list_add(&begin, v / 8, v + VERTICES / 2);
    for (uint32_t v = VERTICES - 7000; v + 1 < VERTICES; v++) edge_list_add(&end, v, v + 1);
    check_list(&none, 100, false, "no edges");
    check_list(&loops, 100, true, "only loops");
    check_list(&one, 100, true, "one edge");
    check_list(&begin, 100, true, "smaller ends at the begin");
    check_list(&end, 100, true, "at the end");
    edge_list_free(&none);
    edge_list_free(&loops);
    edge_list_free(&one);
    edge_list_free(&begin);
    edge_list_free(&end);
}

/* ---- inner loops ---- */

enum { RUN_VERTICES = 40 * TG_RUN_BLOCK, RUN_EDGES = 3000 };

static tg_edge *sorted_run(test_random *random, uint64_t *count)
{
    tg_edge *edges = test_allocate(RUN_EDGES + 1, sizeof *edges);
    uint32_t u = 0, v = 0;
    *count = 0;
    while (*count < RUN_EDGES) {
        v = (v > u ? v : u) + 1 + test_random_below(random, 90);
        if (v >= RUN_VERTICES || test_random_below(random, 6) == 0) {
            u += 1 + test_random_below(random, 4);
            v = u;
            if (u + 1 >= RUN_VERTICES) break;
            continue;
        }
        edges[(*count)++] = (tg_edge){u, v};
    }
    return edges;
}

/* Counts all edges before number `wanted`, which ends the run or belongs to another thread. */
static void check_count(
  const tg_sorted_runs *runs, const tg_edge *edges, uint64_t count, uint64_t wanted, uint64_t bound)
{
    uint32_t *ends = test_allocate(2 * RUN_VERTICES, sizeof *ends), *expected = ends + RUN_VERTICES;
    uint16_t *counts = test_allocate(2 * RUN_VERTICES, sizeof *counts);
    tg_run_counts at = {.ends = ends, .counts = counts, .bound = bound, .kept = 5, .fetched = count % 2};
    CHECK_EQ(
      runs->count(&at, edges, count), wanted, "%s, %llu edges", tg_isa_name(runs->isa), (unsigned long long)count);
    for (uint64_t i = 0; i < wanted; i++) {
        expected[tg_smaller_end(edges[i])] = (uint32_t)i + 6;
        counts[RUN_VERTICES + tg_larger_end(edges[i])]++;
    }
    CHECK_EQ(at.kept, wanted + 5, "%s", tg_isa_name(runs->isa));
    CHECK_EQ(at.key, wanted ? tg_key_of(edges[wanted - 1]) : 0, "%s", tg_isa_name(runs->isa));
    for (uint32_t v = 0; v < RUN_VERTICES; v++)
        CHECK(
          ends[v] == expected[v] && counts[v] == counts[RUN_VERTICES + v], "%s: vertex %u", tg_isa_name(runs->isa), v);
    free(ends);
    free(counts);
}

/* A run ends at an edge that is smaller, repeated or a loop, at any position. */
TEST_CASE(runs_are_counted)
{
    test_random random = {12};
    for (unsigned trial = 0; trial < 200; trial++) {
        uint64_t count;
        tg_edge *edges = sorted_run(&random, &count);
        const uint64_t some = test_random_below(&random, (uint32_t)count + 1);
        const uint64_t bad = trial % 4 && some > 2 ? 1 + test_random_below(&random, (uint32_t)some - 1) : some;
        if (trial % 5 == 0)
            for (uint64_t i = 0; i < count; i++)
                if (test_random_below(&random, trial + 1) == 0) edges[i] = (tg_edge){edges[i].v, edges[i].u};
        if (bad < some)
            edges[bad] = trial % 4 == 1   ? (tg_edge){edges[bad - 1].v, edges[bad - 1].u}
                         : trial % 4 == 2 ? (tg_edge){edges[bad].u, edges[bad].u}
                                          : (tg_edge){edges[0].u, edges[0].u};
        const uint64_t below = bad > 0 ? test_random_below(&random, (uint32_t)bad) : 0;
        TEST_EACH_ISA (isa) {
            check_count(tg_sorted_runs_of(isa), edges, some, bad, UINT64_MAX);
            if (bad > 0) check_count(tg_sorted_runs_of(isa), edges, some, below, tg_key_of(edges[below]));
        }
        free(edges);
    }
}

TEST_CASE(blocks_are_summed)
{
    test_random random = {13};
    for (unsigned trial = 0; trial < 300; trial++) {
        uint32_t larger[TG_RUN_BLOCK], all[TG_RUN_BLOCK], given[TG_RUN_BLOCK];
        const uint32_t before = trial % 3 ? test_random_below(&random, 1000) : 0;
        uint32_t end = before;
        tg_block_sums expected = {0};
        for (uint32_t i = 0; i < TG_RUN_BLOCK; i++) {
            const uint32_t own = test_random_below(&random, 3) ? 0 : test_random_below(&random, 1 << 16);
            larger[i] = test_random_below(&random, 3) ? 0 : test_random_below(&random, 1 << 16);
            end += own;
            given[i] = own ? end : 0;
            all[i] = end;
            const uint32_t degree = own + larger[i];
            expected.squares += (uint64_t)degree * degree;
            expected.tests += (uint64_t)own * larger[i];
            expected.larger += larger[i];
            expected.bits |= (uint64_t)(degree > 0) << i;
            if (degree > expected.most) expected.most = degree;
            if (own > expected.longest) expected.longest = own;
        }
        TEST_EACH_ISA (isa) {
            uint32_t ends[TG_RUN_BLOCK];
            memcpy(ends, given, sizeof ends);
            const tg_block_sums sums = tg_sorted_runs_of(isa)->sum(ends, before, larger);
            const char *name = tg_isa_name(isa);
            CHECK(memcmp(ends, all, sizeof ends) == 0, "%s: ends", name);
            CHECK_EQ(sums.squares, expected.squares, "%s: squares", name);
            CHECK_EQ(sums.tests, expected.tests, "%s: tests", name);
            CHECK_EQ(sums.larger, expected.larger, "%s: larger", name);
            CHECK_EQ(sums.bits, expected.bits, "%s: bits", name);
            CHECK_EQ(sums.most, expected.most, "%s: most", name);
            CHECK_EQ(sums.longest, expected.longest, "%s: longest", name);
        }
    }
}

TEST_CASE(runs_are_written)
{
    enum { FENCE = 0x5A5A5A5A };
    test_random random = {14};
    tg_rank_word ranks[RUN_VERTICES / 64];
    uint32_t rank[RUN_VERTICES], active = 0;
    uint64_t count;
    tg_edge *edges = sorted_run(&random, &count);

    for (uint32_t v = 0; v < RUN_VERTICES; v++) {
        if (v % 64 == 0) ranks[v / 64] = (tg_rank_word){0, active};
        rank[v] = active;
        if (test_random_below(&random, 2) == 0) continue;
        ranks[v / 64].bits |= UINT64_C(1) << v % 64;
        active++;
    }
    for (uint64_t some = 0; some < 100; some++)
        TEST_EACH_ISA (isa) {
            const tg_sorted_runs *runs = tg_sorted_runs_of(isa);
            uint32_t *to = test_allocate(some + 2, sizeof *to);
            for (unsigned ranked = 0; ranked < 2; ranked++) {
                to[0] = to[some + 1] = FENCE;
                if (ranked)
                    runs->write_ranked(edges, some, ranks, RUN_VERTICES, to + some + 1);
                else
                    runs->write(edges, some, RUN_VERTICES, to + some + 1);
                for (uint64_t i = 0; i < some; i++) {
                    const uint32_t v = tg_larger_end(edges[some - 1 - i]);
                    CHECK_EQ(to[i + 1], RUN_VERTICES - (ranked ? rank[v] : v), "%s", tg_isa_name(runs->isa));
                }
                CHECK(to[0] == FENCE && to[some + 1] == FENCE, "%s: beside", tg_isa_name(runs->isa));
            }
            free(to);
        }
    free(edges);
}

static void create(void)
{
    test_contexts_create(allocators, contexts, thread_numbers, CONTEXTS);
}

static void destroy(void)
{
    test_contexts_free(allocators, contexts, CONTEXTS);
}

TEST_MAIN_BETWEEN(create, destroy)
