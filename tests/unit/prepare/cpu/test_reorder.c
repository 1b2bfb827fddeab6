/* test_reorder.c - graphs in other orders: the same edges and triangles under the same ids, rows
 * as documented, and the purpose of each order. */
#include <stdlib.h>
#include <string.h>

#include "prepare/reorder.h"
#include "base/hash.h"
#include "support/fixture.h"
#include "support/random.h"
#include "support/same_graph.h"

static const char *const orders[] = {
  "auto", "degree", "input", "in-degree", "random", "collective", "collective-degree", "core"};
enum { ORDERS = LENGTH(orders), EDGES = 3000, VERTICES = 400 };

static tricorn_context *context;

static tricorn_graph *load(const uint64_t *pairs, uint64_t count, const char *order)
{
    tricorn_graph *graph = NULL;
    REQUIRE_OK(context, tricorn_graph_from_edges64(context, pairs, count, LOADING(.graph.order = order), &graph));
    return graph;
}

static uint64_t count_triangles(const tricorn_graph *graph)
{
    return test_triangles(context, graph, COUNTING(.device = "cpu", .verify = 1));
}

/* Makes skewed pairs: the square of a random number is often small. They include loops and repetitions. */
static uint64_t *random_pairs(test_random *random)
{
    uint64_t *pairs = test_allocate(2 * EDGES, sizeof *pairs);
    for (int i = 0; i < 2 * EDGES; i++) {
        const uint64_t r = test_random_below(random, VERTICES);
        pairs[i] = 7 + (i % 3 ? r * r / VERTICES : r) * 1000003;
    }
    return pairs;
}

static uint32_t longest_row(const tricorn_graph *graph)
{
    uint64_t most = 0;
    for (uint32_t u = 0; u < graph->active; u++)
        if (graph->host.offsets[u + 1] - graph->host.offsets[u] > most)
            most = graph->host.offsets[u + 1] - graph->host.offsets[u];
    return (uint32_t)most;
}

TEST_CASE(every_order_keeps_the_graph)
{
    static const uint32_t thread_counts[] = {1, 2, 3, 7, 64};
    const uint32_t before = context->given_threads;
    test_random random = {41};
    for (int trial = 0; trial < 5; trial++) {
        context->given_threads = thread_counts[trial];
        uint64_t *pairs = random_pairs(&random);
        uint64_t expected = 0;
        for (int o = 0; o < ORDERS; o++) {
            tricorn_graph *graph = load(pairs, EDGES, orders[o]);
            if (o == 0) expected = count_triangles(graph);
            check_same_graph(graph, pairs, EDGES, orders[o]);
            CHECK_EQ(count_triangles(graph), expected, "triangles by %s", orders[o]);
            tricorn_graph_free(graph);
        }
        free(pairs);
    }
    context->given_threads = before;
}

/* A clique of 6 with long paths that end in it has core number 5 nowhere but in the clique. */
TEST_CASE(cores_have_short_rows)
{
    enum { CLIQUE = 6, LEAVES = 100 };
    uint64_t pairs[2 * (CLIQUE * CLIQUE + 3 * LEAVES)], count = 0;
    for (uint64_t a = 0; a < CLIQUE; a++)
        for (uint64_t b = a + 1; b < CLIQUE; b++, count++) pairs[2 * count] = a, pairs[2 * count + 1] = b;
    for (uint64_t leaf = CLIQUE; leaf < CLIQUE + LEAVES; leaf++)
        for (uint64_t a = 100000; a < 100003; a++, count++) /* three hubs of all leaves */
            pairs[2 * count] = leaf, pairs[2 * count + 1] = a;
    tricorn_graph *graph = load(pairs, count, "core");
    CHECK_EQ(longest_row(graph), 5, "the degeneracy");
    CHECK(tricorn_graph_id(graph, 0) < CLIQUE, "the densest part comes first, not %llu",
      (unsigned long long)tricorn_graph_id(graph, 0));
    tricorn_graph_free(graph);
}

