/* test_full_device.cu - on a GPU whose memory another program has filled, loading and counting give the right count
 * or an error about memory, and they work again once memory is free. Skipped without a GPU. */
#include <stdio.h>
#include <vector>

#include <cuda_runtime.h>

#include "support/device_tests.h"
extern "C" {
#include "device/device.h"
#include "registry/registry.h"
}

static const uint64_t MEBIBYTE = UINT64_C(1) << 20;
static const char *const GRAPH = "scale=16 edge_factor=16";

/* Allocates GPU memory, so that nothing else can. */
struct hog {
    std::vector<void *> blocks;

    /* Leaves about this number of bytes of the GPU free. */
    explicit hog(uint64_t left)
    {
        size_t available = 0, all = 0;
        while (cudaMemGetInfo(&available, &all) == cudaSuccess && available > left + MEBIBYTE) {
            /* Allocates the rest in smaller blocks if a large one does not fit. */
            size_t piece = available - left;
            void *block = NULL;
            while (piece >= MEBIBYTE && cudaMalloc(&block, piece) != cudaSuccess) {
                cudaGetLastError();
                piece /= 2;
            }
            if (piece < MEBIBYTE) break;
            blocks.push_back(block);
        }
    }

    ~hog()
    {
        for (void *block : blocks) cudaFree(block);
    }
};

static tricorn_options options_for(const char *algorithm)
{
    tricorn_options options;
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.algorithm = algorithm;
    options.device = "gpu";
    return options;
}

static tricorn_result empty_result(void)
{
    tricorn_result result;
    memset(&result, 0, sizeof result);
    result.struct_size = sizeof result;
    return result;
}

/* Counts in a new context: right, or with an error about memory. Returns whether it counted. */
static bool count_somehow(const tricorn_graph *graph, const char *algorithm, uint64_t expected)
{
    const tricorn_options options = options_for(algorithm);
    tricorn_result result = empty_result();
    tricorn_context *own = NULL;
    test_by("%s", algorithm);
    assert_int_equal(tricorn_context_create(NULL, &own), TRICORN_OK);
    const tricorn_status status = tricorn_count(own, graph, &options, &result);
    CHECK(status == TRICORN_OK || status == TRICORN_OUT_OF_DEVICE_MEMORY || status == TRICORN_UNSUPPORTED, "%s: %s",
      tricorn_status_string(status), tricorn_context_message(own));
    if (status == TRICORN_OK)
        CHECK_EQ(result.triangles, expected, "counted");
    else
        CHECK(*tricorn_context_message(own) != 0, "no message");
    tricorn_context_free(own);
    return status == TRICORN_OK;
}

/* Loads the edges for counting on a GPU, in a new context. */
static void load_somehow(const std::vector<uint32_t> &pairs, const char *prepare, uint64_t expected)
{
    const tricorn_options options = options_for(NULL);
    tricorn_load_options load;
    tricorn_result result = empty_result();
    tricorn_context *own = NULL;
    tricorn_graph *graph = NULL;
    memset(&load, 0, sizeof load);
    load.struct_size = sizeof load;
    load.count = &options;
    load.graph.prepare = prepare;
    test_by("what is chosen, of edges loaded, prepared by %s", prepare ? prepare : "auto");
    assert_int_equal(tricorn_context_create(NULL, &own), TRICORN_OK);
    tricorn_status status = tricorn_graph_from_edges32(own, pairs.data(), pairs.size() / 2, &load, &graph);
    if (status == TRICORN_OK) status = tricorn_count(own, graph, &options, &result);
    CHECK(status == TRICORN_OK || status == TRICORN_OUT_OF_DEVICE_MEMORY || status == TRICORN_UNSUPPORTED,
      "loading: %s: %s", tricorn_status_string(status), tricorn_context_message(own));
    if (status == TRICORN_OK) CHECK_EQ(result.triangles, expected, "loaded");
    tricorn_context_free(own);
    tricorn_graph_free(graph);
}

static std::vector<uint32_t> random_pairs(uint64_t edges)
{
    std::vector<uint32_t> pairs(2 * edges);
    uint64_t state = 7;
    for (uint32_t &id : pairs) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        id = (uint32_t)(state >> 33) % 3000;
    }
    return pairs;
}

static uint64_t count_pairs(tricorn_context *context, const std::vector<uint32_t> &pairs)
{
    tricorn_graph *graph = NULL;
    REQUIRE_OK(context, tricorn_graph_from_edges32(context, pairs.data(), pairs.size() / 2, NULL, &graph));
    const uint64_t triangles = test_cpu_count(context, graph);
    tricorn_graph_free(graph);
    return triangles;
}

TEST_CASE(full_and_nearly_full)
{
    static const uint64_t left[] = {0, 2, 8, 32, 128, 512};
    tricorn_context *context = NULL;
    assert_int_equal(tricorn_context_create(NULL, &context), TRICORN_OK);
    tricorn_graph *graph = test_model(context, "kronecker", GRAPH, 5);
    const uint64_t expected = test_cpu_count(context, graph);
    const std::vector<uint32_t> pairs = random_pairs(300000);
    const uint64_t loaded = count_pairs(context, pairs);
    for (uint64_t mebibytes : left) {
        const hog other(mebibytes * MEBIBYTE);
        unsigned counted = 0, tried = 0;
        test_on("kronecker %s and random edges, %llu MiB of the GPU left", GRAPH, (unsigned long long)mebibytes);
        for (size_t a = 0; a < tg_algorithm_count(); a++) {
            if (tg_device_of(tg_algorithm_at(a)) != TG_GPU) continue;
            tried++;
            counted += count_somehow(graph, tricorn_algorithm_at(a)->name, expected);
        }
        load_somehow(pairs, NULL, loaded);
        load_somehow(pairs, "polak", loaded);
        print_message("%llu MiB left: %u of %u algorithms counted\n", (unsigned long long)mebibytes, counted, tried);
    }
    test_on("kronecker %s", GRAPH);
    CHECK(count_somehow(graph, "gpu-adaptive", expected), "there is room again");
    tricorn_graph_free(graph);
    tricorn_context_free(context);
}

/* A context that could not count succeeds once memory is free. */
TEST_CASE(the_same_context_recovers)
{
    const tricorn_options options = options_for("polak");
    tricorn_result result = empty_result();
    tricorn_context *context = NULL;
    assert_int_equal(tricorn_context_create(NULL, &context), TRICORN_OK);
    tricorn_graph *graph = test_model(context, "kronecker", GRAPH, 5);
    const uint64_t expected = test_cpu_count(context, graph);
    test_by("%s", options.algorithm);
    {
        const hog other(0);
        const tricorn_status status = tricorn_count(context, graph, &options, &result);
        if (status == TRICORN_OK) CHECK_EQ(result.triangles, expected, "in a full device");
    }
    REQUIRE_OK(context, tricorn_count(context, graph, &options, &result));
    CHECK_EQ(result.triangles, expected, "with room again");
    tricorn_graph_free(graph);
    tricorn_context_free(context);
}

TEST_MAIN_ON_DEVICE(NULL, NULL, NULL)
