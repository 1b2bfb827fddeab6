/* test_truss.c - trussness against the definition, tried for every k by itself, and against
 * closed forms, by every method, with several numbers of threads and every instruction set. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "cpu/truss/bits.h"
#include "graph/graph.h"
#include "support/families.h"
#include "support/fixture.h"
#include "support/isa.h"
#include "support/stored.h"
#include "store/files/limits.h"

static const uint32_t thread_counts[] = {1, 2, 3, 8};
enum { THREAD_COUNTS = LENGTH(thread_counts), MOST_VERTICES = 64 };

/* ---- by definition ---- */

static uint32_t triangles_of(const unsigned char *matrix, uint32_t n, uint32_t u, uint32_t v)
{
    uint32_t found = 0;
    for (uint32_t w = 0; w < n; w++) found += matrix[u * n + w] && matrix[v * n + w];
    return found;
}

/* Drops edges in fewer than k - 2 triangles until there are none: what is left is the k-truss. */
static void leave_truss(unsigned char *matrix, uint32_t n, uint32_t k)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t u = 0; u < n; u++)
            for (uint32_t v = u + 1; v < n; v++) {
                if (!matrix[u * n + v] || triangles_of(matrix, n, u, v) + 2 >= k) continue;
                matrix[u * n + v] = matrix[v * n + u] = 0;
                changed = true;
            }
    }
}

/* The largest k whose k-truss has each edge, 0 for other pairs; free() it. */
static uint32_t *trussness_by_definition(const edge_list *edges)
{
    const uint32_t n = edges->vertices;
    uint32_t *trussness = test_allocate((uint64_t)n * n + 1, sizeof *trussness);
    bool any = true;
    memset(trussness, 0, ((uint64_t)n * n + 1) * sizeof *trussness);
    for (uint32_t k = 2; any; k++) {
        unsigned char *matrix = edge_list_matrix(edges); /* anew: each k by itself */
        leave_truss(matrix, n, k);
        any = false;
        for (uint32_t i = 0; i < n * n; i++)
            if (matrix[i]) {
                trussness[i] = k;
                any = true;
            }
        free(matrix);
    }
    return trussness;
}

/* ---- what a call gave ---- */

typedef struct kept {
    const tricorn_graph *graph;
    uint32_t n, *trussness;
    uint64_t edges;
} kept;

static int keep_edges(void *user, const uint32_t *ends, const uint32_t *trussness, uint64_t count)
{
    kept *to = user;
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t u = tricorn_graph_id(to->graph, ends[2 * i]);
        const uint64_t v = tricorn_graph_id(to->graph, ends[2 * i + 1]);
        to->trussness[u * to->n + v] = to->trussness[v * to->n + u] = trussness[i];
    }
    to->edges += count;
    return 0;
}

/* Of each edge, by the ids of its ends, which are below n; 0 for other pairs. free() it. */
static uint32_t *values_of(const tricorn_graph *graph, const tricorn_trusses *trusses, uint32_t n)
{
    const uint64_t pairs = (uint64_t)n * n + 1;
    kept got = {graph, n, test_allocate(pairs, sizeof(uint32_t)), 0};
    memset(got.trussness, 0, pairs * sizeof(uint32_t));
    WORKS(tricorn_trusses_visit(fixture.context, trusses, OPTIONS(tricorn_visitor, .edges = keep_edges, .user = &got)));
    CHECK_EQ(got.edges, graph->edges, "each edge once");
    return got.trussness;
}

static tricorn_trusses *find(tricorn_context *context, const tricorn_graph *graph, const char *method, uint32_t threads)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_trusses *trusses = NULL;
    tricorn_options count = *COUNTING(.threads = threads);
    REQUIRE_OK(context, tricorn_trussness(context, graph,
                          OPTIONS(tricorn_truss_options, .count = &count, .method = method), &trusses, &result));
    return trusses;
}

static uint32_t k_max_of(tricorn_context *context, const tricorn_trusses *trusses)
{
    tricorn_trusses_description all = TRICORN_TRUSSES_DESCRIPTION_INIT;
    REQUIRE_OK(context, tricorn_trusses_describe(context, trusses, &all));
    return all.k_max;
}

