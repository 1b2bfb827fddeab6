/* test_refused_memory.c - each allocation of device memory fails in turn, alone or with all after
 * it. Preparing and counting then give the right graph and count in another way, or an error
 * about GPU memory; nothing stays allocated. Skipped without a GPU. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "prepare/on_gpu.h"
#include "registry/registry.h"
#include "support/allocator.h"
#include "support/device_tests.h"
#include "support/families.h"

enum { MANY_TIMES = 2000, /* more allocations than any call makes */ NAME_BYTES = 128 };

static tricorn_context *context;
static test_allocator allocator;

/* Edges, and how to prepare and count them. */
typedef struct job {
    const edge_list *edges;
    uint64_t triangles;
    const char *prepare, *order, *algorithm, *parameters; /* or NULL */
    uint64_t limit; /* limit of device memory; 0: none */
    uint32_t counts; /* number of counts that are expected; 0: one */
    bool wide; /* from 64-bit ids, so that the GPU knows the number of vertices */
    bool here; /* prepared by the CPU */
} job;

static tricorn_status load(const job *of, tricorn_graph **graph)
{
    tricorn_options count = *COUNTING(.device = of->here ? "cpu" : "gpu", .device_bytes_limit = of->limit);
    tricorn_load_options load = *LOADING(.count = &count, .graph.prepare = of->prepare, .graph.order = of->order);
    if (!of->wide) return tricorn_graph_from_edges32(context, of->edges->pairs, of->edges->count, &load, graph);
    uint64_t *pairs = test_allocate(2 * of->edges->count, sizeof *pairs);
    for (uint64_t i = 0; i < 2 * of->edges->count; i++) pairs[i] = of->edges->pairs[i];
    const tricorn_status status = tricorn_graph_from_edges64(context, pairs, of->edges->count, &load, graph);
    free(pairs);
    return status;
}

static tricorn_status prepare(const job *of)
{
    tricorn_graph *graph = NULL;
    const tricorn_status status = load(of, &graph);
    if (status != TRICORN_OK) {
        CHECK(graph == NULL, "a failure has no output");
        return status;
    }
    CHECK_EQ(test_cpu_count(context, graph), of->triangles, "triangles of what was prepared");
    tricorn_graph_free(graph);
    return TRICORN_OK;
}

static tricorn_status count(const job *of)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_graph *graph = NULL;
    tricorn_status status = load(of, &graph);
    if (status == TRICORN_OK)
        status = tricorn_count(context, graph,
          COUNTING(.device = "gpu", .algorithm = of->algorithm, .parameters = of->parameters, .counts = of->counts),
          &result);
    if (status == TRICORN_OK) CHECK_EQ(result.triangles, of->triangles, "triangles");
    tricorn_graph_free(graph);
    return status;
}

/* Lets `failures` allocations fail: from the first on, from the second on, ... */
static void refuse_from_each(const char *name, tricorn_status (*call)(const job *of), const job *of, uint64_t failures)
{
    uint64_t first = 0, refused;
    do {
        CHECK(first < MANY_TIMES, "%s: allocates without end", name);
        test_by(
          "%s, with %s refused from number %llu on", name, failures == 1 ? "one" : "all", (unsigned long long)first);
        tg_device_refuse(context, first, failures);
        const tricorn_status status = call(of);
        refused = tg_device_refused(context);
        tg_device_refuse(context, 0, 0);
        if (status != TRICORN_OK) {
            REQUIRE_STATUS(context, status, TRICORN_OUT_OF_DEVICE_MEMORY);
            CHECK(refused > 0, "%s: nothing was refused, and the call failed", name);
        }
        CHECK_EQ(tg_device_live_bytes(context), 0, "%s: bytes left", name);
        first++;
    } while (refused > 0);
    REQUIRE_OK(context, call(of));
}

static void refuse_in_turn(const char *name, tricorn_status (*call)(const job *of), const job *of)
{
    refuse_from_each(name, call, of, 1);
    refuse_from_each(name, call, of, UINT64_MAX);
}

/* Hubs, and a few edges out of order, turned, repeated, or loops. */
static edge_list unclean_edges(uint32_t vertices, uint32_t count)
{
    test_random random = {61};
    edge_list edges = edge_list_create(vertices);
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t a = test_random_below(&random, vertices);
        edge_list_add(&edges, (uint32_t)(a * a / vertices), (uint32_t)test_random_below(&random, vertices));
    }
    edge_list_add_duplicates(&edges, 20, &random);
    return edges;
}

static uint64_t triangles_of(const edge_list *edges)
{
    tricorn_graph *graph = edge_list_graph(context, edges);
    const uint64_t triangles = test_cpu_count(context, graph);
    tricorn_graph_free(graph);
    return triangles;
}

/* Checks that the graph is on the GPU if no allocation fails. */
static void check_on_gpu(const job *of, const char *name)
{
    tricorn_graph *graph = NULL;
    uint32_t gpu = 0;
    REQUIRE_OK(context, load(of, &graph));
    CHECK(tg_graph_is_on(graph, &gpu), "%s: not on the GPU", name);
    tricorn_graph_free(graph);
}

