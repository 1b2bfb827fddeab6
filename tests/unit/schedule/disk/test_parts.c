/* test_parts.c - parts of graphs in memory and on disk: counted by any algorithm, in any order and by several
 * workers, they add up to a count that is known; they are about equal; wrong uses are refused. */
#include <ftw.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "registry/registry.h"
#include "schedule/disk/parts.h"
#include "support/families.h"
#include "support/fixture.h"
#include "support/stored.h"
#include "support/wraps.h"

TEST_WRAPS(pread);
static _Atomic uint64_t bytes_read;

ssize_t __wrap_pread(int descriptor, void *to, size_t bytes, off_t offset)
{
    const ssize_t got = __real_pread(descriptor, to, bytes, offset);
    if (got > 0) bytes_read += (uint64_t)got;
    return got;
}

/* A partition with its blocks. */
typedef struct way {
    const char *partition;
    uint32_t blocks;
} way;

static way by; /* of all that are cut from now on */

static tricorn_options options_of(const char *algorithm, uint64_t wanted)
{
    tricorn_options options = TRICORN_OPTIONS_INIT;
    options.algorithm = algorithm;
    options.device = "cpu";
    options.parts = wanted;
    options.partition = by.partition;
    options.blocks = by.blocks;
    return options;
}

static tricorn_parts *cut(const tricorn_graph *graph, const char *algorithm, uint64_t wanted)
{
    const tricorn_options options = options_of(algorithm, wanted);
    tricorn_parts *parts = NULL;
    WORKS(tricorn_parts_create(fixture.context, graph, &options, &parts));
    return parts;
}

/* The sum of the parts, in a random order, by two workers in turn. */
static uint64_t count_shuffled(tricorn_parts *const workers[2], test_random *random)
{
    const uint64_t count = tricorn_parts_count(workers[0]);
    uint64_t *numbers = test_allocate(count + 1, sizeof *numbers), sum = 0;
    CHECK_EQ(tricorn_parts_count(workers[1]), count, "parts of the other worker");
    for (uint64_t q = 0; q < count; q++) {
        const uint64_t other = test_random_below(random, (uint32_t)q + 1);
        numbers[q] = numbers[other];
        numbers[other] = q;
    }
    for (uint64_t q = 0; q < count; q++) {
        uint64_t found = 0;
        WORKS(tricorn_part_count(fixture.context, workers[q % 2], numbers[q], &found));
        sum += found;
    }
    free(numbers);
    return sum;
}

static void check_graph(
  const tricorn_graph *graph, const char *algorithm, uint64_t wanted, uint64_t expected, const char *name)
{
    test_random random = {wanted};
    tricorn_parts *const workers[] = {cut(graph, algorithm, wanted), cut(graph, algorithm, wanted)};
    uint64_t identities[2] = {0, 1};
    for (int w = 0; w < 2; w++) WORKS(tricorn_parts_identity(fixture.context, workers[w], &identities[w]));
    CHECK_EQ(identities[0], identities[1], "identities of %s", name);
    CHECK_EQ(count_shuffled(workers, &random), expected, "%s, %s, %llu parts, %s, %u blocks", name, algorithm,
      (unsigned long long)wanted, by.partition ? by.partition : "", by.blocks);
    for (int w = 0; w < 2; w++) tricorn_parts_free(workers[w]);
}

static void check_list(edge_list edges, uint64_t expected, const char *name)
{
    static const uint64_t wanted[] = {1, 2, 7, 40};
    tricorn_graph *graph = edge_list_graph(fixture.context, &edges);
    for (size_t a = 0; a < tg_algorithm_count(); a++)
        for (size_t w = 0; w < LENGTH(wanted); w++)
            if (tg_algorithm_at(a)->cpu)
                check_graph(graph, tg_algorithm_at(a)->description.name, wanted[w], expected, name);
    tricorn_graph_free(graph);
    for (uint32_t ranges = 1; ranges <= 16; ranges += 5) {
        test_store_passes(1 + ranges % 3, 1 + ranges % 4);
        graph = test_stored_graph(fixture.context, &edges, TEST_IDS_DENSE, ranges);
        for (size_t a = ranges % 3; a < tg_algorithm_count(); a += 3)
            for (size_t w = 0; w < LENGTH(wanted); w++)
                if (tg_algorithm_at(a)->cpu)
                    check_graph(graph, tg_algorithm_at(a)->description.name, wanted[w], expected, name);
        tricorn_graph_free(graph);
        test_store_reset();
    }
    edge_list_free(&edges);
}

