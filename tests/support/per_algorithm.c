/* per_algorithm.c - see per_algorithm.h. */
#include "support/per_algorithm.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "registry/registry.h"
#include "schedule/run_task.h"
#include "support/stored.h"

/* Each graph is counted in one further way, and one in DISK_TURNS from disk; with
 * TRICORN_ALL_WAYS set, in ALL_TURNS ways, and each from disk, which takes three times as long.
 */
#if defined(__SANITIZE_ADDRESS__)
enum { DISK_TURNS = 6, ALL_TURNS = 3 };
#else
enum { DISK_TURNS = 3, ALL_TURNS = 3 };
#endif
enum { THREADS = 2, NAME_BYTES = 128, SETTINGS_BYTES = 256 };
static const uint64_t SEED = 20240229;

typedef struct one_test {
    const tg_algorithm *algorithm;
    const property *property;
    char name[NAME_BYTES];
} one_test;

static size_t ran;

enum { MOST_PARTS = 64 }; /* of the partitions whose parts are asked for */

static bool all_ways(void)
{
    return getenv("TRICORN_ALL_WAYS") != NULL;
}

static const counting_way cpu_ways[] = {{.blocks = 4}, {.blocks = 9, .partition = "trix"}, {.relabel = "collective"},
  {.blocks = 25, .partition = "trust"}, {.blocks = 64, .partition = "trix"}, {.blocks = 9},
  {.blocks = 16, .partition = "trix"}, {.relabel = "in-degree"},
  {.blocks = 9, .partition = "trust", .relabel = "collective-degree"}, {.relabel = "input"},
  {.blocks = 4, .partition = "trix", .relabel = "collective"}, {.partition = "trust"},
  {.partition = "workload", .relabel = "collective"}, {.partition = "polak", .relabel = "input"},
  {.blocks = 4, .partition = "trix"}, {.partition = "trix"}};
static const counting_way gpu_ways[] = {{.blocks = 4}, {.relabel = "collective"}, {.device = "gpu:0,0"},
  {.blocks = 9, .partition = "trix"}, {.blocks = 9}, {.blocks = 4, .device = "gpu:0,0"}, {.relabel = "in-degree"},
  {.blocks = 4, .partition = "trust", .relabel = "in-degree"}, {.relabel = "input"},
  {.blocks = 4, .partition = "trix", .relabel = "collective"}, {.blocks = 9, .device = "gpu:0,0", .partition = "trust"},
  {.blocks = 9, .device = "gpu:0,0", .partition = "trix"}, {.device = "gpu:0,0", .partition = "workload"},
  {.device = "gpu:0,0", .partition = "polak"}, {.blocks = 4, .partition = "trix"}};

size_t counting_ways(const property_state *state, const counting_way **ways)
{
    const bool gpu = tg_device_of(state->algorithm) == TG_GPU;
    *ways = gpu ? gpu_ways : cpu_ways;
    return gpu ? LENGTH(gpu_ways) : LENGTH(cpu_ways);
}

/* parameters: NULL or as in the options. */
static uint64_t count_with(
  property_state *state, const tricorn_graph *graph, uint32_t threads, const char *parameters, const counting_way *way)
{
    static unsigned turn;
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;

    options.algorithm = state->algorithm->description.name;
    options.threads = threads;
    options.parameters = parameters;
    options.device = way->device;
    options.blocks = way->blocks;
    options.partition = way->partition;
    if (way->partition) options.parts = 1 + turn++ % MOST_PARTS;
    options.relabel = way->relabel;
    options.counts = way->counts;
    test_by("%s %s %s, %u blocks %s %s, %u counts", options.algorithm, parameters ? parameters : "",
      way->device ? way->device : "", way->blocks, way->partition ? way->partition : "",
      way->relabel ? way->relabel : "", way->counts);
    REQUIRE_OK(state->context, tricorn_count(state->context, graph, &options, &result));
    CHECK(strcmp(result.how.algorithm, options.algorithm) == 0, "asked for %s, %s ran", options.algorithm,
      result.how.algorithm);
    if (way->partition)
        CHECK(strcmp(result.cut.partition, way->partition) == 0, "asked for %s, %s was cut", way->partition,
          result.cut.partition);
    /* Ranges of few vertices cannot be cut into so many. */
    if (way->partition == NULL || strcmp(way->partition, "trust") == 0)
        CHECK(way->blocks == 0 || result.cut.blocks == way->blocks, "%u blocks for %u", result.cut.blocks, way->blocks);
    return result.triangles;
}

uint64_t count_triangles(property_state *state, const tricorn_graph *graph, uint32_t threads)
{
    return count_with(state, graph, threads, NULL, &(counting_way){0});
}

