/* test_changing.c - after each batch, all counts against those of the same edges by brute force;
 * both methods; what has no effect; batches that fail change nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "graph/graph.h"
#include "support/families.h"
#include "support/fixture.h"

enum { BATCHES = 24 };

/* A graph as a matrix, by the numbers of the graph that it began as. */
typedef struct truth {
    uint64_t n;
    unsigned char *joined;
} truth;

static bool is_joined(const truth *of, uint64_t u, uint64_t v)
{
    return of->joined[u * of->n + v];
}

static void join(const truth *of, uint64_t u, uint64_t v, bool how)
{
    if (u != v) of->joined[u * of->n + v] = of->joined[v * of->n + u] = how;
}

static truth truth_of(const tricorn_graph *graph, const edge_list *edges)
{
    truth made = {graph->vertices, test_allocate(graph->vertices * graph->vertices + 1, 1)};
    unsigned char *matrix = edge_list_matrix(edges);
    memset(made.joined, 0, made.n * made.n);
    for (uint32_t u = 0; u < made.n; u++)
        for (uint32_t v = 0; v < made.n; v++)
            join(&made, u, v, matrix[tricorn_graph_id(graph, u) * edges->vertices + tricorn_graph_id(graph, v)]);
    free(matrix);
    return made;
}

static bool supports; /* are kept */
static bool grows; /* vertices come before batches */

/* Of every two vertices: each asked for alone, and all at once. */
static void check_supports(const truth *of, const tricorn_changing *changing, const char *name)
{
    uint32_t *pairs = test_allocate(2 * of->n * of->n + 1, sizeof *pairs);
    uint32_t *found = test_allocate(of->n * of->n + 1, sizeof *found);
    uint64_t count = 0, different = 0;
    for (uint32_t u = 0; u < of->n; u++)
        for (uint32_t v = 0; v < of->n; v++, count++) pairs[2 * count] = u, pairs[2 * count + 1] = v;
    WORKS(tricorn_changing_supports(fixture.context, changing, pairs, count, found));
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t u = pairs[2 * i], v = pairs[2 * i + 1];
        uint64_t support = 0;
        for (uint64_t w = 0; is_joined(of, u, v) && w < of->n; w++)
            support += is_joined(of, u, w) && is_joined(of, v, w);
        CHECK_EQ(tricorn_changing_support(changing, u, v), support, "%s, edge %d-%d", name, (int)u, (int)v);
        different += found[i] != support;
    }
    CHECK_EQ(different, 0, "%s, all supports at once", name);
    free(pairs);
    free(found);
}

static void check_state(const truth *of, const tricorn_changing *changing, const char *name)
{
    uint64_t all = 0, edges = 0;
    if (supports) check_supports(of, changing, name);
    for (uint64_t u = 0; u < of->n; u++) {
        uint64_t own = 0;
        for (uint64_t v = 0; v < of->n; v++)
            for (uint64_t w = v + 1; is_joined(of, u, v) && w < of->n; w++)
                own += is_joined(of, u, w) && is_joined(of, v, w);
        for (uint64_t v = 0; v < u; v++) edges += is_joined(of, u, v);
        CHECK_EQ(tricorn_changing_vertex(changing, (uint32_t)u), own, "%s, vertex %d", name, (int)u);
        all += own;
    }
    CHECK_EQ(tricorn_changing_triangles(changing), all / 3, "%s", name);
    CHECK_EQ(tricorn_changing_edges(changing), edges, "%s", name);
}

/* Random pairs, some of them loops, some twice. */
static uint32_t *random_pairs(uint64_t n, uint64_t count, test_random *random)
{
    uint32_t *pairs = test_allocate(2 * count + 1, sizeof *pairs);
    for (uint64_t i = 0; i < 2 * count; i++)
        pairs[i] = i >= 2 && test_random_below(random, 8) == 0 ? pairs[i - 2] : test_random_below(random, (uint32_t)n);
    return pairs;
}