static void check_values(
  const tricorn_graph *graph, const tricorn_trusses *trusses, const uint32_t *expected, uint32_t n)
{
    uint32_t *values = values_of(graph, trusses, n), k_max = 0;
    for (uint32_t u = 0; u < n; u++)
        for (uint32_t v = 0; v < n; v++) {
            CHECK_EQ(values[u * n + v], expected[u * n + v], "edge %u-%u", u, v);
            if (expected[u * n + v] > k_max) k_max = expected[u * n + v];
        }
    CHECK_EQ(k_max_of(fixture.context, trusses), k_max, "k_max");
    free(values);
}

/* All methods and instruction sets on one graph. */
static void check_everywhere(const edge_list *edges, const uint32_t *expected, uint32_t threads)
{
    tricorn_graph *graph = edge_list_graph(fixture.context, edges);
    const tg_isa before = fixture.context->isa;
    const char *method;
    for (size_t m = 0; (method = tricorn_truss_method_at(m)) != NULL; m++)
        TEST_EACH_ISA (isa) {
            fixture.context->isa = isa;
            test_by("%s, %u threads, %s", method, threads, tricorn_context_instruction_set(fixture.context));
            tricorn_trusses *trusses = find(fixture.context, graph, method, threads);
            check_values(graph, trusses, expected, edges->vertices);
            tricorn_trusses_free(trusses);
        }
    fixture.context->isa = before;
    tricorn_graph_free(graph);
}

TEST_CASE(random_graphs)
{
    static const uint32_t percents[] = {5, 20, 40, 70, 95};
    test_random random = {73};
    for (uint32_t i = 0; i < 25; i++) {
        const uint32_t n = 2 + test_random_below(&random, 28), percent = percents[i % 5];
        edge_list edges = make_random(n, percent, &random);
        uint32_t *expected = trussness_by_definition(&edges);
        test_on("random graph %u: %u vertices, %u percent", i, n, percent);
        check_everywhere(&edges, expected, thread_counts[i % THREAD_COUNTS]);
        free(expected);
        edge_list_free(&edges);
    }
}

/* On disk, in small pieces, number `i` of a test. What is left is peeled in memory when `left`
 * edges are in triangles, and by ordinary methods when `wide` are in its rows. */
static void check_on_disk(const edge_list *edges, const uint32_t *expected, uint32_t i, const uint64_t left_and_wide[2])
{
    static const uint16_t narrow[] = {0, 1, 2, 3, 5, 20};
    const uint32_t n = edges->vertices;
    tricorn_graph *graph = test_stored_graph(fixture.context, edges, TEST_IDS_DENSE, 1 + i % 6);
    test_store_passes(1 + i % 2, 1 + i % 3);
    tg_store_limits_set.left_edges = left_and_wide[0];
    tg_store_limits_set.wide_edges = left_and_wide[1];
    tg_store_limits_set.narrow_most = narrow[i % LENGTH(narrow)];
    test_on("random graph %u: %u vertices, %llu edges in memory, %llu by ordinary methods", i, n,
      (unsigned long long)left_and_wide[0], (unsigned long long)left_and_wide[1]);
    tricorn_trusses *trusses = find(fixture.context, graph, NULL, thread_counts[i / 3 % THREAD_COUNTS]);
    check_values(graph, trusses, expected, n);
    for (uint32_t k = 0, all = 0; k <= k_max_of(fixture.context, trusses); k++) {
        all += (uint32_t)tricorn_trusses_edges(trusses, k);
        if (k == k_max_of(fixture.context, trusses)) CHECK_EQ(all, graph->edges, "of all k");
    }
    tricorn_trusses_free(trusses);
    tricorn_graph_free(graph);
    test_store_reset();
}

