/* test_out_of_core.c - progress of a graph on disk: the bytes that are read, then the edges that are
 * sorted and counted, each up to their known total; also of a count that goes on. */

#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "support/check.h"
#include "support/families.h"
#include "support/files.h"
#include "support/stored.h"

enum { SIZE = 8, COPIES = 3000, RANGES = 6, PHASES = 3 };

/* What the callback has seen of each phase. */
typedef struct phase {
    const char *name;
    uint64_t first, last, total, reports;
} phase;

static struct {
    tricorn_context *context;
    phase phases[PHASES];
    uint64_t stop_at; /* counted edges; 0: never */
} seen;

/* Called for all work, since the next report is always due. */
static int watch(void *user, const char *name, uint64_t done, uint64_t total)
{
    (void)user;
    seen.context->next_report = 0;
    for (unsigned p = 0; p < PHASES; p++) {
        phase *at = &seen.phases[p];
        if (strcmp(at->name, name) != 0 || total == 0) continue;
        if (at->reports++ == 0) at->first = done;
        CHECK(done >= at->last, "%s goes back", name);
        CHECK(done <= total, "%s goes beyond its end", name);
        at->last = done;
        at->total = total;
    }
    return strcmp(name, "counting") == 0 && seen.stop_at > 0 && done >= seen.stop_at;
}

static void watch_anew(void)
{
    static const phase none[PHASES] = {{"reading", 0, 0, 0, 0}, {"sorting", 0, 0, 0, 0}, {"counting", 0, 0, 0, 0}};
    memcpy(seen.phases, none, sizeof none);
    seen.context->next_report = 0;
}

static void check_whole(unsigned number, uint64_t total)
{
    const phase *at = &seen.phases[number];
    CHECK_EQ(at->total, total, "the total of %s", at->name);
    CHECK_EQ(at->last, total, "the end of %s", at->name);
    CHECK(at->reports > 3, "%s was reported %d times", at->name, (int)at->reports);
}

static void count_in_two_turns(const tricorn_graph *graph, uint64_t edges, uint64_t triangles)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    seen.stop_at = edges / 2;
    REQUIRE_STATUS(seen.context, tricorn_count(seen.context, graph, NULL, &result), TRICORN_CANCELLED);
    CHECK_EQ(seen.phases[2].first, 0, "counting begins");
    seen.stop_at = 0;
    watch_anew();
    REQUIRE_OK(seen.context, tricorn_count(seen.context, graph, NULL, &result));
    CHECK_EQ(result.triangles, triangles, "from disk");
    CHECK(result.cut.passes > 1, "one pass");
    check_whole(2, edges);
}

/* One thread, whose every report is seen. */
TEST_CASE(progress_from_disk)
{
    tricorn_graph *graph = NULL;
    edge_list edges = make_windmill(SIZE, COPIES);
    const uint64_t triangles = (uint64_t)COPIES * (SIZE * (SIZE - 1) * (SIZE - 2) / 6);
    test_folder inputs, work;
    size_t bytes;

    test_folder_create(&inputs);
    test_folder_create(&work);
    const char *path = PATH_IN(&inputs, "graph.txt");
    test_file_write_edges(path, &edges, TEST_EDGES, TEST_PLAIN);
    free(test_file_read(path, &bytes));
    test_store_cut(RANGES, edges.count);
    test_store_passes(1, 2);
    REQUIRE_OK(NULL, tricorn_context_create(OPTIONS(tricorn_context_options, .threads = 1), &seen.context));
    tricorn_context_set_progress(seen.context, watch, NULL);
    watch_anew();
    REQUIRE_OK(seen.context, tricorn_graph_load(seen.context, path, LOADING(.disk.work = work.path), &graph));
    check_whole(0, bytes);
    check_whole(1, edges.count);
    count_in_two_turns(graph, edges.count, triangles);
    tricorn_graph_free(graph);
    tricorn_context_free(seen.context);
    test_store_passes(0, 0);
    test_store_reset();
    edge_list_free(&edges);
    test_folder_remove(&inputs);
    test_folder_remove(&work);
}

TEST_MAIN()