static void apply(const truth *of, tricorn_changing *changing, const tricorn_batch *batch, const char *name)
{
    tricorn_batch_result result = TRICORN_BATCH_RESULT_INIT;
    uint64_t removed = 0, added = 0;
    unsigned char *before = test_allocate(of->n * of->n + 1, 1);

    memcpy(before, of->joined, of->n * of->n);
    for (uint64_t i = 0; i < batch->removed_count; i++)
        join(of, batch->removed[2 * i], batch->removed[2 * i + 1], false);
    for (uint64_t i = 0; i < batch->added_count; i++) join(of, batch->added[2 * i], batch->added[2 * i + 1], true);
    for (uint64_t i = 0; i < of->n * of->n; i++) {
        removed += before[i] && !of->joined[i];
        added += !before[i] && of->joined[i];
    }
    WORKS(tricorn_changing_apply(fixture.context, changing, batch, &result));
    check_state(of, changing, name);
    CHECK_EQ(result.removed, removed / 2, "%s", name);
    CHECK_EQ(result.added, added / 2, "%s", name);
    CHECK_EQ(result.triangles, tricorn_changing_triangles(changing), "%s", name);
    if (batch->method && strcmp(batch->method, "auto") != 0)
        CHECK(strcmp(result.method, batch->method) == 0, "%s: by %s", name, result.method);
    free(before);
}

static uint32_t find(tricorn_changing *changing, uint64_t number, bool add)
{
    char id[32];
    uint32_t vertex = 0;
    snprintf(id, sizeof id, "0%d", (int)number);
    WORKS(tricorn_changing_find(fixture.context, changing, id, add, &vertex));
    return vertex;
}

/* Vertices come, whose ids fall. */
static void add_vertices(truth *of, tricorn_changing *changing, uint64_t count)
{
    const truth more = {of->n + count, test_allocate((of->n + count) * (of->n + count), 1)};
    memset(more.joined, 0, more.n * more.n);
    for (uint64_t i = 0; i < of->n * of->n; i++) more.joined[i / of->n * more.n + i % of->n] = of->joined[i];
    for (uint64_t v = of->n; v < more.n; v++) {
        CHECK_EQ(find(changing, 9000 - v, false), UINT32_MAX, "not there yet");
        CHECK_EQ(find(changing, 9000 - v, true), v, "the next number");
    }
    free(of->joined);
    *of = more;
}

/* The state as a graph has the same triangles by id. */
static void check_graph(tricorn_changing *changing)
{
    tricorn_graph *graph = NULL;
    uint64_t counts[256];
    WORKS(tricorn_changing_graph(fixture.context, changing, &graph));
    WORKS(tricorn_vertex_triangles(fixture.context, graph, NULL, counts, NULL));
    for (uint32_t v = 0; v < graph->vertices; v++) {
        const uint32_t u = find(changing, tricorn_graph_id(graph, v), false);
        CHECK_EQ(counts[v], tricorn_changing_vertex(changing, u), "vertex %d", (int)u);
    }
    CHECK_EQ(graph->edges, tricorn_changing_edges(changing), "edges");
    tricorn_graph_free(graph);
}

/* Random batches of all sizes, up to more pairs than there are. */
static void change_often(edge_list edges, const char *method, uint64_t seed, const char *name)
{
    static const uint32_t sizes[] = {0, 1, 2, 7, 40, 900};
    test_random random = {seed};
    tricorn_graph *graph = edge_list_graph(fixture.context, &edges);
    tricorn_changing *changing = NULL;
    truth of = truth_of(graph, &edges);

    WORKS(tricorn_changing_create(fixture.context, graph, &changing));
    if (supports) WORKS(tricorn_changing_keep_supports(fixture.context, changing));
    check_state(&of, changing, name);
    for (int i = 0; i < BATCHES; i++) {
        tricorn_batch batch = *OPTIONS(tricorn_batch, .removed_count = sizes[test_random_below(&random, 6)],
          .added_count = sizes[test_random_below(&random, 6)]);
        if (grows && i % 3 == 0 && of.n < 200) add_vertices(&of, changing, sizes[test_random_below(&random, 5)]);
        uint32_t *removed = random_pairs(of.n, batch.removed_count, &random);
        uint32_t *added = random_pairs(of.n, batch.added_count, &random);
        /* Some edges are in both. */
        for (uint64_t p = 0; p < batch.removed_count && p < batch.added_count; p += 5)
            memcpy(added + 2 * p, removed + 2 * p, 2 * sizeof *added);
        batch.removed = removed;
        batch.added = added;
        batch.method = method;
        apply(&of, changing, &batch, name);
        if (grows) check_graph(changing);
        free(removed);
        free(added);
    }
    tricorn_changing_free(changing);
    tricorn_graph_free(graph);
    edge_list_free(&edges);
    free(of.joined);
}