TEST_CASE(on_disk)
{
    test_random random = {43};
    for (uint32_t i = 0; i < 90; i++) {
        const uint32_t n = 2 + test_random_below(&random, 28);
        edge_list edges = make_random(n, 5 + i, &random);
        const uint64_t half = edges.count / 2;
        const uint64_t left_and_wide[] = {1 + i % 3 * half, 1 + i / 3 % 3 * half / 2};
        if (edges.count == 0) edge_list_add(&edges, 0, 1);
        uint32_t *expected = trussness_by_definition(&edges);
        check_on_disk(&edges, expected, i, left_and_wide);
        free(expected);
        edge_list_free(&edges);
    }
}

static int end_after(void *user, const char *phase, uint64_t done, uint64_t total)
{
    int64_t *left = user;
    (void)phase, (void)done, (void)total;
    fixture.context->next_report = 0; /* none is left out because the one before was just now */
    return --*left < 0;
}

/* Begins again and again in a work folder, whose rounds are saved, until a run is not ended early, by its caller or
 * because an allocation fails. Returns how often they were saved before the last run. */
static uint32_t go_on(const edge_list *edges, const uint32_t *expected, test_random *random)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_status status = TRICORN_CANCELLED;
    while (status == TRICORN_CANCELLED || status == TRICORN_OUT_OF_MEMORY) {
        tricorn_trusses *trusses = NULL;
        int64_t left = test_random_below(random, 60);
        tricorn_graph *graph = test_load(fixture.context, fixture.path, LOADING(.disk.work = fixture.folder.path));
        tricorn_context_set_progress(fixture.context, end_after, &left);
        if (left % 2) test_allocator_fail(&fixture.allocator, test_random_below(random, 900), 1);
        status = tricorn_trussness(fixture.context, graph, NULL, &trusses, &result);
        tricorn_context_set_progress(fixture.context, NULL, NULL);
        test_allocator_fail(&fixture.allocator, -1, 0);
        if (status != TRICORN_CANCELLED && status != TRICORN_OUT_OF_MEMORY) WORKS(status);
        if (status == TRICORN_OK) check_values(graph, trusses, expected, edges->vertices);
        tricorn_trusses_free(trusses);
        tricorn_graph_free(graph);
    }
    return result.cut.earlier_blocks;
}

TEST_CASE(saved_rounds)
{
    test_random random = {59};
    uint32_t most = 0;
    test_folder_path(&fixture.folder, "graph.txt", fixture.path);
    for (uint32_t i = 0; i < 20; i++) {
        edge_list edges = make_random(20 + i, 20 + 4 * i, &random);
        uint32_t *expected = trussness_by_definition(&edges);
        FILE *file = fopen(fixture.path, "w");
        for (uint64_t e = 0; e < edges.count; e++) fprintf(file, "%u %u\n", edges.pairs[2 * e], edges.pairs[2 * e + 1]);
        fclose(file);
        test_store_cut(1 + i % 4, edges.count);
        tg_store_limits_set.left_edges = 1 + i % 3 * edges.count / 3;
        tg_store_limits_set.save_rounds = true;
        test_on("random graph %u", i);
        const uint32_t saved = go_on(&edges, expected, &random);
        most = saved > most ? saved : most;
        test_store_reset();
        free(expected);
        edge_list_free(&edges);
    }
    CHECK(most > 2, "saved %u times: no run went on from a later round", most);
}

/* Edges among `n` vertices, of which the first have the most, so that rows are long and short. */
static edge_list make_skewed(uint32_t n, uint32_t count, test_random *random)
{
    edge_list edges = {.vertices = n};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t ends[2];
        for (int end = 0; end < 2; end++) ends[end] = test_random_below(random, 1 + test_random_below(random, n));
        if (ends[0] != ends[1]) edge_list_add(&edges, ends[0], ends[1]);
    }
    return edges;
}

