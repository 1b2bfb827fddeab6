/* test_memory.c - each allocation of each call fails in turn, alone or, with one thread, also with all after it: the
 * call must report it, leave no memory and no file, and work again afterwards. The calls are in memory_....c. */
#include "fault/memory.h"

#include <string.h>

enum { MANY_TIMES = 1000 }; /* more allocations than any call makes */

struct memory_inputs memory;

/* `failures` allocations fail, from the first on, from the second on, ... */
static void fail_in_turn(const memory_call *call, int64_t failures)
{
    const char *name = call->name;
    test_allocator *allocator = &memory.allocator;
    const int64_t blocks_before = allocator->live_blocks, bytes_before = allocator->live_bytes;
    int64_t first = 0, refused;

    do {
        CHECK(first < MANY_TIMES, "%s: allocates without end", name);
        test_allocator_fail(allocator, first, failures);
        const tricorn_status status = call->run(call->argument);
        refused = allocator->refused;
        test_allocator_fail(allocator, -1, 0);
        if (status != TRICORN_OK) {
            REQUIRE_STATUS(memory.context, status, TRICORN_OUT_OF_MEMORY);
            CHECK(refused > 0, "%s: no allocation failed, the call did", name);
        }
        CHECK_EQ(allocator->live_blocks, blocks_before, "%s: blocks after %lld allocations", name, (long long)first);
        CHECK_EQ(allocator->live_bytes, bytes_before, "%s: bytes after %lld allocations", name, (long long)first);
        first++;
    } while (refused > 0);
    REQUIRE_OK(memory.context, call->run(call->argument));
}

static void check_call(const memory_call *call)
{
    fail_in_turn(call, 1);
    if (tricorn_context_threads(memory.context) == 1) fail_in_turn(call, INT64_MAX);
}

static void all_calls(void)
{
    static const memory_call *const lists[] = {memory_loading, memory_counting, memory_sharing, memory_analytics};
    for (size_t l = 0; l < LENGTH(lists); l++)
        for (const memory_call *call = lists[l]; call->name; call++) check_call(call);
    for (size_t f = 0; f < tricorn_format_count(); f++) {
        const char *name = test_format_name(f);
        if (name) check_call(&(memory_call){name, memory_round_trip, name});
    }
    for (size_t a = 0; a < tricorn_algorithm_count(); a++) {
        const char *name = tricorn_algorithm_at(a)->name;
        if (memory_count(name) == TRICORN_UNSUPPORTED) {
            print_message("%s: %s\n", name, tricorn_context_message(memory.context));
            continue;
        }
        check_call(&(memory_call){name, memory_count, name});
        check_call(&(memory_call){name, memory_plan, name});
        check_call(&(memory_call){name, memory_count_blocks, name});
    }
}

static void write_files(void)
{
    static const char sparse[] = "5 18446744073709551615\n18446744073709551615 4294967296\n"
                                 "4294967296 5\n1 2\n",
                      strings[] = "ann bob\nbob cid\ncid ann\ncid dan\n",
                      lists[] = "1 18446744073709551615 2\n7\n2 3 18446744073709551615\n",
                      lines[] = "#\n# GMT Sat Jan  6 2024\n#\n1 2\n2 {}\n3 {}\n4 0\n",
                      colouring[] = "p edge 3 2\ne 1 2\ne 2 3\n", network[] = "*Vertices 3\n*Edges\n1 2\n2 3\n",
                      matrix[] = "2 2 1\n0 1 1\n",
                      gml[] = "graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ] ]",
                      graphml[] = "<graphml><key id='k' for='node' attr.name='name'/><graph edgedefault='directed'>"
                                  "<node id='a'><data key='k'>b</data></node><node id='c'/>"
                                  "<edge source='a' target='c'/></graph></graphml>";
    static const struct {
        const char *name, *text;
        size_t count;
    } texts[] = {{"sparse.txt", sparse, sizeof sparse - 1}, {"strings.txt", strings, sizeof strings - 1},
      {"lists.adjlist", lists, sizeof lists - 1}, {"strings.adjlist", strings, sizeof strings - 1},
      {"lines", lines, sizeof lines - 1}, {"a.col", colouring, sizeof colouring - 1},
      {"a.net", network, sizeof network - 1}, {"a.gml", gml, sizeof gml - 1},
      {"a.graphml", graphml, sizeof graphml - 1}, {"a.smat", matrix, sizeof matrix - 1}};
    static const struct {
        const char *name;
        test_format format;
        test_compression compression;
    } files[] = {{"karate.txt", TEST_EDGES, TEST_PLAIN}, {"karate.txt.gz", TEST_EDGES, TEST_GZIP},
      {"karate.txt.zst", TEST_EDGES, TEST_ZSTD}, {"karate.mtx", TEST_MATRIX_MARKET, TEST_PLAIN}};
    edge_list karate = make_karate();
    char path[TEST_PATH_BYTES];

    for (size_t i = 0; i < LENGTH(files); i++) {
        test_folder_path(&memory.folder, files[i].name, path);
        test_file_write_edges(path, &karate, files[i].format, files[i].compression);
    }
    for (size_t i = 0; i < LENGTH(texts); i++) {
        test_folder_path(&memory.folder, texts[i].name, path);
        test_file_write(path, texts[i].text, texts[i].count, TEST_PLAIN);
    }
    edge_list_free(&karate);
}

static void run_with(uint32_t threads)
{
    edge_list karate = make_karate();

    test_allocator_init(&memory.allocator);
    memory.context = test_context_create(&memory.allocator, threads);
    test_folder_create(&memory.folder);
    write_files();
    memory.triangles = edge_list_brute_force(&karate);
    memory.graph = edge_list_into_graph(memory.context, karate);
    memory.by_trix = 0;
    all_calls();
    CHECK(memory.by_trix > 0, "no trussness was found by TriX for lack of memory");
    tricorn_graph_free(memory.graph);
    test_folder_remove(&memory.folder);
    test_context_free(&memory.allocator, memory.context);
}

TEST_CASE(one_thread)
{
    run_with(1);
}

TEST_CASE(two_threads)
{
    run_with(2);
}

TEST_MAIN()
