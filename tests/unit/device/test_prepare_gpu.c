/* test_prepare_gpu.c - a graph that is prepared on the GPU is the one that the CPU prepares.
 * Skipped without a GPU. */
#include <stdio.h>
#include <stdlib.h>

#include "device/device.h"
#include "prepare/gpu/prepare.h"
#include "prepare/on_gpu.h"
#include "registry/registry.h"
#include "schedule/device/on_device.h"
#include "support/device_tests.h"
#include "support/families.h"
#include "support/same_graph.h"
#include "support/host_rows.h"

static tricorn_context *context;

static tg_edges edges_of(const edge_list *list)
{
    tg_edges edges = {0};
    const uint32_t parts = 1 + (uint32_t)(list->count % 3);
    REQUIRE_OK(context, tg_edges_create(context, parts, &edges));
    edges.vertices = list->vertices;
    for (uint64_t i = 0; i < list->count; i++) {
        tg_edge_part *part = &edges.parts[i % parts];
        REQUIRE_OK(context, tg_edge_part_reserve(context, part, 1, sizeof(tg_edge)));
        tg_edge_part_push(part, list->pairs[2 * i], list->pairs[2 * i + 1]);
    }
    return edges;
}

/* The number of vertices becomes the largest id in use plus 1, as the library finds it. */
static void trim(edge_list *list)
{
    uint32_t most = 0;
    for (uint64_t i = 0; i < 2 * list->count; i++)
        if (list->pairs[i] >= most) most = list->pairs[i] + 1;
    list->vertices = most;
}

static void check_count(tg_device_graph *graph, uint64_t expected, const char *name)
{
    const tg_setup setup = tg_standard_setup(tg_algorithm_find("polak"), TG_SINK_TOTAL);
    tg_device_plan *plan = NULL;
    uint64_t triangles = UINT64_MAX;
    REQUIRE_OK(context, tg_device_plan_of_graph(context, graph, &setup, &plan));
    REQUIRE_OK(context, tg_device_plan_run(context, plan, &triangles));
    CHECK_EQ(triangles, expected, "%s: triangles", name);
    tg_device_plan_free(plan);
}

/* Vertices are in the order of degrees in the simple graph; equal degrees keep the input's order. */
static void check_order(const tricorn_graph *graph, const char *name)
{
    uint64_t *degrees = test_allocate(graph->vertices + 1, sizeof *degrees);
    REQUIRE_OK(context, tricorn_graph_degrees(context, graph, degrees));
    for (uint32_t v = 1; v < graph->vertices; v++)
        CHECK(degrees[v - 1] > degrees[v] ||
                (degrees[v - 1] == degrees[v] && tricorn_graph_id(graph, v - 1) < tricorn_graph_id(graph, v)),
          "%s: vertex %u of degree %llu", name, v, (unsigned long long)degrees[v]);
    free(degrees);
}

/* Prepares by the steps of Polak's paper. */
static void check_steps(const edge_list *list, const tricorn_graph *expected, const char *name)
{
    tg_edges edges = edges_of(list);
    tg_device_preparation_times times;
    tg_device_graph prepared;
    tricorn_graph *here = NULL;

    test_by("the steps of Polak's paper");
    REQUIRE_OK(context, tg_prepare_by_steps(context, &edges, &prepared, &times));
    CHECK_EQ(prepared.both_directions, expected->both_directions, "%s: both directions", name);
    CHECK_EQ(prepared.self_loops, expected->self_loops, "%s: loops", name);
    CHECK_EQ(prepared.rows.count, expected->active, "%s: vertices with edges", name);
    CHECK_EQ(prepared.vertices, expected->vertices, "%s: vertices", name);
    CHECK_EQ(prepared.rows.id_count, expected->edges, "%s: edges", name);
    REQUIRE_OK(context, tg_device_graph_to_host(context, &prepared, &here));
    CHECK_EQ(here->order, TG_ORDER_DEGREE, "%s: order", name);
    check_order(here, name);
    here->order = TG_ORDER_OTHER; /* because the check counts degrees with repetitions */
    if (list->count > 0) check_graph_of_list(here, list, name);
    check_count(&prepared, test_cpu_count(context, expected), name);
    tricorn_graph_free(here);
    tg_edges_free(&edges);
}

