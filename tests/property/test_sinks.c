/* test_sinks.c - triangles of vertices, support of edges and lists, against looking at every
 * three vertices, against closed forms, and against each other.
 */
#include "support/families.h"
#include "support/per_algorithm.h"
#include "support/stored.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t thread_counts[] = {1, 2, 5};
enum { THREAD_COUNTS = LENGTH(thread_counts), MOST_PARTS = 64 };

/* ---- what a call gave ---- */

typedef struct kept_edge {
    uint64_t ids[2];
    uint64_t support;
} kept_edge;

typedef struct kept {
    const tricorn_graph *graph;
    kept_edge *edges;
    uint64_t edge_count, edge_room;
    uint64_t *triangles; /* three ids each */
    uint64_t triangle_count, triangle_room;
    const char *partition; /* which triangles that are not sorted come in the order of; or NULL */
} kept;

static int keep_edges(void *user, const uint32_t *ends, const uint32_t *support, uint64_t count)
{
    kept *to = user;
    for (uint64_t i = 0; i < count; i++) {
        if (to->edge_count == to->edge_room) {
            to->edge_room = 2 * to->edge_room + 64;
            to->edges = realloc(to->edges, to->edge_room * sizeof *to->edges);
        }
        to->edges[to->edge_count++] = (kept_edge){
          {tricorn_graph_id(to->graph, ends[2 * i]), tricorn_graph_id(to->graph, ends[2 * i + 1])}, support[i]};
    }
    return 0;
}

static int keep_triangles(void *user, const uint32_t *triangles, uint64_t count)
{
    kept *to = user;
    for (uint64_t i = 0; i < count; i++) {
        if (to->triangle_count == to->triangle_room) {
            to->triangle_room = 2 * to->triangle_room + 64;
            to->triangles = realloc(to->triangles, 3 * to->triangle_room * sizeof *to->triangles);
        }
        for (int corner = 0; corner < 3; corner++)
            to->triangles[3 * to->triangle_count + corner] = tricorn_graph_id(to->graph, triangles[3 * i + corner]);
        to->triangle_count++;
    }
    return 0;
}

static void kept_free(kept *all)
{
    free(all->edges);
    free(all->triangles);
}

/* True, with a note, if the algorithm only counts totals. */
static bool only_totals(property_state *state)
{
    edge_list edges = make_complete(3);
    tricorn_graph *graph = edge_list_into_graph(state->context, edges);
    uint64_t counts[3];

    tricorn_options options = *COUNTING(.algorithm = state->algorithm->description.name);
    const tricorn_status status = tricorn_vertex_triangles(state->context, graph, &options, counts, NULL);
    tricorn_graph_free(graph);
    CHECK_EQ(status == TRICORN_OK, tg_has_sinks(state->algorithm), "%s", options.algorithm);
    if (status != TRICORN_OK) CHECK_EQ(status, TRICORN_UNSUPPORTED, "%s", options.algorithm);
    state->skipped = status != TRICORN_OK;
    return state->skipped;
}

/* The whole graph at once, and every other time in one of the other ways. graph: that is
 * counted; NULL: one in memory. */
static tricorn_options options_of(property_state *state, const tricorn_graph *graph, uint32_t threads)
{
    const counting_way *ways = NULL;
    const size_t count = counting_ways(state, &ways);
    const unsigned turn = state->turn++;
    tricorn_options options = *COUNTING(.algorithm = state->algorithm->description.name, .threads = threads);
    if (turn % 2 == 0) return options;
    options.blocks = ways[turn / 2 % count].blocks;
    options.parts = 1 + turn / 2 / count % MOST_PARTS;
    options.device = ways[turn / 2 % count].device;
    /* From disk, one GPU counts a partition. */
    if (graph == NULL || graph->store == NULL || options.device == NULL)
        options.partition = ways[turn / 2 % count].partition;
    return options;
}

/* Counts by vertex; free() them. */
static uint64_t *count_vertices(property_state *state, const tricorn_graph *graph, uint32_t threads, uint64_t *total)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    const tricorn_options options = options_of(state, graph, threads);

    const tricorn_graph_description described = test_describe(state->context, graph);
    const uint64_t vertices = described.vertices + described.isolated;
    uint64_t *counts = test_allocate(vertices + 1, sizeof *counts);
    memset(counts, 0x5A, vertices * sizeof *counts); /* the former content must not matter */
    REQUIRE_OK(state->context, tricorn_vertex_triangles(state->context, graph, &options, counts, &result));
    CHECK(strcmp(result.how.algorithm, options.algorithm) == 0, "%s ran", result.how.algorithm);
    *total = result.triangles;
    return counts;
}

