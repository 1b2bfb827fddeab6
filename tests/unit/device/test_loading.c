/* test_loading.c - a graph that is loaded for counting on a GPU is the same as for the CPU,
 * wherever its rows are, also under small limits of memory. Skipped without a GPU. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "device/device.h"
#include "prepare/on_gpu.h"
#include "support/device_tests.h"
#include "support/families.h"
#include "support/same_graph.h"
#include "support/host_rows.h"

enum { NAME_BYTES = 64 };
enum { LARGE_VERTICES = 1 << 15, LARGE_EDGES = 3 << 20 }; /* 24 MiB: more than a slot */

static tricorn_context *context;

static tricorn_options on_gpu(void)
{
    tricorn_options options = *COUNTING(.device = "gpu");
    return options;
}

static uint64_t count_with(tricorn_context *with, const tricorn_graph *graph, const tricorn_options *options)
{
    test_by("%s on %s", options->algorithm ? options->algorithm : "what is chosen",
      options->device ? options->device : "any device");
    return test_triangles(with, graph, options);
}

static tricorn_graph *load_for(const tricorn_options *count, const edge_list *edges)
{
    tricorn_graph *graph = test_from_edges(context, edges->pairs, edges->count, LOADING(.count = count));
    return graph;
}

static void check_same_description(const tricorn_graph *here, const tricorn_graph *there, const char *name)
{
    tricorn_graph_description a = TRICORN_GRAPH_DESCRIPTION_INIT, b = a;
    REQUIRE_OK(context, tricorn_graph_describe(context, here, &a));
    REQUIRE_OK(context, tricorn_graph_describe(context, there, &b));
    CHECK_EQ(b.vertices, a.vertices, "%s: vertices", name);
    CHECK_EQ(b.isolated, a.isolated, "%s: isolated", name);
    CHECK_EQ(b.edges, a.edges, "%s: edges", name);
    CHECK_EQ(b.input_edges, a.input_edges, "%s: input edges", name);
    CHECK_EQ(b.self_loops, a.self_loops, "%s: loops", name);
    CHECK_EQ(b.duplicates, a.duplicates, "%s: duplicates", name);
    CHECK_EQ(b.both_directions, a.both_directions, "%s: both directions", name);
    CHECK_EQ(b.max_out_degree, a.max_out_degree, "%s: longest row", name);
    CHECK_EQ(b.oriented_wedges, a.oriented_wedges, "%s: wedges", name);
    CHECK_EQ(b.bytes, a.bytes, "%s: bytes", name);
}

/* Frees the edges. */
static void check_loaded(edge_list edges, const char *name)
{
    const tricorn_options options = on_gpu();
    uint32_t gpu = UINT32_MAX;
    test_on("%s: %llu pairs of %u ids", name, (unsigned long long)edges.count, edges.vertices);
    tricorn_graph *here = edge_list_graph(context, &edges);
    tricorn_graph *there = load_for(&options, &edges);
    const uint64_t expected = test_cpu_count(context, here);

    if (edges.count > 0) {
        CHECK(tg_graph_is_on(there, &gpu) && gpu == 0, "%s: the graph is on the GPU", name);
        CHECK(there->host.offsets == NULL, "%s: nothing is copied unasked", name);
    }
    /* Only the CPU numbers sorted edges from the last to the first. */
    const bool alike = here->order != TG_ORDER_REVERSED;
    if (alike) check_same_description(here, there, name);
    CHECK_EQ(count_with(context, there, &options), expected, "%s: on the GPU", name);
    if (edges.count > 0) CHECK(there->host.offsets == NULL, "%s: counting needs no copy", name);
    CHECK_EQ(test_cpu_count(context, there), expected, "%s: on the CPU", name);
    if (alike) check_identical_graphs(there, here, name);
    if (edges.count > 0) check_graph_of_list(there, &edges, name);
    tricorn_graph_free(here);
    tricorn_graph_free(there);
    edge_list_free(&edges);
}

static edge_list random_list(uint32_t vertices, uint64_t count, uint64_t seed)
{
    test_random random = {seed};
    edge_list edges = edge_list_create(vertices);
    for (uint64_t i = 0; i < count; i++)
        edge_list_add(
          &edges, (uint32_t)test_random_below(&random, vertices), (uint32_t)test_random_below(&random, vertices));
    return edges;
}