/* Settings beside those of the papers, which need several parameters. */
static const struct {
    const char *algorithm, *settings;
} further_modes[] = {
  {"gpu-hash-team-vertex", "trust.paper=1 trust.walkers=0"},
  {"gpu-hash-team-vertex", "trust.paper=1 trust.threads=96"},
  {"gpu-hash-team-vertex", "trust.paper=1 trust.share=2"},
  {"gpu-hash-team-vertex", "trust.paper=1 trust.share=8"},
  {"gpu-hash-team-vertex", "trust.paper=1 trust.share=16"},
  {"gpu-hash-team-vertex", "trust.paper=1 trust.share=32"},
  {"gpu-hash-team-vertex", "trust.paper=1 trust.share=0 trust.builds=2"},
  {"gpu-hash-team-vertex", "trust.block_row=2 trust.warp_buckets=8 trust.block_buckets=32 "
                           "trust.levels=1 trust.slots=2 trust.threads=64 trust.share=1"},
  {"gpu-hash-team-vertex", "trust.block_row=1 trust.warp_buckets=8 trust.block_buckets=32 "
                           "trust.levels=1 trust.share=4"},
  {"gpu-hash-team-vertex", "trust.block_row=4294967295 trust.warp_buckets=32"},
  {"gpu-hash-team-vertex", "trust.by_edges=1 trust.block_row=2"},
  {"gpu-hash-warp-edge", "h-index.fixed=1 h-index.block_row=4"},
  {"gpu-hash-warp-edge", "h-index.paper=1 h-index.builds=3"},
  {"gpu-hash-warp-edge", "h-index.builds=2 h-index.block_row=8"},
  {"gpu-hash-warp-edge", "h-index.whole=1 h-index.block_row=4"},
  {"gpu-hash-warp-edge", "h-index.fixed=2 h-index.buckets=64 h-index.block_row=4"},
  {"gpu-bsearch-team-vertex", "hu.block_row=0"},
  {"gpu-bsearch-team-vertex", "hu.walk=1 hu.block_row=4"},
  {"gpu-bitmap-team-vertex", "bisson.thread_bits=1 bisson.block_row=4294967295 "
                             "bisson.warp_row=4294967295"},
  {"gpu-bitmap-team-vertex", "bisson.by_mean=1"},
  {"gpu-bsearch-warp-edge", "tricore.whole=1 tricore.stream=1"},
  {"gpu-mergepath-warp-edge", "green.paper=1 green.whole=0"},
  {"gpu-merge-thread-edge", "polak.paper=1 polak.lanes=16 polak.pairs=1"},
  {"gpu-merge-thread-edge", "polak.paper=1 polak.reads=2"},
  {"gpu-merge-thread-edge", "polak.paper=1 polak.reads=2 polak.pairs=1"},
  {"gpu-merge-thread-edge", "polak.lanes=13 polak.virtual_warp=3"},
  {"gpu-merge-thread-edge", "polak.paper=1 polak.shared=32"},
  {"gpu-merge-thread-edge", "polak.lanes=20 polak.threads=1024 polak.shared=3"},
  {"gpu-merge-thread-edge", "polak.paper=1 polak.prefetch=1 polak.pairs=1"},
  {"gpu-mergepath-warp-edge", "green.paper=1 green.lanes=8"},
  {"gpu-mergepath-warp-edge", "green.steps=3 green.lanes=4 green.threads=96"},
  {"gpu-bsearch-warp-chunk", "grouptc.paper=1 grouptc.chunk=64 grouptc.resume=0"},
  {"gpu-mergepath-bin-edge", "fox-intersect-path.bins=64 fox-intersect-path.work_per_lane=1"},
  {"gpu-bsearch-bin-edge", "fox-par-search.work_per_lane=1 fox-par-search.most_lanes=0"},
  {"gpu-bsearch-bin-edge", "fox-par-search.bins=32 fox-par-search.lanes=256"},
  {"gpu-bsearch-bin-edge", "fox-par-search.choose=1 fox-par-search.work_per_lane=1"},
  {"gpu-bsearch-bin-edge", "fox-par-search.paper=1 fox-par-search.choose=1"},
  {"gpu-bsearch-warp-wedge", "wetric.share=64"},
  {"gpu-bsearch-thread-match", "matching.batch=1024 matching.filter=0"},
};

/* Writes settings number `turn` of the algorithm: those of its paper, further ones, then each
 * parameter alone at the least and at the most of its values, and so on again. */