TEST_CASE(orders_are_what_they_say)
{
    /* A star of 5 around 9 and a triangle 1 2 3. */
    static const uint64_t pairs[] = {1, 2, 2, 3, 3, 1, 9, 4, 9, 5, 9, 6, 9, 7, 9, 8};
    tricorn_graph *graph = load(pairs, 8, "degree");
    CHECK_EQ(tricorn_graph_id(graph, 0), 9, "the hub first");
    CHECK_EQ(tricorn_graph_id(graph, 1), 1, "then by the input");
    tricorn_graph_free(graph);
    graph = load(pairs, 8, "input");
    for (uint32_t v = 0; v < 9; v++) CHECK_EQ(tricorn_graph_id(graph, v), v + 1, "vertex %u", v);
    CHECK_EQ(longest_row(graph), 5, "the star's row");
    tricorn_graph_free(graph);
    graph = load(pairs, 8, "in-degree");
    CHECK_EQ(tricorn_graph_id(graph, 0), 9, "five edges lead to the hub");
    tricorn_graph_free(graph);
    graph = load(pairs, 8, "collective");
    CHECK(tricorn_graph_id(graph, 0) <= 3, "the only row with a wedge is the triangle's");
    tricorn_graph_free(graph);
}

/* Cancels once vertices are peeled; what is before that does not delay the next report. */
static int stop_peeling(void *asked, const char *phase, uint64_t done, uint64_t total)
{
    if (strcmp(phase, "peeling") != 0) {
        context->next_report = 0;
        return 0;
    }
    CHECK(done <= total, "%llu of %llu", (unsigned long long)done, (unsigned long long)total);
    ++*(int *)asked;
    return 1;
}

/* A path is peeled from both its ends: as many steps as vertices. */
TEST_CASE(long_paths_have_cores)
{
    enum { PATH = 1000000 };
    uint64_t *pairs = test_allocate(2 * PATH, sizeof *pairs);
    int asked = 0;
    for (uint64_t i = 0; i < PATH; i++) pairs[2 * i] = i, pairs[2 * i + 1] = i + 1;
    tricorn_graph *graph = load(pairs, PATH, "core");
    CHECK_EQ(graph->edges, PATH, "edges");
    CHECK_EQ(longest_row(graph), 1, "the degeneracy");
    tricorn_graph_free(graph);
    graph = load(pairs, PATH, NULL);
    tricorn_context_set_progress(context, stop_peeling, &asked);
    REQUIRE_STATUS(context, tg_graph_reorder(context, graph, "core"), TRICORN_CANCELLED);
    CHECK_EQ(asked, 1, "times asked");
    tricorn_context_set_progress(context, NULL, NULL);
    tricorn_graph_free(graph);
    free(pairs);
}

/* Hashes have 64 bits, and the sort takes half of them at a time. */
TEST_CASE(random_order_is_by_the_hash)
{
    enum { RING = 70000 };
    uint64_t *pairs = test_allocate(2 * RING, sizeof *pairs), before = 0;
    for (uint64_t i = 0; i < RING; i++) {
        pairs[2 * i] = i;
        pairs[2 * i + 1] = (i + 1) % RING;
    }
    tricorn_graph *graph = load(pairs, RING, "random");
    for (uint32_t v = 0; v < RING; v++) {
        const uint64_t hash =
          tg_hash_mix(tg_graph_input_id(graph, v) + UINT64_C(0x9e3779b97f4a7c15), UINT64_C(0xd1b54a32d192ed03));
        CHECK(hash >= before, "vertex %u", v);
        before = hash;
    }
    tricorn_graph_free(graph);
    free(pairs);
}

TEST_CASE(small_graphs_and_bad_names)
{
    static const uint64_t loop[] = {5, 5};
    tricorn_graph *graph = NULL;
    for (int o = 0; o < ORDERS; o++) {
        graph = load(loop, 1, orders[o]);
        CHECK_EQ(graph->active, 0, "%s", orders[o]);
        tricorn_graph_free(graph);
        graph = load(loop, 0, orders[o]);
        CHECK_EQ(graph->vertices, 0, "%s", orders[o]);
        tricorn_graph_free(graph);
    }
    graph = NULL;
    REQUIRE_STATUS(context, tricorn_graph_from_edges64(context, loop, 1, LOADING(.graph.order = "alphabet"), &graph),
      TRICORN_INVALID_ARGUMENT);
    CHECK_MESSAGE(context, "no order 'alphabet'");
    CHECK_MESSAGE(context, "auto, degree, input, in-degree, collective, collective-degree, random, core");
    CHECK(graph == NULL, "a failure has no output");
}

static void create(void)
{
    context = test_fixture_open(0);
}

TEST_MAIN_BETWEEN(create, test_destroy)
