/* test_count_sink.c - triangles of vertices and edges by hubs and lists, with every number of
 * hubs, every part of the edges paired and every instruction set, by lines of the first vertices,
 * and row by row, against merging; and counting by columns against adding. */
#include "base/memory.h"
#include "cpu/common/columns.h"
#include "cpu/prefix_bits.h"
#include "cpu/hub_edges.h"
#include "cpu/hub_pairs.h"
#include "cpu/hubs.h"
#include "cpu/sink_rows.h"
#include "registry/registry.h"
#include "support/fixture.h"
#include "support/edge_list.h"
#include "support/families.h"
#include "support/isa.h"
#include "support/host_rows.h"

#include <stdlib.h>
#include <string.h>

TEST_CASE(columns)
{
    enum { GROUPS = 5000, BITS = 64 * TG_COLUMN_WORDS };
    test_random random = {7};
    tg_columns *kept = aligned_alloc(64, (sizeof *kept + 63) / 64 * 64);
    uint64_t expected[BITS] = {0}, counts[BITS] = {0};
    uint64_t blocks[TG_COLUMN_GROUP][TG_COLUMN_WORDS];

    memset(kept, 0, sizeof *kept);
    for (unsigned g = 0; g < GROUPS; g++) {
        for (int i = 0; i < TG_COLUMN_GROUP * TG_COLUMN_WORDS; i++)
            blocks[i / TG_COLUMN_WORDS][i % TG_COLUMN_WORDS] = test_random_next(&random) | test_random_next(&random);
        for (int i = 0; i < TG_COLUMN_GROUP; i++)
            for (int bit = 0; bit < BITS; bit++) expected[bit] += blocks[i][bit / 64] >> bit % 64 & 1;
        tg_columns_add_group(
          kept->levels[0].planes, (const uint64_t(*)[TG_COLUMN_WORDS])blocks, tg_columns_carry(kept));
        tg_columns_carried(kept);
        if (g % 1700 == 0) tg_columns_sum(kept, counts);
    }
    tg_columns_sum(kept, counts);
    tg_columns_sum(kept, counts); /* nothing is left */
    for (int bit = 0; bit < BITS; bit++) CHECK_EQ(counts[bit], expected[bit], "bit %d", bit);
    free(kept);
}

static void check_hubs(
  tricorn_context *context, const tg_task *task, uint32_t hubs, const uint64_t *expected, uint64_t total)
{
    tg_vertex_counters counters = {0};
    uint64_t *counts = NULL, triangles = 0;

    REQUIRE_OK(context, TG_ALLOC_ZERO(context, task->into.count, &counts));
    REQUIRE_OK(context, tg_vertex_counters_create(context, counts, task->into.count, &counters));
    REQUIRE_OK(context, tg_hubs_count_sink(context, task, hubs, &(tg_hub_sink){.vertices = &counters}, &triangles));
    tg_vertex_counters_sum(&counters);
    CHECK_EQ(triangles, total, "%u hubs, %s", hubs, tg_isa_name(context->isa));
    for (uint32_t v = 0; v < task->into.count; v++)
        if (counts[v] != expected[v])
            CHECK_EQ(counts[v], expected[v], "%u hubs, %s, vertex %u", hubs, tg_isa_name(context->isa), v);
    tg_vertex_counters_free(&counters);
    tg_free(counts);
}

/* Counts by prefix bits of the first 512 vertices, of the next 512 and so on; then the rest row by row. */
static void check_prefix_bits(
  tricorn_context *context, const tg_task *task, uint32_t levels, const uint64_t *expected, uint64_t total)
{
    tg_vertex_counters counters = {0};
    uint64_t *counts = NULL, found = 0, others = 0;
    tg_rows left = task->from, made = {0};

    REQUIRE_OK(context, TG_ALLOC_ZERO(context, task->into.count, &counts));
    REQUIRE_OK(context, tg_vertex_counters_create(context, counts, task->into.count, &counters));
    for (uint32_t first = 0; first < levels * TG_BLOCK_IDS; first += TG_BLOCK_IDS) {
        const tg_prefix_bits bits = {&left, first, &counters};
        tg_rows rest;
        REQUIRE_OK(context, tg_prefix_bits_count(context, &bits, &rest, &found));
        tg_rows_free(&made);
        left = made = rest;
        for (uint64_t e = 0; e < left.offsets[left.count]; e++)
            if (left.ids[e] < first + TG_BLOCK_IDS) CHECK_EQ(left.ids[e], 0, "an id of the prefix is left");
    }
    tg_vertex_counters_sum(&counters);
    const tg_task rest = tg_task_of_rows(&left);
    const tg_sink sink = tg_sink_of_vertices(counts);
    REQUIRE_OK(context, tg_sink_rows_count(context, &rest, &sink, &others));
    CHECK_EQ(found + others, total, "%u levels, %s", levels, tg_isa_name(context->isa));
    for (uint32_t v = 0; v < task->into.count; v++)
        if (counts[v] != expected[v])
            CHECK_EQ(counts[v], expected[v], "%u levels, %s, vertex %u", levels, tg_isa_name(context->isa), v);
    tg_vertex_counters_free(&counters);
    tg_rows_free(&made);
    tg_free(counts);
}