static void write_mode(const tg_algorithm *algorithm, unsigned turn, char *text)
{
    const tricorn_algorithm_description *of = &algorithm->description;
    const char *modes[1 + LENGTH(further_modes)];
    unsigned count = 0;
    if (of->paper) modes[count++] = of->paper;
    for (size_t i = 0; i < LENGTH(further_modes); i++)
        if (strcmp(further_modes[i].algorithm, of->name) == 0) modes[count++] = further_modes[i].settings;
    turn %= count + 2 * (unsigned)of->parameter_count;
    if (turn < count) {
        snprintf(text, SETTINGS_BYTES, "%s", modes[turn]);
        return;
    }
    const tricorn_parameter_description *set = &of->parameters[(turn - count) / 2];
    snprintf(
      text, SETTINGS_BYTES, "%s.%s=%" PRIu32, of->name, set->name, (turn - count) % 2 == 0 ? set->least : set->most);
}

/* With other values of its parameters: so small graphs use the methods for large ones, too. */
static void check_mode(property_state *state, const tricorn_graph *graph, uint64_t expected, const char *name)
{
    const unsigned turn = state->mode_turn++;
    static const counting_way whole = {0}, cut[] = {{.blocks = 4, .partition = "trix"}, {.relabel = "collective"},
                                             {.blocks = 9, .partition = "trust"}};
    char text[SETTINGS_BYTES];
    if (state->algorithm->description.parameter_count == 0) return;
    write_mode(state->algorithm, turn, text);
    CHECK_EQ(count_with(state, graph, 0, text, &whole), expected, "%s on %s", text, name);
    if (turn % 3 == 0)
        CHECK_EQ(count_with(state, graph, 0, text, &cut[turn / 3 % LENGTH(cut)]), expected,
          "%s on %s, in blocks or relabelled", text, name);
}

uint64_t count_task(property_state *state, const tg_task *task)
{
    uint64_t triangles = UINT64_MAX;

    const tg_setup setup = tg_standard_setup(state->algorithm, TG_SINK_TOTAL);
    REQUIRE_OK(state->context, tg_count_task(state->context, task, &setup, NULL, &triangles));
    return triangles;
}

void check_count(property_state *state, const tricorn_graph *graph, uint64_t expected, const char *name)
{
    static const counting_way often[] = {{.counts = 2}, {.counts = 16}};
    const counting_way *ways = NULL;
    const size_t count = counting_ways(state, &ways);
    const bool gpu = tg_device_of(state->algorithm) == TG_GPU;
    const size_t turns = all_ways() && !gpu ? ALL_TURNS : 1;

    test_on("%s", name);
    CHECK_EQ(count_triangles(state, graph, 0), expected, "%s on %s", state->algorithm->description.name, name);
    if (gpu)
        CHECK_EQ(count_with(state, graph, 0, NULL, &often[state->turn % 2]), expected,
          "%s on %s, prepared for several counts", state->algorithm->description.name, name);
    for (size_t i = 0; i < turns; i++) {
        const counting_way *way = &ways[state->turn++ % count];
        CHECK_EQ(count_with(state, graph, 0, NULL, way), expected, "%s on %s, %u blocks %s%s, %s",
          state->algorithm->description.name, name, way->blocks, way->partition ? way->partition : "",
          way->relabel ? way->relabel : "", way->device ? way->device : "one device");
    }
}

/* Prepared on the GPU that counts it. */
static void check_prepared_there(property_state *state, const edge_list *edges, uint64_t expected, const char *name)
{
    tricorn_options count = TRICORN_OPTIONS_INIT;
    tricorn_load_options load = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_graph *graph = NULL;

    count.algorithm = state->algorithm->description.name;
    load.count = &count;
    REQUIRE_OK(state->context, tricorn_graph_from_edges32(state->context, edges->pairs, edges->count, &load, &graph));
    CHECK_EQ(
      count_triangles(state, graph, 0), expected, "%s on %s, prepared there", state->algorithm->description.name, name);
    check_mode(state, graph, expected, name);
    tricorn_graph_free(graph);
}

/* The description of the graph on disk is that of the graph in memory. */
static void check_described(property_state *state, const tricorn_graph *stored, const tricorn_graph *graph)
{
    tricorn_graph_description one = TRICORN_GRAPH_DESCRIPTION_INIT;
    tricorn_graph_description other = TRICORN_GRAPH_DESCRIPTION_INIT;
    REQUIRE_OK(state->context, tricorn_graph_describe(state->context, stored, &one));
    REQUIRE_OK(state->context, tricorn_graph_describe(state->context, graph, &other));
    CHECK_EQ(one.vertices, other.vertices, "vertices on disk");
    CHECK_EQ(one.isolated, other.isolated, "vertices without an edge on disk");
    CHECK_EQ(one.edges, other.edges, "edges on disk");
    CHECK_EQ(one.input_edges, other.input_edges, "input edges on disk");
    CHECK_EQ(one.self_loops, other.self_loops, "self loops on disk");
    CHECK_EQ(one.duplicates, other.duplicates, "repeats on disk");
    CHECK_EQ(one.both_directions, other.both_directions, "edges in both directions on disk");
}