TEST_CASE(hostile_edges)
{
    test_random random = {33};
    edge_list loops = edge_list_create(40), twice = make_complete(30), same = edge_list_create(9);
    for (unsigned trial = 0; trial < 40; trial++) {
        char name[NAME_BYTES];
        const uint32_t vertices = 2 + (uint32_t)test_random_below(&random, 60);
        edge_list edges = random_list(vertices, test_random_below(&random, 300), trial);
        if (trial % 2) edge_list_add_reversed(&edges);
        edge_list_shuffle(&edges, &random);
        snprintf(name, sizeof name, "random, with loops and repetitions, trial %u", trial);
        check_loaded(edges, name);
    }
    check_loaded(edge_list_create(0), "nothing");
    for (uint32_t v = 0; v < 40; v += 3) edge_list_add(&loops, v, v);
    check_loaded(loops, "only loops");
    edge_list_add_reversed(&twice);
    check_loaded(twice, "complete, both directions");
    for (unsigned i = 0; i < 5000; i++) edge_list_add(&same, 7, 3);
    edge_list_add(&same, 3, 7);
    check_loaded(same, "one edge again and again, turned once");
    check_loaded(make_star(3000), "a star");
}

/* More bytes than the pinned buffers hold, so each is used several times. */
TEST_CASE(large_arrays)
{
    check_loaded(random_list(LARGE_VERTICES, LARGE_EDGES, 5), "three million pairs");
}

/* A GPU cannot use this id as a number, so the CPU renumbers it. */
TEST_CASE(the_largest_id)
{
    const tricorn_options options = on_gpu();
    edge_list edges = edge_list_create(0);
    test_on("a triangle with the largest id");
    edge_list_add(&edges, 0, 1);
    edge_list_add(&edges, 1, UINT32_MAX);
    edge_list_add(&edges, UINT32_MAX, 0);
    tricorn_graph *graph = load_for(&options, &edges);
    CHECK_EQ(count_with(context, graph, &options), 1, "a triangle");
    tricorn_graph_free(graph);
    edge_list_free(&edges);
}

TEST_CASE(small_limits)
{
    edge_list edges = random_list(3000, 200000, 9);
    tricorn_graph *here = edge_list_graph(context, &edges);
    const uint64_t expected = test_cpu_count(context, here);
    test_on("%llu pairs of 3000 ids", (unsigned long long)edges.count);
    /* The smallest limit has room for a third of the edges, the largest for the whole preparation. In between the CPU
     * prepares the graph and the GPU counts it in parts, or the GPU starts to prepare it and fails later. */
    for (uint64_t limit = 4 * edges.count / 3; limit < 40 * edges.count; limit += limit / 3) {
        tricorn_options options = on_gpu();
        tricorn_result result = TRICORN_RESULT_INIT;
        options.device_bytes_limit = limit;
        test_by("loading and counting on the GPU with %llu bytes", (unsigned long long)limit);
        tricorn_context *own = test_new_context(NULL);
        tricorn_graph *graph = test_from_edges(own, edges.pairs, edges.count, LOADING(.count = &options));
        REQUIRE_OK(own, tricorn_count(own, graph, &options, &result));
        CHECK_EQ(result.triangles, expected, "triangles");
        CHECK(result.memory.device_peak_bytes <= limit, "%llu bytes were in use",
          (unsigned long long)result.memory.device_peak_bytes);
        tricorn_context_free(own);
        tricorn_graph_free(graph);
    }
    /* Counting has a limit that loading did not have, so the graph has to leave the GPU. */
    tricorn_options options = on_gpu();
    tricorn_graph *graph = load_for(&options, &edges);
    options.device_bytes_limit = 4 * edges.count / 3;
    CHECK_EQ(count_with(context, graph, &options), expected, "given up");
    tricorn_graph_free(graph);
    tricorn_graph_free(here);
    edge_list_free(&edges);
}

/* If the edges do not fit but the rows do, the CPU orients the edges and the GPU makes the rows. */
TEST_CASE(edges_turned_by_the_cpu)
{
    enum { BYTES_OF_AN_EDGE = 18 }; /* preparing all edges at once needs 24, rows alone 8 */
    tricorn_options options = on_gpu();
    edge_list edges = random_list(LARGE_VERTICES, LARGE_EDGES, 6);
    tricorn_graph *here = edge_list_graph(context, &edges), *there;
    uint32_t gpu = UINT32_MAX;
    test_on("%d random pairs of %d ids, with %d bytes for each", LARGE_EDGES, LARGE_VERTICES, BYTES_OF_AN_EDGE);
    options.device_bytes_limit = BYTES_OF_AN_EDGE * edges.count;
    there = load_for(&options, &edges);
    CHECK(tg_graph_is_on(there, &gpu), "the rows are on the GPU");
    CHECK(there->host.offsets == NULL, "and nowhere else");
    check_same_description(here, there, "turned by the CPU");
    options.device_bytes_limit = 0;
    CHECK_EQ(count_with(context, there, &options), test_cpu_count(context, here), "counted there");
    test_fetch_rows(context, there);
    check_identical_graphs(there, here, "turned by the CPU");
    tricorn_graph_free(there);
    tricorn_graph_free(here);
    edge_list_free(&edges);
}