static void check_edges(tricorn_context *context, const tg_task *task, const tg_hub_edges_plan *plan,
  const uint32_t *expected, uint64_t total)
{
    const uint64_t edges = tg_task_edges(task);
    uint32_t *support = NULL;
    uint64_t triangles = 0;

    REQUIRE_OK(context, TG_ALLOC_ZERO(context, edges, &support));
    REQUIRE_OK(context, tg_hub_edges_count(context, task, plan, support, &triangles));
    CHECK_EQ(triangles, total, "%u hubs, %u paired, %s", plan->hubs, plan->paired, tg_isa_name(context->isa));
    for (uint64_t e = 0; e < edges; e++)
        if (support[e] != expected[e])
            CHECK_EQ(support[e], expected[e], "%u hubs, %u paired, %s, edge %llu", plan->hubs, plan->paired,
              tg_isa_name(context->isa), (unsigned long long)e);
    tg_free(support);
}

/* No pairs, pairs of hubs, and more and more other rows. */
static void check_plans(
  tricorn_context *context, const tg_task *task, uint32_t hubs, const uint32_t *expected, uint64_t total)
{
    static const uint32_t others[] = {0, 1, 64, TG_SLAB_IDS, TG_SLAB_IDS + 1, UINT32_MAX};
    tg_hub_edges_plan plan = {.hubs = hubs};

    check_edges(context, task, &plan, expected, total);
    for (size_t i = 0; i < LENGTH(others); i++) {
        const uint32_t left = task->into.count - hubs;
        plan.paired = hubs + (others[i] < left ? others[i] : left);
        check_edges(context, task, &plan, expected, total);
        if (others[i] >= left) break;
    }
}

/* Rows before and behind a cut, each by hubs, add up to all; pairs are of rows from the first on.
 */
static void check_cut(
  tricorn_context *context, const tg_task *task, uint32_t hubs, uint32_t cut, const uint32_t *expected, uint64_t total)
{
    const uint64_t edges = tg_task_edges(task);
    const uint32_t rows = task->last_row;
    const tg_hub_edges_plan plans[] = {
      {hubs, cut >= hubs ? cut : 0}, {hubs, cut >= hubs ? cut + (rows - cut + 1) / 2 : 0}};
    uint32_t *support = NULL;
    uint64_t triangles = 0, found = 0;
    tg_task parts[] = {*task, *task};

    parts[0].last_row = parts[1].first_row = cut;
    REQUIRE_OK(context, TG_ALLOC_ZERO(context, edges, &support));
    for (int p = 0; p < 2; p++) {
        REQUIRE_OK(context, tg_hub_edges_count(context, &parts[p], &plans[p], support, &found));
        triangles += found;
    }
    CHECK_EQ(triangles, total, "%u hubs, cut at %u", hubs, cut);
    CHECK(memcmp(support, expected, edges * sizeof *support) == 0, "%u hubs, cut at %u, %s", hubs, cut,
      tg_isa_name(context->isa));
    tg_free(support);
}

/* By merging. */
typedef struct truth {
    uint64_t *vertices, triangles, edges;
    uint32_t *support;
} truth;

static truth truth_of(tricorn_context *context, const tg_task *task)
{
    const tg_algorithm *merging = tg_algorithm_find("cpu-merge-edge");
    truth found = {.vertices = calloc(task->into.count + 1, sizeof *found.vertices),
      .support = calloc(tg_task_edges(task) + 1, sizeof *found.support),
      .edges = tg_task_edges(task)};
    const tg_sink vertices = tg_sink_of_vertices(found.vertices);
    const tg_sink edges = tg_sink_of_edges(found.support);
    REQUIRE_OK(context, merging->cpu->count_sink(context, task, &vertices, &found.triangles));
    REQUIRE_OK(context, merging->cpu->count_sink(context, task, &edges, &found.triangles));
    return found;
}

static void truth_free(truth *found)
{
    free(found->vertices);
    free(found->support);
}

/* For any sample the plan can be counted, of all rows and of some. */
static tg_hub_edges_plan choose_plan(tricorn_context *context, const tg_task *task)
{
    tg_features features;
    tg_hub_edges_plan plan = {0};

    tg_features_measure(context, task, &features);
    CHECK(tg_hub_edges_choose(context, task, &features, &plan), "no plan");
    CHECK(plan.hubs <= task->into.count && plan.paired <= task->last_row, "too many rows");
    CHECK(plan.paired == 0 || (plan.paired >= plan.hubs && (task->first_row == 0 || task->first_row >= plan.hubs)),
      "%u of %u hubs paired", plan.paired, plan.hubs);
    return plan;
}