/* From disk, with one of 1 to 64 ranges, passes over one of them or several, ids of any kind. */
static void check_stored(
  property_state *state, const edge_list *edges, const tricorn_graph *graph, uint64_t expected, const char *name)
{
    static const uint32_t ranges[] = {1, 2, 3, 5, 8, 16, 33, 64};
    const uint32_t turn = state->stored_turn++, cuts = ranges[turn % 8];
    const uint32_t root = turn % 5;
    static const char *const partitions[] = {"trust", "trix", "workload", "polak"};
    const counting_way cut = {.blocks = root * root, .partition = partitions[turn % 4]};
    const test_ids ids = (test_ids)(turn / 8 % TEST_IDS_KINDS);
    test_store_passes(1 + turn % 3, 1 + turn % 5);
    tricorn_graph *stored = test_stored_graph(state->context, edges, ids, cuts);
    check_described(state, stored, graph);
    CHECK_EQ(count_triangles(state, stored, 0), expected, "%s on %s, from disk, %u ranges, ids %d",
      state->algorithm->description.name, name, cuts, (int)ids);
    if (turn % 3 == 0)
        CHECK_EQ(count_with(state, stored, 0, NULL, &cut), expected, "%s on %s, from disk, %s",
          state->algorithm->description.name, name, cut.partition);
    tricorn_graph_free(stored);
    test_store_reset();
}

void check_edges(property_state *state, const edge_list *edges, uint64_t expected, const char *name)
{
    test_on("%s", name);
    if (tg_device_of(state->algorithm) == TG_GPU) check_prepared_there(state, edges, expected, name);
    tricorn_graph *graph = edge_list_graph(state->context, edges);
    check_count(state, graph, expected, name);
    if (all_ways() || state->edges_turn++ % DISK_TURNS == 0) check_stored(state, edges, graph, expected, name);
    tricorn_graph_free(graph);
}

/* False if the algorithm cannot run: tested with one triangle. */
static bool runs_here(property_state *state)
{
    static const uint32_t pairs[] = {0, 1, 1, 2, 2, 0};
    tricorn_graph *graph = NULL;
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;

    REQUIRE_OK(state->context, tricorn_graph_from_edges32(state->context, pairs, 3, NULL, &graph));
    options.algorithm = state->algorithm->description.name;
    const tricorn_status status = tricorn_count(state->context, graph, &options, &result);
    tricorn_graph_free(graph);
    return status != TRICORN_UNSUPPORTED;
}

static void run_one(void **given)
{
    const one_test *test = *given;
    property_state state = {.algorithm = test->algorithm, .random = {SEED}};

    test_on("%s", "");
    test_allocator_init(&state.allocator);
    state.context = test_context_create(&state.allocator, THREADS);
    if (runs_here(&state)) {
        test->property->check(&state);
    } else {
        print_message("%s: %s\n", test->algorithm->description.name, tricorn_context_message(state.context));
        state.skipped = true;
    }
    test_context_free(&state.allocator, state.context);
    if (state.skipped) skip();
    ran++;
}

/* The first argument is a device or an algorithm's name; without one all algorithms run. */
static bool is_wanted(const tg_algorithm *algorithm, int argc, char **argv)
{
    if (argc < 2) return true;
    return strcmp(argv[1], tg_device_of(algorithm) == TG_GPU ? "gpu" : "cpu") == 0 ||
           strcmp(argv[1], algorithm->description.name) == 0;
}

int run_for_every_algorithm(int argc, char **argv, const property *properties, size_t count)
{
    const size_t most = tricorn_algorithm_count() * count;
    one_test *list = test_allocate(most, sizeof *list);
    struct CMUnitTest *tests = test_allocate(most, sizeof *tests);
    size_t wanted = 0;

    for (size_t p = 0; p < count; p++)
        for (size_t a = 0; a < tricorn_algorithm_count(); a++) {
            one_test *test = &list[wanted];
            test->algorithm = tg_algorithm_at(a);
            test->property = &properties[p];
            if (!is_wanted(test->algorithm, argc, argv)) continue;
            snprintf(test->name, sizeof test->name, "%s: %s", test->algorithm->description.name, properties[p].name);
            tests[wanted++] = (struct CMUnitTest){.name = test->name, .test_func = run_one, .initial_state = test};
        }
    const int failed = _cmocka_run_group_tests(argv[0], tests, wanted, NULL, NULL);
    free(tests);
    free(list);
    return failed ? failed : ran ? 0 : TEST_SKIPPED;
}