static kept list_all(property_state *state, const tricorn_graph *graph, uint32_t threads, bool sorted)
{
    kept all = {.graph = graph};
    tricorn_result result = TRICORN_RESULT_INIT;
    const tricorn_options options = options_of(state, graph, threads);

    tricorn_options lists = options;

    /* The CPU lists. */
    if (tg_device_of(state->algorithm) == TG_GPU) lists.algorithm = lists.device = NULL;
    all.partition = lists.partition;
    tricorn_visitor visitor =
      *OPTIONS(tricorn_visitor, .edges = keep_edges, .triangles = keep_triangles, .user = &all, .sorted = sorted);
    REQUIRE_OK(state->context, tricorn_edge_support(state->context, graph, &options, &visitor, &result));
    const uint64_t total = result.triangles;
    REQUIRE_OK(state->context, tricorn_triangle_list(state->context, graph, &lists, &visitor, &result));
    CHECK_EQ(result.triangles, total, "two totals");
    CHECK_EQ(all.triangle_count, total, "as many as were listed");
    return all;
}

/* ---- against looking at every three vertices ---- */

typedef struct truth {
    uint32_t n;
    unsigned char *matrix; /* n * n */
    uint64_t *vertices; /* n */
    uint64_t *pairs; /* n * n */
    uint64_t triangles, edges;
} truth;

static truth find_truth(const edge_list *edges)
{
    truth found = {.n = edges->vertices, .matrix = edge_list_matrix(edges)};
    const uint64_t n = found.n;
    found.vertices = calloc(n + 1, sizeof *found.vertices);
    found.pairs = calloc(n * n + 1, sizeof *found.pairs);
    for (uint64_t u = 0; u < n; u++)
        for (uint64_t v = 0; v < n; v++) {
            if (!found.matrix[u * n + v]) continue;
            for (uint64_t w = 0; w < n; w++)
                found.pairs[u * n + v] += found.matrix[u * n + w] && found.matrix[v * n + w];
            found.vertices[u] += found.pairs[u * n + v];
            found.edges++;
        }
    for (uint64_t u = 0; u < n; u++) {
        found.vertices[u] /= 2; /* by each of its two edges */
        found.triangles += found.vertices[u];
    }
    found.triangles /= 3;
    found.edges /= 2;
    return found;
}

static void free_truth(truth *found)
{
    free(found->matrix);
    free(found->vertices);
    free(found->pairs);
}

static void check_vertices(
  property_state *state, const tricorn_graph *graph, const truth *found, uint32_t threads, const char *name)
{
    uint64_t total;
    uint64_t *counts = count_vertices(state, graph, threads, &total);

    CHECK_EQ(total, found->triangles, "%s, %u threads", name, threads);
    const tricorn_graph_description described = test_describe(state->context, graph);
    for (uint32_t v = 0; v < described.vertices + described.isolated; v++)
        CHECK_EQ(counts[v], found->vertices[tricorn_graph_id(graph, v)], "%s, %u threads, id %u", name, threads,
          (unsigned)tricorn_graph_id(graph, v));
    free(counts);
}