static void check_choice(tricorn_context *context, const tg_task *task, const truth *expected)
{
    const tg_hub_edges_plan plan = choose_plan(context, task);
    tg_task part = *task;
    check_edges(context, task, &plan, expected->support, expected->triangles);
    part.last_row = task->last_row / 3;
    if (tg_task_edges(&part) > 0) (void)choose_plan(context, &part);
    part.first_row = part.last_row;
    part.last_row = task->last_row;
    if (tg_task_edges(&part) > 0) (void)choose_plan(context, &part);
}

/* Row by row. */
static void check_rows(tricorn_context *context, const tg_task *task, const truth *expected)
{
    const uint64_t edges = tg_task_edges(task);
    truth found = {.vertices = calloc(task->into.count + 1, sizeof *found.vertices),
      .support = calloc(edges + 1, sizeof *found.support)};
    const tg_sink vertices = tg_sink_of_vertices(found.vertices);
    const tg_sink supports = tg_sink_of_edges(found.support);

    REQUIRE_OK(context, tg_sink_rows_count(context, task, &vertices, &found.triangles));
    CHECK_EQ(found.triangles, expected->triangles, "%s", tg_isa_name(context->isa));
    REQUIRE_OK(context, tg_sink_rows_count(context, task, &supports, &found.triangles));
    CHECK_EQ(found.triangles, expected->triangles, "%s", tg_isa_name(context->isa));
    CHECK(memcmp(found.vertices, expected->vertices, task->into.count * sizeof *found.vertices) == 0, "vertices, %s",
      tg_isa_name(context->isa));
    CHECK(memcmp(found.support, expected->support, edges * sizeof *found.support) == 0, "edges, %s",
      tg_isa_name(context->isa));
    truth_free(&found);
}

static void check_graph(tricorn_context *context, const tricorn_graph *graph)
{
    static const uint32_t hubs[] = {0, 1, 7, 511, 512, 513, 3000, TG_SLAB_IDS + 1, UINT32_MAX};
    const tg_task task = test_task_of(graph);
    truth expected = truth_of(context, &task);

    TEST_EACH_ISA (isa) {
        context->isa = isa;
        check_rows(context, &task, &expected);
        check_choice(context, &task, &expected);
        for (uint32_t levels = 0; levels < 4; levels++)
            check_prefix_bits(context, &task, levels, expected.vertices, expected.triangles);
        for (size_t h = 0; h < LENGTH(hubs); h++) {
            const uint32_t count = hubs[h] < graph->active ? hubs[h] : graph->active;
            check_hubs(context, &task, count, expected.vertices, expected.triangles);
            check_plans(context, &task, count, expected.support, expected.triangles);
            for (uint32_t cut = graph->active / 9; cut < graph->active; cut += cut / 2 + 1)
                check_cut(context, &task, count, cut, expected.support, expected.triangles);
        }
    }
    context->isa = tg_isa_best();
    truth_free(&expected);
}

TEST_CASE(graphs)
{
    static const char *const made[][2] = {
      {"kronecker", "scale=12 edge_factor=4"},
      {"complete", "vertices=150"}, /* full words */
      {"complete", "vertices=2"},
      {"erdos-renyi", "vertices=1100 edges=60000"}, /* queues of words that fill up */
      {"barabasi-albert", "vertices=4000 attach=4"},
      {"kronecker", "scale=14 edge_factor=4"}, /* several slabs of columns */
      {"complete", "vertices=65"}, /* rows of every length that is compared in registers */
      {"watts-strogatz", "vertices=2000 degree=20 rewire=0.1"},
    };

    for (uint32_t threads = 1; threads <= 3; threads += 2)
        for (size_t g = 0; g < LENGTH(made); g++) {
            tricorn_graph *graph = NULL;
            tricorn_context *context = test_fixture_open(threads);
            REQUIRE_OK(context, tricorn_graph_generate(context, made[g][0], made[g][1], 3, &graph));
            check_graph(context, graph);
            tricorn_graph_free(graph);
            test_fixture_close();
        }
}

static void check_rows_and_free(tricorn_context *context, tricorn_graph *graph)
{
    const tg_task task = test_task_of(graph);
    truth expected = truth_of(context, &task);
    check_rows(context, &task, &expected);
    truth_free(&expected);
    tricorn_graph_free(graph);
}

/* Rows whose triangles have edges in rows of other threads, more than the posts of a thread: for
 * some of the triangles, and, with random neighbours, for almost all. */
