/* test_device.c - the GPU is lost at each call of CUDA in turn, and has no memory for each allocation, alone or with
 * all after it: whatever uses a GPU then gives the CPU's answer, or an error that names a remedy, frees what it has
 * allocated, and works again afterwards.
 *
 * Skipped without a GPU; with LOST_STUB (cuda.cu) none is needed, and it is lost at the first kernel. */
#include <stdlib.h>
#include <string.h>

#include "fault/cuda.h"
#include "graph/graph.h"
#include "support/allocator.h"
#include "support/device_tests.h"
#include "support/files.h"
#include "support/stored.h"

/* EACH_UP_TO: how many calls fail one by one; of later ones every second fails, then every third.
 * STUB_CALLS: more calls than come before the first kernel. MANY_TIMES: more than anything makes. */
enum { VERTICES = 400, EDGES = 5000, EACH_UP_TO = 24, STUB_CALLS = 150, MANY_TIMES = 100000 };

static tricorn_context *context;
static test_allocator allocator;
static bool stub;
static test_folder folder;
static edge_list edges;
static tricorn_graph *graph; /* in host memory */

/* What uses a GPU: it adds all that it finds to *answer, and leaves nothing allocated. */
typedef struct device_call {
    const char *name;
    tricorn_status (*run)(const tricorn_options *how, uint64_t *answer);
    tricorn_options how;
} device_call;

static uint64_t mixed(uint64_t before, uint64_t value)
{
    const uint64_t product = (before ^ value) * UINT64_C(0x9E3779B97F4A7C15);
    return product ^ product >> 32;
}

static void add_values(uint64_t *answer, const uint64_t *values, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) *answer = mixed(*answer, values[i]);
}

/* ---- what uses a GPU ---- */

static tricorn_status count_graph(const tricorn_graph *of, const tricorn_options *how, uint64_t *answer)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    const tricorn_status status = tricorn_count(context, of, how, &result);
    add_values(answer, &result.triangles, 1);
    return status;
}

static tricorn_status count(const tricorn_options *how, uint64_t *answer)
{
    return count_graph(graph, how, answer);
}

static tricorn_status vertices(const tricorn_options *how, uint64_t *answer)
{
    uint64_t counts[VERTICES] = {0};
    const tricorn_status status = tricorn_vertex_triangles(context, graph, how, counts, NULL);
    add_values(answer, counts, graph->vertices);
    return status;
}

static int add_supports(void *user, const uint32_t *ends, const uint32_t *support, uint64_t found)
{
    uint64_t *answer = user;
    for (uint64_t i = 0; i < found; i++) *answer += mixed((uint64_t)ends[2 * i] << 32 | ends[2 * i + 1], support[i]);
    return 0;
}

static tricorn_status edges_of(const tricorn_graph *of, const tricorn_options *how, uint64_t *answer)
{
    return tricorn_edge_support(
      context, of, how, OPTIONS(tricorn_visitor, .edges = add_supports, .user = answer), NULL);
}

static tricorn_status supports(const tricorn_options *how, uint64_t *answer)
{
    return edges_of(graph, how, answer);
}

static tricorn_status plan(const tricorn_options *how, uint64_t *answer)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_plan *made = NULL;
    tricorn_status status = tricorn_plan_create(context, graph, how, &made);
    for (int i = 0; i < 2 && status == TRICORN_OK; i++) {
        status = tricorn_plan_run(context, made, &result);
        add_values(answer, &result.triangles, 1);
    }
    tricorn_plan_free(made);
    return status;
}

static tricorn_status parts(const tricorn_options *how, uint64_t *answer)
{
    tricorn_parts *made = NULL;
    uint64_t sum = 0, found = 0;
    tricorn_status status = tricorn_parts_create(context, graph, how, &made);
    for (uint64_t q = 0; status == TRICORN_OK && q < tricorn_parts_count(made); q++) {
        status = tricorn_part_count(context, made, q, &found);
        sum += found;
    }
    add_values(answer, &sum, 1);
    tricorn_parts_free(made);
    return status;
}

/* Counts triangles and degrees of vertices on the device. */
static tricorn_status clustering(const tricorn_options *how, uint64_t *answer)
{
    tricorn_clustering_summary summary = TRICORN_CLUSTERING_SUMMARY_INIT;
    uint64_t degrees[VERTICES] = {0};
    const tricorn_status status = tricorn_clustering(
      context, graph, OPTIONS(tricorn_clustering_options, .count = how, .degrees = degrees), &summary, NULL);
    add_values(answer, &summary.triangles, 1);
    add_values(answer, degrees, graph->vertices);
    return status;
}

