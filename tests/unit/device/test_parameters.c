/* test_parameters.c - GPU algorithms with the smallest and largest values of parameters, which
 * lead to rare paths: sets and bitmaps that overflow, rows that are cut, one item at a time.
 * Also several contexts at the same time, and many counts. Skipped without a GPU. */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>

#include "device/device.h"
#include "graph/graph.h"
#include "registry/registry.h"
#include "support/device_tests.h"

enum { TEXT_BYTES = 512, FIRST_BYTES = 512, THREADS = 4, ROUNDS = 20, REPEATS = 100 };

typedef struct known_graph {
    const char *model, *parameters;
    uint64_t triangles; /* UINT64_MAX: as the CPU counts */
} known_graph;

static tricorn_context *context;

static void check_values(const tricorn_graph *graph, uint64_t expected, size_t a)
{
    const tricorn_algorithm_description *of = tricorn_algorithm_at(a);
    CHECK_EQ(test_count(context, graph, of->name, NULL), expected, "standard parameters");
    if (of->paper) CHECK_EQ(test_count(context, graph, of->name, of->paper), expected, "the paper's");
    for (size_t p = 0; p < of->parameter_count; p++) {
        const tricorn_parameter_description *is = &of->parameters[p];
        const uint32_t values[] = {is->least, is->least < is->most ? is->least + 1 : is->least,
          is->standard / 2 > is->least ? is->standard / 2 : is->least, is->most};
        for (size_t v = 0; v < LENGTH(values); v++) {
            char text[TEXT_BYTES];
            snprintf(text, sizeof text, "%s.%s=%" PRIu32, of->name, is->name, values[v]);
            CHECK_EQ(test_count(context, graph, of->name, text), expected, "one at an end");
            if (of->paper == NULL) continue;
            snprintf(text, sizeof text, "%s %s.%s=%" PRIu32, of->paper, of->name, is->name, values[v]);
            CHECK_EQ(test_count(context, graph, of->name, text), expected, "one of the paper's");
        }
    }
}

static void check_graph(const known_graph *known)
{
    tricorn_graph *graph = test_model(context, known->model, known->parameters, 3);
    uint64_t expected = known->triangles;
    if (expected == UINT64_MAX) expected = test_cpu_count(context, graph);
    for (size_t a = 0; a < tg_algorithm_count(); a++)
        if (tg_device_of(tg_algorithm_at(a)) == TG_GPU) check_values(graph, expected, a);
    tricorn_graph_free(graph);
}

/* TRUST's blocks would need 512 MiB, so fewer run. This test is the first: the peak is that of all counts. */
TEST_CASE(papers_blocks_in_little_memory)
{
    static const char *const modes[][2] = {{"trust", "trust.paper=1 trust.block_row=8"},
      {"trust", "trust.paper=1 trust.block_row=8 trust.share=2"}, {"bisson", "bisson.paper=1"}};
    tricorn_graph *graph = test_model(context, "kronecker", "scale=12 edge_factor=16", 3);
    const uint64_t expected = test_cpu_count(context, graph);
    for (size_t m = 0; m < LENGTH(modes); m++) {
        tricorn_result result = TRICORN_RESULT_INIT;
        REQUIRE_OK(context,
          tricorn_count(context, graph,
            COUNTING(.algorithm = modes[m][0], .parameters = modes[m][1], .device_bytes_limit = 16 << 20), &result));
        CHECK_EQ(result.triangles, expected, "%s", modes[m][1]);
        CHECK(result.memory.device_peak_bytes <= 16 << 20, "%llu bytes",
          (unsigned long long)result.memory.device_peak_bytes);
    }
    tricorn_graph_free(graph);
}

/* Complete graphs have rows of all lengths up to the longest, all ids dense. */
TEST_CASE(ends_of_all_parameters)
{
    static const known_graph graphs[] = {
      {"complete", "vertices=700", UINT64_C(700) * 699 * 698 / 6},
      {"kronecker", "scale=12 edge_factor=16", UINT64_MAX},
      {"star", "vertices=5000", 0},
    };
    for (size_t g = 0; g < LENGTH(graphs); g++) check_graph(&graphs[g]);
}

/* This takes only seconds, even under compute-sanitizer. */
TEST_CASE(ends_on_a_small_graph)
{
    static const known_graph skewed = {"kronecker", "scale=8 edge_factor=16", UINT64_MAX};
    check_graph(&skewed);
}

TEST_CASE(ends_on_a_small_complete_graph)
{
    static const known_graph complete = {"complete", "vertices=150", UINT64_C(150) * 149 * 148 / 6};
    check_graph(&complete);
}

static uint64_t device_bytes(const tricorn_graph *graph, const char *parameters)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    test_by("tricore %s", parameters ? parameters : "");
    tricorn_context *own = test_new_context(NULL);
    REQUIRE_OK(own, tricorn_count(own, graph, COUNTING(.algorithm = "tricore", .parameters = parameters), &result));
    tricorn_context_free(own);
    return result.memory.device_peak_bytes;
}

