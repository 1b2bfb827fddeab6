/* test_workers.c - workers that share a count in memory, from 1 to 1,024 simulated ones: all get the whole count,
 * each part is counted once, work is about even, and what fails in one is known to all. */
#include <stdlib.h>
#include <string.h>

#include "support/families.h"
#include "support/fixture.h"
#include "support/team.h"

enum { MANY = 1024 };

/* What all workers count, and what each has found. */
typedef struct shared {
    const tricorn_graph *graph, *other; /* other: of the last worker, or NULL */
    tricorn_options options;
    bool limited; /* the last worker has no memory for it */
    const char *even; /* the algorithm of workers with an even rank, or NULL */
    tricorn_status status[MANY];
    tricorn_result result[MANY];
} shared;

static void count(test_worker *worker)
{
    shared *all = worker->user;
    const uint32_t rank = worker->transport.rank;
    const bool last = rank + 1 == worker->transport.size;
    tricorn_options options = all->options;
    options.transport = &worker->transport;
    if (last && all->limited) options.host_bytes_limit = 1;
    if (all->even && rank % 2 == 0) options.algorithm = all->even;
    all->result[rank] = (tricorn_result)TRICORN_RESULT_INIT;
    all->status[rank] =
      tricorn_count(worker->context, last && all->other ? all->other : all->graph, &options, &all->result[rank]);
}

static shared *share(const tricorn_graph *graph, const char *algorithm)
{
    shared *all = test_allocate(1, sizeof *all);
    all->graph = graph;
    all->options = (tricorn_options)TRICORN_OPTIONS_INIT;
    all->options.algorithm = algorithm;
    all->options.device = "cpu";
    return all;
}

static void check_counts(const shared *all, uint32_t size, uint64_t expected)
{
    uint64_t own = 0;
    for (uint32_t w = 0; w < size; w++) {
        CHECK_EQ(all->status[w], TRICORN_OK, "worker %u of %u", w, size);
        CHECK_EQ(all->result[w].triangles, expected, "worker %u of %u", w, size);
        CHECK_EQ(all->result[w].cut.workers, size, "workers");
        CHECK(strcmp(all->result[w].cut.schedule, "workers") == 0, "%s", all->result[w].cut.schedule);
        own += all->result[w].cut.own_parts;
    }
    CHECK_EQ(own, all->result[0].cut.parts, "each part once, of %u workers", size);
}

TEST_CASE(few_workers)
{
    static const uint32_t sizes[] = {1, 2, 3, 8};
    test_random random = {5};
    test_team team = {0};
    for (int g = 0; g < 3; g++) {
        edge_list edges = g == 0 ? make_complete(80) : g == 1 ? make_star(90) : make_random(90, 20, &random);
        const uint64_t expected = edge_list_brute_force(&edges);
        tricorn_graph *graph = edge_list_graph(fixture.context, &edges);
        for (size_t s = 0; s < LENGTH(sizes); s++) {
            shared *all = share(graph, g == 2 ? "cpu-merge-edge" : NULL);
            all->options.verify = g == 0;
            test_team_run(&team, sizes[s], count, all);
            check_counts(all, sizes[s], expected);
            /* The index of cpu-adaptive, which is chosen, is too much for small parts; what verifies has no index. */
            CHECK((team.claims > 0) == (sizes[s] > 1 && g != 1), "claims of %u", sizes[s]);
            free(all);
        }
        tricorn_graph_free(graph);
        edge_list_free(&edges);
    }
}

/* Algorithms that cut by other costs and at other places take one cut; what they count shows how fast they are. */
TEST_CASE(several_algorithms)
{
    static const char *const pairs[][2] = {{"cpu-adaptive", "cpu-merge-edge"}, {"cpu-bitmap-vertex", "cpu-merge-edge"},
      {"cpu-adaptive", "cpu-stream-edge"}, {"cpu-hash-vertex", "cpu-adaptive"}};
    test_random random = {7};
    edge_list edges = make_random(120, 40, &random);
    const uint64_t expected = edge_list_brute_force(&edges);
    tricorn_graph *graph = edge_list_into_graph(fixture.context, edges);
    test_team team = {0};
    for (size_t p = 0; p < LENGTH(pairs); p++)
        for (uint32_t size = 2; size <= 5; size++) {
            shared *all = share(graph, pairs[p][1]);
            all->even = pairs[p][0];
            all->options.partition = size == 5 ? "workload" : NULL;
            all->options.relabel = p % 2 ? "collective" : NULL;
            test_team_run(&team, size, count, all);
            check_counts(all, size, expected);
            CHECK((team.claims > 0) == (size < 5), "claims of %u", size);
            for (uint32_t w = 0; w < size; w++)
                CHECK(strcmp(all->result[w].how.algorithm, pairs[p][w % 2]) == 0, "%s of worker %u",
                  all->result[w].how.algorithm, w);
            free(all);
        }
    tricorn_graph_free(graph);
}