static int add_similar(void *user, const uint32_t *ends, const double *values, uint64_t found)
{
    uint64_t *answer = user;
    for (uint64_t i = 0; i < found; i++)
        *answer += mixed((uint64_t)ends[2 * i] << 32 | ends[2 * i + 1], (uint64_t)(values[i] * 1e9));
    return 0;
}

static tricorn_status similar(const tricorn_options *how, uint64_t *answer)
{
    return tricorn_edge_similarity(context, graph,
      OPTIONS(
        tricorn_similarity_options, .measure = TRICORN_JACCARD, .edges = add_similar, .user = answer, .count = how),
      NULL);
}

static tricorn_status generalized(const tricorn_options *how, uint64_t *answer)
{
    uint64_t *offsets = NULL, *pairs = NULL;
    const tricorn_status status = tricorn_generalized_degree(context, graph, how, &offsets, &pairs, NULL);
    if (status == TRICORN_OK) add_values(answer, pairs, 2 * offsets[graph->vertices]);
    tricorn_array_free(offsets);
    tricorn_array_free(pairs);
    return status;
}

static tricorn_status trussness(const tricorn_options *how, uint64_t *answer)
{
    tricorn_trusses *trusses = NULL;
    const tricorn_status status =
      tricorn_trussness(context, graph, OPTIONS(tricorn_truss_options, .count = how), &trusses, NULL);
    for (uint32_t k = 2; status == TRICORN_OK && k < VERTICES; k++)
        add_values(answer, &(uint64_t){tricorn_trusses_edges(trusses, k)}, 1);
    tricorn_trusses_free(trusses);
    return status;
}

static tricorn_status truss(const tricorn_options *how, uint64_t *answer)
{
    tricorn_graph *found = NULL;
    const tricorn_status status =
      tricorn_truss(context, graph, 5, OPTIONS(tricorn_truss_options, .count = how), &found, NULL);
    if (status == TRICORN_OK) add_values(answer, &found->edges, 1);
    tricorn_graph_free(found);
    return status;
}

/* A table appears complete or not at all. */
static tricorn_status table(const tricorn_options *how, tricorn_table kind, uint64_t *answer)
{
    size_t bytes = 0;
    const char *path = PATH_IN(&folder, "table.csv");
    const tricorn_status status =
      tricorn_table_save(context, graph, path, OPTIONS(tricorn_table_options, .table = kind, .count = how), NULL);
    CHECK_EQ(test_folder_count(&folder), status == TRICORN_OK, "files");
    if (status != TRICORN_OK) return status;
    char *text = test_file_read(path, &bytes);
    for (size_t i = 0; i < bytes; i++) *answer = mixed(*answer, (unsigned char)text[i]);
    free(text);
    test_folder_empty(&folder);
    return status;
}

static tricorn_status table_of_vertices(const tricorn_options *how, uint64_t *answer)
{
    return table(how, TRICORN_TABLE_VERTICES, answer);
}

static tricorn_status table_of_edges(const tricorn_options *how, uint64_t *answer)
{
    return table(how, TRICORN_TABLE_EDGES, answer);
}

/* Prepares on the device, too, and copies the rows to the host. */
static tricorn_status load(const tricorn_options *how, uint64_t *answer)
{
    tricorn_graph *made = NULL;
    tricorn_status status = tricorn_graph_from_edges32(context, edges.pairs, edges.count, LOADING(.count = how), &made);
    if (status == TRICORN_OK) status = count_graph(made, how, answer);
    if (status == TRICORN_OK) add_values(answer, &made->edges, 1);
    if (status == TRICORN_OK) status = edges_of(made, how, &(uint64_t){0});
    tricorn_graph_free(made);
    return status;
}

/* From disk: totals, and supports. */
static tricorn_status stored(const tricorn_options *how, uint64_t *answer)
{
    tricorn_graph *made = NULL;
    test_store_passes(3, 2);
    made = test_stored_graph(context, &edges, TEST_IDS_DENSE, 5);
    tricorn_status status = count_graph(made, how, answer);
    if (status == TRICORN_OK) status = edges_of(made, how, answer);
    tricorn_graph_free(made);
    test_store_reset();
    return status;
}