TEST_CASE(random_batches)
{
    static const char *const methods[] = {NULL, "rows", "recount"};
    for (uint64_t m = 0; m < 3; m++) {
        test_random random = {m};
        change_often(make_random(40, 20, &random), methods[m], m, "random");
        if (supports) continue;
        change_often(make_complete(25), methods[m], m + 3, "complete");
        change_often(make_star(50), methods[m], m + 6, "star");
        change_often(make_karate(), methods[m], m + 9, "karate");
        change_often(make_windmill(6, 9), methods[m], m + 12, "windmill");
    }
}

TEST_CASE(supports_are_kept)
{
    supports = true;
    random_batches(state);
    supports = false;
}

TEST_CASE(vertices_come)
{
    grows = true;
    random_batches(state);
    supports_are_kept(state);
    grows = false;
}

TEST_CASE(ids_that_are_refused)
{
    static const char *const wrong[] = {"", "-1", "1.5", "x", " 7", "18446744073709551616"};
    tricorn_graph *graph = edge_list_into_graph(fixture.context, make_complete(3));
    tricorn_changing *changing = NULL;
    uint32_t vertex = 7;

    WORKS(tricorn_changing_create(fixture.context, graph, &changing));
    for (int i = 0; i < 6; i++)
        FAILS(tricorn_changing_find(fixture.context, changing, wrong[i], 1, &vertex), TRICORN_INVALID_ARGUMENT);
    CHECK_EQ(tricorn_changing_vertex_count(changing), 3, "no vertex has come");
    tricorn_changing_free(changing);
    tricorn_graph_free(graph);
}

/* The vertex of that id. */
static uint32_t vertex_of(const tricorn_graph *graph, uint64_t id)
{
    uint32_t v = 0;
    while (tricorn_graph_id(graph, v) != id) v++;
    return v;
}

/* A star becomes a graph that is far from its order: one of its ends is joined to all others, which are a path. */
TEST_CASE(another_order)
{
    enum { LEAVES = 300 };
    tricorn_graph *graph = edge_list_into_graph(fixture.context, make_star(LEAVES));
    tricorn_changing *changing = NULL;
    uint32_t pairs[4 * LEAVES], path[LEAVES], count = 0, length = 0;
    const uint32_t hub = vertex_of(graph, 0), last = graph->vertices - 1, other = hub == last ? 0 : last;

    for (uint32_t v = 0; v < graph->vertices; v++)
        if (v != hub && v != other) path[length++] = v;
    for (uint32_t i = 0; i < length; i++) {
        pairs[count++] = path[i], pairs[count++] = other;
        if (i > 0) pairs[count++] = path[i - 1], pairs[count++] = path[i];
    }
    WORKS(tricorn_changing_create(fixture.context, graph, &changing));
    WORKS(tricorn_changing_keep_supports(fixture.context, changing));
    WORKS(tricorn_changing_apply(fixture.context, changing,
      OPTIONS(tricorn_batch, .method = "recount", .added = pairs, .added_count = count / 2), NULL));
    /* Two hubs that are joined over a path of n: n triangles of both, n - 1 with each of them. */
    const uint64_t n = length;
    CHECK_EQ(tricorn_changing_triangles(changing), n + 2 * (n - 1), "two hubs");
    CHECK_EQ(tricorn_changing_support(changing, hub, other), n, "of both");
    CHECK_EQ(tricorn_changing_vertex(changing, hub), n + n - 1, "a hub");
    CHECK_EQ(tricorn_changing_support(changing, path[5], path[5]), 0, "no edge");
    tricorn_changing_free(changing);
    tricorn_graph_free(graph);
}