TEST_CASE(add_up)
{
    test_random random = {17};
    edge_list some = make_random(70, 30, &random);
    check_list(make_complete(60), choose(60, 3), "complete");
    check_list(make_windmill(12, 9), 9 * choose(12, 3), "windmill");
    check_list(make_star(50), 0, "star");
    check_list(make_path(2), 0, "one edge");
    check_list(make_ring(90, 3), 270, "ring"); /* n (k - 1) k / 2 */
    check_list(edge_list_create(3), 0, "no edge");
    check_list(edge_list_copy(&some), edge_list_brute_force(&some), "random");
    edge_list_free(&some);
}

/* By each partition of the papers, with every algorithm; the wedges of the parts are those of
 * the graph, which its description has from degrees alone. */
static void by_partition(const edge_list *edges, uint64_t expected, const char *name)
{
    static const way ways[] = {
      {"workload", 0}, {"polak", 0}, {"trust", 4}, {"trust", 9}, {"trix", 0}, {"trix", 4}, {"trix", 25}};
    static const uint64_t wanted[] = {1, 5, 40};
    tricorn_graph_description described = TRICORN_GRAPH_DESCRIPTION_INIT;
    tricorn_graph *graph = edge_list_graph(fixture.context, edges);
    WORKS(tricorn_graph_describe(fixture.context, graph, &described));
    for (size_t w = 0; w < LENGTH(ways); w++) {
        by = ways[w];
        tricorn_parts *parts = cut(graph, "cpu-merge-edge", wanted[w % 3]);
        uint64_t sum = 0;
        for (uint64_t q = 0; q < tricorn_parts_count(parts); q++) sum += tricorn_part_wedges(parts, q);
        CHECK_EQ(sum, described.oriented_wedges, "wedges of %s by %s", name, by.partition);
        if (strcmp(by.partition, "trust") == 0)
            CHECK(tricorn_parts_count(parts) >= by.blocks * (by.blocks == 4 ? 2 : 3), "n^3");
        if (strcmp(by.partition, "trix") == 0 && described.vertices >= 30)
            CHECK(tricorn_parts_count(parts) >= wanted[w % 3], "as many tasks as workers");
        tricorn_parts_free(parts);
        for (size_t a = 0; a < tg_algorithm_count(); a++)
            if (tg_algorithm_at(a)->cpu)
                check_graph(graph, tg_algorithm_at(a)->description.name, wanted[(a + w) % 3], expected, name);
    }
    by = (way){NULL, 0};
    tricorn_graph_free(graph);
}

TEST_CASE(add_up_by_partition)
{
    test_random random = {19};
    edge_list lists[] = {make_complete(40), make_windmill(9, 11), make_star(30), make_ring(70, 4), make_path(2),
      edge_list_create(3), make_random(80, 40, &random)};
    for (size_t l = 0; l < LENGTH(lists); l++) {
        by_partition(&lists[l], edge_list_brute_force(&lists[l]), "a family");
        edge_list_free(&lists[l]);
    }
}

/* In K_n the row of v has v ids, and v wedges end at an edge u->v: bitmaps cost what there are of
 * wedges, and a constant for each edge that is small beside n / 3. */
TEST_CASE(costs_are_even)
{
    enum { VERTICES = 1500, WORKERS = 64 };
    tricorn_graph *graph = edge_list_into_graph(fixture.context, make_complete(VERTICES));
    tricorn_parts *parts = cut(graph, "cpu-bitmap-vertex", WORKERS);
    uint64_t least = UINT64_MAX, most = 0, sum = 0;
    CHECK_EQ(tricorn_parts_count(parts), WORKERS, "parts");
    for (uint64_t q = 0; q < WORKERS; q++) {
        const uint64_t wedges = tricorn_part_wedges(parts, q);
        least = wedges < least ? wedges : least;
        most = wedges > most ? wedges : most;
        sum += wedges;
    }
    CHECK_EQ(sum, choose(VERTICES, 3), "wedges of all");
    CHECK(most * 100 <= least * 115, "%llu to %llu", (unsigned long long)least, (unsigned long long)most);
    tricorn_parts_free(parts);
    tricorn_graph_free(graph);
}

/* Each row of the complete graph has fewer wedges than a share, so no share has more than a share
 * and a row, in memory and on disk; all have those of the graph. */