/* Two batches, one by its rows and one by counting again, with supports. */
static tricorn_status change(const tricorn_options *how, uint64_t *answer)
{
    uint64_t counts[VERTICES] = {0};
    uint32_t found[EDGES / 8] = {0};
    tricorn_changing *made = NULL;
    tricorn_batch batch = TRICORN_BATCH_INIT;
    tricorn_status status = tricorn_changing_create_on(context, graph, how->device, &made);
    if (status == TRICORN_OK) status = tricorn_changing_keep_supports(context, made);
    for (int b = 0; b < 2 && status == TRICORN_OK; b++) {
        tricorn_batch_result result = TRICORN_BATCH_RESULT_INIT;
        uint32_t pairs[2 * (EDGES / 8)];
        for (int i = 0; i < 2 * (EDGES / 8); i++) pairs[i] = edges.pairs[i + b] % graph->vertices;
        batch.method = b == 0 ? "rows" : "recount";
        batch.removed = b == 0 ? pairs : NULL;
        batch.added = b == 0 ? NULL : pairs;
        batch.removed_count = b == 0 ? EDGES / 8 : 0;
        batch.added_count = EDGES / 8 - batch.removed_count;
        status = tricorn_changing_apply(context, made, &batch, &result);
        add_values(answer, &result.triangles, 1);
        if (status == TRICORN_OK) status = tricorn_changing_supports(context, made, pairs, EDGES / 8, found);
        for (int i = 0; i < EDGES / 8; i++) *answer = mixed(*answer, found[i]);
    }
    if (status == TRICORN_OK) status = tricorn_changing_vertices(context, made, counts);
    add_values(answer, counts, graph->vertices);
    tricorn_changing_free(made);
    return status;
}

#define ON(...) \
    { \
        .struct_size = sizeof(tricorn_options), __VA_ARGS__ \
    }

static const device_call calls[] = {
  {"a count", count, ON(.device = "gpu")},
  {"a verified count", count, ON(.device = "gpu", .verify = 1)},
  {"a count in blocks", count, ON(.device = "gpu", .blocks = 9)},
  {"a count by TRUST's partition", count, ON(.device = "gpu", .partition = "trust", .blocks = 9)},
  {"a count by TriX's partition", count, ON(.device = "gpu", .partition = "trix", .blocks = 9)},
  {"a count with other names", count, ON(.device = "gpu", .relabel = "in-degree")},
  {"a count on several GPUs", count, ON(.device = "gpu:0,0,0")},
  {"blocks on several GPUs", count, ON(.device = "gpu:0,0", .blocks = 9)},
  {"a plan", plan, ON(.device = "gpu")},
  {"parts", parts, ON(.device = "gpu", .parts = 4)},
  {"vertices", vertices, ON(.device = "gpu")},
  {"vertices in blocks", vertices, ON(.device = "gpu", .blocks = 4)},
  {"vertices on several GPUs", vertices, ON(.device = "gpu:0,0")},
  {"edges", supports, ON(.device = "gpu")},
  {"edges in blocks", supports, ON(.device = "gpu", .blocks = 4)},
  {"edges on several GPUs", supports, ON(.device = "gpu:0,0")},
  {"clustering", clustering, ON(.device = "gpu")},
  {"similarity", similar, ON(.device = "gpu")},
  {"generalized degrees", generalized, ON(.device = "gpu")},
  {"trussness", trussness, ON(.device = "gpu")},
  {"trussness of supports in blocks", trussness, ON(.device = "gpu", .blocks = 4)},
  {"a truss", truss, ON(.device = "gpu")},
  {"a table of vertices", table_of_vertices, ON(.device = "gpu")},
  {"a table of edges", table_of_edges, ON(.device = "gpu")},
  {"loading", load, ON(.device = "gpu")},
  {"a graph on disk", stored, ON(.device = "gpu")},
  {"a changing graph", change, ON(.device = "gpu")},
};

/* ---- the faults ---- */

static tricorn_status run(const device_call *call, uint64_t *answer)
{
    *answer = 0;
    return call->run(&call->how, answer);
}

/* How often a call can fail, and with which statuses. */
typedef struct fault {
    const char *name;
    void (*set)(int64_t first);
    bool memory; /* of the GPU, and nothing else, is missing */
} fault;

static void refuse_one(int64_t first)
{
    cuda_refuse(first, 1);
}

static void refuse_all(int64_t first)
{
    cuda_refuse(first, INT64_MAX);
}

static const fault faults[] = {
  {"lost", cuda_lose, false}, {"without memory once", refuse_one, true}, {"without memory", refuse_all, true}};

