/* test_device_arrays.cu - graphs of arrays in the GPU's memory: columns and rows of all types. */
#include <cuda_runtime.h>

#include "support/device_tests.h"

static tricorn_context *context;

enum { TYPES = 8, VERTICES = 100, EDGES = 700 };

/* Copies the values to the GPU, as numbers of a type, `gap` numbers apart. */
static tricorn_integers copied(const std::vector<uint64_t> &values, int type, size_t gap)
{
    const size_t bytes = (size_t)1 << (type & 3), stride = bytes * (1 + gap);
    std::vector<unsigned char> host(values.size() * stride);
    void *first = NULL;
    for (size_t i = 0; i < values.size(); i++) /* the lowest byte comes first */
        for (size_t b = 0; b < bytes; b++) host[i * stride + b] = (unsigned char)(values[i] >> 8 * b);
    CHECK_EQ(cudaMalloc(&first, host.size()), cudaSuccess, "there is memory");
    CHECK_EQ(cudaMemcpy(first, host.data(), host.size(), cudaMemcpyHostToDevice), cudaSuccess, "it is copied");
    const tricorn_integers made = {first, (ptrdiff_t)stride, (tricorn_integer)type};
    return made;
}

static void release(const tricorn_integers &numbers)
{
    cudaFree((void *)numbers.first);
}

/* Edges of few vertices, whose ends are mixed by multiplication; with loops and repetitions. */
static std::vector<uint64_t> ends(uint64_t factor)
{
    std::vector<uint64_t> made(EDGES);
    for (uint64_t e = 0; e < EDGES; e++) made[e] = (e + 1) * factor % 10007 % VERTICES;
    return made;
}

static uint64_t counted(tricorn_graph *graph)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    REQUIRE_OK(context, tricorn_count(context, graph, NULL, &result));
    tricorn_graph_free(graph);
    return result.triangles;
}

static uint64_t counted_on_host(const std::vector<uint64_t> &sources, const std::vector<uint64_t> &targets)
{
    const tricorn_edge_columns columns = {
      {sources.data(), 8, TRICORN_UINT64}, {targets.data(), 8, TRICORN_UINT64}, EDGES};
    tricorn_graph *graph = NULL;
    REQUIRE_OK(context, tricorn_graph_from_columns(context, &columns, 1, NULL, &graph));
    return counted(graph);
}

TEST_CASE(columns_of_all_types)
{
    const std::vector<uint64_t> sources = ends(7919), targets = ends(4567);
    const uint64_t expected = counted_on_host(sources, targets);
    CHECK(expected > 0, "there is something to count");
    for (int s = 0; s < TYPES * TYPES; s++) {
        const tricorn_edge_columns columns = {
          copied(sources, s % TYPES, (size_t)s % 3), copied(targets, s / TYPES, (size_t)s % 2), EDGES};
        tricorn_graph *graph = NULL;
        REQUIRE_OK(context, tricorn_graph_from_device_columns(context, &columns, NULL, &graph));
        CHECK_EQ(counted(graph), expected, "types %d and %d", s % TYPES, s / TYPES);
        release(columns.sources);
        release(columns.targets);
    }
}

TEST_CASE(wrong_columns)
{
    std::vector<uint64_t> sources = ends(7919);
    sources[EDGES / 2] = UINT64_MAX; /* -1 */
    const tricorn_edge_columns columns = {
      copied(sources, TRICORN_INT32, 0), copied(ends(4567), TRICORN_INT64, 0), EDGES};
    tricorn_graph *graph = NULL;
    REQUIRE_STATUS(context, tricorn_graph_from_device_columns(context, &columns, NULL, &graph), TRICORN_UNSUPPORTED);
    release(columns.sources);
    release(columns.targets);
}

/* Rows of a complete graph, each pair in both rows. */
static void complete_rows(std::vector<uint64_t> *offsets, std::vector<uint64_t> *targets)
{
    offsets->push_back(0);
    for (uint64_t u = 0; u < VERTICES; u++) {
        for (uint64_t v = 0; v < VERTICES; v++)
            if (u != v) targets->push_back(v);
        offsets->push_back(targets->size());
    }
}

static tricorn_status make_rows(
  const std::vector<uint64_t> &offsets, const std::vector<uint64_t> &targets, uint64_t entries, tricorn_graph **graph)
{
    const tricorn_csr rows = {copied(offsets, TRICORN_INT32, 1), copied(targets, TRICORN_UINT8, 0), VERTICES};
    const tricorn_status status = tricorn_graph_from_device_rows(context, &rows, entries, NULL, graph);
    release(rows.offsets);
    release(rows.targets);
    return status;
}

TEST_CASE(rows_and_wrong_rows)
{
    std::vector<uint64_t> offsets, targets;
    tricorn_graph *graph = NULL;
    complete_rows(&offsets, &targets);
    const uint64_t entries = targets.size();
    REQUIRE_OK(context, make_rows(offsets, targets, entries, &graph));
    CHECK_EQ(counted(graph), 161700, "100 choose 3");
    REQUIRE_STATUS(context, make_rows(offsets, targets, entries - 1, &graph), TRICORN_INVALID_ARGUMENT);
    targets[entries / 2] = VERTICES;
    REQUIRE_STATUS(context, make_rows(offsets, targets, entries, &graph), TRICORN_INVALID_ARGUMENT);
    offsets[1] = offsets[2] + 1;
    REQUIRE_STATUS(context, make_rows(offsets, targets, entries, &graph), TRICORN_INVALID_ARGUMENT);
}

/* Each allocation fails in turn, alone or with all after it. */
TEST_CASE(refused_memory)
{
    const std::vector<uint64_t> from = ends(7919), to = ends(4567);
    const uint64_t expected[] = {counted_on_host(from, to), 161700};
    std::vector<uint64_t> offsets, targets;
    complete_rows(&offsets, &targets);
    const tricorn_edge_columns columns = {copied(from, TRICORN_INT32, 0), copied(to, TRICORN_INT64, 0), EDGES};
    const tricorn_csr rows = {copied(offsets, TRICORN_INT32, 1), copied(targets, TRICORN_UINT8, 0), VERTICES};
    const uint64_t before = tg_device_live_bytes(context);
    for (int way = 0; way < 4; way++) {
        uint64_t refused = 1;
        for (uint64_t first = 0; refused > 0; first++) {
            tricorn_graph *graph = NULL;
            tg_device_refuse(context, first, way / 2 ? UINT64_MAX : 1);
            const tricorn_status status =
              way % 2 ? tricorn_graph_from_device_rows(context, &rows, targets.size(), NULL, &graph)
                      : tricorn_graph_from_device_columns(context, &columns, NULL, &graph);
            refused = tg_device_refused(context);
            tg_device_refuse(context, 0, 0);
            if (status == TRICORN_OK)
                CHECK_EQ(counted(graph), expected[way % 2], "way %d", way);
            else
                REQUIRE_STATUS(context, status, TRICORN_OUT_OF_DEVICE_MEMORY);
            CHECK(status == TRICORN_OK || refused > 0, "way %d: nothing was refused", way);
            CHECK_EQ(tg_device_live_bytes(context), before, "way %d: bytes left", way);
        }
    }
    release(columns.sources);
    release(columns.targets);
    release(rows.offsets);
    release(rows.targets);
}

TEST_MAIN_ON_DEVICE(&context, NULL, NULL)
