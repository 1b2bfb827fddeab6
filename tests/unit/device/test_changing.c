/* test_changing.c - graphs that change on a GPU. After each batch every count is that of the
 * CPU, and of a graph that is made and counted from the start; supports are those of a matrix.
 * Also from several contexts, and when device memory is refused. Skipped without a GPU. */
#include <stdlib.h>
#include <string.h>

#include "graph/graph.h"
#include "support/device_tests.h"
#include "support/families.h"

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
    CHECK_EQ(test_cpu_count(context, afresh), tricorn_changing_triangles(changing), "triangles afresh");
    tricorn_graph_free(afresh);
}

static void check_same(const tricorn_graph *graph, const tricorn_changing *there, const tricorn_changing *here)
{
    uint64_t *counts = test_allocate(graph->vertices + 1, sizeof *counts), different = 0;
    CHECK_EQ(tricorn_changing_triangles(there), tricorn_changing_triangles(here), "triangles");
    CHECK_EQ(tricorn_changing_edges(there), tricorn_changing_edges(here), "edges");
    REQUIRE_OK(context, tricorn_changing_vertices(context, there, counts));
    for (uint32_t v = 0; v < graph->vertices; v++) different += counts[v] != tricorn_changing_vertex(here, v);
    CHECK_EQ(different, 0, "vertices with another count");
    CHECK_EQ(tricorn_changing_vertex(there, 0), counts[0], "one vertex");
    free(counts);
}

/* Random pairs. Many have small numbers, which are hubs; some are loops, some are repeated. */
static uint32_t *random_pairs(uint32_t n, uint64_t count, test_random *random)
{
    uint32_t *pairs = test_allocate(2 * count + 1, sizeof *pairs);
    for (uint64_t i = 0; i < 2 * count; i++)
        pairs[i] = i >= 2 && test_random_below(random, 8) == 0
                     ? pairs[i - 2]
                     : test_random_below(random, 1 + test_random_below(random, n));
    return pairs;
}