/* Streaming saves the memory of the edges' sources, four bytes each, except for two chunks of them. */
TEST_CASE(streamed_edges_stay_on_the_host)
{
    enum { KEPT = 4, CHUNK = 16 * 1024, SLACK = 4096, WIDE = 8 /* an offset, as it is copied */ };
    tricorn_graph *graph = test_model(context, "kronecker", "scale=16 edge_factor=16", 3);
    const uint64_t edges = graph->edges, all = device_bytes(graph, NULL);
    const uint64_t streamed = device_bytes(graph, "tricore.stream=16");
    CHECK(streamed + KEPT * edges <= all + 2 * KEPT * CHUNK + WIDE * graph->active + SLACK, "%llu bytes, not %llu",
      (unsigned long long)streamed, (unsigned long long)all);
    tricorn_graph_free(graph);
}

/* Two parameters at their ends: the sets of blocks start as small as those of warps. */
TEST_CASE(blocks_with_small_sets)
{
    tricorn_graph *graph = test_model(context, "complete", "vertices=5000", 3);
    CHECK_EQ(test_count(context, graph, "h-index", "h-index.block_row=40 h-index.buckets=32"),
      UINT64_C(5000) * 4999 * 4998 / 6, "rows in pieces, too");
    tricorn_graph_free(graph);
}

TEST_CASE(other_algorithms_parameters_are_refused)
{
    tricorn_graph *graph = test_model(context, "complete", "vertices=5", 3);
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_options options = *COUNTING(.algorithm = "polak");
    options.parameters = "trust.block_row=5";
    REQUIRE_STATUS(context, tricorn_count(context, graph, &options, &result), TRICORN_INVALID_ARGUMENT);
    CHECK_MESSAGE(context, "trust.block_row=5 is for trust");
    tricorn_graph_free(graph);
}

/* ---- at once ---- */

typedef struct job {
    const tricorn_graph *graph;
    uint64_t expected;
    uint32_t wrong;
    char first[FIRST_BYTES]; /* of those */
} job;

static void *count_again_and_again(void *given)
{
    job *mine = given;
    tricorn_context *own = NULL;
    if (tricorn_context_create(NULL, &own) != TRICORN_OK) {
        mine->wrong = 1;
        return NULL;
    }
    for (size_t i = 0; i < ROUNDS * tg_algorithm_count(); i++) {
        tricorn_result result = TRICORN_RESULT_INIT;
        const tg_algorithm *algorithm = tg_algorithm_at(i % tg_algorithm_count());
        if (tg_device_of(algorithm) != TG_GPU) continue;
        tricorn_options options = *COUNTING(.algorithm = algorithm->description.name);
        const tricorn_status status = tricorn_count(own, mine->graph, &options, &result);
        if (status == TRICORN_OK && result.triangles == mine->expected) continue;
        if (mine->wrong++ == 0)
            snprintf(mine->first, sizeof mine->first, "round %zu, %s: %s, %" PRIu64 " for %" PRIu64,
              i / tg_algorithm_count(), options.algorithm,
              status == TRICORN_OK ? "a count" : tricorn_context_message(own), result.triangles, mine->expected);
    }
    tricorn_context_free(own);
    return NULL;
}

TEST_CASE(contexts_at_once)
{
    tricorn_graph *graph = test_model(context, "kronecker", "scale=12 edge_factor=16", 3);
    const uint64_t expected = test_cpu_count(context, graph);
    pthread_t threads[THREADS];
    job jobs[THREADS];
    for (int t = 0; t < THREADS; t++) {
        jobs[t] = (job){.graph = graph, .expected = expected};
        assert_int_equal(pthread_create(&threads[t], NULL, count_again_and_again, &jobs[t]), 0);
    }
    for (int t = 0; t < THREADS; t++) assert_int_equal(pthread_join(threads[t], NULL), 0);
    for (int t = 0; t < THREADS; t++) {
        test_by("thread %d of %d", t, THREADS);
        CHECK_EQ(jobs[t].wrong, 0, "%s", jobs[t].first);
    }
    tricorn_graph_free(graph);
}

/* ---- again and again ---- */

static void repeat(const tricorn_graph *graph, uint64_t expected, const char *algorithm)
{
    tricorn_plan *plan = NULL;
    test_by("%s", algorithm);
    REQUIRE_OK(context, tricorn_plan_create(context, graph, COUNTING(.algorithm = algorithm), &plan));
    for (int i = 0; i < REPEATS; i++) {
        tricorn_result result = TRICORN_RESULT_INIT;
        REQUIRE_OK(context, tricorn_plan_run(context, plan, &result));
        CHECK_EQ(result.triangles, expected, "run %d", i);
    }
    tricorn_plan_free(plan);
}

TEST_CASE(hundred_runs_of_the_benchmark_graphs)
{
    /* Counted by other programs. */
    static const known_graph graphs[] = {{"s18", NULL, 82878347}, {"road", NULL, 832930}};
    for (size_t g = 0; g < LENGTH(graphs); g++) {
        tricorn_graph *graph = test_model(context, graphs[g].model, NULL, 0);
        for (size_t a = 0; a < tg_algorithm_count(); a++)
            if (tg_device_of(tg_algorithm_at(a)) == TG_GPU)
                repeat(graph, graphs[g].triangles, tricorn_algorithm_at(a)->name);
        tricorn_graph_free(graph);
    }
}

TEST_MAIN_ON_DEVICE(&context, NULL, NULL)
