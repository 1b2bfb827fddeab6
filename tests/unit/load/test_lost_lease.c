/* test_lost_lease.c - a process that is stopped while it prepares a graph for others: another one
 * prepares it, and the first notices that, even where the graph has gone again since. */
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "store/files/lease.h"
#include "store/store.h"
#include "support/families.h"
#include "support/files.h"
#include "support/fixture.h"

enum { SHORT_SECONDS = 1, SIZE = 40 };

/* Opens the folder as a process that prepares the graph, and then touches its lease no more. */
static tg_store *stop_while_preparing(const char *work)
{
    tricorn_graph graph = {0};
    tg_store *store = NULL;
    bool found = true;
    WORKS(TG_ALLOC_ZERO(fixture.context, 1, &store));
    store->fingerprint = 1;
    store->lease_seconds = SHORT_SECONDS;
    WORKS(tg_store_join(fixture.context, work, store, &graph, &found));
    CHECK(!found, "a graph in an empty folder");
    WORKS(tg_store_wait(fixture.context, store, &graph, &found));
    CHECK(!found && store->preparing != NULL, "it prepares the graph");
    WORKS(tg_store_check_lease(fixture.context, store));
    tg_lease_end(store->preparing, false);
    return store;
}

static void prepare(const char *path, const char *work)
{
    tricorn_graph *graph = test_load(
      fixture.context, path, LOADING(.disk.work = work, .disk.join = true, .disk.lease_seconds = SHORT_SECONDS));
    tricorn_graph_free(graph);
}

static void check_lost(const tg_store *store, const char *when)
{
    REQUIRE_STATUS(fixture.context, tg_store_check_lease(fixture.context, store), TRICORN_IO_ERROR);
    CHECK(strstr(tricorn_context_message(fixture.context), "another process prepares") != NULL, "%s: %s", when,
      tricorn_context_message(fixture.context));
}

TEST_CASE(a_stopped_process_notices_that_another_prepared)
{
    edge_list edges = make_complete(SIZE);
    char path[TEST_PATH_BYTES], index[TEST_PATH_BYTES];
    test_folder inputs;
    test_folder_create(&inputs);
    test_folder_path(&inputs, "graph.txt", path);
    test_folder_path(&fixture.folder, TG_STORE_GRAPH, index);
    test_file_write_edges(path, &edges, TEST_EDGES, TEST_PLAIN);
    tg_store *stopped = stop_while_preparing(fixture.folder.path);
    prepare(path, fixture.folder.path);
    check_lost(stopped, "the folder has the graph");
    CHECK_EQ(unlink(index), 0, "the index");
    check_lost(stopped, "the graph has gone");
    tg_store_free(stopped);
    edge_list_free(&edges);
    test_folder_remove(&inputs);
}

TEST_MAIN_BETWEEN(test_create, test_destroy)