/* As in memory, which the other tests compare with the definition. */
TEST_CASE(skewed_on_disk)
{
    test_random random = {97};
    for (uint32_t i = 0; i < 24; i++) {
        const uint32_t n = 100 + test_random_below(&random, 200);
        edge_list edges = make_skewed(n, 20 * n, &random);
        const uint64_t left_and_wide[] = {1 + edges.count / (1 + i % 4 / 3), 1 + 300 * (i % 3)};
        tricorn_graph *graph = edge_list_graph(fixture.context, &edges);
        tricorn_trusses *trusses = find(fixture.context, graph, "rows", 1);
        uint32_t *known = values_of(graph, trusses, n);
        check_on_disk(&edges, known, i, left_and_wide);
        free(known);
        tricorn_trusses_free(trusses);
        tricorn_graph_free(graph);
        edge_list_free(&edges);
    }
}

/* Every k of a graph by tricorn_truss(), and from all: the same edges as by definition. */
static void check_truss(const edge_list *edges, const tricorn_graph *truss, uint32_t k)
{
    const uint32_t n = edges->vertices;
    unsigned char *matrix = edge_list_matrix(edges);
    uint64_t expected = 0, vertices = 0;
    leave_truss(matrix, n, k);
    for (uint32_t u = 0; u < n; u++) {
        uint32_t degree = 0;
        for (uint32_t v = 0; v < n; v++) degree += matrix[u * n + v];
        expected += degree;
        vertices += degree > 0;
    }
    CHECK_EQ(2 * truss->edges, expected, "edges of the %u-truss", k);
    CHECK_EQ(truss->vertices, vertices, "vertices of the %u-truss, of which none is isolated", k);
    tg_rows rows;
    WORKS(tg_graph_rows(fixture.context, truss, &rows));
    for (uint32_t u = 0; u < rows.count; u++)
        for (uint64_t e = rows.offsets[u]; e < rows.offsets[u + 1]; e++)
            CHECK(matrix[tricorn_graph_id(truss, u) * n + tricorn_graph_id(truss, rows.ids[e])],
              "an edge that the %u-truss does not have", k);
    free(matrix);
}

TEST_CASE(one_truss)
{
    test_random random = {19};
    for (uint32_t i = 0; i < 6; i++) {
        edge_list edges = make_random(10 + 5 * i, 30 + 10 * i, &random);
        tricorn_graph *graph = edge_list_graph(fixture.context, &edges), *truss = NULL;
        tricorn_trusses *trusses = find(fixture.context, graph, NULL, 2);
        const uint32_t k_max = k_max_of(fixture.context, trusses);
        test_on("random graph %u", i);
        for (uint32_t k = 2; k <= k_max + 1; k++) {
            for (size_t m = 0; m == 0 || tricorn_truss_method_at(m - 1) != NULL; m++) {
                tricorn_truss_options options = TRICORN_TRUSS_OPTIONS_INIT;
                options.method = m == 0 ? "auto" : tricorn_truss_method_at(m - 1);
                test_by("%s", options.method);
                WORKS(tricorn_truss(fixture.context, graph, k, &options, &truss, NULL));
                check_truss(&edges, truss, k);
                tricorn_graph_free(truss);
            }
            WORKS(tricorn_trusses_graph(fixture.context, trusses, k, &truss));
            check_truss(&edges, truss, k);
            tricorn_graph_free(truss);
        }
        tricorn_trusses_free(trusses);
        tricorn_graph_free(graph);
        edge_list_free(&edges);
    }
}

/* ---- closed forms ---- */

/* All edges have trussness k, but for `few` of trussness 2. */
static void check_form(const char *name, edge_list edges, uint32_t k, uint64_t few)
{
    tricorn_graph *graph = edge_list_into_graph(fixture.context, edges);
    const char *method;
    test_on("%s", name);
    for (size_t m = 0; (method = tricorn_truss_method_at(m)) != NULL; m++) {
        tricorn_trusses *trusses = find(fixture.context, graph, method, 3);
        test_by("%s", method);
        CHECK_EQ(k_max_of(fixture.context, trusses), k, "k_max");
        CHECK_EQ(tricorn_trusses_edges(trusses, k), graph->edges - (k > 2 ? few : 0), "of k_max");
        if (k > 2) CHECK_EQ(tricorn_trusses_edges(trusses, 2), few, "of 2");
        CHECK_EQ(tricorn_trusses_edges(trusses, k + 1), 0, "of more");
        tricorn_trusses_free(trusses);
    }
    tricorn_graph_free(graph);
}

