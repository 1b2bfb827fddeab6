/* test_changing.c - graphs that change on a GPU: after each batch every count is that of the CPU, and of a
 * graph that is made and counted afresh; from several contexts; where device memory is refused.
 * Skipped where there is no GPU. */
#include <stdlib.h>
#include <string.h>

#include "graph/graph.h"
#include "support/device_tests.h"
#include "support/families.h"
#include "support/fixture.h"

static tricorn_context *context;

static tricorn_changing *begin(const tricorn_graph *graph, const char *device)
{
    tricorn_changing *changing = NULL;
    REQUIRE_OK(context, tricorn_changing_create_on(context, graph, device, &changing));
    return changing;
}

static void check_afresh(const tricorn_changing *changing)
{
    tricorn_graph *afresh = NULL;
    if (tricorn_changing_edges(changing) == 0) return;
    REQUIRE_OK(context, tricorn_changing_graph(context, changing, &afresh));
    CHECK_EQ(afresh->edges, tricorn_changing_edges(changing), "edges afresh");
    CHECK_EQ(test_cpu_count(context, afresh), tricorn_changing_triangles(changing),
             "triangles afresh");
    tricorn_graph_free(afresh);
}

static void check_same(const tricorn_graph *graph, const tricorn_changing *there,
                       const tricorn_changing *here)
{
    uint64_t *counts = test_allocate(graph->vertices + 1, sizeof *counts), different = 0;
    CHECK_EQ(tricorn_changing_triangles(there), tricorn_changing_triangles(here), "triangles");
    CHECK_EQ(tricorn_changing_edges(there), tricorn_changing_edges(here), "edges");
    REQUIRE_OK(context, tricorn_changing_vertices(context, there, counts));
    for (uint32_t v = 0; v < graph->vertices; v++)
        different += counts[v] != tricorn_changing_vertex(here, v);
    CHECK_EQ(different, 0, "vertices with another count");
    CHECK_EQ(tricorn_changing_vertex(there, 0), counts[0], "one vertex");
    free(counts);
}

/* Random pairs, many of small numbers, which are hubs; some are loops, some are there twice. */
static uint32_t *random_pairs(uint32_t n, uint64_t count, test_random *random)
{
    uint32_t *pairs = test_allocate(2 * count + 1, sizeof *pairs);
    for (uint64_t i = 0; i < 2 * count; i++)
        pairs[i] = i >= 2 && test_random_below(random, 8) == 0
                       ? pairs[i - 2]
                       : test_random_below(random, 1 + test_random_below(random, n));
    return pairs;
}

/* The second half of what is removed are edges of the batch before. */
static void change_often(tricorn_graph *graph, const char *method, uint64_t most)
{
    test_random random = {most};
    tricorn_changing *there = begin(graph, "gpu"), *here = begin(graph, "cpu");
    uint32_t *before = random_pairs(graph->vertices, most, &random);

    check_same(graph, there, here);
    for (int i = 0; i < 12; i++) {
        tricorn_batch batch = TRICORN_BATCH_INIT;
        tricorn_batch_result of_there = TRICORN_BATCH_RESULT_INIT,
                             of_here = TRICORN_BATCH_RESULT_INIT;
        batch.removed_count = i % 3 == 0 ? 0 : most;
        batch.added_count = i % 4 == 1 ? test_random_below(&random, 3) : most;
        uint32_t *removed = random_pairs(graph->vertices, most, &random);
        uint32_t *added = random_pairs(graph->vertices, most, &random);
        memcpy(removed + 2 * (most / 2), before, 2 * (most / 2) * sizeof *removed);
        for (uint64_t p = 0; p < most; p += 5)
            memcpy(added + 2 * p, removed + 2 * p, 2 * sizeof *added);
        batch.removed = removed;
        batch.added = added;
        REQUIRE_OK(context, tricorn_changing_apply(context, here, &batch, &of_here));
        batch.method = method;
        REQUIRE_OK(context, tricorn_changing_apply(context, there, &batch, &of_there));
        CHECK_EQ(of_there.removed, of_here.removed, "removed");
        CHECK_EQ(of_there.added, of_here.added, "added");
        CHECK(method == NULL || strcmp(of_there.method, method) == 0, "by %s", of_there.method);
        check_same(graph, there, here);
        if (i % 4 == 3) check_afresh(there);
        free(removed);
        free(before);
        before = added;
    }
    free(before);
    tricorn_changing_free(there);
    tricorn_changing_free(here);
}

static void random_batches(void **state)
{
    static const char *const methods[] = {"rows", "recount", NULL};
    static const char *const models[][2] = {{"kronecker", "scale=14 edge_factor=16"},
                                            {"kronecker", "scale=10 edge_factor=60"},
                                            {"watts_strogatz", NULL}};
    (void)state;
    for (int m = 0; m < 3; m++)
        for (uint64_t most = 1; most <= 30000; most = most < 30 ? 30 : 1000 * most) {
            tricorn_graph *small = edge_list_into_graph(context, make_karate());
            test_on("karate");
            change_often(small, methods[m], most);
            tricorn_graph_free(small);
            for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
                tricorn_graph *graph = test_model(context, models[i][0], models[i][1], 5);
                change_often(graph, methods[m], most);
                tricorn_graph_free(graph);
            }
        }
}

