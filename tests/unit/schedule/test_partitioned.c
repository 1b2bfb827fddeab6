/* test_partitioned.c - partitions by name: where they want the graph, what they cut, and that a
 * count reads the bytes of a file that were told before. */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "support/families.h"
#include "support/fixture.h"
#include "support/stored.h"
#include "support/wraps.h"

/* The linker sends the library's calls here. */
TEST_WRAPS(pread);

static _Atomic uint64_t bytes_read;

ssize_t __wrap_pread(int descriptor, void *to, size_t bytes, off_t offset)
{
    const ssize_t got = __real_pread(descriptor, to, bytes, offset);
    if (got > 0) bytes_read += (uint64_t)got;
    return got;
}

static tricorn_options named(const char *partition, uint32_t blocks)
{
    tricorn_options options = *COUNTING(.device = "cpu", .partition = partition, .blocks = blocks);
    return options;
}

/* ---- on disk ---- */

static void check_reads(const edge_list *edges, uint64_t expected, uint32_t ranges, uint32_t kept, uint32_t batch)
{
    const tricorn_options options = named("levels", 0);
    tricorn_partition_sizes sizes = TRICORN_PARTITION_SIZES_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;

    test_store_passes(kept, batch);
    tricorn_graph *graph = test_stored_graph(fixture.context, edges, TEST_IDS_DENSE, ranges);
    bytes_read = 0;
    WORKS(tricorn_partition_measure(fixture.context, graph, &options, &sizes));
    CHECK_EQ(bytes_read, 0, "measuring reads nothing");
    WORKS(tricorn_count(fixture.context, graph, &options, &result));
    CHECK_EQ(result.triangles, expected, "%u ranges", ranges);
    CHECK_EQ(bytes_read, sizes.read_bytes, "%u ranges, %u kept, %u at once", ranges, kept, batch);
    CHECK_EQ(result.cut.blocks, sizes.tasks, "tasks");
    CHECK(strcmp(result.cut.partition, "levels") == 0, "%s", result.cut.partition);
    CHECK(sizes.total_bytes > 0 && sizes.smallest_bytes <= sizes.largest_bytes &&
            sizes.blocks * sizes.smallest_bytes <= sizes.total_bytes &&
            sizes.blocks * sizes.largest_bytes >= sizes.total_bytes,
      "sizes of blocks");
    /* Each edge is in the rows that some pass keeps, so all is read at least once. */
    CHECK(sizes.read_bytes >= sizes.total_bytes, "all is read");
    if (sizes.columns == 1) CHECK_EQ(sizes.read_bytes, sizes.total_bytes, "all is read once");
    tricorn_graph_free(graph);
    test_store_reset();
}

TEST_CASE(reads_of_levels)
{
    static const uint32_t ranges[] = {1, 2, 5, 16};
    test_random random = {11};
    edge_list graphs[] = {make_complete(90), make_windmill(12, 40), make_random(300, 4000, &random)};

    for (size_t g = 0; g < LENGTH(graphs); g++) {
        const uint64_t expected = edge_list_brute_force(&graphs[g]);
        for (size_t r = 0; r < LENGTH(ranges); r++)
            for (uint32_t kept = 1; kept <= 3; kept++) check_reads(&graphs[g], expected, ranges[r], kept, 4 - kept);
        edge_list_free(&graphs[g]);
    }
}

/* ---- where the graph is ---- */

TEST_CASE(the_wrong_place)
{
    static const char *const anywhere[] = {"trust", "trix"};
    const tricorn_options levels = named("levels", 0);
    tricorn_partition_sizes sizes = TRICORN_PARTITION_SIZES_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    edge_list edges = make_complete(10);
    tricorn_graph *memory = edge_list_graph(fixture.context, &edges);
    tricorn_graph *disk = test_stored_graph(fixture.context, &edges, TEST_IDS_DENSE, 2);

    for (size_t p = 0; p < 2; p++) {
        const tricorn_options options = named(anywhere[p], 4);
        WORKS(tricorn_count(fixture.context, disk, &options, &result));
        CHECK_EQ(result.triangles, 10 * 9 * 8 / 6, "%s on disk", anywhere[p]);
        WORKS(tricorn_partition_measure(fixture.context, disk, &options, &sizes));
        CHECK_EQ(sizes.columns, 2, "%s of a graph on disk", anywhere[p]);
    }
    FAILS(tricorn_partition_measure(fixture.context, memory, &levels, &sizes), TRICORN_UNSUPPORTED);
    FAILS(tricorn_count(fixture.context, memory, &levels, &result), TRICORN_UNSUPPORTED);
    SAYS("on disk");
    tricorn_graph_free(memory);
    tricorn_graph_free(disk);
    test_store_reset();
    edge_list_free(&edges);
}