/* Only the CPU numbers sorted edges from the last to the first. */
static void check_like(const tricorn_graph *here, const tricorn_graph *expected, const char *name)
{
    if (expected->order != TG_ORDER_REVERSED) check_identical_graphs(here, expected, name);
}

/* Frees the edges. */
static void check_prepared(edge_list list, const char *name)
{
    tg_device_preparation_times times;
    tg_device_graph prepared;
    tricorn_graph *here = NULL;

    trim(&list);
    test_on("%s: %llu pairs of %u ids", name, (unsigned long long)list.count, list.vertices);
    test_by("tg_prepare_on_device");
    tricorn_graph *expected = edge_list_graph(context, &list);
    tg_edges edges = edges_of(&list);
    if (list.count % 2) edges.vertices = 0; /* preparation has to find the number */
    REQUIRE_OK(context, tg_prepare_on_device(context, &edges, &prepared, &times));
    REQUIRE_OK(context, tg_device_graph_to_host(context, &prepared, &here));
    check_like(here, expected, name);
    if (list.count > 0) check_graph_of_list(here, &list, name);
    check_count(&prepared, test_cpu_count(context, expected), name);
    check_steps(&list, expected, name);
    tricorn_graph_free(here);
    tricorn_graph_free(expected);
    tg_edges_free(&edges);
    edge_list_free(&list);
}

TEST_CASE(random_edges)
{
    test_random random = {21};
    for (unsigned trial = 0; trial < 60; trial++) {
        const uint32_t vertices = 2 + test_random_below(&random, 60);
        edge_list edges = make_random(vertices, test_random_below(&random, 100), &random);
        char name[64];
        snprintf(name, sizeof name, "trial %u, %u vertices", trial, vertices);
        if (trial % 2) edge_list_add_loops(&edges, test_random_below(&random, 20), &random);
        if (trial % 3 && edges.count > 0) edge_list_add_duplicates(&edges, test_random_below(&random, 99), &random);
        if (trial % 5 == 0) edge_list_add_reversed(&edges);
        edge_list_flip(&edges, &random);
        edge_list_shuffle(&edges, &random);
        check_prepared(edges, name);
    }
}

TEST_CASE(extremes)
{
    edge_list loops = edge_list_create(10), path = edge_list_create(5000);
    check_prepared(edge_list_create(0), "nothing");
    for (uint32_t v = 0; v < 10; v += 3) edge_list_add(&loops, v, v);
    check_prepared(loops, "only loops");
    for (uint32_t v = 1; v < 5000; v++) edge_list_add(&path, v - 1, v);
    check_prepared(path, "a path, in the order of the input");
    check_prepared(make_star(3000), "a star");
    check_prepared(make_complete(150), "complete");
}

/* ---- clean edges ---- */

static int compare_pairs(const void *a, const void *b)
{
    const uint32_t *p = a, *q = b;
    if (p[0] != q[0]) return p[0] < q[0] ? -1 : 1;
    return (p[1] > q[1]) - (p[1] < q[1]);
}

/* Leaves each edge once, smaller end first, ascending, and no loops. */
static void clean(edge_list *list)
{
    uint64_t kept = 0;
    for (uint64_t i = 0; i < list->count; i++) {
        uint32_t *pair = list->pairs + 2 * i;
        if (pair[0] > pair[1]) {
            const uint32_t larger = pair[0];
            pair[0] = pair[1];
            pair[1] = larger;
        }
    }
    qsort(list->pairs, list->count, 2 * sizeof *list->pairs, compare_pairs);
    for (uint64_t i = 0; i < list->count; i++) {
        const uint32_t *pair = list->pairs + 2 * i;
        if (pair[0] == pair[1]) continue;
        if (kept > 0 && compare_pairs(list->pairs + 2 * (kept - 1), pair) == 0) continue;
        list->pairs[2 * kept] = pair[0];
        list->pairs[2 * kept + 1] = pair[1];
        kept++;
    }
    list->count = kept;
}