static tricorn_graph *load_by_steps(const edge_list *edges, uint64_t limit)
{
    tricorn_options options = on_gpu();
    options.device_bytes_limit = limit;
    tricorn_graph *graph =
      test_from_edges(context, edges->pairs, edges->count, LOADING(.count = &options, .graph.prepare = "polak"));
    return graph;
}

/* Prepares by the steps of Polak's paper, by its method for large graphs, and with too little
 * memory for either; counts on the CPU and the GPU. */
TEST_CASE(steps_by_name)
{
    edge_list edges = random_list(3000, 200000, 11), none = edge_list_create(0);
    tricorn_graph *here = edge_list_graph(context, &edges);
    const tricorn_options options = on_gpu();
    edge_list_add_reversed(&edges);
    for (uint64_t limit = 0; limit < 80 * edges.count; limit += edges.count + limit / 2) {
        test_on("%llu pairs of 3000 ids, prepared by steps with %llu bytes", (unsigned long long)edges.count,
          (unsigned long long)limit);
        tricorn_graph *there = load_by_steps(&edges, limit);
        const uint64_t expected = test_cpu_count(context, here);
        CHECK_EQ(count_with(context, there, &options), expected, "on the GPU");
        CHECK_EQ(test_cpu_count(context, there), expected, "on the CPU");
        check_graph_of_list(there, &edges, "by steps");
        tricorn_graph_free(there);
    }
    test_on("no edges");
    tricorn_graph *nothing = load_by_steps(&none, 0);
    CHECK_EQ(count_with(context, nothing, &options), 0, "no edges");
    tricorn_graph_free(nothing);
    tricorn_graph_free(here);
    edge_list_free(&edges);
    edge_list_free(&none);
}

typedef struct reader {
    const tricorn_graph *graph;
    uint64_t expected;
    bool gpu;
    uint32_t wrong;
} reader;

static void *read_graph(void *given)
{
    reader *job = given;
    tricorn_context *own = NULL;
    tricorn_options options = on_gpu();
    if (!job->gpu) options.device = "cpu";
    if (tricorn_context_create(NULL, &own) != TRICORN_OK) job->wrong++;
    for (int i = 0; i < 10 && own != NULL; i++) {
        tricorn_result result = TRICORN_RESULT_INIT;
        job->wrong +=
          tricorn_count(own, job->graph, &options, &result) != TRICORN_OK || result.triangles != job->expected;
    }
    tricorn_context_free(own);
    return NULL;
}

/* Some threads count the graph on the GPU while others ask for its rows. */
TEST_CASE(shared_by_threads)
{
    enum { THREADS = 6 };
    const tricorn_options options = on_gpu();
    edge_list edges = random_list(3000, 200000, 10);
    tricorn_graph *here = edge_list_graph(context, &edges), *there = load_for(&options, &edges);
    const uint64_t expected = test_cpu_count(context, here);
    reader jobs[THREADS];
    pthread_t threads[THREADS];
    test_on("%llu pairs of 3000 ids", (unsigned long long)edges.count);
    for (int t = 0; t < THREADS; t++) {
        jobs[t] = (reader){there, expected, t % 2 == 0, 0};
        assert_int_equal(pthread_create(&threads[t], NULL, read_graph, &jobs[t]), 0);
    }
    for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
    for (int t = 0; t < THREADS; t++) {
        test_by("thread %d of %d, on the %s", t, THREADS, jobs[t].gpu ? "GPU" : "CPU");
        CHECK_EQ(jobs[t].wrong, 0, "beside others");
    }
    tricorn_graph_free(here);
    tricorn_graph_free(there);
    edge_list_free(&edges);
}

/* The graph outlives the context that has opened the GPU. */
TEST_CASE(outlives_its_context)
{
    tricorn_options options = on_gpu();
    edge_list edges = make_complete(60);
    test_on("complete, 60 vertices");
    tricorn_context *first = test_new_context(NULL);
    tricorn_graph *graph = test_from_edges(first, edges.pairs, edges.count, LOADING(.count = &options));
    tricorn_context_free(first);
    CHECK_EQ(count_with(context, graph, &options), 60 * 59 * 58 / 6, "from another context");
    CHECK_EQ(test_cpu_count(context, graph), 60 * 59 * 58 / 6, "fetched by another context");
    tricorn_graph_free(graph);
    edge_list_free(&edges);
}

TEST_MAIN_ON_DEVICE(&context, NULL, NULL)
