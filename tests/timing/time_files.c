/* time_files.c - graphs of files counted by all algorithms for GPUs, and timed.
 *
 *     time_files [--repeat N] [--label KEY=VALUE]... FILE=TRIANGLES...
 *
 * One JSON object a line and graph, of kind "checked" (docs/benchmarking.md): the least time of
 * each algorithm, by events. Exit code 1 where a count is wrong.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "graph/graph.h"
#include "registry/registry.h"
#include "support/timing.h"

enum { MOST_NAME = 256 };

/* Prints the least seconds of an algorithm, or its error. */
static bool time_algorithm(tricorn_context *context, const tricorn_graph *graph, uint64_t expected,
  const tricorn_algorithm_description *algorithm, const timing_settings *set)
{
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_plan *plan = NULL;
    double least = 0;
    bool right = true;

    options.algorithm = algorithm->name;
    tricorn_status status = tricorn_plan_create(context, graph, &options, &plan);
    for (int i = 0; i < set->repeat && status == TRICORN_OK; i++) {
        tricorn_result result = TRICORN_RESULT_INIT;
        status = tricorn_plan_run(context, plan, &result);
        right = right && result.triangles == expected;
        if (i == 0 || result.seconds.count < least) least = result.seconds.count;
    }
    tricorn_plan_free(plan);
    if (status != TRICORN_OK || !right) {
        fprintf(stderr, "%s: %s\n", algorithm->name, right ? tricorn_context_message(context) : "a wrong count");
        return false;
    }
    printf("\"%s\": %.7f", algorithm->alias ? algorithm->alias : algorithm->name, least);
    return true;
}

static bool time_graph(
  tricorn_context *context, const char *name, const tricorn_graph *graph, uint64_t expected, const timing_settings *set)
{
    bool good = true, first = true;
    printf("{\"kind\": \"checked\", \"dataset\": \"%s\"", name);
    timing_print_labels(set);
    printf(", \"vertices\": %" PRIu32 ", \"edges\": %" PRIu64 ", \"triangles\": %" PRIu64 ", \"count_seconds\": {",
      graph->active, graph->edges, expected);
    for (size_t a = 0; a < tg_algorithm_count() && good; a++) {
        if (tg_device_of(tg_algorithm_at(a)) != TG_GPU) continue;
        if (!first) printf(", ");
        first = false;
        good = time_algorithm(context, graph, expected, tricorn_algorithm_at(a), set);
    }
    printf("}}\n");
    fflush(stdout);
    return good;
}

static bool time_given(tricorn_context *context, const char *given, const timing_settings *set)
{
    const char *equals = strrchr(given, '=');
    char path[MOST_NAME] = "", name[MOST_NAME] = "";
    tricorn_graph *graph = NULL;
    bool good = false;

    if (equals == NULL || equals - given >= MOST_NAME) return false;
    memcpy(path, given, (size_t)(equals - given));
    const char *slash = strrchr(path, '/');
    memcpy(name, slash ? slash + 1 : path, strlen(slash ? slash + 1 : path));
    if (strchr(name, '.')) *strchr(name, '.') = '\0';
    if (tricorn_graph_load(context, path, NULL, &graph) != TRICORN_OK)
        fprintf(stderr, "%s\n", tricorn_context_message(context));
    else
        good = time_graph(context, name, graph, strtoull(equals + 1, NULL, 10), set);
    if (!good) fprintf(stderr, "%s: failed\n", path);
    tricorn_graph_free(graph);
    return good;
}

int main(int argc, char **argv)
{
    timing_settings set = {.repeat = 5};
    tricorn_context *context = NULL;
    bool good = true;
    int at = timing_read_options(&set, argc, argv);

    if (at == 0 || at >= argc) {
        fprintf(stderr, "usage: time_files [--repeat N] [--label KEY=VALUE]... "
                        "FILE=TRIANGLES...\n");
        return 2;
    }
    if (tricorn_context_create(NULL, &context) != TRICORN_OK) return 1;
    for (; at < argc; at++) good = time_given(context, argv[at], &set) && good;
    tricorn_context_free(context);
    return good ? 0 : 1;
}