static void check_failure(tricorn_status status, bool memory)
{
    if (memory && !stub)
        REQUIRE_STATUS(context, status, TRICORN_OUT_OF_DEVICE_MEMORY);
    else
        CHECK(status == TRICORN_DEVICE_ERROR || status == TRICORN_OUT_OF_DEVICE_MEMORY || status == TRICORN_UNSUPPORTED,
          "status %d: %s", (int)status, tricorn_context_message(context));
    if (!memory || stub) CHECK_MESSAGE(context, "device=cpu");
}

static void fail_in_turn(const device_call *call, const fault *by, uint64_t expected)
{
    const int64_t blocks = allocator.live_blocks;
    int64_t first = 0, failed = 1;
    uint64_t answer;
    for (; failed > 0 && first < (stub ? STUB_CALLS : INT64_MAX); first += 1 + first / EACH_UP_TO) {
        CHECK(first < MANY_TIMES, "%s has no end", call->name);
        test_by("%s, the GPU %s from number %lld on", call->name, by->name, (long long)first);
        by->set(first);
        const tricorn_status status = run(call, &answer);
        failed = cuda_failed();
        by->set(CUDA_NEVER);
        if (status != TRICORN_OK) {
            CHECK(failed > 0 || stub, "nothing failed but the call");
            check_failure(status, by->memory);
        } else {
            CHECK_EQ(answer, expected, "the CPU's answer");
        }
        CHECK_EQ(tg_device_live_bytes(context), 0, "bytes left on the GPU");
        CHECK_EQ(allocator.live_blocks, blocks, "blocks left");
        if (stub) continue;
        REQUIRE_OK(context, run(call, &answer));
        CHECK_EQ(answer, expected, "the CPU's answer, afterwards");
    }
}

TEST_CASE(every_call)
{
    test_on("%d random edges of %d vertices", EDGES, VERTICES);
    for (size_t c = 0; c < LENGTH(calls); c++) {
        device_call on_cpu = calls[c];
        uint64_t expected, answer;
        on_cpu.how.device = "cpu";
        test_by("%s", calls[c].name);
        REQUIRE_OK(context, run(&on_cpu, &expected));
        if (!stub) {
            REQUIRE_OK(context, run(&calls[c], &answer));
            CHECK_EQ(answer, expected, "the CPU's answer");
        }
        for (size_t f = 0; f < LENGTH(faults); f++) fail_in_turn(&calls[c], &faults[f], expected);
    }
}

/* Where no device is named, a GPU that is lost while it prepares a graph leaves that to the CPU.
 */
TEST_CASE(loading_goes_on)
{
    const tricorn_options chosen = ON(.device = NULL), on_cpu = ON(.device = "cpu");
    uint64_t expected = 0, answer = 0;
    int64_t first = 0, failed = 1;
    test_on("%d random edges of %d vertices", EDGES, VERTICES);
    REQUIRE_OK(context, count_graph(graph, &on_cpu, &expected));
    for (; failed > 0 && !(stub && first >= STUB_CALLS); first++, answer = 0) {
        test_by("loading, the GPU lost from call %lld on", (long long)first);
        cuda_lose(first);
        tricorn_graph *made = test_from_edges(context, edges.pairs, edges.count, LOADING(.count = &chosen));
        failed = cuda_failed();
        cuda_lose(CUDA_NEVER);
        REQUIRE_OK(context, count_graph(made, &on_cpu, &answer));
        CHECK_EQ(answer, expected, "triangles");
        tricorn_graph_free(made);
    }
    CHECK(first > 1, "the GPU was not used");
}

static void set_up(void)
{
    void *block = NULL;
    test_random random = {39};
    stub = getenv("LOST_STUB") != NULL;
    cuda_lose(CUDA_NEVER);
    edges = edge_list_create(VERTICES);
    for (int i = 0; i < EDGES; i++) { /* small numbers are more frequent, so they are hubs */
        const uint64_t a = test_random_below(&random, VERTICES);
        edge_list_add(&edges, (uint32_t)(a * a / VERTICES), (uint32_t)test_random_below(&random, VERTICES));
    }
    test_allocator_init(&allocator);
    context = test_context_create(&allocator, 2);
    test_folder_create(&folder);
    graph = edge_list_graph(context, &edges);
    REQUIRE_OK(context, tg_device_open(context, 0));
    /* The list of the GPU's blocks is made with the first of them, and stays. */
    REQUIRE_OK(context, tg_device_alloc(context, 1, 1, &block));
    tg_device_free(context, block);
}

static void tear_down(void)
{
    tricorn_graph_free(graph);
    test_folder_remove(&folder);
    edge_list_free(&edges);
    test_context_free(&allocator, context);
}

TEST_MAIN_ON_DEVICE(NULL, set_up, tear_down)