static int compare_ids(const uint64_t *a, const uint64_t *b, int count)
{
    for (int i = 0; i < count; i++)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

static void check_edges_kept(const kept *all, const truth *found, bool sorted, const char *name)
{
    unsigned char *seen = calloc((size_t)found->n * found->n + 1, 1);
    CHECK_EQ(all->edge_count, found->edges, "%s", name);
    for (uint64_t i = 0; i < all->edge_count; i++) {
        const kept_edge *edge = &all->edges[i];
        const uint64_t place = edge->ids[0] * found->n + edge->ids[1];
        CHECK(edge->ids[0] < edge->ids[1], "%s: ends not in order", name);
        CHECK(!seen[place]++, "%s: an edge twice", name);
        CHECK(found->matrix[place], "%s: no edge", name);
        CHECK_EQ(edge->support, found->pairs[place], "%s", name);
        if (sorted && i > 0) CHECK(compare_ids(edge[-1].ids, edge->ids, 2) < 0, "%s: order", name);
    }
    free(seen);
}

static void check_triangles_kept(const kept *all, const truth *found, bool sorted, const char *name)
{
    const uint64_t n = found->n;
    unsigned char *seen = calloc(n * n * n + 1, 1);
    CHECK_EQ(all->triangle_count, found->triangles, "%s", name);
    for (uint64_t i = 0; i < all->triangle_count; i++) {
        const uint64_t *t = all->triangles + 3 * i;
        uint64_t low = t[0] < t[1] ? t[0] : t[1], high = t[0] < t[1] ? t[1] : t[0], middle = t[2];
        if (middle < low)
            middle = low, low = t[2];
        else if (middle > high)
            middle = high, high = t[2];
        CHECK(found->matrix[low * n + middle] && found->matrix[low * n + high] && found->matrix[middle * n + high],
          "%s: no triangle", name);
        CHECK(!seen[(low * n + middle) * n + high]++, "%s: a triangle twice", name);
        if (!sorted) continue;
        CHECK(t[0] < t[1] && t[1] < t[2], "%s: corners not in order", name);
        if (i > 0) CHECK(compare_ids(t - 3, t, 3) < 0, "%s: triangles not in order", name);
    }
    free(seen);
}

static void check_graph(property_state *state, const tricorn_graph *graph, const truth *found, const char *name)
{
    kept first = {0};

    for (int t = 0; t < THREAD_COUNTS; t++) {
        check_vertices(state, graph, found, thread_counts[t], name);
        kept sorted = list_all(state, graph, thread_counts[t], true);
        kept plain = list_all(state, graph, thread_counts[t], false);
        check_edges_kept(&sorted, found, true, name);
        check_edges_kept(&plain, found, false, name);
        check_triangles_kept(&sorted, found, true, name);
        check_triangles_kept(&plain, found, false, name);
        kept_free(&sorted);
        if (t == 0) {
            first = plain;
            continue;
        }
        CHECK(plain.edge_count == 0 || memcmp(first.edges, plain.edges, plain.edge_count * sizeof *plain.edges) == 0,
          "%s: edges come otherwise with %u threads", name, thread_counts[t]);
        CHECK(plain.triangle_count == 0 || plain.partition || first.partition ||
                memcmp(first.triangles, plain.triangles, 3 * plain.triangle_count * sizeof *plain.triangles) == 0,
          "%s: triangles come otherwise with %u threads", name, thread_counts[t]);
        kept_free(&plain);
    }
    kept_free(&first);
}

/* Prepared on the device that counts it. */
static tricorn_graph *graph_on_gpu(property_state *state, const edge_list *edges)
{
    const tricorn_options count = options_of(state, NULL, 0);

    tricorn_graph *graph = test_from_edges(state->context, edges->pairs, edges->count, LOADING(.count = &count));
    return graph;
}

/* From disk, with one of 1 to 64 ranges, passes over one of them or several. Once with one
 * thread, once with several; an order that is not sorted is that of the disk. */
static void check_stored(property_state *state, const edge_list *edges, const truth *found, const char *name)
{
    static const uint32_t ranges[] = {1, 2, 3, 5, 8, 16, 33, 64};
    const uint32_t turn = state->turn++, threads = thread_counts[turn % THREAD_COUNTS];
    const bool sorted = turn % 2;
    test_store_passes(1 + turn % 3, 1 + turn % 5);
    tricorn_graph *stored = test_stored_graph(state->context, edges, TEST_IDS_DENSE, ranges[turn % 8]);

    check_vertices(state, stored, found, threads, name);
    kept all = list_all(state, stored, threads, sorted);
    check_edges_kept(&all, found, sorted, name);
    check_triangles_kept(&all, found, sorted, name);
    kept_free(&all);
    tricorn_graph_free(stored);
    test_store_reset();
}

static void check_sinks(property_state *state, const edge_list *edges, const char *name)
{
    tricorn_graph *graph = edge_list_graph(state->context, edges);
    truth found = find_truth(edges);

    check_graph(state, graph, &found, name);
    for (int i = 0; i < 2; i++) check_stored(state, edges, &found, name);
    tricorn_graph_free(graph);
    if (tg_device_of(state->algorithm) == TG_GPU) {
        graph = graph_on_gpu(state, edges);
        check_graph(state, graph, &found, name);
        tricorn_graph_free(graph);
    }
    free_truth(&found);
}

static void check_and_free(property_state *state, edge_list edges, const char *name)
{
    check_sinks(state, &edges, name);
    edge_list_free(&edges);
}

static void families(property_state *state)
{
    static const uint32_t sizes[] = {3, 5, 7};
    if (only_totals(state)) return;
    check_and_free(state, edge_list_create(0), "nothing");
    check_and_free(state, make_path(9), "path");
    check_and_free(state, make_star(12), "star");
    check_and_free(state, make_complete(3), "triangle");
    check_and_free(state, make_complete(40), "complete");
    check_and_free(state, make_multipartite(sizes, 3), "multipartite");
    check_and_free(state, make_ring(30, 4), "ring");
    check_and_free(state, make_paley(37), "Paley");
    check_and_free(state, make_windmill(4, 9), "windmill");
    check_and_free(state, make_wheel(11), "wheel");
    check_and_free(state, make_k_tree(50, 4, &state->random), "k-tree");
    check_and_free(state, make_king(6, 7), "king");
    check_and_free(state, make_karate(), "karate club");
    check_and_free(state, make_schlaefli(), "Schlaefli");
    check_and_free(state, make_hypercube(5), "hypercube");
}

/* All graphs of four vertices. */
static void all_small(property_state *state)
{
    enum { VERTICES = 4, PAIRS = VERTICES * (VERTICES - 1) / 2 };
    if (only_totals(state)) return;
    for (unsigned bits = 0; bits < 1u << PAIRS; bits++) {
        edge_list edges = make_of_bits(VERTICES, bits);
        check_and_free(state, edges, "all graphs of four vertices");
    }
}

static void random_graphs(property_state *state)
{
    enum { TRIALS = 40 };
    if (only_totals(state)) return;
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        const uint32_t vertices = 1 + test_random_below(&state->random, 90);
        edge_list edges = make_random(vertices, test_random_below(&state->random, 101), &state->random);
        edge_list_relabel(&edges, &state->random);
        edge_list_flip(&edges, &state->random);
        edge_list_shuffle(&edges, &state->random);
        edge_list_add_duplicates(&edges, edges.count ? 20 : 0, &state->random);
        edge_list_add_loops(&edges, 3, &state->random);
        check_and_free(state, edges, "random");
    }
}