/* Spaces ids `step` apart: the numbers between are not vertices. */
static edge_list spaced(edge_list list, uint32_t step)
{
    for (uint64_t i = 0; i < 2 * list.count; i++) list.pairs[i] *= step;
    list.vertices = (list.vertices - 1) * step + 1;
    return list;
}

/* Edges of a clean list. */
static tg_edges edges_in_order(const edge_list *list)
{
    tg_edges edges = {0};
    REQUIRE_OK(context, tg_edges_create(context, 1, &edges));
    edges.vertices = list->vertices;
    REQUIRE_OK(context, tg_edge_part_reserve(context, edges.parts, list->count, sizeof(tg_edge)));
    for (uint64_t i = 0; i < list->count; i++)
        tg_edge_part_push(edges.parts, list->pairs[2 * i], list->pairs[2 * i + 1]);
    return edges;
}

/* Frees the edges, of which it needs at least one. */
static void check_clean(edge_list list, const char *name)
{
    tg_device_preparation_times times;
    tg_device_graph prepared;
    tricorn_graph *here = NULL;

    clean(&list);
    trim(&list);
    test_on("%s: %llu clean edges of %u ids", name, (unsigned long long)list.count, list.vertices);
    tricorn_graph *expected = edge_list_graph(context, &list);
    tg_edges edges = edges_in_order(&list);
    REQUIRE_OK(context, tg_prepare_on_device(context, &edges, &prepared, &times));
    REQUIRE_OK(context, tg_device_graph_to_host(context, &prepared, &here));
    check_like(here, expected, name);
    check_graph_of_list(here, &list, name);
    const tg_row_measures measured = test_host_measures(context, here);
    CHECK_EQ(prepared.longest, measured.longest, "%s: longest", name);
    CHECK_EQ(prepared.wedges, measured.wedges, "%s: wedges", name);
    check_count(&prepared, test_cpu_count(context, expected), name);
    tricorn_graph_free(here);
    tricorn_graph_free(expected);
    tg_edges_free(&edges);
    edge_list_free(&list);
}

TEST_CASE(clean_random_edges)
{
    test_random random = {22};
    for (unsigned trial = 0; trial < 60; trial++) {
        const uint32_t vertices = 2 + test_random_below(&random, 200);
        edge_list edges = make_random(vertices, test_random_below(&random, 60), &random);
        char name[64];
        if (edges.count == 0) edge_list_add(&edges, 0, 1);
        snprintf(name, sizeof name, "clean, trial %u, %u vertices", trial, vertices);
        check_clean(trial % 3 ? edges : spaced(edges, 2 + trial % 5), name);
    }
}

/* Orders of the input and by degree, with and without gaps between ids, with rows of all lengths. */
TEST_CASE(clean_families)
{
    const uint32_t sides[2] = {300, 400};
    test_random random = {23};
    edge_list bipartite = make_multipartite(sides, 2), path = make_path(4000);
    edge_list blocks = make_complete(9), many;
    check_clean(make_path(2), "one edge");
    check_clean(make_path(100000), "a long path");
    check_clean(spaced(make_path(30000), 3), "a path with gaps");
    check_clean(make_grid_diagonal(150, 170), "a grid");
    check_clean(make_star(70000), "a star");
    check_clean(make_tree(50000, &random), "a tree");
    check_clean(make_k_tree(6000, 12, &random), "a k-tree");
    check_clean(make_windmill(5, 3000), "a windmill");
    check_clean(make_ring(20000, 9), "a ring");
    check_clean(make_complete(150), "complete: rows too long on average");
    many = make_disjoint(&bipartite, &path);
    check_clean(many, "rows of 300");
    for (int i = 0; i < 6; i++) {
        edge_list twice = make_disjoint(&blocks, &blocks);
        edge_list_free(&blocks);
        blocks = twice;
    }
    check_clean(blocks, "many small parts");
    edge_list_free(&bipartite);
    edge_list_free(&path);
}

