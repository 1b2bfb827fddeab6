/* time_from_host.cu - measures the time from an array of unsorted pairs in host memory to their
 * count on a GPU that has started.
 *
 *   time_from_host [--repeat N] [--prepare NAME]... [--memory pinned|ordinary]
 *                  [--label KEY=VALUE]... GRAPH=TRIANGLES...
 *
 * Each graph of `tricorn generate` is used as its generator makes it, with repetitions and loops,
 * once in pinned and once in ordinary memory, or in one of them. Prints JSON objects of kind
 * "host", one a line: transfer, preparation of the graph, the same with the algorithm's index,
 * count; total is the time of all of these by one clock. Exit code 1 if a count is wrong.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <string>
#include <vector>

#include "base/clock.h"
#include "device/cuda.cuh"
#include "graph/edges.h"
extern "C" {
#include "generate/model.h"
}
#include "support/timing.h"

typedef struct settings {
    timing_settings timing;
    std::vector<const char *> preparations;
    const char *memory; /* NULL: both */
} settings;

typedef struct sample {
    double total, transfer, graph, prepare, count; /* prepare: the graph, and the algorithm's index */
} sample;

static tricorn_status time_once(tricorn_context *context, const char *preparation, const uint32_t *pairs,
  uint64_t count, uint64_t *triangles, sample *taken)
{
    tricorn_status status = TRICORN_OK;
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_load_options load = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_graph_description description = TRICORN_GRAPH_DESCRIPTION_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_graph *graph = NULL;
    const double start = tg_clock_now();

    options.device = "gpu";
    load.count = &options;
    load.graph.prepare = preparation;
    TG_TRY(tricorn_graph_from_edges32(context, pairs, count, &load, &graph));
    TG_TRY(tricorn_graph_describe(context, graph, &description));
    TG_TRY(tricorn_count(context, graph, &options, &result));
    taken->total = tg_clock_now() - start;
    taken->transfer = result.seconds.transfer;
    taken->graph = description.prepare_seconds;
    taken->prepare = result.seconds.prepare;
    taken->count = result.seconds.count;
    *triangles = result.triangles;
cleanup:
    tricorn_graph_free(graph);
    return status;
}

static bool time_preparation(tricorn_context *context, const char *graph, const char *memory, const char *preparation,
  const uint32_t *pairs, uint64_t count, const settings *set)
{
    const char *expected = strchr(graph, '=');
    std::vector<sample> samples;
    uint64_t wrong = 0, triangles = 0;
    for (int i = 0; i <= set->timing.repeat; i++) { /* the first one allocates memory from the system */
        sample one = {0, 0, 0, 0};
        if (time_once(context, preparation, pairs, count, &triangles, &one) != TRICORN_OK) {
            fprintf(stderr, "%s: %s\n", graph, tricorn_context_message(context));
            return false;
        }
        wrong += triangles != strtoull(expected + 1, NULL, 10);
        if (i > 0) samples.push_back(one);
    }
    printf("{\"kind\": \"host\", \"dataset\": \"%.*s\", \"algorithm\": \"gpu-adaptive\", "
           "\"input\": \"unsorted pairs in %s memory\"",
      (int)(expected - graph), graph, memory);
    if (strcmp(preparation, "auto") != 0) printf(", \"preparation\": \"%s\"", preparation);
    timing_print_labels(&set->timing);
    printf(", \"input_edges\": %" PRIu64 ", \"triangles\": %" PRIu64 ", \"verified\": %s", count, triangles,
      wrong ? "false" : "true");
    timing_print_member("total_seconds", samples, &sample::total);
    timing_print_member("transfer_seconds", samples, &sample::transfer);
    timing_print_member("graph_seconds", samples, &sample::graph);
    timing_print_member("prepare_seconds", samples, &sample::prepare);
    timing_print_member("count_seconds", samples, &sample::count);
    printf("}\n");
    fflush(stdout);
    return wrong == 0;
}

static bool time_memory(tricorn_context *context, const char *graph, const char *memory, const uint32_t *pairs,
  uint64_t count, const settings *set)
{
    bool good = true;
    for (const char *preparation : set->preparations)
        good = time_preparation(context, graph, memory, preparation, pairs, count, set) && good;
    return good;
}

static bool wanted(const settings *set, const char *memory)
{
    return set->memory == NULL || strcmp(set->memory, memory) == 0;
}

static bool time_graph(tricorn_context *context, const char *graph, const settings *set)
{
    const std::string name(graph, strchr(graph, '='));
    tg_edges edges;
    void *pinned = NULL, *at = NULL;
    uint64_t count = 0;
    memset(&edges, 0, sizeof edges);
    const tg_model *model = tg_model_find(name.c_str());
    if (model == NULL) return false;
    const tg_model_request request = {model, NULL, 0, NULL};
    if (tg_generate(context, &request, &edges) != TRICORN_OK) return false;
    count = tg_edges_count(&edges);
    if (cudaHostAlloc(&pinned, count * sizeof(tg_edge), cudaHostAllocDefault) != cudaSuccess) return false;
    at = pinned;
    for (uint32_t p = 0; p < edges.part_count; p++) {
        memcpy(at, edges.parts[p].edges, edges.parts[p].count * sizeof(tg_edge));
        at = (tg_edge *)at + edges.parts[p].count;
    }
    tg_edges_free(&edges);
    bool good = !wanted(set, "pinned") || time_memory(context, graph, "pinned", (const uint32_t *)pinned, count, set);
    if (wanted(set, "ordinary")) {
        std::vector<uint32_t> plain((uint32_t *)pinned, (uint32_t *)pinned + 2 * count);
        good = time_memory(context, graph, "ordinary", plain.data(), count, set) && good;
    }
    cudaFreeHost(pinned);
    return good;
}

int main(int argc, char **argv)
{
    settings set;
    tricorn_context *context = NULL;
    bool good = true;
    int next = 1;
    memset(&set.timing, 0, sizeof set.timing);
    set.timing.repeat = 10;
    set.memory = NULL;
    for (; next + 1 < argc && strncmp(argv[next], "--", 2) == 0; next += 2) {
        if (strcmp(argv[next], "--prepare") == 0)
            set.preparations.push_back(argv[next + 1]);
        else if (strcmp(argv[next], "--memory") == 0)
            set.memory = argv[next + 1];
        else
            good = timing_read_option(&set.timing, argv[next], argv[next + 1]) && good;
    }
    if (set.preparations.empty()) set.preparations.push_back("auto");
    for (int a = next; a < argc; a++) good = good && strchr(argv[a], '=') != NULL;
    if (!good || next >= argc) {
        fprintf(stderr, "usage: time_from_host [--repeat N] [--prepare NAME]... "
                        "[--memory pinned|ordinary] [--label KEY=VALUE]... GRAPH=TRIANGLES...\n");
        return 2;
    }
    if (tricorn_context_create(NULL, &context) != TRICORN_OK) return 1;
    for (; next < argc; next++) {
        const bool right = time_graph(context, argv[next], &set);
        if (!right) fprintf(stderr, "%s: failed: %s\n", argv[next], tricorn_context_message(context));
        good = right && good;
    }
    tricorn_context_free(context);
    return good ? 0 : 1;
}