TEST_CASE(every_way_to_rows)
{
    enum { BYTES_OF_AN_EDGE = 18 }; /* too few for all edges at once, enough for their rows */
    edge_list clean = make_grid_diagonal(40, 50), unclean = unclean_edges(500, 6000);
    edge_list many = unclean_edges(1 << 13, 1 << 19);
    const uint64_t of_clean = triangles_of(&clean), of_unclean = triangles_of(&unclean);
    const struct {
        const char *name;
        job of;
    } ways[] = {
      {"one launch", {.edges = &clean, .triangles = of_clean, .wide = true}},
      {"a sort of half the bits", {.edges = &clean, .triangles = of_clean}},
      {"a sort", {.edges = &unclean, .triangles = of_unclean}},
      {"a sort, numbers known", {.edges = &unclean, .triangles = of_unclean, .wide = true}},
      {"Polak's steps", {.edges = &unclean, .triangles = of_unclean, .prepare = "polak"}},
      {"edges scattered by the CPU",
        {.edges = &many, .triangles = triangles_of(&many), .limit = BYTES_OF_AN_EDGE * many.count}},
    };
    test_on("%llu clean edges, %llu and %llu unclean ones", (unsigned long long)clean.count,
      (unsigned long long)unclean.count, (unsigned long long)many.count);
    for (size_t w = 0; w < LENGTH(ways); w++) {
        check_on_gpu(&ways[w].of, ways[w].name);
        refuse_in_turn(ways[w].name, prepare, &ways[w].of);
    }
    edge_list_free(&clean);
    edge_list_free(&unclean);
    edge_list_free(&many);
}

TEST_CASE(every_order)
{
    static const char *const orders[] = {
      "degree", "input", "in-degree", "random", "collective", "collective-degree", "core"};
    edge_list edges = unclean_edges(500, 6000);
    job of = {.edges = &edges, .triangles = triangles_of(&edges)};
    test_on("%llu unclean edges", (unsigned long long)edges.count);
    for (size_t o = 0; o < LENGTH(orders); o++) {
        of.order = orders[o];
        check_on_gpu(&of, orders[o]);
        refuse_in_turn(orders[o], prepare, &of);
    }
    edge_list_free(&edges);
}

/* If the GPU fails for an array, loading does not try it again for the copy of the array. */
TEST_CASE(tried_once)
{
    edge_list edges = unclean_edges(500, 6000);
    job of = {.edges = &edges, .triangles = triangles_of(&edges), .order = "core"};
    test_on("%llu unclean edges", (unsigned long long)edges.count);
    tg_device_refuse(context, 0, UINT64_MAX);
    REQUIRE_OK(context, prepare(&of));
    CHECK_EQ(tg_device_refused(context), 1, "with an order, which the CPU gives then");
    of.order = NULL;
    tg_device_refuse(context, 0, UINT64_MAX);
    REQUIRE_OK(context, prepare(&of));
    CHECK_EQ(tg_device_refused(context), 2, "all edges, then the rows of those that are scattered");
    tg_device_refuse(context, 0, 0);
    edge_list_free(&edges);
}

/* Counts with standard parameters, once and as one of many counts, and with the first one at its
 * least value, so that small graphs also take the ways of large ones. */
static void count_by(const tg_algorithm *algorithm, job *of)
{
    const tricorn_algorithm_description *description = &algorithm->description;
    char least[NAME_BYTES];
    of->algorithm = description->name;
    of->parameters = NULL;
    refuse_in_turn(description->name, count, of);
    of->counts = 16;
    refuse_in_turn(description->name, count, of);
    of->counts = 0;
    if (description->parameter_count == 0) return;
    snprintf(least, sizeof least, "%s.%s=%" PRIu32, description->name, description->parameters[0].name,
      description->parameters[0].least);
    of->parameters = least;
    refuse_in_turn(least, count, of);
}

TEST_CASE(every_algorithm)
{
    edge_list edges = unclean_edges(1000, 12000);
    job of = {.edges = &edges, .triangles = triangles_of(&edges)};
    test_on("%llu unclean edges", (unsigned long long)edges.count);
    for (size_t a = 0; a < tg_algorithm_count(); a++) {
        if (tg_device_of(tg_algorithm_at(a)) != TG_GPU) continue;
        for (int here = 0; here < 2; here++) {
            of.here = here;
            count_by(tg_algorithm_at(a), &of);
        }
    }
    edge_list_free(&edges);
}

static void set_up(void)
{
    test_allocator_init(&allocator);
    context = test_context_create(&allocator, 2);
    REQUIRE_OK(context, tg_device_open(context, 0));
}

static void tear_down(void)
{
    test_context_free(&allocator, context);
}

TEST_MAIN_ON_DEVICE(NULL, set_up, tear_down)
