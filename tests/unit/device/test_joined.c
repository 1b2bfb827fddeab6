/* test_joined.c - a work folder that processes have joined, counted on a GPU: by it alone, together with the CPU, and
 * again by the CPU, which finds all parts counted. Skipped without a GPU. */
#include <ftw.h>
#include <stdio.h>
#include <string.h>

#include "support/device_tests.h"
#include "support/families.h"
#include "support/files.h"

/* COPIES of K_CLIQUE that share a vertex. */
enum { COPIES = 60, CLIQUE = 40, PARTS = 12, DESCRIPTORS = 8 };

static tricorn_context *context;
static test_folder folder;
static char work[TEST_PATH_BYTES];

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *where)
{
    (void)info, (void)kind, (void)where;
    return remove(path);
}

static tricorn_graph *join(void)
{
    tricorn_graph *graph = edge_list_into_graph(context, make_windmill(CLIQUE, COPIES));
    test_folder_create(&folder);
    const char *path = PATH_IN(&folder, "graph.txt");
    test_folder_path(&folder, "work", work);
    REQUIRE_OK(context, tricorn_graph_save(context, graph, path, SAVING(.format = "edges")));
    tricorn_graph_free(graph);
    REQUIRE_OK(context, tricorn_graph_load(context, path, LOADING(.disk.work = work, .disk.join = 1), &graph));
    return graph;
}

static void leave(tricorn_graph *graph)
{
    tricorn_graph_free(graph);
    nftw(work, remove_one, DESCRIPTORS, FTW_DEPTH | FTW_PHYS);
    test_folder_remove(&folder);
}

static tricorn_options options_of(const char *device)
{
    tricorn_options options = *COUNTING(.device = device, .parts = PARTS);
    return options;
}

static tricorn_result count(const tricorn_graph *graph, const char *device)
{
    const tricorn_options options = options_of(device);
    tricorn_result result = TRICORN_RESULT_INIT;
    REQUIRE_OK(context, tricorn_count(context, graph, &options, &result));
    CHECK_EQ(result.triangles, COPIES * choose(CLIQUE, 3), "by %s", device);
    return result;
}

TEST_CASE(a_gpu_counts_and_a_cpu_comes_late)
{
    tricorn_graph *graph = join();
    const tricorn_result first = count(graph, "gpu"), late = count(graph, "cpu");
    CHECK(strcmp(first.how.device, "gpu:0") == 0, "%s", first.how.device);
    CHECK(first.cut.parts >= PARTS && first.cut.own_parts == first.cut.parts, "%llu of %llu",
      (unsigned long long)first.cut.own_parts, (unsigned long long)first.cut.parts);
    CHECK_EQ(late.cut.own_parts, 0, "all were counted");
    leave(graph);
}

TEST_CASE(parts_by_both_in_turn)
{
    static const char *const devices[] = {"gpu", "cpu"};
    tricorn_graph *graph = join();
    tricorn_parts *parts[2];
    uint64_t identities[2], found, sum = 0;
    for (int d = 0; d < 2; d++) {
        const tricorn_options options = options_of(devices[d]);
        REQUIRE_OK(context, tricorn_parts_create(context, graph, &options, &parts[d]));
        REQUIRE_OK(context, tricorn_parts_identity(context, parts[d], &identities[d]));
    }
    CHECK_EQ(identities[0], identities[1], "identities");
    for (uint64_t q = 0; q < tricorn_parts_count(parts[0]); q++) {
        REQUIRE_OK(context, tricorn_part_count(context, parts[q % 2], q, &found));
        sum += found;
    }
    CHECK_EQ(sum, COPIES * choose(CLIQUE, 3), "by both");
    for (int d = 0; d < 2; d++) tricorn_parts_free(parts[d]);
    leave(graph);
}

TEST_CASE(several_gpus_are_refused)
{
    tricorn_graph *graph = join();
    const tricorn_options options = options_of("gpu:0,1");
    tricorn_result result = TRICORN_RESULT_INIT;
    REQUIRE_STATUS(context, tricorn_count(context, graph, &options, &result), TRICORN_UNSUPPORTED);
    leave(graph);
}

TEST_MAIN_ON_DEVICE(&context, NULL, NULL)
