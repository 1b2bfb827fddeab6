/* test_relabel.c - vertices under other names: the orientation stays, so rows keep their lengths
 * and their content; the names are those of TRUST, sections 4.1 and 5.1. */
#include <stdlib.h>
#include <string.h>

#include "prepare/relabel.h"
#include "support/fixture.h"
#include "support/edge_list.h"
#include "support/random.h"

enum { EDGES = 6000, VERTICES = 500 };

static tricorn_context *context;

static tricorn_graph *load(const uint64_t *pairs, uint64_t count)
{
    tricorn_graph *graph = NULL;
    REQUIRE_OK(context, tricorn_graph_from_edges64(context, pairs, count, LOADING(.graph.order = "degree"), &graph));
    return graph;
}

/* Small numbers are hubs. */
static tricorn_graph *random_graph(test_random *random)
{
    uint64_t *pairs = test_allocate(2 * EDGES, sizeof *pairs);
    for (int i = 0; i < 2 * EDGES; i++) {
        const uint64_t r = test_random_below(random, VERTICES);
        pairs[i] = i % 3 ? r * r / VERTICES : r;
    }
    tricorn_graph *graph = load(pairs, EDGES);
    free(pairs);
    return graph;
}

/* lengths[d]: rows of length d; each is below VERTICES. */
static void count_lengths(const tg_rows *rows, uint32_t lengths[VERTICES])
{
    memset(lengths, 0, VERTICES * sizeof *lengths);
    for (uint32_t u = 0; u < rows->count; u++) lengths[tg_row_length(rows, u)]++;
}

/* The triangles u->v, u->w, v->w, by looking at each pair of a row. */
static uint64_t count_brutally(const tg_rows *rows)
{
    uint64_t found = 0;
    char *linked = test_allocate((size_t)rows->count * rows->count, 1);
    memset(linked, 0, (size_t)rows->count * rows->count);
    for (uint32_t u = 0; u < rows->count; u++)
        for (uint64_t e = rows->offsets[u]; e < rows->offsets[u + 1]; e++)
            linked[(size_t)u * rows->count + rows->ids[e]] = 1;
    for (uint32_t u = 0; u < rows->count; u++)
        for (uint64_t a = rows->offsets[u]; a < rows->offsets[u + 1]; a++)
            for (uint64_t b = rows->offsets[u]; b < rows->offsets[u + 1]; b++)
                found += linked[(size_t)rows->ids[a] * rows->count + rows->ids[b]];
    free(linked);
    return found;
}

TEST_CASE(orientation_stays)
{
    static const char *const names[] = {"in-degree", "collective", "input", "collective-degree"};
    test_random random = {78};
    uint32_t before[VERTICES], after[VERTICES];
    for (int trial = 0; trial < 8; trial++) {
        tricorn_graph *graph = random_graph(&random);
        tg_rows rows, relabelled;
        uint32_t above = 0;
        test_on("trial %d, %s", trial, names[trial % 4]);
        REQUIRE_OK(context, tg_graph_rows(context, graph, &rows));
        REQUIRE_OK(context, tg_graph_relabel(context, graph, names[trial % 4], &relabelled));
        CHECK_EQ(relabelled.count, rows.count, "rows");
        CHECK_EQ(relabelled.offsets[0], 0, "the first offset");
        count_lengths(&rows, before);
        count_lengths(&relabelled, after);
        for (uint32_t d = 0; d < VERTICES; d++) CHECK_EQ(after[d], before[d], "rows of length %u", d);
        for (uint32_t u = 0; u < relabelled.count; u++)
            for (uint64_t e = relabelled.offsets[u]; e < relabelled.offsets[u + 1]; e++) {
                CHECK(e == relabelled.offsets[u] || relabelled.ids[e - 1] < relabelled.ids[e], "row %u ascends", u);
                above += relabelled.ids[e] > u;
            }
        CHECK_EQ(count_brutally(&relabelled), count_brutally(&rows), "triangles");
        CHECK(above > 0, "no id is above its row: the edges were turned");
        tg_rows_free(&relabelled);
        tricorn_graph_free(graph);
    }
}

/* That the relabelled rows end there and have these ids. */
static void check_rows(
  const tricorn_graph *graph, const char *names, size_t rows, const uint64_t *ends, const uint32_t *ids)
{
    tg_rows relabelled;
    REQUIRE_OK(context, tg_graph_relabel(context, graph, names, &relabelled));
    for (size_t x = 0; x < rows; x++) CHECK_EQ(relabelled.offsets[x + 1], ends[x], "the end of row %zu", x);
    for (size_t e = 0; e < ends[rows - 1]; e++) CHECK_EQ(relabelled.ids[e], ids[e], "id %zu", e);
    tg_rows_free(&relabelled);
}

/* By degree the vertices are 70, 20, 30, 40, 50; in the order of the input 0 to 4 are 20, 30, 40, 50 and 70. */
TEST_CASE(names_of_the_input)
{
    static const uint64_t pairs[] = {70, 20, 70, 30, 70, 40, 20, 30, 50, 40};
    static const uint32_t ids[] = {4, /**/ 0, 4, /**/ 4, /**/ 2};
    static const uint64_t ends[] = {1, 3, 4, 5, 5};
    tricorn_graph *graph = load(pairs, LENGTH(pairs) / 2);
    check_rows(graph, "input", LENGTH(ends), ends, ids);
    tricorn_graph_free(graph);
}