/* ---- closed forms ---- */

static void check_each_vertex(
  property_state *state, edge_list edges, uint64_t centre, uint64_t others, const char *name)
{
    tricorn_graph *graph = edge_list_graph(state->context, &edges);
    uint64_t total;
    uint64_t *counts = count_vertices(state, graph, 2, &total);
    for (uint32_t v = 0; v < edges.vertices; v++)
        CHECK_EQ(counts[v], tricorn_graph_id(graph, v) == 0 ? centre : others, "%s, vertex %u", name, v);
    free(counts);
    tricorn_graph_free(graph);
    edge_list_free(&edges);
}

static void closed_forms(property_state *state)
{
    enum { N = 700, WINGS = 300, K = 7, REACH = 6 };
    if (only_totals(state)) return;
    check_each_vertex(state, make_complete(N), choose(N - 1, 2), choose(N - 1, 2), "complete");
    check_each_vertex(state, make_windmill(K, WINGS), WINGS * choose(K - 1, 2), choose(K - 1, 2), "windmill");
    check_each_vertex(state, make_ring(5000, REACH), 3 * choose(REACH, 2), 3 * choose(REACH, 2), "ring");
    check_each_vertex(state, make_star(2000), 0, 0, "star");
}

/* ---- against each other, on larger graphs
 * ------------------------------------------------------ */