/* The ids are so large that a separate sort numbers the vertices; the degree classes of a hub need two digits. */
TEST_CASE(clean_large)
{
    test_random random = {24};
    edge_list hubs = edge_list_create(40000);
    check_clean(spaced(make_star(1100), 1000), "a star among many numbers");
    check_clean(spaced(make_path(2000), 600), "a path among many numbers");
    for (uint32_t v = 3; v < 40000; v++)
        for (uint32_t i = 0; i < 3; i++) edge_list_add(&hubs, test_random_below(&random, i == 0 ? 3 : v), v);
    check_clean(hubs, "three hubs");
}

/* More edges with random ends than one launch writes to rows: it numbers the vertices, and a sort
 * makes the rows. Also a third of the edges, not clean. */
TEST_CASE(many_far_edges)
{
    enum { VERTICES = 120000, EDGES = 2400000, UNEVEN = 64 };
    test_random random = {25};
    edge_list far = edge_list_create(VERTICES), raw;
    for (uint32_t i = 0; i < EDGES; i++) {
        const uint32_t below = VERTICES / (1 + test_random_below(&random, UNEVEN));
        edge_list_add(&far, test_random_below(&random, below), test_random_below(&random, VERTICES));
    }
    raw = edge_list_copy(&far);
    check_clean(far, "far edges");
    raw.count /= 3;
    raw.count -= raw.count % 2; /* check_prepared declares the number of vertices if the number of
                                 * edges is even */
    check_prepared(raw, "far edges as they come");
}

/* Prepares within this number of bytes of GPU memory (0: no limit); returns the bytes in use at the peak. */
static uint64_t check_within(const edge_list *list, const tricorn_graph *expected, uint64_t limit)
{
    tg_edges edges = edges_in_order(list);
    tg_device_preparation_times times;
    tg_device_graph prepared;
    tricorn_graph *here = NULL;

    test_by("tg_prepare_on_device within %llu bytes", (unsigned long long)limit);
    tricorn_context *own = test_new_context(NULL);
    REQUIRE_OK(own, tg_device_open(own, 0));
    tg_device_set_limit(own, limit);
    REQUIRE_OK(own, tg_prepare_on_device(own, &edges, &prepared, &times));
    const uint64_t peak = tg_device_peak_bytes(own);
    REQUIRE_OK(own, tg_device_graph_to_host(own, &prepared, &here));
    check_like(here, expected, "prepared within a limit");
    check_graph_of_list(here, list, "prepared within a limit");
    tg_device_graph_free(own, &prepared);
    tricorn_graph_free(here);
    tricorn_context_free(own);
    tg_edges_free(&edges);
    return peak;
}

/* A separate sort numbers the vertices, while the launch holds memory for rows (and 2^17 bytes for
 * digit counts). Without memory for both, a sort makes the rows too. */
TEST_CASE(numbers_without_room_for_rows)
{
    enum { LESS = 1 << 16 };
    edge_list star = spaced(make_star(1100), 1000);
    clean(&star);
    trim(&star);
    test_on("a star of 1100 edges among %u ids", star.vertices);
    tricorn_graph *expected = edge_list_graph(context, &star);
    const uint64_t peak = check_within(&star, expected, 0);
    check_within(&star, expected, peak - LESS);
    tricorn_graph_free(expected);
    edge_list_free(&star);
}

TEST_MAIN_ON_DEVICE(&context, NULL, NULL)
