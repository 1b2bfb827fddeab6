/* test_label_triples.c - triangles by labels against brute force over all triples of vertices. */
#include <string.h>

#include "support/fixture.h"
#include "support/random.h"

enum { MOST = 40, ROUNDS = 300 };

/* Counts the triangles of these three labels, ascending, by their definition. */
static uint64_t count_triple(const unsigned char *joined, uint32_t n, const uint32_t *labels, const uint32_t key[3])
{
    uint64_t found = 0;
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < n; b++)
            for (uint32_t c = 0; c < n; c++)
                if (joined[a * n + b] && joined[b * n + c] && joined[a * n + c] && labels[a] == key[0] &&
                    labels[b] == key[1] && labels[c] == key[2])
                    found++;
    const bool first = key[0] == key[1], second = key[1] == key[2];
    return found / (first && second ? 6 : first || second ? 2 : 1);
}

TEST_CASE(random_graphs)
{
    test_random random = {31};
    for (unsigned round = 0; round < ROUNDS; round++) {
        const uint32_t n = 1 + test_random_below(&random, MOST),
                       kinds = 1 + test_random_below(&random, round % 3 ? 4 : n);
        unsigned char joined[MOST * MOST] = {0};
        uint32_t pairs[MOST * MOST], labels[MOST], own[MOST];
        uint64_t count = 0, sum = 0;
        tricorn_label_counts found = TRICORN_LABEL_COUNTS_INIT;
        for (uint32_t v = 0; v < n; v++) {
            const uint32_t label = test_random_below(&random, kinds + 1);
            labels[v] = label == kinds ? TRICORN_NO_LABEL : label * (UINT32_MAX / MOST);
        }
        for (uint32_t u = 0; u < n; u++)
            for (uint32_t v = 0; v < u; v++) {
                if (test_random_below(&random, 3) == 0) continue;
                joined[u * n + v] = joined[v * n + u] = 1;
                pairs[2 * count] = u;
                pairs[2 * count++ + 1] = v;
            }
        tricorn_graph *graph = test_from_edges(fixture.context, pairs, count, NULL);
        const tricorn_graph_description described = test_describe(fixture.context, graph);
        for (uint32_t v = 0; v < described.vertices + described.isolated; v++)
            own[v] = labels[tricorn_graph_id(graph, v)];
        REQUIRE_OK(fixture.context, tricorn_count_by_labels(fixture.context, graph, own, &found));
        for (uint64_t t = 0; t < found.count; t++) {
            const tricorn_label_triple *of = &found.triples[t];
            CHECK_EQ(of->triangles, count_triple(joined, n, labels, of->labels), "round %u, triple %llu", round,
              (unsigned long long)t);
            CHECK(
              t == 0 || memcmp(of->labels, of[-1].labels, sizeof of->labels) != 0, "round %u: a triple twice", round);
            sum += of->triangles;
        }
        CHECK_EQ(sum, found.triangles, "round %u", round);
        tricorn_array_free(found.triples);
        tricorn_graph_free(graph);
    }
}

/* Edges come again with other labels, in both directions. */
TEST_CASE(labels_of_edges)
{
    enum { N = 9, KINDS = 3, LINES = 60 };
    test_random random = {46};
    for (unsigned round = 0; round < ROUNDS; round++) {
        unsigned sets[N][N] = {{0}};
        uint32_t pairs[LINES][2];
        uint64_t at = 0;
        int64_t kinds[LINES];
        tricorn_label_counts found = TRICORN_LABEL_COUNTS_INIT;
        for (uint32_t i = 0; i < LINES; i++) {
            const uint32_t u = pairs[i][0] = test_random_below(&random, N);
            const uint32_t v = pairs[i][1] = test_random_below(&random, N);
            kinds[i] = test_random_below(&random, KINDS);
            if (u != v) sets[u][v] = sets[v][u] |= 1u << kinds[i];
        }
        tricorn_graph *graph = test_from_edges(fixture.context, *pairs, LINES, LOADING(.edge_times = kinds));
        REQUIRE_OK(fixture.context, tricorn_count_by_labels(fixture.context, graph, NULL, &found));
        for (uint32_t k = 0; k < KINDS * KINDS * KINDS; k++) {
            const uint32_t key[3] = {k / KINDS / KINDS, k / KINDS % KINDS, k % KINDS};
            const uint32_t orders = key[0] == key[2] ? 6 : key[0] == key[1] || key[1] == key[2] ? 2 : 1;
            uint64_t count = 0;
            for (uint32_t t = 0, u = 0, v = 0; t < N * N * N; u = ++t % N, v = t / N % N)
                count += sets[u][v] >> key[0] & sets[v][t / N / N] >> key[1] & sets[u][t / N / N] >> key[2] & 1;
            if (count == 0 || key[0] > key[1] || key[1] > key[2]) continue;
            const tricorn_label_triple *of = &found.triples[at++];
            CHECK(at <= found.count && memcmp(of->labels, key, sizeof key) == 0, "round %u", round);
            CHECK_EQ(of->triangles, count / orders, "round %u", round);
        }
        CHECK_EQ(found.count, at, "round %u", round);
        tricorn_array_free(found.triples);
        tricorn_graph_free(graph);
    }
}

/* More triples than the table has slots at first: each triangle of a complete graph has labels of its own. */
TEST_CASE(many_triples)
{
    enum { VERTICES = 60, TRIPLES = VERTICES * (VERTICES - 1) * (VERTICES - 2) / 6 };
    uint32_t labels[VERTICES];
    tricorn_graph *graph = NULL;
    tricorn_label_counts found = TRICORN_LABEL_COUNTS_INIT;
    for (uint32_t u = 0; u < VERTICES; u++) labels[u] = VERTICES - u;
    REQUIRE_OK(fixture.context, tricorn_graph_generate(fixture.context, "complete", "vertices=60", 1, &graph));
    REQUIRE_OK(fixture.context, tricorn_count_by_labels(fixture.context, graph, labels, &found));
    CHECK_EQ(found.count, TRIPLES, "triples");
    CHECK_EQ(found.triangles, TRIPLES, "triangles");
    for (uint64_t t = 0; t < found.count; t++)
        CHECK(
          found.triples[t].triangles == 1 && (t == 0 || found.triples[t].labels[0] >= found.triples[t - 1].labels[0]),
          "triple %llu", (unsigned long long)t);
    tricorn_array_free(found.triples);
    tricorn_graph_free(graph);
}

TEST_MAIN_BETWEEN(test_create, test_destroy)