TEST_CASE(are_even)
{
    enum { VERTICES = 300, PARTS = 50 };
    const uint64_t all = choose(VERTICES, 3), row = choose(VERTICES - 1, 2);
    edge_list edges = make_complete(VERTICES);
    tricorn_graph *graph = edge_list_graph(fixture.context, &edges);
    tricorn_parts *parts = cut(graph, NULL, PARTS);
    uint64_t sum = 0;
    CHECK_EQ(tricorn_parts_count(parts), PARTS, "parts");
    for (uint64_t q = 0; q < PARTS; q++) {
        const uint64_t wedges = tricorn_part_wedges(parts, q);
        CHECK(wedges < all / PARTS + 2 * row && wedges + 2 * row > all / PARTS, "part %llu", (unsigned long long)q);
        sum += wedges;
    }
    CHECK_EQ(sum, all, "wedges of all");
    CHECK_EQ(tricorn_part_wedges(parts, PARTS), 0, "wedges of none");
    tricorn_parts_free(parts);
    tricorn_graph_free(graph);

    /* The triangles of a complete graph are its wedges: each part's count is its work. */
    graph = test_stored_graph(fixture.context, &edges, TEST_IDS_DENSE, 4);
    parts = cut(graph, NULL, PARTS);
    const uint64_t count = tricorn_parts_count(parts);
    CHECK(count >= PARTS && count < 3 * PARTS, "%llu parts", (unsigned long long)count);
    for (uint64_t q = 0; q < count; q++) {
        uint64_t found = 0;
        WORKS(tricorn_part_count(fixture.context, parts, q, &found));
        CHECK(found <= all / PARTS + 2 * row, "part %llu", (unsigned long long)q);
    }
    tricorn_parts_free(parts);
    tricorn_graph_free(graph);
    edge_list_free(&edges);
    test_store_reset();
}

static uint64_t identity_of(const tricorn_graph *graph, const tricorn_options *options)
{
    tricorn_parts *parts = NULL;
    uint64_t identity = 0;
    WORKS(tricorn_parts_create(fixture.context, graph, options, &parts));
    WORKS(tricorn_parts_identity(fixture.context, parts, &identity));
    tricorn_parts_free(parts);
    return identity;
}

/* Of other graphs and other cuts. */
TEST_CASE(identities_differ)
{
    const uint64_t wanted[] = {8, 9, 8};
    edge_list lists[] = {make_complete(30), make_complete(30), make_ring(29, 14)};
    uint64_t identities[3];
    for (int i = 0; i < 3; i++) {
        const tricorn_options options = options_of("cpu-merge-edge", wanted[i]);
        tricorn_graph *graph = edge_list_graph(fixture.context, &lists[i]);
        identities[i] = identity_of(graph, &options);
        for (int j = 0; j < i; j++) CHECK(identities[i] != identities[j], "%d and %d", i, j);
        tricorn_graph_free(graph);
        edge_list_free(&lists[i]);
    }
}

/* The cut of a graph on disk, and of a partition in memory, does not depend on the algorithm; one
 * that is to be verified is shared by the same algorithm only. */
TEST_CASE(identities_of_algorithms)
{
    edge_list edges = make_complete(50);
    for (int stored = 0; stored < 2; stored++) {
        tricorn_graph *graph = stored ? test_stored_graph(fixture.context, &edges, TEST_IDS_DENSE, 4)
                                      : edge_list_graph(fixture.context, &edges);
        tricorn_options first = options_of("cpu-merge-edge", 8);
        if (!stored) first.partition = "workload";
        tricorn_options second = first;
        second.algorithm = "cpu-adaptive";
        CHECK_EQ(identity_of(graph, &first), identity_of(graph, &second), "stored: %d", stored);
        first.verify = second.verify = 1;
        CHECK(identity_of(graph, &first) != identity_of(graph, &second), "verified: %d", stored);
        tricorn_graph_free(graph);
    }
    edge_list_free(&edges);
    test_store_reset();
}

/* A worker has one GPU: more are refused, not left idle. */
TEST_CASE(several_gpus)
{
    edge_list edges = make_complete(20);
    for (int stored = 0; stored < 2; stored++) {
        tricorn_graph *graph = stored ? test_stored_graph(fixture.context, &edges, TEST_IDS_DENSE, 2)
                                      : edge_list_graph(fixture.context, &edges);
        const tricorn_options options = options_of("cpu-merge-edge", 4);
        tg_pass_limits limits = {0};
        tg_parts *made = NULL;
        tg_request request;
        WORKS(tg_request_read(fixture.context, graph, &options, TG_SINK_TOTAL, &request));
        request.gpus = (tg_gpus){.count = 2, .numbers = {0, 1}};
        FAILS(tg_parts_cut(fixture.context, graph, &request, &limits, &made), TRICORN_UNSUPPORTED);
        CHECK(strstr(tricorn_context_message(fixture.context), "for each GPU") != NULL, "%s",
          tricorn_context_message(fixture.context));
        tricorn_graph_free(graph);
    }
    edge_list_free(&edges);
    test_store_reset();
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *where)
{
    (void)info, (void)kind, (void)where;
    return remove(path);
}

