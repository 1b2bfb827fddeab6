/* test_adaptive_tasks.cu - gpu-adaptive on the tasks into which graphs are cut by classes of
 * vertices: totals, triangles of vertices and supports of edges. Each task is compared with a
 * count on the host, with and without the facts known about its rows. Skipped without a GPU. */
#include <algorithm>
#include <map>
#include <vector>

#include "support/device_tests.h"
extern "C" {
#include "graph/graph.h"
#include "registry/registry.h"
#include "schedule/run_task.h"
#include "support/edge_list.h"
#include "support/host_rows.h"
#include "task/grid.h"
}

static tricorn_context *context;

enum { FIND = 0, TABLES = 1 }; /* gpu-adaptive's own choice; tables for any task */
enum { WAYS = 6 }; /* the most that gpu-adaptive.way can be */

/* The counts of all tasks so far; supports are stored by the ids of their rows. */
typedef struct counts {
    uint32_t most; /* vertices of a class */
    std::map<uint32_t, std::vector<uint64_t>> vertices; /* by class */
    std::map<const uint32_t *, std::vector<uint32_t>> supports;
} counts;

static uint64_t id_count(const tg_rows &rows)
{
    return rows.count ? rows.offsets[rows.count] : 0;
}

static uint32_t *supports_of(counts *of, const tg_rows &rows)
{
    std::vector<uint32_t> &supports = of->supports[rows.ids];
    supports.resize(std::max(supports.size(), (size_t)id_count(rows) + 1)); /* never NULL */
    return supports.data();
}

static uint64_t *vertices_of(counts *of, tg_numbering numbering)
{
    std::vector<uint64_t> &vertices = of->vertices[numbering.first];
    vertices.resize(of->most);
    return vertices.data();
}

static void add_vertices_of(counts *of, const tg_task &task, tg_sink *sink)
{
    sink->u = vertices_of(of, task.u);
    sink->v = vertices_of(of, task.v);
    sink->w = vertices_of(of, task.w);
}

static tg_sink edges_of(counts *of, const tg_task &task)
{
    tg_sink sink = {};
    sink.edges = supports_of(of, task.edges);
    sink.from = supports_of(of, task.from);
    sink.into = supports_of(of, task.into);
    return sink;
}

/* ---- the slow truth ---- */

/* Counts the triangles of the edge number e of row u. */
static uint64_t count_edge(const tg_task &task, uint32_t u, uint64_t e, const tg_sink &sink)
{
    const uint32_t v = task.edges.ids[e];
    const uint32_t *const from = task.from.ids, *const into = task.into.ids;
    uint64_t a = task.from.offsets[u], b = task.into.offsets[v], found = 0;
    const uint64_t a_end = task.from.offsets[u + 1], b_end = task.into.offsets[v + 1];
    while (a < a_end && b < b_end) {
        if (from[a] == into[b]) {
            sink.w[from[a]]++;
            sink.from[a]++;
            sink.into[b]++;
            found++;
            a++;
            b++;
        } else if (from[a] < into[b]) { /* moves on to the next id that is not below the other list's */
            a = (uint64_t)(std::lower_bound(from + a, from + a_end, into[b]) - from);
        } else {
            b = (uint64_t)(std::lower_bound(into + b, into + b_end, from[a]) - into);
        }
    }
    sink.u[u] += found;
    sink.v[v] += found;
    sink.edges[e] += (uint32_t)found;
    return found;
}

static uint64_t count_slowly(const tg_task &task, counts *to)
{
    tg_sink sink = edges_of(to, task);
    uint64_t found = 0;
    add_vertices_of(to, task, &sink);
    for (uint32_t u = task.first_row; u < task.last_row; u++)
        for (uint64_t e = task.edges.offsets[u]; e < task.edges.offsets[u + 1]; e++)
            found += count_edge(task, u, e, sink);
    return found;
}

/* ---- tasks ---- */

static tg_setup setup_of(tg_sink_kind kind, int tables)
{
    tg_setup setup = tg_standard_setup(tg_algorithm_find("gpu-adaptive"), kind);
    if (tables) setup.values[0] = 0; /* gpu-adaptive.wedges */
    return setup;
}

static void check_total(const tg_task &task, const tg_setup &setup, uint64_t expected, const char *how)
{
    uint64_t found = UINT64_MAX;
    REQUIRE_OK(context, tg_count_task(context, &task, &setup, NULL, &found));
    CHECK_EQ(found, expected, "the total, %s", how);
}

/* Counts one task in every way. Adds the GPU's counts to `made`, and the host's to `expected`. Returns the total. */
static uint64_t check_task(const tg_task &task, bool by_cpu, counts *made, counts *expected)
{
    const uint64_t total = count_slowly(task, expected);
    const tg_setup cpu = tg_standard_setup(tg_algorithm_find("cpu-merge-edge"), TG_SINK_TOTAL);
    const tg_setup by_vertex = setup_of(TG_SINK_VERTICES, FIND);
    const tg_setup by_edge = setup_of(TG_SINK_EDGES, FIND);
    tg_sink vertices = {};
    const tg_sink edges = edges_of(made, task);
    tg_task any = task;
    uint64_t found = UINT64_MAX;

    if (by_cpu) check_total(task, cpu, total, "by the CPU");
    check_total(task, setup_of(TG_SINK_TOTAL, TABLES), total, "with tables");
    check_total(task, setup_of(TG_SINK_TOTAL, FIND), total, "by itself");
    for (uint32_t way = 1; way <= WAYS; way++) {
        tg_setup forced = setup_of(TG_SINK_TOTAL, FIND);
        forced.values[1] = way; /* gpu-adaptive.way */
        check_total(task, forced, total, "in a way");
    }
    any.reach = TG_REACH_ANY;
    check_total(any, setup_of(TG_SINK_TOTAL, TABLES), total, "nothing known of the rows");
    add_vertices_of(made, task, &vertices);
    REQUIRE_OK(context, tg_count_task(context, &task, &by_vertex, &vertices, &found));
    CHECK_EQ(found, total, "the total beside vertices");
    REQUIRE_OK(context, tg_count_task(context, &task, &by_edge, &edges, &found));
    CHECK_EQ(found, total, "the total beside edges");
    return total;
}