/* Each part may be of either, so that one of them might verify itself. */
TEST_CASE(verified_by_one_algorithm_only)
{
    tricorn_graph *graph = edge_list_into_graph(fixture.context, make_complete(40));
    shared *all = share(graph, "cpu-merge-edge");
    test_team team = {0};
    all->even = "cpu-bitmap-vertex";
    all->options.verify = 1;
    test_team_run(&team, 3, count, all);
    for (uint32_t w = 0; w < 3; w++) CHECK_EQ(all->status[w], TRICORN_INVALID_ARGUMENT, "worker %u", w);
    free(all);
    tricorn_graph_free(graph);
}

/* Of what is not claimed each has as much as of the threads. */
static void count_with_threads(test_worker *worker)
{
    worker->transport.threads = worker->transport.rank == 0 ? 3 : 1;
    count(worker);
}

TEST_CASE(shares_go_by_threads)
{
    tricorn_graph *graph = edge_list_into_graph(fixture.context, make_complete(60));
    shared *all = share(graph, NULL);
    test_team team = {0};
    all->options.parts = 60;
    test_team_run(&team, 3, count_with_threads, all);
    check_counts(all, 3, choose(60, 3));
    CHECK_EQ(all->result[0].cut.own_parts, 36, "three of five threads");
    CHECK_EQ(all->result[2].cut.own_parts, 12, "one of five");
    CHECK_EQ(all->result[0].how.threads, 3, "threads");
    free(all);
    tricorn_graph_free(graph);
}

/* Workers that take the partition of a paper; with more blocks there are more tasks than workers.
 */
TEST_CASE(by_partition)
{
    static const struct {
        const char *partition;
        uint32_t blocks;
        uint64_t parts; /* of 3 workers; 0: as many as ranges need */
    } ways[] = {{"workload", 0, 3}, {"polak", 0, 3}, {"trust", 4, 8}, {"trust", 0, 3}, {"trix", 9, 0}};
    static const char *const orders[] = {NULL, "in-degree", "collective", "input"};
    test_random random = {6};
    edge_list edges = make_random(100, 25, &random);
    const uint64_t expected = edge_list_brute_force(&edges);
    tricorn_graph *graph = edge_list_into_graph(fixture.context, edges);
    test_team team = {0};
    for (size_t w = 0; w < LENGTH(ways); w++) {
        shared *all = share(graph, w % 2 ? NULL : "cpu-bitmap-vertex");
        all->options.partition = ways[w].partition;
        all->options.blocks = ways[w].blocks;
        all->options.relabel = orders[w % 4];
        test_team_run(&team, 3, count, all);
        check_counts(all, 3, expected);
        CHECK(strcmp(all->result[0].cut.partition, ways[w].partition) == 0, "partition");
        CHECK(ways[w].parts == 0 || all->result[0].cut.parts == ways[w].parts, "%s: %llu parts", ways[w].partition,
          (unsigned long long)all->result[0].cut.parts);
        CHECK((team.claims > 0) == (ways[w].parts == 0), "claims by %s", ways[w].partition);
        free(all);
    }
    tricorn_graph_free(graph);
}

/* Each vertex of the windmill's COPIES copies of K_SIZE is in C(CLIQUE - 1, 2) triangles, the one
 * that all share in as many of each; each edge in CLIQUE - 2. */
enum {
    COPIES = 6,
    CLIQUE = 12,
    WINDMILL_VERTICES = COPIES * (CLIQUE - 1) + 1,
    WINDMILL_EDGES = COPIES * CLIQUE * (CLIQUE - 1) / 2
};

typedef struct sinks {
    tricorn_graph *graph;
    const char *partition, *algorithm, *others; /* algorithm: of worker 0 */
    tricorn_status status;
    _Atomic uint64_t rows;
} sinks;

static int see_edges(void *user, const uint32_t *ends, const uint32_t *support, uint64_t count)
{
    sinks *all = user;
    (void)ends;
    for (uint64_t e = 0; e < count; e++) CHECK_EQ(support[e], CLIQUE - 2, "support");
    all->rows += count;
    return 0;
}