TEST_CASE(names_fall_with_the_in_degree)
{
    test_random random = {79};
    uint32_t in[VERTICES] = {0};
    tricorn_graph *graph = random_graph(&random);
    tg_rows relabelled;
    REQUIRE_OK(context, tg_graph_relabel(context, graph, "in-degree", &relabelled));
    for (uint64_t e = 0; e < graph->edges; e++) in[relabelled.ids[e]]++;
    for (uint32_t x = 1; x < relabelled.count; x++)
        CHECK(in[x] <= in[x - 1], "vertex %u has in-degree %u, the one before %u", x, in[x], in[x - 1]);
    tg_rows_free(&relabelled);
    tricorn_graph_free(graph);
}

/* By the out-degree of the vertex that gets the number. */
TEST_CASE(classes_come_one_after_the_other)
{
    enum { CLIQUE = 130, LEAVES = 300 };
    const uint64_t edges = CLIQUE * (CLIQUE - 1) / 2 + LEAVES;
    uint64_t *pairs = test_allocate(2 * edges, sizeof *pairs), count = 0;
    tg_rows relabelled;
    for (uint64_t a = 0; a < CLIQUE; a++)
        for (uint64_t b = 0; b < a; b++, count++) pairs[2 * count] = a, pairs[2 * count + 1] = b;
    for (uint64_t leaf = 0; leaf < LEAVES; leaf++, count++)
        pairs[2 * count] = CLIQUE + leaf, pairs[2 * count + 1] = leaf % 7;
    tricorn_graph *graph = load(pairs, edges);
    REQUIRE_OK(context, tg_graph_relabel(context, graph, "collective", &relabelled));
    /* In the clique the rows have 0 to CLIQUE - 1 ids. */
    for (uint32_t x = 0; x < relabelled.count; x++) {
        const uint64_t length = tg_row_length(&relabelled, x);
        if (x < CLIQUE - 101)
            CHECK(length > 100, "vertex %u: a row of %llu", x, (unsigned long long)length);
        else if (x < CLIQUE - 2)
            CHECK(length >= 2 && length <= 100, "vertex %u: a row of %llu", x, (unsigned long long)length);
        else
            CHECK(length < 2, "vertex %u: a row of %llu", x, (unsigned long long)length);
    }
    tg_rows_free(&relabelled);
    tricorn_graph_free(graph);
    free(pairs);
}

/* Vertices by degree: 0, 2, 1, 3, then 4, 5, 6, then leaves. Rows: 2 {0}, 1 {0, 2}, 3 {0, 2, 1}, 5 {4}, 6 {4, 5}. The
 * sums of out-degrees: 3 has 0 + 1 + 2, the leaf of 1 has 2, then 1 and 6 have 1, as have the leaves of 2. Of the
 * class of 2 to 100 ids, 1 is met in the row of 3; 3 and 6 are in no row. Of the class below, 0 and 2 are met in the
 * row of 3, then 4 and 5 in that of 6. Without classes 0, 2 and 1 are met in the row of 3, then 4 and 5 in that of 6;
 * in no row are 3, the leaf of 1, and 6. */
TEST_CASE(numbers_of_a_small_graph)
{
    static const uint64_t pairs[] = {
      0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3, 0, 20, 0, 21, 1, 22, 4, 5, 4, 6, 5, 6, 2, 23, 2, 24, 2, 25, 0, 26, 0, 27};
    static const uint32_t ids[] = {3, 4, /**/ 0, 3, 4, /**/ 5, 6, /**/ 3, /**/ 5};
    static const uint64_t ends[] = {2, 5, 7, 7, 8, 8, 9};
    static const uint32_t all_ids[] = {0, /**/ 0, 1, /**/ 3, /**/ 0, 1, 2, /**/ 2, /**/ 3, 4};
    static const uint64_t all_ends[] = {0, 1, 3, 3, 4, 7, 8, 10};
    tricorn_graph *graph = load(pairs, LENGTH(pairs) / 2);
    check_rows(graph, "collective", LENGTH(ends), ends, ids);
    check_rows(graph, "collective-degree", LENGTH(all_ends), all_ends, all_ids);
    tricorn_graph_free(graph);
}

TEST_CASE(names_and_graphs_that_are_refused)
{
    static const uint64_t loop[] = {5, 5};
    tricorn_graph *graph = load(loop, 1);
    tricorn_result result = TRICORN_RESULT_INIT;
    uint64_t counts[6];
    tg_rows relabelled;
    REQUIRE_OK(context, tg_graph_relabel(context, graph, "collective", &relabelled));
    CHECK_EQ(relabelled.count, 0, "rows of a graph without edges");
    tg_rows_free(&relabelled);
    tricorn_options options = *COUNTING(.relabel = "collective");
    REQUIRE_OK(context, tricorn_count(context, graph, &options, &result));
    CHECK_EQ(result.triangles, 0, "triangles");
    options.blocks = 4;
    REQUIRE_OK(context, tricorn_count(context, graph, &options, &result));
    options.blocks = 0;
    REQUIRE_STATUS(context, tricorn_vertex_triangles(context, graph, &options, counts, &result), TRICORN_UNSUPPORTED);
    CHECK_MESSAGE(context, "the option 'relabel'");
    options.relabel = "degree";
    REQUIRE_STATUS(context, tricorn_count(context, graph, &options, &result), TRICORN_INVALID_ARGUMENT);
    CHECK_MESSAGE(context, "input, in-degree, collective");
    tricorn_graph_free(graph);
}

static void create(void)
{
    context = test_fixture_open(0);
}

TEST_MAIN_BETWEEN(create, test_destroy)