static void check_consistent(property_state *state, const tricorn_graph *graph, const char *name)
{
    uint64_t total, by_vertex = 0, by_edge = 0, most = 0;
    uint64_t *counts = count_vertices(state, graph, 2, &total);
    kept all = list_all(state, graph, 2, true);
    const uint64_t known = count_triangles(state, graph, 2);

    const tricorn_graph_description described = test_describe(state->context, graph);
    const uint64_t vertices = described.vertices + described.isolated;
    for (uint32_t v = 0; v < vertices; v++) {
        by_vertex += counts[v];
        if (tricorn_graph_id(graph, v) >= most) most = tricorn_graph_id(graph, v) + 1;
    }
    int64_t *left = calloc(most + 1, sizeof *left), *left_edges = calloc(most + 1, sizeof *left);
    for (uint32_t v = 0; v < vertices; v++) {
        left[tricorn_graph_id(graph, v)] = (int64_t)counts[v];
        left_edges[tricorn_graph_id(graph, v)] = 2 * (int64_t)counts[v];
    }
    for (uint64_t i = 0; i < 3 * all.triangle_count; i++) left[all.triangles[i]]--;
    for (uint64_t i = 0; i < all.edge_count; i++) {
        by_edge += all.edges[i].support;
        for (int end = 0; end < 2; end++) left_edges[all.edges[i].ids[end]] -= (int64_t)all.edges[i].support;
    }
    CHECK_EQ(total, known, "%s", name);
    CHECK_EQ(by_vertex, 3 * known, "%s, by vertex", name);
    CHECK_EQ(by_edge, 3 * known, "%s, by edge", name);
    CHECK_EQ(all.triangle_count, known, "%s, listed", name);
    CHECK_EQ(all.edge_count, described.edges, "%s, edges", name);
    for (uint64_t id = 0; id < most; id++)
        CHECK(left[id] == 0 && left_edges[id] == 0, "%s: vertex, edges and list disagree", name);
    for (uint64_t i = 1; i < all.triangle_count; i++)
        CHECK(compare_ids(all.triangles + 3 * i - 3, all.triangles + 3 * i, 3) < 0, "%s: order", name);
    free(left);
    free(left_edges);
    free(counts);
    kept_free(&all);
}

static void larger(property_state *state)
{
    static const char *const made[][2] = {
      {"kronecker", "scale=12 edge_factor=16"},
      {"kronecker", "scale=15 edge_factor=4"},
      {"barabasi-albert", "vertices=20000 attach=8"},
      {"watts-strogatz", "vertices=20000 degree=16 rewire=0.1"},
      {"erdos-renyi", "vertices=3000 edges=90000"},
      {"complete", "vertices=150"},
    };
    if (only_totals(state)) return;
    for (size_t g = 0; g < LENGTH(made); g++) {
        tricorn_graph *graph = NULL;
        REQUIRE_OK(state->context, tricorn_graph_generate(state->context, made[g][0], made[g][1], 5, &graph));
        check_consistent(state, graph, made[g][0]);
        tricorn_graph_free(graph);
    }
}

/* ---- stopping
 * ---------------------------------------------------------------------------------- */

/* ---- in blocks and on several GPUs ---- */

/* Counts of all vertices, and the supports of all edges in the graph's order. */
typedef struct all_counts {
    uint64_t *vertices, vertex_count, triangles;
    kept edges;
} all_counts;

static all_counts count_all(property_state *state, const tricorn_graph *graph, const counting_way *way)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    all_counts made = {.edges = {.graph = graph}};

    tricorn_options options = *COUNTING(.algorithm = state->algorithm->description.name, .blocks = way->blocks,
      .device = way->device, .partition = way->partition);
    const tricorn_graph_description described = test_describe(state->context, graph);
    made.vertex_count = described.vertices + described.isolated;
    made.vertices = test_allocate(made.vertex_count + 1, sizeof *made.vertices);
    REQUIRE_OK(state->context, tricorn_vertex_triangles(state->context, graph, &options, made.vertices, &result));
    made.triangles = result.triangles;
    REQUIRE_OK(state->context, tricorn_edge_support(state->context, graph, &options,
                                 OPTIONS(tricorn_visitor, .edges = keep_edges, .user = &made.edges), &result));
    CHECK_EQ(result.triangles, made.triangles, "two totals");
    CHECK(result.cut.blocks >= way->blocks, "%u blocks", result.cut.blocks);
    if (way->partition) CHECK(strcmp(result.cut.partition, way->partition) == 0, "by %s", result.cut.partition);
    return made;
}

static void free_counts(all_counts *counts)
{
    free(counts->vertices);
    kept_free(&counts->edges);
}

