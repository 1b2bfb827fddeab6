/* test_degrees.c - degrees and clustering on a GPU, of rows on the GPU and in host memory, are those of the edges and
 * of the CPU; counting degrees leaves the rows on the GPU. Skipped without a GPU. */
#include <stdlib.h>
#include <string.h>

#include "graph/graph.h"
#include "prepare/on_gpu.h"
#include "support/device_tests.h"
#include "support/families.h"

static tricorn_context *context;

static tricorn_options on(const char *device)
{
    tricorn_options options = *COUNTING(.device = device);
    return options;
}

static tricorn_graph *load_for(const char *device, const edge_list *edges)
{
    const tricorn_options options = on(device);
    tricorn_graph *graph = test_from_edges(context, edges->pairs, edges->count, LOADING(.count = &options));
    return graph;
}

static void check_on_gpu(const tricorn_graph *graph)
{
    uint32_t gpu = UINT32_MAX;
    CHECK(tg_graph_is_on(graph, &gpu) && gpu == 0, "the rows are on the GPU");
}

/* Compares with degrees by the edges themselves, without repetitions and loops. */
static void check_degrees(const tricorn_graph *there, const edge_list *edges)
{
    uint64_t *expected = edge_list_degrees(edges);
    uint64_t *found = test_allocate(there->vertices + 1, sizeof *found);

    test_by("tricorn_graph_degrees");
    memset(found, 0xff, (there->vertices + 1) * sizeof *found);
    REQUIRE_OK(context, tricorn_graph_degrees(context, there, found));
    for (uint32_t v = 0; v < there->vertices; v++)
        CHECK_EQ(found[v], expected[tricorn_graph_id(there, v)], "degree of vertex %u", v);
    CHECK_EQ(found[there->vertices], UINT64_MAX, "written behind the degrees");
    check_on_gpu(there);
    free(expected);
    free(found);
}

/* Columns of a graph in the order of ids, because vertices have other numbers on a GPU. */
typedef struct columns {
    uint64_t *degrees, *triangles;
    double *coefficients;
    tricorn_clustering_summary summary;
} columns;

static void sort_counts(const uint32_t *places, uint64_t count, uint64_t *values)
{
    uint64_t *sorted = test_allocate(count + 1, sizeof *sorted);
    for (uint64_t v = 0; v < count; v++) sorted[places[v]] = values[v];
    memcpy(values, sorted, count * sizeof *values);
    free(sorted);
}

static void sort_reals(const uint32_t *places, uint64_t count, double *values)
{
    double *sorted = test_allocate(count + 1, sizeof *sorted);
    for (uint64_t v = 0; v < count; v++) sorted[places[v]] = values[v];
    memcpy(values, sorted, count * sizeof *values);
    free(sorted);
}

static columns cluster(const tricorn_graph *graph, const char *device)
{
    const tricorn_options count = on(device);
    const uint64_t room = (uint64_t)graph->vertices + 1;
    columns found = {test_allocate(room, sizeof *found.degrees), test_allocate(room, sizeof *found.triangles),
      test_allocate(room, sizeof *found.coefficients), TRICORN_CLUSTERING_SUMMARY_INIT};
    uint32_t *places = test_allocate(room, sizeof *places);

    test_by("tricorn_clustering on %s", device);
    REQUIRE_OK(context, tricorn_clustering(context, graph,
                          OPTIONS(tricorn_clustering_options, .count = &count, .degrees = found.degrees,
                            .triangles = found.triangles, .coefficients = found.coefficients),
                          &found.summary, NULL));
    REQUIRE_OK(context, tricorn_graph_ids(context, graph, NULL, places));
    sort_counts(places, graph->vertices, found.degrees);
    sort_counts(places, graph->vertices, found.triangles);
    sort_reals(places, graph->vertices, found.coefficients);
    free(places);
    return found;
}

static void free_columns(columns *found)
{
    free(found->degrees);
    free(found->triangles);
    free(found->coefficients);
}

/* The columns of the GPU and of the CPU agree in every bit. */
static void check_columns(const columns *by_gpu, const columns *by_cpu, uint32_t vertices)
{
    for (uint32_t v = 0; v < vertices; v++) {
        CHECK_EQ(by_gpu->degrees[v], by_cpu->degrees[v], "degree, place %u", v);
        CHECK_EQ(by_gpu->triangles[v], by_cpu->triangles[v], "triangles, place %u", v);
        CHECK(by_gpu->coefficients[v] == by_cpu->coefficients[v], "place %u: %.17g, not %.17g", v,
          by_gpu->coefficients[v], by_cpu->coefficients[v]);
    }
    CHECK(memcmp(&by_gpu->summary, &by_cpu->summary, sizeof by_gpu->summary) == 0, "the summary");
}

/* Also for rows in host memory, which are copied to the GPU for the count. */
static void check_clustering(const tricorn_graph *there, const tricorn_graph *here)
{
    columns by_cpu = cluster(here, "cpu");
    const tricorn_graph *const graphs[] = {there, here};

    CHECK_EQ(there->vertices, here->vertices, "vertices");
    for (size_t g = 0; g < LENGTH(graphs); g++) {
        columns by_gpu = cluster(graphs[g], "gpu");
        check_columns(&by_gpu, &by_cpu, here->vertices);
        free_columns(&by_gpu);
    }
    free_columns(&by_cpu);
}

/* Frees the edges. */
static void check_graph(edge_list edges, const char *name)
{
    test_on("%s: %llu pairs of %u ids", name, (unsigned long long)edges.count, edges.vertices);
    tricorn_graph *here = load_for("cpu", &edges), *there = load_for("gpu", &edges);

    check_on_gpu(there);
    check_degrees(there, &edges);
    check_clustering(there, here);
    tricorn_graph_free(there);
    tricorn_graph_free(here);
    edge_list_free(&edges);
}

TEST_CASE(families)
{
    check_graph(make_karate(), "karate");
    check_graph(make_path(2), "an edge");
    check_graph(make_complete(200), "complete");
    check_graph(make_star(100000), "a star");
    check_graph(make_windmill(3, 50000), "a hub of degree 100,000");
    check_graph(make_ring(3000, 5), "a ring");
}

/* Edges repeat, also in the other direction, and have loops, some of vertices without an edge. */
TEST_CASE(random_graphs)
{
    test_random random = {31};
    for (uint32_t percent = 1; percent <= 61; percent += 20) {
        edge_list edges = make_random(700, percent, &random);
        edge_list_add_loops(&edges, 60, &random);
        edge_list_add_reversed(&edges);
        edge_list_add_duplicates(&edges, 500, &random);
        edge_list_shuffle(&edges, &random);
        check_graph(edges, "random with loops and repeats");
    }
}

/* Vertices without an edge follow those of the rows, each with degree 0. */
TEST_CASE(vertices_with_loops_alone)
{
    edge_list edges = make_complete(40);
    for (uint32_t v = 40; v < 60; v++) edge_list_add(&edges, v, v);
    edges.vertices = 60;
    check_graph(edges, "vertices of loops alone");
}

TEST_MAIN_ON_DEVICE(&context, NULL, NULL)
