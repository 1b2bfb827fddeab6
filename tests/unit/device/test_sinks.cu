/* test_sinks.cu - triangles of vertices and supports of edges on the GPU, with none, some and all
 * of the vertices counted by the matrix unit, and by Par-Search, of graphs and of parts of their
 * rows, against the CPU's counts and closed forms. Skipped without a GPU. */
#include <vector>

#include "gpu/adaptive/sinks.cuh"

#include "support/device_tests.h"
#include "support/host_rows.h"
extern "C" {
#include "device/device.h"
#include "graph/graph.h"
#include "registry/registry.h"
#include "schedule/device/methods.h"
#include "schedule/run_task.h"
}

static tricorn_context *context;
static const tg_hub_bounds *hubs; /* bounds for the index; NULL: they are chosen */

static tricorn_status make_index(tricorn_context *of, tg_device_task *task, tg_sink_kind kind)
{
    return tg_sink_index_make(of, task, kind, hubs);
}

static tg_algorithm forced; /* gpu-adaptive, but its index is made by make_index() */

/* The linker sends the library's call to this (CMakeLists.txt). */
extern "C" const tg_gpu_methods *__real_tg_gpu_methods_of(const tg_algorithm *algorithm);
extern "C" const tg_gpu_methods *__wrap_tg_gpu_methods_of(const tg_algorithm *algorithm)
{
    static tg_gpu_methods changed;
    const tg_gpu_methods *own = __real_tg_gpu_methods_of(algorithm);
    if (algorithm != &forced) return own;
    changed = *own;
    changed.make_sink_index = make_index;
    return &changed;
}

/* Counts by vertex and by edge, and the totals of both calls. */
typedef struct counts {
    std::vector<uint64_t> vertices;
    std::vector<uint32_t> edges;
    uint64_t totals[2];
} counts;

/* Counts the graph as tasks of its rows, cut at the bounds; all tasks add to the same arrays. parameters: as in the
 * options; NULL: the standard values. */
static counts count_by(const tricorn_graph *graph, const tg_algorithm *algorithm, const std::vector<uint32_t> &bounds,
  const char *parameters = NULL)
{
    counts made = {std::vector<uint64_t>(graph->vertices), std::vector<uint32_t>(graph->edges), {0, 0}};
    const tg_sink sinks[2] = {tg_sink_of_vertices(made.vertices.data()), tg_sink_of_edges(made.edges.data())};
    tg_setup setups[2] = {tg_standard_setup(algorithm, TG_SINK_VERTICES), tg_standard_setup(algorithm, TG_SINK_EDGES)};
    for (int i = 0; i < 2; i++) {
        if (parameters) REQUIRE_OK(context, tg_read_parameters(context, parameters, &setups[i]));
        tg_task task = test_task_of(graph);
        const uint32_t all = task.last_row;
        for (size_t b = 0; b <= bounds.size(); b++) {
            uint64_t found = 0;
            task.first_row = b > 0 ? bounds[b - 1] : 0;
            task.last_row = b < bounds.size() ? bounds[b] : all;
            REQUIRE_OK(context, tg_count_task(context, &task, &setups[i], &sinks[i], &found));
            made.totals[i] += found;
        }
    }
    return made;
}

static void check_same(const counts &made, const counts &expected)
{
    for (int i = 0; i < 2; i++) CHECK_EQ(made.totals[i], expected.totals[i], "total of %s", i ? "edges" : "vertices");
    check_elements(made.vertices, expected.vertices, "counts of vertices");
    check_elements(made.edges, expected.edges, "supports of edges");
}

static void check_hubs(const tricorn_graph *graph, const counts &expected)
{
    static const tg_hub_bounds some[] = {tg_hub_bounds_square(0), tg_hub_bounds_square(1), tg_hub_bounds_square(2049),
      tg_hub_bounds_square(6144), tg_hub_bounds_square(1 << 16), {{4096}}, {{8192, 6144}}, {{131072, 8192, 6144}}};
    enum { SQUARE_OF_ALL = 4, CHOSEN = 8 };
    const uint32_t rows = test_task_of(graph).last_row;
    const std::vector<std::vector<uint32_t>> parts = {{}, {rows / 3}, {0, rows / 40, rows / 40, rows / 2, rows}};
    forced = *tg_algorithm_find("gpu-adaptive");
    for (int one = 0; one <= CHOSEN; one++) {
        hubs = one < CHOSEN ? &some[one] : NULL;
        if (one == SQUARE_OF_ALL && graph->vertices > 1 << 14) continue; /* mostly empty */
        for (const std::vector<uint32_t> &bounds : parts) {
            test_by("gpu-adaptive with hubs %d in %zu parts", one, bounds.size() + 1);
            check_same(count_by(graph, &forced, bounds), expected);
        }
    }
}

static void check_model(const char *model, const char *parameters)
{
    tricorn_graph *graph = test_model(context, model, parameters, 3);
    check_hubs(graph, count_by(graph, tg_algorithm_find("cpu-merge-edge"), {}));
    tricorn_graph_free(graph);
}

TEST_CASE(small_graphs)
{
    check_model("kronecker", "scale=9 edge_factor=40");
    check_model("kronecker", "scale=12 edge_factor=8");
    check_model("complete", "vertices=150");
}

TEST_CASE(larger_graphs)
{
    check_model("kronecker", "scale=14 edge_factor=16");
    check_model("kronecker", "scale=15 edge_factor=40");
    check_model("erdos-renyi", "vertices=5000 edges=600000");
}

/* Ids with and without keys of 16 bits, blocks beyond them. */
TEST_CASE(far_ids)
{
    check_model("kronecker", "scale=17 edge_factor=40");
    check_model("erdos-renyi", "vertices=140000 edges=8000000");
}

/* Rows so long that the counters of a block do not fit into shared memory at once. */
TEST_CASE(long_rows)
{
    enum { N = 6000 };
    tricorn_graph *graph = test_model(context, "complete", "vertices=6000", 3);
    const uint64_t all = (uint64_t)N * (N - 1) * (N - 2) / 6;
    const counts expected = {std::vector<uint64_t>(N, (uint64_t)(N - 1) * (N - 2) / 2),
      std::vector<uint32_t>((size_t)N * (N - 1) / 2, N - 2), {all, all}};
    check_hubs(graph, expected);
    tricorn_graph_free(graph);
}

/* Par-Search with one lane or many for an edge. */
TEST_CASE(bins_of_edges)
{
    static const char *const ways[] = {NULL, "fox-par-search.paper=1",
      "fox-par-search.lanes=256 fox-par-search.bins=32", "fox-par-search.choose=1 fox-par-search.work_per_lane=1"};
    static const char *const models[][2] = {{"kronecker", "scale=12 edge_factor=24"}, {"complete", "vertices=150"}};
    for (const auto &model : models) {
        tricorn_graph *graph = test_model(context, model[0], model[1], 3);
        const counts expected = count_by(graph, tg_algorithm_find("cpu-merge-edge"), {});
        for (const char *way : ways) {
            test_by("fox-par-search %s", way ? way : "");
            check_same(count_by(graph, tg_algorithm_find("fox-par-search"), {}, way), expected);
            check_same(count_by(graph, tg_algorithm_find("fox-par-search"), {3, 80}, way), expected);
        }
        tricorn_graph_free(graph);
    }
}

TEST_MAIN_ON_DEVICE(&context, NULL, NULL)