/* Two complete graphs of n vertices and a bridge. */
static edge_list make_barbell(uint32_t n)
{
    edge_list one = make_complete(n), both = make_disjoint(&one, &one);
    edge_list_add(&both, 0, n);
    edge_list_free(&one);
    return both;
}

TEST_CASE(closed_forms)
{
    static const uint32_t parts[] = {7, 5, 4, 3};
    check_form("triangle", make_complete(3), 3, 0);
    check_form("complete 300", make_complete(300), 300, 0);
    check_form("multipartite 7 5 4 3", make_multipartite(parts, 4), 19 - 7 - 5 + 2, 0);
    check_form("wheel of 50", make_wheel(50), 3, 0);
    check_form("windmill of 9 K_8", make_windmill(8, 9), 8, 0);
    check_form("friendship of 100", make_windmill(3, 100), 3, 0);
    check_form("ring lattice C_1000^6", make_ring(1000, 6), 7, 0);
    check_form("path power P_500^9", make_path_power(500, 9), 10, 0);
    check_form("grid with diagonals", make_grid_diagonal(30, 40), 3, 0);
    check_form("king's grid", make_king(30, 40), 4, 0);
    check_form("Paley 29", make_paley(29), (29 + 3) / 4, 0);
    check_form("Johnson(9, 3)", make_subsets(9, 3, 2), 9, 0);
    check_form("triangular graph, Johnson(12, 2)", make_subsets(12, 2, 1), 12, 0);
    check_form("Kneser(8, 2)", make_subsets(8, 2, 0), 6 + 2, 0); /* 4 over 2 and 2 */
    check_form("Kneser(5, 2), Petersen", make_subsets(5, 2, 0), 2, 0);
    check_form("Hamming(3, 5)", make_hamming(3, 5), 5, 0);
    check_form("Shrikhande, SRG(16, 6, 2, 2)", make_shrikhande(), 2 + 2, 0);
    check_form("Schlaefli, SRG(27, 16, 10, 8)", make_schlaefli(), 10 + 2, 0);
    check_form("barbell of K_20", make_barbell(20), 20, 1);
    check_form("star", make_star(1000), 2, 0);
    check_form("cycle", make_ring(100, 1), 2, 0);
    check_form("grid", make_grid(20, 20), 2, 0);
}

enum { MOST_LEVELS = 5 };

/* GraphChallenge's Kronecker products of stars. */
typedef struct theory {
    const char *name;
    uint32_t leaves[4], factors;
    theory_loops loops;
    struct {
        uint32_t k;
        uint64_t edges;
    } levels[MOST_LEVELS]; /* all others are empty */
} theory;

static void check_theory(const theory *known)
{
    tricorn_graph *graph =
      edge_list_into_graph(fixture.context, make_theory(known->leaves, known->factors, known->loops));
    const char *method;
    for (size_t m = 0; (method = tricorn_truss_method_at(m)) != NULL; m++) {
        tricorn_trusses *trusses = find(fixture.context, graph, method, 2);
        uint64_t edges = 0;
        test_on("%s", known->name);
        test_by("%s", method);
        for (size_t i = 0; i < MOST_LEVELS && known->levels[i].k > 0; i++) {
            CHECK_EQ(
              tricorn_trusses_edges(trusses, known->levels[i].k), known->levels[i].edges, "of %u", known->levels[i].k);
            edges += known->levels[i].edges;
        }
        CHECK_EQ(graph->edges, edges, "there are no others");
        tricorn_trusses_free(trusses);
    }
    tricorn_graph_free(graph);
}