/* Counts all tasks of the classes, every second one in two parts. */
static void check_classes(const tricorn_graph *graph, uint32_t classes, bool by_cpu, uint64_t expected_total)
{
    counts made = {graph->vertices, {}, {}}, expected = made;
    tg_grid grid = {};
    uint64_t total = 0;
    REQUIRE_OK(context, tg_grid_classes(context, graph->active, classes, &grid));
    tg_rows rows;
    REQUIRE_OK(context, tg_graph_rows(context, graph, &rows));
    REQUIRE_OK(context, tg_grid_fill(context, &rows, &grid));
    for (uint32_t t = 0; t < classes * classes * classes; t++) {
        const tg_grid_at at = tg_grid_at_number(&grid, t);
        tg_task task = tg_grid_task(&grid, at);
        const uint32_t last_row = task.last_row, middle = last_row / 3;
        test_by("gpu-adaptive, task %u %u %u of %u classes, reach %d", at.i, at.j, at.k, classes, (int)task.reach);
        if (t % 2 > 0) {
            task.last_row = middle;
            total += check_task(task, by_cpu, &made, &expected);
            task.first_row = middle;
            task.last_row = last_row;
        }
        total += check_task(task, by_cpu, &made, &expected);
    }
    for (const auto &vertices : expected.vertices)
        check_elements(made.vertices[vertices.first], vertices.second, "triangles of vertices");
    for (const auto &supports : expected.supports)
        check_elements(made.supports[supports.first], supports.second, "supports");
    CHECK_EQ(total, expected_total, "all tasks of %u classes", classes);
    tg_grid_free(&grid);
}

static void check_graph(const tricorn_graph *graph, bool by_cpu)
{
    counts whole = {graph->vertices, {}, {}};
    const uint64_t total = count_slowly(test_task_of(graph), &whole);
    for (uint32_t classes = 1; classes <= 3; classes++) check_classes(graph, classes, by_cpu, total);
}

static void check_model(const char *model, const char *parameters)
{
    tricorn_graph *graph = test_model(context, model, parameters, 5);
    check_graph(graph, true);
    tricorn_graph_free(graph);
}

/* ---- tests ---- */

TEST_CASE(blocks_of_hubs)
{
    check_model("complete", "vertices=2");
    check_model("complete", "vertices=400"); /* all numbers are equal to some */
    check_model("kronecker", "scale=10 edge_factor=60");
    check_model("kronecker", "scale=14 edge_factor=60");
}

TEST_CASE(flat_graphs)
{
    check_model("erdos-renyi", "vertices=3000 edges=29000");
    check_model("erdos-renyi", "vertices=200000 edges=2400000"); /* small slots */
    check_model("erdos-renyi", "vertices=60000 edges=1300000"); /* large slots */
    check_model("kronecker", "scale=18 edge_factor=5");
    check_model("watts-strogatz", "vertices=200000 degree=16 rewire=0.1");
    check_model("grid2d", "width=1000 height=900 diagonals=0.5");
    check_model("hub", "leaves=50000 extra=300");
}

/* A path, and HUBS hubs after it in each class of vertices. The rows of hubs have most vertices with numbers `first`
 * to `last` of their class: these have enough wedges for blocks, whatever their numbers. Neighbours on the path have
 * the same number in different classes, or the next. In the order of the input the hubs stay the last. */
static void check_far(uint32_t first, uint32_t last)
{
    enum { CLASSES = 3, HUBS = 20 * CLASSES, OF_FIVE = 4 };
    const uint32_t end = last * CLASSES;
    tricorn_load_options load = TRICORN_LOAD_OPTIONS_INIT;
    test_random random = {7};
    tricorn_graph *graph = NULL;
    edge_list edges = edge_list_create(end + HUBS);
    test_on("a path of %u vertices, and %d hubs that lead to those from %u on", end, (int)HUBS, first * CLASSES);
    for (uint32_t v = 1; v < end + HUBS; v++) edge_list_add(&edges, v - 1, v);
    for (uint32_t v = first * CLASSES; v < end; v++) {
        edge_list_add(&edges, v, v - 2);
        for (uint32_t hub = end; hub < end + HUBS; hub++)
            if (test_random_below(&random, 5) < OF_FIVE) edge_list_add(&edges, v, hub);
    }
    load.graph.order = "input";
    REQUIRE_OK(context, tricorn_graph_from_edges32(context, edges.pairs, edges.count, &load, &graph));
    check_graph(graph, false);
    tricorn_graph_free(graph);
    edge_list_free(&edges);
}

TEST_CASE(block_widths)
{
    check_far(15900, 33300); /* across blocks of 32, 16 and 8 */
}

/* The second window has more ids of a row than it has keys. */
TEST_CASE(far_windows)
{
    check_far(64000, 70000);
}

/* Blocks are after the first window, but no row is cut. */
TEST_CASE(next_window)
{
    check_far(64000, 67900);
}

TEST_MAIN_ON_DEVICE(&context, NULL, NULL)