static void count_sinks(test_worker *worker)
{
    sinks *all = worker->user;
    const uint64_t each = choose(CLIQUE - 1, 2);
    uint64_t triangles[WINDMILL_VERTICES], hubs = 0;
    tricorn_options options = *COUNTING(.transport = &worker->transport, .device = "cpu",
      .algorithm = worker->transport.rank > 0 ? all->others : all->algorithm, .partition = all->partition, .parts = 7);
    const tricorn_status status = tricorn_vertex_triangles(worker->context, all->graph, &options, triangles, NULL);
    if (worker->transport.rank == 0) all->status = status;
    if (status != TRICORN_OK) return;
    for (int v = 0; v < WINDMILL_VERTICES; v++) {
        hubs += triangles[v] == COPIES * each;
        CHECK(triangles[v] == each || triangles[v] == COPIES * each, "vertex %d: %llu", v,
          (unsigned long long)triangles[v]);
    }
    CHECK_EQ(hubs, 1, "the vertex that all share");
    REQUIRE_OK(worker->context, tricorn_edge_support(worker->context, all->graph, &options,
                                  OPTIONS(tricorn_visitor, .edges = see_edges, .user = all), NULL));
}

TEST_CASE(counts_of_vertices_and_edges)
{
    static const char *const algorithms[] = {NULL, "cpu-merge-edge", "cpu-bitmap-vertex"};
    sinks all = {.graph = edge_list_into_graph(fixture.context, make_windmill(CLIQUE, COPIES))};
    test_team team = {0};
    for (uint32_t size = 1; size <= 4; size++)
        for (int a = 0; a < 3; a++) {
            all.rows = 0;
            all.algorithm = algorithms[a];
            all.others = algorithms[size == 4 ? (a + 1) % 3 : a];
            all.partition = a == 1 ? "polak" : NULL;
            test_team_run(&team, size, count_sinks, &all);
            CHECK_EQ(all.status, TRICORN_OK, "%u workers", size);
            CHECK_EQ(all.rows, (uint64_t)size * WINDMILL_EDGES, "each worker has all edges");
        }
    tricorn_graph_free(all.graph);
}

/* A graph whose vertices and edges have unlike counts, which are found by its matrix. */
typedef struct counted {
    tricorn_graph *graph;
    tricorn_options options;
    uint32_t vertices;
    const unsigned char *matrix;
    _Atomic uint64_t edges;
} counted;

static uint32_t common(const counted *all, uint64_t a, uint64_t b)
{
    const unsigned char *rows = all->matrix;
    uint32_t found = 0;
    for (uint32_t x = 0; x < all->vertices; x++) found += rows[a * all->vertices + x] && rows[b * all->vertices + x];
    return found;
}

static uint64_t triangles_of(const counted *all, uint64_t a)
{
    uint64_t twice = 0;
    for (uint64_t x = 0; x < all->vertices; x++)
        if (all->matrix[a * all->vertices + x]) twice += common(all, a, x);
    return twice / 2;
}

static int check_edges(void *user, const uint32_t *ends, const uint32_t *support, uint64_t count)
{
    counted *all = user;
    for (uint64_t e = 0; e < count; e++) {
        const uint64_t a = tricorn_graph_id(all->graph, ends[2 * e]), b = tricorn_graph_id(all->graph, ends[2 * e + 1]);
        CHECK_EQ(support[e], common(all, a, b), "edge %llu-%llu by %s", (unsigned long long)a, (unsigned long long)b,
          all->options.partition);
    }
    all->edges += count;
    return 0;
}

static void count_unlike(test_worker *worker)
{
    counted *all = worker->user;
    tricorn_options options = all->options;
    uint64_t *triangles = test_allocate(all->vertices, sizeof *triangles);
    options.transport = &worker->transport;
    REQUIRE_OK(worker->context, tricorn_vertex_triangles(worker->context, all->graph, &options, triangles, NULL));
    for (uint32_t v = 0; v < all->vertices; v++)
        CHECK_EQ(triangles[v], triangles_of(all, tricorn_graph_id(all->graph, v)), "vertex %u by %s, %u workers", v,
          options.partition, worker->transport.size);
    REQUIRE_OK(worker->context, tricorn_edge_support(worker->context, all->graph, &options,
                                  OPTIONS(tricorn_visitor, .edges = check_edges, .user = all), NULL));
    free(triangles);
}