/* Histograms by brute force in another program. */
TEST_CASE(theory_graphs)
{
    static const theory all[] = {{"3-4-5-B1k", {3, 4, 5}, 3, THEORY_CENTRE, {{2, 60}, {3, 227}, {6, 59}}},
      {"5-9-16-B1k", {5, 9, 16}, 3, THEORY_CENTRE, {{2, 720}, {3, 2429}, {8, 299}}},
      {"5-9-16-25-B1k", {5, 9, 16, 25}, 4, THEORY_CENTRE,
        {{2, 18000}, {3, 133445}, {8, 15414}, {12, 6050}, {19, 2964}}},
      {"3-4-5-B2k", {3, 4, 5}, 3, THEORY_LEAF, {{2, 334}, {3, 6}, {4, 6}}},
      {"3-4-5-9-B2k", {3, 4, 5, 9}, 4, THEORY_LEAF, {{2, 6544}, {3, 11}, {4, 18}, {5, 10}}}};
    for (size_t i = 0; i < LENGTH(all); i++) check_theory(&all[i]);
}

TEST_CASE(no_edges)
{
    tricorn_graph *graph = edge_list_into_graph(fixture.context, edge_list_create(0)), *truss = NULL;
    const char *method;
    for (size_t m = 0; (method = tricorn_truss_method_at(m)) != NULL; m++) {
        tricorn_trusses *trusses = find(fixture.context, graph, method, 1);
        CHECK_EQ(k_max_of(fixture.context, trusses), 0, "k_max without edges");
        CHECK_EQ(tricorn_trusses_edges(trusses, 2), 0, "no edges");
        tricorn_trusses_free(trusses);
    }
    WORKS(tricorn_truss(fixture.context, graph, 2, NULL, &truss, NULL));
    CHECK_EQ(truss->edges, 0, "2-truss without edges");
    tricorn_graph_free(truss);
    tricorn_graph_free(graph);
}

enum { KRONECKER_VERTICES = 1 << 10 };

static void check_same(const uint32_t *values, const uint32_t *expected)
{
    size_t pair = 0, last = (size_t)KRONECKER_VERTICES * KRONECKER_VERTICES - 1;
    while (pair < last && values[pair] == expected[pair]) pair++;
    CHECK_EQ(values[pair], expected[pair], "edge %zu-%zu", pair / KRONECKER_VERTICES, pair % KRONECKER_VERTICES);
}

/* A graph of many levels: with every number of threads and instruction set each edge has the
 * value that the reference gives it on one thread, which shares no code with the other methods.
 */
TEST_CASE(same_everywhere)
{
    tricorn_graph *graph = test_generated("kronecker", "scale=10 edge_factor=24");
    tricorn_trusses *first = find(fixture.context, graph, "trix", 1);
    uint32_t *expected = values_of(graph, first, KRONECKER_VERTICES);
    const tg_isa before = fixture.context->isa;
    const char *method;
    for (size_t m = 0; (method = tricorn_truss_method_at(m)) != NULL; m++)
        for (size_t t = 0; t < THREAD_COUNTS; t++)
            TEST_EACH_ISA (isa) {
                const bool is_plain = strcmp(method, "trix") == 0; /* no vectors */
                if ((is_plain || t > 1) && isa != before) continue;
                if (is_plain && t == 0) continue;
                fixture.context->isa = isa;
                test_by(
                  "%s, %u threads, %s", method, thread_counts[t], tricorn_context_instruction_set(fixture.context));
                tricorn_trusses *trusses = find(fixture.context, graph, method, thread_counts[t]);
                uint32_t *values = values_of(graph, trusses, KRONECKER_VERTICES);
                check_same(values, expected);
                free(values);
                tricorn_trusses_free(trusses);
            }
    fixture.context->isa = before;
    free(expected);
    tricorn_trusses_free(first);
    tricorn_graph_free(graph);
}

/* ---- the rest of the calls ---- */

TEST_CASE(arguments)
{
    tricorn_context *context = fixture.context;
    tricorn_graph *graph = edge_list_into_graph(context, make_karate()), *truss = NULL;
    tricorn_trusses *trusses = NULL;
    REQUIRE_STATUS(context, tricorn_truss(context, graph, 1, NULL, &truss, NULL), TRICORN_INVALID_ARGUMENT);
    CHECK_MESSAGE(context, "at least 2");
    REQUIRE_STATUS(context,
      tricorn_trussness(context, graph, OPTIONS(tricorn_truss_options, .method = "peel"), &trusses, NULL),
      TRICORN_INVALID_ARGUMENT);
    CHECK_MESSAGE(context, "'peel'");
    CHECK(trusses == NULL && truss == NULL, "nothing was made");
    CHECK(tricorn_truss_method_at(99) == NULL, "no such method");
    tricorn_graph_free(graph);
}