/* A graph without hubs keeps its order on disk, so that it is cut as one in memory of that order.
 */
TEST_CASE(the_same_on_disk)
{
    static const char *const partitions[] = {"trust", "trix"};
    edge_list edges = make_ring(300, 7);

    tricorn_graph *memory = test_from_edges(fixture.context, edges.pairs, edges.count, LOADING(.graph.order = "input"));
    tricorn_graph *disk = test_stored_graph(fixture.context, &edges, TEST_IDS_DENSE, 5);
    for (size_t p = 0; p < 2; p++)
        for (uint64_t bytes = 3000; bytes < 40000; bytes *= 2) {
            tricorn_options options = named(partitions[p], 0);
            tricorn_partition_sizes one = TRICORN_PARTITION_SIZES_INIT;
            tricorn_partition_sizes other = TRICORN_PARTITION_SIZES_INIT;
            options.device_bytes_limit = bytes;
            WORKS(tricorn_partition_measure(fixture.context, memory, &options, &one));
            WORKS(tricorn_partition_measure(fixture.context, disk, &options, &other));
            CHECK(memcmp(&one, &other, sizeof one) == 0, "%s in %" PRIu64 " bytes", partitions[p], bytes);
        }
    tricorn_graph_free(memory);
    tricorn_graph_free(disk);
    test_store_reset();
    edge_list_free(&edges);
}

/* ---- names ---- */

TEST_CASE(names)
{
    tricorn_options options = named("trucks", 4);
    tricorn_partition_sizes sizes = TRICORN_PARTITION_SIZES_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_graph *graph = edge_list_into_graph(fixture.context, make_complete(10));

    FAILS(tricorn_count(fixture.context, graph, &options, &result), TRICORN_INVALID_ARGUMENT);
    for (size_t p = 0; p < tricorn_partition_count(); p++) SAYS(tricorn_partition_at(p)->name);
    FAILS(tricorn_options_check(fixture.context, &options, TRICORN_FOR_TOTAL), TRICORN_INVALID_ARGUMENT);
    options.partition = NULL;
    FAILS(tricorn_partition_measure(fixture.context, graph, &options, &sizes), TRICORN_INVALID_ARGUMENT);
    CHECK(tricorn_partition_at(tricorn_partition_count()) == NULL, "one too many");
    tricorn_graph_free(graph);
}

/* What is told before is what is then made. */
TEST_CASE(blocks_are_as_told)
{
    static const char *const partitions[] = {"trust", "trix"};
    tricorn_graph *graph = edge_list_into_graph(fixture.context, make_complete(60));

    for (size_t p = 0; p < 2; p++)
        for (uint32_t n = 1; n <= 5; n++) {
            const tricorn_options options = named(partitions[p], n * n);
            tricorn_partition_sizes sizes = TRICORN_PARTITION_SIZES_INIT;
            tricorn_result result = TRICORN_RESULT_INIT;
            WORKS(tricorn_partition_measure(fixture.context, graph, &options, &sizes));
            WORKS(tricorn_count(fixture.context, graph, &options, &result));
            CHECK_EQ(result.triangles, 60 * 59 * 58 / 6, "%s, %u", partitions[p], n);
            CHECK_EQ(result.cut.blocks, sizes.blocks, "%s, %u", partitions[p], n);
            CHECK(sizes.blocks >= n * n, "%s: %u blocks", partitions[p], result.cut.blocks);
            CHECK(strcmp(result.cut.partition, partitions[p]) == 0, "%s", result.cut.partition);
        }
    tricorn_graph_free(graph);
}

TEST_MAIN_BETWEEN(test_create, test_destroy)