/* All edges of a complete graph go and come again, in one batch and one by one. */
TEST_CASE(all_edges)
{
    enum { N = 30, EDGES = N * (N - 1) / 2 };
    tricorn_graph *graph = edge_list_into_graph(fixture.context, make_complete(N));
    tricorn_changing *changing = NULL;
    uint32_t pairs[2 * EDGES], count = 0;

    for (uint32_t u = 0; u < N; u++)
        for (uint32_t v = 0; v < u; v++) pairs[count++] = u, pairs[count++] = v;
    WORKS(tricorn_changing_create(fixture.context, graph, &changing));
    tricorn_batch batch = *OPTIONS(tricorn_batch, .method = "rows", .removed = pairs, .removed_count = EDGES);
    WORKS(tricorn_changing_apply(fixture.context, changing, &batch, NULL));
    CHECK_EQ(tricorn_changing_triangles(changing), 0, "all removed");
    CHECK_EQ(tricorn_changing_edges(changing), 0, "all removed");
    batch.removed_count = 0;
    batch.added_count = 1;
    for (uint64_t i = 0; i < EDGES; i++) {
        batch.added = pairs + 2 * i;
        WORKS(tricorn_changing_apply(fixture.context, changing, &batch, NULL));
        const uint64_t u = pairs[2 * i], of_u = pairs[2 * i + 1] + 1;
        CHECK_EQ(tricorn_changing_triangles(changing), choose(u, 3) + choose(of_u, 2), "%d edges", (int)i + 1);
    }
    tricorn_changing_free(changing);
    tricorn_graph_free(graph);
}

/* The state as a graph has the same counts by id. */
TEST_CASE(becomes_a_graph)
{
    const uint64_t ids[] = {900, 7, 7, 50, 50, 900, 12, 7};
    tricorn_graph *graph = NULL, *after = NULL;
    tricorn_changing *changing = NULL;
    uint32_t pair[2] = {0, 0};
    uint64_t counts[4], triangles = 0;

    WORKS(tricorn_graph_from_edges64(fixture.context, ids, 4, NULL, &graph));
    for (uint32_t v = 0; v < graph->vertices; v++) {
        if (tricorn_graph_id(graph, v) == 12) pair[0] = v;
        if (tricorn_graph_id(graph, v) == 50) pair[1] = v;
    }
    WORKS(tricorn_changing_create(fixture.context, graph, &changing));
    WORKS(
      tricorn_changing_apply(fixture.context, changing, OPTIONS(tricorn_batch, .added = pair, .added_count = 1), NULL));
    WORKS(tricorn_changing_graph(fixture.context, changing, &after));
    WORKS(tricorn_vertex_triangles(fixture.context, after, NULL, counts, NULL));
    for (uint32_t v = 0; v < after->vertices; v++) {
        const uint64_t id = tricorn_graph_id(after, v);
        CHECK_EQ(counts[v], id == 7 || id == 50 ? 2 : 1, "id %d", (int)id);
        triangles += counts[v];
    }
    CHECK_EQ(triangles, 6, "two triangles");
    CHECK_EQ(after->edges, 5, "edges");
    tricorn_graph_free(after);
    tricorn_changing_free(changing);
    tricorn_graph_free(graph);
}

TEST_CASE(what_is_refused)
{
    const uint32_t pairs[] = {0, 1, 1, 3};
    tricorn_graph *graph = edge_list_into_graph(fixture.context, make_complete(3));
    tricorn_changing *changing = NULL;

    WORKS(tricorn_changing_create(fixture.context, graph, &changing));
    tricorn_batch batch = *OPTIONS(tricorn_batch, .removed = pairs, .removed_count = 2);
    FAILS(tricorn_changing_apply(fixture.context, changing, &batch, NULL), TRICORN_INVALID_ARGUMENT);
    SAYS("removed[3] is 3");
    batch.removed_count = 1;
    batch.method = "magic";
    FAILS(tricorn_changing_apply(fixture.context, changing, &batch, NULL), TRICORN_INVALID_ARGUMENT);
    SAYS("magic");
    batch.method = NULL;
    batch.added_count = 1;
    FAILS(tricorn_changing_apply(fixture.context, changing, &batch, NULL), TRICORN_INVALID_ARGUMENT);
    SAYS("added");
    CHECK_EQ(tricorn_changing_triangles(changing), 1, "nothing has changed");
    CHECK_EQ(tricorn_changing_edges(changing), 3, "nothing has changed");
    tricorn_changing_free(changing);
    tricorn_graph_free(graph);
}