/* Stopped at any report of progress, the call returns that it was. */
TEST_CASE(cancelled)
{
    tricorn_context *context = fixture.context;
    tricorn_graph *graph = test_generated("kronecker", "scale=9 edge_factor=16");
    const char *method;
    for (size_t m = 0; (method = tricorn_truss_method_at(m)) != NULL; m++) {
        for (int reports = 0, stopped = 1; stopped && reports < 3; reports++) {
            tricorn_trusses *trusses = NULL;
            int left = reports;
            tricorn_context_set_progress(context, test_stop, &left);
            const tricorn_status status =
              tricorn_trussness(context, graph, OPTIONS(tricorn_truss_options, .method = method), &trusses, NULL);
            stopped = status == TRICORN_CANCELLED;
            if (!stopped) REQUIRE_OK(context, status);
            tricorn_trusses_free(trusses);
        }
        tricorn_context_set_progress(context, NULL, NULL);
    }
    tricorn_graph_free(graph);
}

/* The reports of "peeling" that a call made. */
typedef struct peeling_reports {
    uint64_t calls, last, total;
    bool falls;
} peeling_reports;

static int see_peeling(void *user, const char *phase, uint64_t done, uint64_t total)
{
    peeling_reports *seen = user;
    fixture.context->next_report = 0; /* none is left out because the one before was just now */
    if (strcmp(phase, "peeling") != 0) return 0;
    seen->falls = seen->falls || done < seen->last || (seen->calls > 0 && total != seen->total);
    seen->last = done;
    seen->total = total;
    seen->calls++;
    return 0;
}

/* Whether the method rows gives all edges to bits at once. */
static bool bits_pay(tricorn_context *context, const tricorn_graph *graph)
{
    tg_rows rows;
    tg_live_rows live = {0};
    REQUIRE_OK(context, tg_graph_rows(context, graph, &rows));
    uint32_t *support = test_allocate(graph->edges, sizeof *support);
    for (uint64_t e = 0; e < graph->edges; e++) support[e] = 1;
    REQUIRE_OK(context, tg_live_rows_create(context, &rows, support, &live));
    const bool pay = tg_truss_bits_pay(context, &live, graph->edges);
    tg_live_rows_free(&live);
    free(support);
    return pay;
}

static void check_progress(const char *method, tricorn_graph *graph, bool by_bits)
{
    tricorn_context *context = fixture.context;
    peeling_reports seen = {0};
    test_on("%s, %s", method, by_bits ? "by bits" : "by rows");
    CHECK_EQ(bits_pay(context, graph), by_bits, "whether bits pay");
    context->next_report = 0;
    tricorn_context_set_progress(context, see_peeling, &seen);
    tricorn_trusses_free(find(context, graph, method, 2));
    tricorn_context_set_progress(context, NULL, NULL);
    CHECK(seen.calls > 2, "%d reports: one at the begin, one at the end, and more between", (int)seen.calls);
    CHECK_EQ(seen.total, graph->edges, "the total");
    CHECK_EQ(seen.last, graph->edges, "edges that were removed at the end");
    CHECK(!seen.falls, "the edges that were removed fall, or the total changes");
    tricorn_graph_free(graph);
}

/* Progress is in edges that are removed, of all edges. */
TEST_CASE(progress)
{
    static const char sparse[] = "vertices=6000 degree=10 rewire=0.2";
    static const char dense[] = "scale=9 edge_factor=24";
    check_progress("index", test_generated("watts-strogatz", sparse), false);
    check_progress("rows", test_generated("watts-strogatz", sparse), false);
    check_progress("rows", test_generated("kronecker", dense), true);
    check_progress("trix", test_generated("kronecker", dense), true);
}

TEST_MAIN_EACH(test_create, test_destroy)