static void the_same_in_all_ways(property_state *state)
{
    static const char *const models[][2] = {
      {"kronecker", "scale=11 edge_factor=16"},
      {"erdos-renyi", "vertices=3001 edges=40000"},
      {"watts-strogatz", "vertices=2000 degree=12 rewire=0.05"},
      {"barabasi-albert", "vertices=2500 attach=9"},
    };
    const counting_way *ways = NULL;
    const size_t count = counting_ways(state, &ways);

    if (only_totals(state)) return;
    for (size_t m = 0; m < LENGTH(models); m++) {
        tricorn_graph *graph = NULL;
        REQUIRE_OK(state->context, tricorn_graph_generate(state->context, models[m][0], models[m][1], 5, &graph));
        all_counts whole = count_all(state, graph, &(counting_way){0});
        CHECK(whole.triangles > 0, "%s has triangles", models[m][0]);
        for (size_t w = 0; w < count; w++) {
            if (ways[w].relabel) continue; /* totals only */
            all_counts cut = count_all(state, graph, &ways[w]);
            CHECK_EQ(cut.triangles, whole.triangles, "%s, way %zu", models[m][0], w);
            CHECK_EQ(cut.edges.edge_count, whole.edges.edge_count, "%s, way %zu", models[m][0], w);
            CHECK(memcmp(cut.vertices, whole.vertices, whole.vertex_count * sizeof *whole.vertices) == 0,
              "%s, way %zu: vertices differ", models[m][0], w);
            CHECK(memcmp(cut.edges.edges, whole.edges.edges, whole.edges.edge_count * sizeof *whole.edges.edges) == 0,
              "%s, way %zu: edges differ", models[m][0], w);
            free_counts(&cut);
        }
        free_counts(&whole);
        tricorn_graph_free(graph);
    }
}

static int stop_triangles(void *user, const uint32_t *triangles, uint64_t count)
{
    (void)triangles;
    (void)count;
    ++*(int *)user;
    return 1;
}

static int stop_edges(void *user, const uint32_t *ends, const uint32_t *support, uint64_t count)
{
    (void)support;
    return stop_triangles(user, ends, count);
}

static void stopped(property_state *state)
{
    if (only_totals(state)) return;
    const tricorn_options options = options_of(state, NULL, 2);
    tricorn_graph *graph = edge_list_into_graph(state->context, make_complete(200));
    uint64_t counts[200];
    int calls = 0;

    tricorn_options lists = options;

    if (tg_device_of(state->algorithm) == TG_GPU) lists.algorithm = lists.device = NULL;
    tricorn_visitor visitor =
      *OPTIONS(tricorn_visitor, .edges = stop_edges, .triangles = stop_triangles, .user = &calls);
    for (visitor.sorted = 0; visitor.sorted < 2; visitor.sorted++) {
        REQUIRE_STATUS(
          state->context, tricorn_triangle_list(state->context, graph, &lists, &visitor, NULL), TRICORN_CANCELLED);
        REQUIRE_STATUS(
          state->context, tricorn_edge_support(state->context, graph, &options, &visitor, NULL), TRICORN_CANCELLED);
    }
    CHECK_EQ(calls, 4, "a visitor that said stop is not called again");
    tricorn_context_set_progress(state->context, test_stop, NULL);
    REQUIRE_STATUS(
      state->context, tricorn_vertex_triangles(state->context, graph, &options, counts, NULL), TRICORN_CANCELLED);
    REQUIRE_STATUS(
      state->context, tricorn_triangle_list(state->context, graph, &lists, &visitor, NULL), TRICORN_CANCELLED);
    REQUIRE_STATUS(
      state->context, tricorn_edge_support(state->context, graph, &options, &visitor, NULL), TRICORN_CANCELLED);
    CHECK_EQ(calls, 4, "nothing is handed on after a stop");
    tricorn_context_set_progress(state->context, NULL, NULL);
    tricorn_graph_free(graph);
}

PROPERTIES_MAIN({"families", families}, {"all graphs of four vertices", all_small}, {"random graphs", random_graphs},
  {"closed forms", closed_forms}, {"larger graphs", larger}, {"stopped", stopped},
  {"blocks and several GPUs", the_same_in_all_ways})