/* Writes a text to load the graph from, and frees it. */
static void save(tricorn_graph *graph)
{
    const tricorn_save_options options = {.struct_size = sizeof options, .format = "edges"};
    WORKS(tricorn_graph_save(fixture.context, graph, fixture.path, &options));
    tricorn_graph_free(graph);
}

/* Workers of an engine with tasks: each loads the graph of a work folder that all have joined,
 * with memory of its own; numbers mean the same to all. */
TEST_CASE(from_a_joined_folder)
{
    enum { WORKERS = 3, VERTICES = 90, DESCRIPTORS = 8 };
    static const uint64_t limits[WORKERS] = {0, UINT64_C(64) << 20, UINT64_C(200) << 20};
    tricorn_load_options load = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_context *contexts[WORKERS];
    tricorn_graph *graphs[WORKERS];
    tricorn_parts *parts[WORKERS];
    uint64_t identities[WORKERS], sum = 0, found;
    char work[TEST_PATH_BYTES];
    save(edge_list_into_graph(fixture.context, make_complete(VERTICES)));
    test_folder_path(&fixture.folder, "work", work);
    load.disk.work = work;
    load.disk.join = 1;
    for (int w = 0; w < WORKERS; w++) {
        tricorn_context_options options = TRICORN_CONTEXT_OPTIONS_INIT;
        const tricorn_options count = options_of(NULL, 11);
        options.host_bytes_limit = limits[w];
        assert_int_equal(tricorn_context_create(&options, &contexts[w]), TRICORN_OK);
        REQUIRE_OK(contexts[w], tricorn_graph_load(contexts[w], fixture.path, &load, &graphs[w]));
        REQUIRE_OK(contexts[w], tricorn_parts_create(contexts[w], graphs[w], &count, &parts[w]));
        REQUIRE_OK(contexts[w], tricorn_parts_identity(contexts[w], parts[w], &identities[w]));
        CHECK_EQ(identities[w], identities[0], "worker %d", w);
    }
    for (uint64_t q = 0; q < tricorn_parts_count(parts[0]); q++) {
        REQUIRE_OK(contexts[q % WORKERS], tricorn_part_count(contexts[q % WORKERS], parts[q % WORKERS], q, &found));
        sum += found;
    }
    CHECK_EQ(sum, choose(VERTICES, 3), "by workers in turn");
    for (int w = 0; w < WORKERS; w++) {
        tricorn_parts_free(parts[w]);
        tricorn_graph_free(graphs[w]);
        tricorn_context_free(contexts[w]);
    }
    nftw(work, remove_one, DESCRIPTORS, FTW_DEPTH | FTW_PHYS);
}

/* A worker reads the rows before the end of its parts, each once. The first m vertices of K_n are in the fraction
 * (m / n)^2 of the edges, and (m / n)^3 of the wedges; a row needs bytes in proportion to its edges, and blocks have
 * some bytes more. Rows are read by whole segments, of at most 2 % of the edges. */
TEST_CASE(rows_behind_a_part_are_not_read)
{
    enum { VERTICES = 400, PARTS = 20 };
    edge_list edges = make_complete(VERTICES);
    tricorn_graph *graph = test_stored_graph(fixture.context, &edges, TEST_IDS_DENSE, 4);
    tricorn_parts *all = cut(graph, NULL, PARTS);
    test_random random = {23};
    uint64_t most = 0;
    CHECK_EQ(tricorn_parts_count(all), PARTS, "one pass");
    for (uint64_t q = 0; q < PARTS; q++) {
        tricorn_parts *alone = cut(graph, NULL, PARTS);
        uint64_t found = 0;
        bytes_read = 0;
        WORKS(tricorn_part_count(fixture.context, alone, q, &found));
        const double rows = cbrt((double)(q + 1) / PARTS), share = (double)bytes_read / (double)graph->store->rows.end;
        CHECK(share < rows * rows + 0.04 && share > rows * rows - 0.04, "part %llu: %g of the bytes, %g of the edges",
          (unsigned long long)q, share, rows * rows);
        most = bytes_read > most ? bytes_read : most;
        tricorn_parts_free(alone);
    }
    bytes_read = 0;
    CHECK_EQ(count_shuffled((tricorn_parts *const[]){all, all}, &random), choose(VERTICES, 3), "in any order");
    CHECK_EQ(bytes_read, most, "each row once");
    tricorn_parts_free(all);
    tricorn_graph_free(graph);
    edge_list_free(&edges);
    test_store_reset();
}