TEST_CASE(supports_that_are_refused)
{
    const uint32_t pairs[] = {2, 0, 1, 3};
    uint32_t found[2] = {7, 7};
    tricorn_graph *graph = edge_list_into_graph(fixture.context, make_complete(3));
    tricorn_changing *changing = NULL;

    WORKS(tricorn_changing_create(fixture.context, graph, &changing));
    FAILS(tricorn_changing_supports(fixture.context, changing, pairs, 1, found), TRICORN_INVALID_ARGUMENT);
    SAYS("keeps no supports");
    WORKS(tricorn_changing_keep_supports(fixture.context, changing));
    FAILS(tricorn_changing_supports(fixture.context, changing, pairs, 2, found), TRICORN_INVALID_ARGUMENT);
    SAYS("pairs[3] is 3");
    FAILS(
      tricorn_changing_supports(fixture.context, changing, pairs, UINT64_C(1) << 31, found), TRICORN_INVALID_ARGUMENT);
    SAYS("pairs has 2147483648 pairs");
    WORKS(tricorn_changing_supports(fixture.context, changing, NULL, 0, NULL));
    CHECK_EQ(found[0], 7, "nothing asked");
    WORKS(tricorn_changing_supports(fixture.context, changing, pairs, 1, found));
    CHECK_EQ(found[0], 1, "an edge of one triangle");
    CHECK_EQ(found[1], 7, "behind it");
    tricorn_changing_free(changing);
    tricorn_graph_free(graph);
}

/* Each allocation of a batch fails in turn, and all after it: the state stays as it was; in the
 * end it is that of one where none has failed. */
TEST_CASE(failing_batches)
{
    static const char *const methods[] = {"rows", "recount"};
    const uint32_t removed[] = {0, 1, 2, 3, 0, 2}, added[] = {0, 9, 8, 9, 0, 7, 1, 9};
    tricorn_graph *graph = edge_list_into_graph(fixture.context, make_wheel(12));
    const uint32_t hub = vertex_of(graph, 12); /* the one in the middle */

    for (int m = 0; m < 4; m++) {
        tricorn_changing *changing = NULL, *other = NULL;
        tricorn_batch batch = TRICORN_BATCH_INIT;
        tricorn_status status = TRICORN_OUT_OF_MEMORY;
        WORKS(tricorn_changing_create(fixture.context, graph, &changing));
        WORKS(tricorn_changing_create(fixture.context, graph, &other));
        batch.removed = removed, batch.removed_count = 3;
        batch.added = added, batch.added_count = 4;
        batch.method = methods[m % 2];
        if (m >= 2) WORKS(tricorn_changing_keep_supports(fixture.context, changing));
        int failed = 0;
        for (; status != TRICORN_OK; failed++) {
            CHECK_EQ(tricorn_changing_triangles(changing), 12, "%s", methods[m % 2]);
            CHECK_EQ(tricorn_changing_edges(changing), 24, "%s", methods[m % 2]);
            for (uint32_t v = 0; m >= 2 && v < graph->vertices; v++) /* a spoke of two triangles */
                CHECK_EQ(tricorn_changing_support(changing, hub, v), v == hub ? 0 : 2, "%s", methods[m % 2]);
            test_allocator_fail(&fixture.allocator, failed, INT64_MAX);
            status = tricorn_changing_apply(fixture.context, changing, &batch, NULL);
            test_allocator_fail(&fixture.allocator, -1, 0);
            CHECK(status == TRICORN_OK || status == TRICORN_OUT_OF_MEMORY, "%s", methods[m % 2]);
        }
        CHECK(failed > 2, "%s: only %d allocations", methods[m % 2], failed);
        batch.method = "rows";
        WORKS(tricorn_changing_apply(fixture.context, other, &batch, NULL));
        for (uint32_t v = 0; v < graph->vertices; v++)
            CHECK_EQ(tricorn_changing_vertex(changing, v), tricorn_changing_vertex(other, v), "%s, vertex %u",
              methods[m % 2], v);
        tricorn_changing_free(changing);
        tricorn_changing_free(other);
    }
    tricorn_graph_free(graph);
}

TEST_MAIN_EACH(test_create, test_destroy)