/* All edges of a complete graph go at once, and come in two batches. */
static void all_edges(void **state)
{
    enum { N = 300, EDGES = N * (N - 1) / 2, FIRST = N / 2 };
    static const char *const methods[] = {"rows", "recount"};
    static uint32_t pairs[2 * EDGES];
    tricorn_graph *graph = edge_list_into_graph(context, make_complete(N));
    uint32_t count = 0;

    (void)state;
    for (uint32_t u = 0; u < N; u++)
        for (uint32_t v = 0; v < u; v++) pairs[count++] = u, pairs[count++] = v;
    for (int m = 0; m < 2; m++) {
        tricorn_changing *changing = begin(graph, "gpu");
        tricorn_batch batch = TRICORN_BATCH_INIT;
        const uint64_t first = choose(FIRST, 2);
        batch.method = methods[m];
        batch.removed = pairs;
        batch.removed_count = EDGES;
        REQUIRE_OK(context, tricorn_changing_apply(context, changing, &batch, NULL));
        CHECK_EQ(tricorn_changing_triangles(changing), 0, "all removed by %s", methods[m]);
        CHECK_EQ(tricorn_changing_edges(changing), 0, "all removed by %s", methods[m]);
        batch.removed_count = 0;
        batch.added = pairs;
        batch.added_count = first;
        REQUIRE_OK(context, tricorn_changing_apply(context, changing, &batch, NULL));
        CHECK_EQ(tricorn_changing_triangles(changing), choose(FIRST, 3), "by %s", methods[m]);
        batch.added = pairs + 2 * first;
        batch.added_count = EDGES - first;
        REQUIRE_OK(context, tricorn_changing_apply(context, changing, &batch, NULL));
        CHECK_EQ(tricorn_changing_triangles(changing), choose(N, 3), "by %s", methods[m]);
        CHECK_EQ(tricorn_changing_vertex(changing, 7), choose(N - 1, 2), "by %s", methods[m]);
        tricorn_changing_free(changing);
    }
    tricorn_graph_free(graph);
}

/* Contexts take turns; that which made it goes first. */
static void several_contexts(void **state)
{
    const uint32_t one[] = {0, 1}, other[] = {0, 2, 1, 2};
    tricorn_context *first = NULL;
    tricorn_changing *changing = NULL;
    tricorn_batch batch = TRICORN_BATCH_INIT;
    tricorn_graph *graph = edge_list_into_graph(context, make_complete(40));

    (void)state;
    REQUIRE_OK(context, tricorn_context_create(NULL, &first));
    REQUIRE_OK(first, tricorn_changing_create_on(first, graph, "gpu:0", &changing));
    batch.removed = one;
    batch.removed_count = 1;
    REQUIRE_OK(context, tricorn_changing_apply(context, changing, &batch, NULL));
    CHECK_EQ(tricorn_changing_triangles(changing), choose(40, 3) - 38, "one edge less");
    batch.removed = other;
    batch.removed_count = 2;
    REQUIRE_OK(first, tricorn_changing_apply(first, changing, &batch, NULL));
    CHECK_EQ(tricorn_changing_triangles(changing), choose(40, 3) - 3 * 37 - 1,
             "a triangle less");
    tricorn_context_free(first);
    batch.added = one;
    batch.added_count = 1;
    REQUIRE_OK(context, tricorn_changing_apply(context, changing, &batch, NULL));
    CHECK_EQ(tricorn_changing_triangles(changing), choose(40, 3) - 2 * 37 - 1,
             "an edge comes again");
    REQUIRE_STATUS(context, tricorn_changing_keep_supports(context, changing),
                   TRICORN_UNSUPPORTED);
    tricorn_changing_free(changing);
    tricorn_graph_free(graph);
}

/* Each allocation on the GPU fails in turn: the state stays, until none does. */
static void refused(void **state)
{
    static const char *const methods[] = {"rows", "recount"};
    const uint32_t removed[] = {0, 1, 2, 3, 0, 2}, added[] = {0, 90, 8, 91, 0, 92, 1, 9};
    tricorn_graph *graph = test_model(context, "kronecker", "scale=9 edge_factor=16", 3);

    (void)state;
    for (int m = 0; m < 2; m++) {
        tricorn_changing *there = begin(graph, "gpu"), *here = begin(graph, "cpu");
        tricorn_batch batch = TRICORN_BATCH_INIT;
        tricorn_status status = TRICORN_OUT_OF_MEMORY;
        const uint64_t live = tg_device_live_bytes(context);
        uint64_t failed = 0;
        batch.removed = removed, batch.removed_count = 3;
        batch.added = added, batch.added_count = 4;
        batch.method = methods[m];
        for (; status != TRICORN_OK; failed++) {
            check_same(graph, there, here);
            tg_device_refuse(context, failed, 1000);
            status = tricorn_changing_apply(context, there, &batch, NULL);
            tg_device_refuse(context, 0, 0);
            CHECK(status == TRICORN_OK || status == TRICORN_OUT_OF_DEVICE_MEMORY, "%s",
                  methods[m]);
            if (status != TRICORN_OK)
                CHECK_EQ(tg_device_live_bytes(context), live, "bytes left on the GPU");
        }
        CHECK(failed > 5, "%s: only %d allocations", methods[m], (int)failed);
        REQUIRE_OK(context, tricorn_changing_apply(context, here, &batch, NULL));
        check_same(graph, there, here);
        tricorn_changing_free(there);
        tricorn_changing_free(here);
    }
    tricorn_graph_free(graph);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_batches), cmocka_unit_test(all_edges),
        cmocka_unit_test(several_contexts), cmocka_unit_test(refused),
    };
    return RUN_ON_DEVICE(tests, &context, argc, argv);
}