/* Random graphs with passes of all sizes, by one worker and by two. */
TEST_CASE(random_passes)
{
    test_random random = {24};
    for (int trial = 0; trial < 60; trial++) {
        edge_list edges = make_random(20 + test_random_below(&random, 60), 5 + test_random_below(&random, 60), &random);
        test_store_passes(test_random_below(&random, 5), test_random_below(&random, 4));
        tricorn_graph *graph =
          test_stored_graph(fixture.context, &edges, TEST_IDS_DENSE, 1 + test_random_below(&random, 16));
        check_graph(
          graph, "cpu-merge-edge", 1 + test_random_below(&random, 60), edge_list_brute_force(&edges), "a random graph");
        tricorn_graph_free(graph);
        edge_list_free(&edges);
        test_store_reset();
    }
}

/* The triangles of each vertex, of parts whose sums are left in a joined folder. */
static void check_vertices(const tricorn_graph *graph, const edge_list *edges, const tricorn_options *options)
{
    unsigned char *matrix = edge_list_matrix(edges);
    const uint32_t n = edges->vertices;
    uint64_t *found = test_allocate(n, sizeof *found);
    WORKS(tricorn_vertex_triangles(fixture.context, graph, options, found, NULL));
    for (uint32_t x = 0; x < n; x++) {
        const uint64_t u = tricorn_graph_id(graph, x);
        uint64_t sum = 0;
        for (uint32_t v = 0; v < n; v++)
            for (uint32_t w = 0; w < v; w++) sum += matrix[u * n + v] && matrix[u * n + w] && matrix[v * n + w];
        CHECK_EQ(found[x], sum, "vertex %llu", (unsigned long long)u);
    }
    free(matrix);
    free(found);
}

TEST_CASE(sums_in_a_joined_folder)
{
    enum { TRIALS = 8, DESCRIPTORS = 8 };
    test_random random = {25};
    for (int trial = 0; trial < TRIALS; trial++) {
        const tricorn_options count = options_of("cpu-merge-edge", 1 + test_random_below(&random, 40));
        tricorn_load_options load = TRICORN_LOAD_OPTIONS_INIT;
        edge_list edges = make_random(40, 30 + test_random_below(&random, 40), &random);
        tricorn_graph *graph;
        char work[TEST_PATH_BYTES];
        save(edge_list_graph(fixture.context, &edges));
        test_folder_path(&fixture.folder, "work", work);
        load.disk.work = work;
        load.disk.join = 1;
        test_store_passes(test_random_below(&random, 5), test_random_below(&random, 4));
        test_store_cut(1 + test_random_below(&random, 16), edges.count);
        WORKS(tricorn_graph_load(fixture.context, fixture.path, &load, &graph));
        check_vertices(graph, &edges, &count);
        tricorn_graph_free(graph);
        edge_list_free(&edges);
        test_store_reset();
        nftw(work, remove_one, DESCRIPTORS, FTW_DEPTH | FTW_PHYS);
    }
}

TEST_CASE(wrong_uses)
{
    tricorn_context *const context = fixture.context;
    tricorn_graph *graph = edge_list_into_graph(context, make_complete(9));
    tricorn_options options = options_of(NULL, 3);
    tricorn_parts *parts = NULL;
    uint64_t found = 7;
    options.partition = "levels";
    REQUIRE_STATUS(context, tricorn_parts_create(context, graph, &options, &parts), TRICORN_UNSUPPORTED);
    options.partition = NULL;
    options.blocks = 4;
    REQUIRE_STATUS(context, tricorn_parts_create(context, graph, &options, &parts), TRICORN_UNSUPPORTED);
    options.blocks = 0;
    options.parts = UINT64_C(1) << 40;
    REQUIRE_STATUS(context, tricorn_parts_create(context, graph, &options, &parts), TRICORN_INVALID_ARGUMENT);
    options.parts = 3;
    REQUIRE_OK(context, tricorn_parts_create(context, graph, &options, &parts));
    REQUIRE_STATUS(context, tricorn_part_count(context, parts, 3, &found), TRICORN_INVALID_ARGUMENT);
    CHECK(strstr(tricorn_context_message(context), "number is 3") != NULL, "the message");
    CHECK_EQ(found, 7, "a count that failed");
    tricorn_parts_free(parts);
    tricorn_graph_free(graph);
}

TEST_MAIN_EACH(test_create, test_destroy)