TEST_CASE(counts_of_vertices_and_edges_by_partition)
{
    static const char *const partitions[] = {"workload", "trust", "trix", "polak"};
    static const char *const algorithms[] = {NULL, "cpu-merge-edge"};
    enum { VERTICES = 70 };
    test_random random = {9};
    test_team team = {0};
    edge_list edges = make_random(VERTICES, 30, &random);
    unsigned char *matrix = edge_list_matrix(&edges);
    const uint64_t number = edge_list_simple_edges(&edges);
    counted all = {.vertices = VERTICES, .matrix = matrix, .options = TRICORN_OPTIONS_INIT};
    all.graph = edge_list_into_graph(fixture.context, edges);
    all.options.device = "cpu";
    for (int w = 0; w < 4; w++)
        for (uint32_t size = 1; size <= 3; size++) {
            all.edges = 0;
            all.options.partition = partitions[w];
            all.options.blocks = w == 1 || w == 2 ? 9 : 0;
            all.options.algorithm = algorithms[size % 2];
            test_team_run(&team, size, count_unlike, &all);
            CHECK_EQ(all.edges, size * number, "each worker has all edges");
        }
    tricorn_graph_free(all.graph);
    free(matrix);
}

/* The rows of the complete graph have up to a share of wedges each. */
TEST_CASE(simulated)
{
    enum { VERTICES = 400, PARTS = 4 * MANY };
    tricorn_graph *graph = edge_list_into_graph(fixture.context, make_complete(VERTICES));
    shared *all = share(graph, "cpu-merge-edge");
    test_team team = {0};
    all->options.parts = PARTS;
    test_team_run(&team, MANY, count, all);
    check_counts(all, MANY, choose(VERTICES, 3));
    CHECK_EQ(all->result[0].cut.parts, PARTS, "parts");
    /* Each worker claims until it is told that there is no more. */
    CHECK(team.claims >= MANY && team.claims <= PARTS / 8 + MANY, "%llu claims", (unsigned long long)team.claims);
    for (uint32_t w = 0; w < MANY; w++)
        CHECK(all->result[w].cut.own_parts >= 3, "worker %u has %llu parts", w,
          (unsigned long long)all->result[w].cut.own_parts);
    free(all);
    tricorn_graph_free(graph);
}

/* All must end, with a status that is not that of a count. */
TEST_CASE(what_fails_in_one_is_known_to_all)
{
    enum { SIZE = 5 };
    tricorn_graph *graph = edge_list_into_graph(fixture.context, make_complete(40));
    tricorn_graph *other = edge_list_into_graph(fixture.context, make_complete(41));
    test_team team = {0};
    for (int fault = 0; fault < 3; fault++) {
        shared *all = share(graph, NULL);
        all->other = fault == 0 ? other : NULL;
        all->limited = fault == 1;
        team.fails = fault == 2;
        test_team_run(&team, SIZE, count, all);
        for (uint32_t w = 0; w < SIZE; w++)
            CHECK_EQ(all->status[w],
              fault == 0                    ? TRICORN_INVALID_ARGUMENT
              : fault == 1 && w + 1 == SIZE ? TRICORN_OUT_OF_MEMORY
                                            : TRICORN_IO_ERROR,
              "fault %d, worker %u", fault, w);
        free(all);
    }
    tricorn_graph_free(graph);
    tricorn_graph_free(other);
}

TEST_CASE(wrong_uses)
{
    tricorn_context *const context = fixture.context;
    tricorn_graph *graph = edge_list_into_graph(context, make_complete(9));
    tricorn_transport transport = TRICORN_TRANSPORT_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    uint64_t triangles[9];
    tricorn_options options = *COUNTING(.transport = &transport, .device = "cpu");
    REQUIRE_STATUS(context, tricorn_count(context, graph, &options, &result), TRICORN_INVALID_ARGUMENT);
    transport.struct_size = 3;
    REQUIRE_STATUS(context, tricorn_count(context, graph, &options, &result), TRICORN_INVALID_ARGUMENT);
    test_team team = {0};
    shared *all = share(graph, NULL);
    all->options.partition = "levels";
    test_team_run(&team, 2, count, all);
    CHECK_EQ(all->status[0], TRICORN_UNSUPPORTED, "a partition");
    all->options.partition = NULL;
    all->options.blocks = 4;
    test_team_run(&team, 2, count, all);
    CHECK_EQ(all->status[1], TRICORN_UNSUPPORTED, "blocks");
    free(all);
    options.transport = NULL;
    REQUIRE_OK(context, tricorn_vertex_triangles(context, graph, &options, triangles, NULL));
    tricorn_graph_free(graph);
}

TEST_MAIN_EACH(test_create, test_destroy)