TEST_CASE(many_posts)
{
    test_random random = {41};
    edge_list anywhere = make_ring(60000, 20);
    tricorn_graph *graph = NULL;
    tricorn_context *context = test_fixture_open(3);
    REQUIRE_OK(
      context, tricorn_graph_generate(context, "watts-strogatz", "vertices=60000 degree=60 rewire=0.02", 3, &graph));
    check_rows_and_free(context, graph);
    edge_list_relabel(&anywhere, &random);
    check_rows_and_free(context, edge_list_into_graph(context, anywhere));
    test_fixture_close();
}

/* The default's counts must not change with less and less memory, down to the memory for row by row. */
TEST_CASE(little_memory)
{
    enum { MOST_ROOM = 32 << 20, LEAST_ROOM = 64 << 10 };
    const tg_algorithm *adaptive = tg_algorithm_find("cpu-adaptive");
    tricorn_graph *graph = NULL;
    tricorn_context *context = test_fixture_open(2);
    REQUIRE_OK(context, tricorn_graph_generate(context, "kronecker", "scale=13 edge_factor=8", 3, &graph));
    const tg_task task = test_task_of(graph);
    const uint64_t edges = tg_task_edges(&task);
    truth expected = truth_of(context, &task);
    uint64_t *vertices = calloc(task.into.count, sizeof *vertices);
    uint32_t *support = calloc(edges, sizeof *support);
    const tg_sink sinks[] = {tg_sink_of_vertices(vertices), tg_sink_of_edges(support)};

    for (uint64_t room = MOST_ROOM; room >= LEAST_ROOM; room -= room / 3)
        for (int s = 0; s < 2; s++) {
            tg_memory *memory = context->memory;
            const uint64_t limit = tg_memory_lower_limit(memory, tg_memory_bytes(memory) + room);
            uint64_t triangles = 0;
            memset(vertices, 0, task.into.count * sizeof *vertices);
            memset(support, 0, edges * sizeof *support);
            REQUIRE_OK(context, adaptive->cpu->count_sink(context, &task, &sinks[s], &triangles));
            tg_memory_set_limit(memory, limit);
            CHECK_EQ(triangles, expected.triangles, "%llu bytes", (unsigned long long)room);
            CHECK(s == 1 || memcmp(vertices, expected.vertices, task.into.count * sizeof *vertices) == 0,
              "vertices, %llu bytes", (unsigned long long)room);
            CHECK(s == 0 || memcmp(support, expected.support, edges * sizeof *support) == 0, "edges, %llu bytes",
              (unsigned long long)room);
        }
    free(vertices);
    free(support);
    truth_free(&expected);
    tricorn_graph_free(graph);
    test_fixture_close();
}

/* Of each algorithm, parts of the rows of a graph in core add up to the whole, as workers and
 * processes that join share it; with hubs and many triangles, so that hubs are worth it. */
TEST_CASE(parts_of_rows)
{
    enum { PARTS = 5 };
    tricorn_graph *graph = NULL;
    tricorn_context *context = test_fixture_open(2);
    REQUIRE_OK(context, tricorn_graph_generate(context, "kronecker", "scale=15 edge_factor=16", 3, &graph));
    tg_task task = test_task_of(graph);
    const uint32_t rows = task.last_row;
    truth expected = truth_of(context, &task);
    for (size_t a = 0; a < tg_algorithm_count(); a++) {
        const tg_algorithm *one = tg_algorithm_at(a);
        if (one->cpu == NULL || one->cpu->count_sink == NULL) continue;
        truth found = {.vertices = calloc(task.into.count + 1, sizeof *found.vertices),
          .support = calloc(expected.edges + 1, sizeof *found.support)};
        const tg_sink sinks[] = {tg_sink_of_vertices(found.vertices), tg_sink_of_edges(found.support)};
        for (int s = 0; s < 2; s++) {
            uint64_t sum = 0, triangles = 0;
            for (uint32_t p = PARTS; p-- > 0; sum += triangles) {
                task.first_row = (uint32_t)((uint64_t)rows * p / PARTS);
                task.last_row = (uint32_t)((uint64_t)rows * (p + 1) / PARTS);
                REQUIRE_OK(context, one->cpu->count_sink(context, &task, &sinks[s], &triangles));
            }
            CHECK_EQ(sum, expected.triangles, "%s, sink %d", one->description.name, s);
        }
        CHECK(memcmp(found.vertices, expected.vertices, task.into.count * sizeof *found.vertices) == 0,
          "vertices by %s", one->description.name);
        CHECK(memcmp(found.support, expected.support, expected.edges * sizeof *found.support) == 0, "edges by %s",
          one->description.name);
        truth_free(&found);
    }
    truth_free(&expected);
    tricorn_graph_free(graph);
    test_fixture_close();
}

TEST_MAIN()