/* The second half of the removed edges are those of the batch before. */
static void change_often(tricorn_graph *graph, const char *method, uint64_t most)
{
    test_random random = {most};
    tricorn_changing *there = begin(graph, "gpu"), *here = begin(graph, "cpu");
    uint32_t *before = random_pairs(graph->vertices, most, &random);

    check_same(graph, there, here);
    for (int i = 0; i < 12; i++) {
        tricorn_batch batch = TRICORN_BATCH_INIT;
        tricorn_batch_result of_there = TRICORN_BATCH_RESULT_INIT, of_here = TRICORN_BATCH_RESULT_INIT;
        batch.removed_count = i % 3 == 0 ? 0 : most;
        batch.added_count = i % 4 == 1 ? test_random_below(&random, 3) : most;
        uint32_t *removed = random_pairs(graph->vertices, most, &random);
        uint32_t *added = random_pairs(graph->vertices, most, &random);
        memcpy(removed + 2 * (most / 2), before, 2 * (most / 2) * sizeof *removed);
        for (uint64_t p = 0; p < most; p += 5) memcpy(added + 2 * p, removed + 2 * p, 2 * sizeof *added);
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

TEST_CASE(random_batches)
{
    static const char *const methods[] = {"rows", "recount", NULL};
    static const char *const models[][2] = {
      {"kronecker", "scale=14 edge_factor=16"}, {"kronecker", "scale=10 edge_factor=60"}, {"watts_strogatz", NULL}};
    for (int m = 0; m < 3; m++)
        for (uint64_t most = 1; most <= 30000; most = most < 30 ? 30 : 1000 * most) {
            tricorn_graph *small = edge_list_into_graph(context, make_karate());
            test_on("karate");
            change_often(small, methods[m], most);
            tricorn_graph_free(small);
            for (size_t i = 0; i < LENGTH(models); i++) {
                tricorn_graph *graph = test_model(context, models[i][0], models[i][1], 5);
                change_often(graph, methods[m], most);
                tricorn_graph_free(graph);
            }
        }
}

/* All edges of a complete graph are removed in one batch, and added in two. */
TEST_CASE(all_edges)
{
    enum { N = 300, EDGES = N * (N - 1) / 2, FIRST = N / 2 };
    static const char *const methods[] = {"rows", "recount"};
    static uint32_t pairs[2 * EDGES];
    tricorn_graph *graph = edge_list_into_graph(context, make_complete(N));
    uint32_t count = 0;

    for (uint32_t u = 0; u < N; u++)
        for (uint32_t v = 0; v < u; v++) pairs[count++] = u, pairs[count++] = v;
    for (int m = 0; m < 2; m++) {
        tricorn_changing *changing = begin(graph, "gpu");
        const uint64_t first = choose(FIRST, 2);
        tricorn_batch batch = *OPTIONS(tricorn_batch, .method = methods[m], .removed = pairs, .removed_count = EDGES);
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

/* A graph as a matrix of bits, by the numbers of the original graph. */
typedef struct truth {
    uint32_t n, words;
    uint64_t *bits;
} truth;

static bool is_joined(const truth *of, uint32_t u, uint32_t v)
{
    return of->bits[(uint64_t)u * of->words + v / 64] >> v % 64 & 1;
}

static void join(const truth *of, uint32_t u, uint32_t v, bool how)
{
    uint64_t *const one = &of->bits[(uint64_t)u * of->words + v / 64];
    uint64_t *const other = &of->bits[(uint64_t)v * of->words + u / 64];
    if (u == v) return;
    *one = (*one & ~(UINT64_C(1) << v % 64)) | (uint64_t)how << v % 64;
    *other = (*other & ~(UINT64_C(1) << u % 64)) | (uint64_t)how << u % 64;
}

static truth truth_of(const tricorn_graph *graph)
{
    truth made = {graph->vertices, graph->vertices / 64 + 1, NULL};
    const uint64_t words = (uint64_t)made.n * made.words;
    tg_rows rows;
    REQUIRE_OK(context, tg_graph_rows(context, graph, &rows));
    made.bits = test_allocate(words, sizeof *made.bits);
    memset(made.bits, 0, words * sizeof *made.bits);
    for (uint32_t u = 0; u < rows.count; u++)
        for (uint64_t e = rows.offsets[u]; e < rows.offsets[u + 1]; e++) join(&made, u, rows.ids[e], true);
    return made;
}

static uint32_t true_support(const truth *of, uint32_t u, uint32_t v)
{
    uint32_t common = 0;
    for (uint32_t w = 0; is_joined(of, u, v) && w < of->words; w++)
        common +=
          (uint32_t)__builtin_popcountll(of->bits[(uint64_t)u * of->words + w] & of->bits[(uint64_t)v * of->words + w]);
    return common;
}

/* Returns all edges, each as a pair; then, for each vertex, a pair that may be an edge or not. */
static uint32_t *pairs_of(const truth *of, uint64_t *edges)
{
    uint64_t count = 0;
    for (uint64_t w = 0; w < (uint64_t)of->n * of->words; w++) count += (uint64_t)__builtin_popcountll(of->bits[w]);
    uint32_t *pairs = test_allocate(count + 2 * (uint64_t)of->n + 1, sizeof *pairs);
    *edges = 0;
    for (uint32_t u = 0; u < of->n; u++)
        for (uint32_t v = 0; v < u; v++)
            if (is_joined(of, u, v)) {
                pairs[2 * *edges] = u;
                pairs[2 * (*edges)++ + 1] = v;
            }
    for (uint32_t v = 0; v < of->n; v++) {
        pairs[2 * (*edges + v)] = v;
        pairs[2 * (*edges + v) + 1] = (v + of->n / 2) % of->n;
    }
    return pairs;
}

/* The triangles of a vertex are half of the supports of its edges. */
static void check_supports(const truth *of, const tricorn_changing *changing)
{
    uint64_t edges = 0, wrong = 0, wrong_vertices = 0, all = 0;
    uint32_t *pairs = pairs_of(of, &edges);
    const uint64_t count = edges + of->n;
    uint32_t *found = test_allocate(count + 1, sizeof *found);
    uint64_t *twice = test_allocate(of->n + 1, sizeof *twice);
    uint64_t *counts = test_allocate(of->n + 1, sizeof *counts);

    memset(twice, 0, of->n * sizeof *twice);
    REQUIRE_OK(context, tricorn_changing_supports(context, changing, pairs, count, found));
    REQUIRE_OK(context, tricorn_changing_vertices(context, changing, counts));
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t support = true_support(of, pairs[2 * i], pairs[2 * i + 1]);
        wrong += found[i] != support;
        if (i < edges) all += support, twice[pairs[2 * i]] += support, twice[pairs[2 * i + 1]] += support;
    }
    for (uint32_t v = 0; v < of->n; v++) wrong_vertices += 2 * counts[v] != twice[v];
    CHECK_EQ(wrong, 0, "edges with another support");
    CHECK_EQ(wrong_vertices, 0, "vertices with another count");
    CHECK_EQ(3 * tricorn_changing_triangles(changing), all, "triangles");
    CHECK_EQ(tricorn_changing_edges(changing), edges, "edges");
    for (uint64_t i = 0; i < count; i += 1 + count / 9)
        CHECK_EQ(tricorn_changing_support(changing, pairs[2 * i + 1], pairs[2 * i]), found[i], "one support");
    free(pairs);
    free(found);
    free(twice);
    free(counts);
}

static void apply_checked(const truth *of, tricorn_changing *changing, const tricorn_batch *batch)
{
    for (uint64_t i = 0; i < batch->removed_count; i++)
        join(of, batch->removed[2 * i], batch->removed[2 * i + 1], false);
    for (uint64_t i = 0; i < batch->added_count; i++) join(of, batch->added[2 * i], batch->added[2 * i + 1], true);
    REQUIRE_OK(context, tricorn_changing_apply(context, changing, batch, NULL));
    check_supports(of, changing);
}

static void remove_and_add(
  const truth *of, tricorn_changing *changing, const char *method, const uint32_t *pairs, uint64_t count)
{
    tricorn_batch out = TRICORN_BATCH_INIT, in = TRICORN_BATCH_INIT;
    out.method = in.method = method;
    out.removed = in.added = pairs;
    out.removed_count = in.added_count = count;
    apply_checked(of, changing, &out);
    apply_checked(of, changing, &in);
}

/* Batches with loops, repeated pairs, added edges that the graph has already, and removed ones that it has not. */
static void mixed_batches(const truth *of, tricorn_changing *changing, const char *method, test_random *random)
{
    enum { MOST = 4000 };
    uint32_t *pairs = random_pairs(of->n, 2 * MOST, random);
    for (uint64_t most = 1; most <= MOST; most *= most < 40 ? 40 : 100) {
        tricorn_batch in = TRICORN_BATCH_INIT, mixed = TRICORN_BATCH_INIT;
        in.method = mixed.method = method;
        in.added = mixed.removed = pairs;
        in.added_count = mixed.removed_count = most;
        mixed.added = pairs + most; /* half of the removed edges are added again */
        mixed.added_count = most;
        apply_checked(of, changing, &in);
        apply_checked(of, changing, &in);
        apply_checked(of, changing, &mixed);
        apply_checked(of, changing, &mixed);
        remove_and_add(of, changing, method, pairs + most / 2, most);
    }
    free(pairs);
}

static void change_supports(tricorn_graph *graph, const char *method)
{
    const uint32_t n = graph->vertices, ends[] = {0, n - 1, n - 1, n - 2, n - 2, 0, n - 1, 1, 1, n - 2, 0, 1};
    test_random random = {n};
    const truth of = truth_of(graph);
    tricorn_changing *changing = begin(graph, "gpu");
    tricorn_batch nothing = TRICORN_BATCH_INIT, third = TRICORN_BATCH_INIT;
    uint64_t edges = 0;
    uint32_t *pairs = pairs_of(&of, &edges);

    CHECK_EQ(tricorn_changing_support(changing, pairs[0], pairs[1]), 0, "not kept yet");
    REQUIRE_OK(context, tricorn_changing_keep_supports(context, changing));
    REQUIRE_OK(context, tricorn_changing_keep_supports(context, changing));
    check_supports(&of, changing);
    nothing.method = third.method = method;
    apply_checked(&of, changing, &nothing);
    remove_and_add(&of, changing, method, ends, LENGTH(ends) / 2);
    mixed_batches(&of, changing, method, &random);
    third.removed = pairs;
    third.removed_count = edges / 3;
    apply_checked(&of, changing, &third);
    free(pairs);
    pairs = pairs_of(&of, &edges);
    remove_and_add(&of, changing, method, pairs, edges); /* all of them */
    third.removed = pairs;
    third.removed_count = edges;
    apply_checked(&of, changing, &third);
    apply_checked(&of, changing, &nothing); /* of no edge */
    apply_checked(&of, changing, &third);
    tricorn_changing_free(changing);
    tricorn_graph_free(graph);
    free(pairs);
    free(of.bits);
}

TEST_CASE(supports_are_kept)
{
    static const char *const methods[] = {"rows", "recount", NULL};
    for (int m = 0; m < 3; m++) {
        test_on("karate");
        change_supports(edge_list_into_graph(context, make_karate()), methods[m]);
        test_on("complete");
        change_supports(edge_list_into_graph(context, make_complete(300)), methods[m]);
        change_supports(test_model(context, "kronecker", "scale=13 edge_factor=16", 5), methods[m]);
        change_supports(test_model(context, "kronecker", "scale=10 edge_factor=60", 5), methods[m]);
        change_supports(test_model(context, "watts_strogatz", "vertices=5000", 5), methods[m]);
    }
}

/* Contexts apply batches in turn; the one that made the graph is freed first. */
TEST_CASE(several_contexts)
{
    const uint32_t one[] = {0, 1}, other[] = {0, 2, 1, 2};
    tricorn_context *first = NULL;
    tricorn_changing *changing = NULL;
    tricorn_graph *graph = edge_list_into_graph(context, make_complete(40));

    REQUIRE_OK(context, tricorn_context_create(NULL, &first));
    REQUIRE_OK(first, tricorn_changing_create_on(first, graph, "gpu:0", &changing));
    tricorn_batch batch = *OPTIONS(tricorn_batch, .removed = one, .removed_count = 1);
    REQUIRE_OK(context, tricorn_changing_apply(context, changing, &batch, NULL));
    CHECK_EQ(tricorn_changing_triangles(changing), choose(40, 3) - 38, "one edge less");
    batch.removed = other;
    batch.removed_count = 2;
    REQUIRE_OK(first, tricorn_changing_apply(first, changing, &batch, NULL));
    CHECK_EQ(tricorn_changing_triangles(changing), choose(40, 3) - 3 * 37 - 1, "a triangle less");
    REQUIRE_OK(first, tricorn_changing_keep_supports(first, changing));
    tricorn_context_free(first);
    batch.added = one;
    batch.added_count = 1;
    REQUIRE_OK(context, tricorn_changing_apply(context, changing, &batch, NULL));
    CHECK_EQ(tricorn_changing_triangles(changing), choose(40, 3) - 2 * 37 - 1, "an edge comes again");
    CHECK_EQ(tricorn_changing_support(changing, 0, 1), 37, "without vertex 2");
    CHECK_EQ(tricorn_changing_support(changing, 0, 2), 0, "no edge");
    CHECK_EQ(tricorn_changing_support(changing, 5, 0), 37, "without vertex 2");
    CHECK_EQ(tricorn_changing_support(changing, 6, 5), 38, "all others");
    tricorn_changing_free(changing);
    tricorn_graph_free(graph);
}

/* Each allocation on the GPU fails in turn. Supports are not maintained until no allocation fails. */
static void keep_refused(tricorn_changing *changing)
{
    const uint64_t live = tg_device_live_bytes(context);
    tricorn_status status = TRICORN_OUT_OF_MEMORY;
    uint64_t failed = 0;
    for (; status != TRICORN_OK; failed++) {
        uint32_t support = 0;
        const uint32_t pair[] = {0, 1};
        CHECK_EQ(tg_device_live_bytes(context), live, "bytes left on the GPU");
        REQUIRE_STATUS(
          context, tricorn_changing_supports(context, changing, pair, 1, &support), TRICORN_INVALID_ARGUMENT);
        CHECK_EQ(tricorn_changing_support(changing, 0, 1), 0, "not kept");
        tg_device_refuse(context, failed, 1000);
        status = tricorn_changing_keep_supports(context, changing);
        tg_device_refuse(context, 0, 0);
        CHECK(status == TRICORN_OK || status == TRICORN_OUT_OF_DEVICE_MEMORY, "kept");
    }
    CHECK(failed > 5, "only %d allocations", (int)failed);
}

/* The same for a batch: the state does not change until no allocation fails. of: the expected
 * state, if supports are maintained. */
static void refuse_batch(const tricorn_graph *graph, const char *method, const truth *of)
{
    const uint32_t removed[] = {0, 1, 2, 3, 0, 2}, added[] = {0, 90, 8, 91, 0, 92, 1, 9};
    tricorn_changing *there = begin(graph, "gpu"), *here = begin(graph, "cpu");
    tricorn_batch batch = TRICORN_BATCH_INIT;
    tricorn_status status = TRICORN_OUT_OF_MEMORY;
    uint64_t failed = 0;

    if (of) keep_refused(there);
    const uint64_t live = tg_device_live_bytes(context);
    batch.removed = removed, batch.removed_count = 3;
    batch.added = added, batch.added_count = 4;
    batch.method = method;
    for (; status != TRICORN_OK; failed++) {
        check_same(graph, there, here);
        if (of) check_supports(of, there);
        tg_device_refuse(context, failed, 1000);
        status = tricorn_changing_apply(context, there, &batch, NULL);
        tg_device_refuse(context, 0, 0);
        CHECK(status == TRICORN_OK || status == TRICORN_OUT_OF_DEVICE_MEMORY, "%s", method);
        if (status != TRICORN_OK) CHECK_EQ(tg_device_live_bytes(context), live, "bytes left on the GPU");
    }
    CHECK(failed > 5, "%s: only %d allocations", method, (int)failed);
    REQUIRE_OK(context, tricorn_changing_apply(context, here, &batch, NULL));
    check_same(graph, there, here);
    if (of) apply_checked(of, there, &batch); /* applied again, the batch has no effect */
    tricorn_changing_free(there);
    tricorn_changing_free(here);
}

TEST_CASE(refused)
{
    static const char *const methods[] = {"rows", "recount"};
    tricorn_graph *graph = test_model(context, "kronecker", "scale=9 edge_factor=16", 3);

    for (int m = 0; m < 2; m++) {
        const truth of = truth_of(graph);
        refuse_batch(graph, methods[m], NULL);
        refuse_batch(graph, methods[m], &of);
        free(of.bits);
    }
    tricorn_graph_free(graph);
}

TEST_MAIN_ON_DEVICE(&context, NULL, NULL)
