/* time_sinks.c - times of the total, the counts of vertices and the support of edges on a device,
 * each against the CPU's.
 *
 *     time_sinks [--repeat N] [--label KEY=VALUE]... DEVICE MODEL=PARAMETERS...
 *
 * One JSON object a line. Exit code 1 where a count differs from the CPU's or cannot be had.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/timing.h"

enum { MOST_SAMPLES = 100 };

typedef struct settings {
    timing_settings timing;
    const char *device;
} settings;

typedef enum wanted { TOTAL, VERTICES, EDGES, WANTED } wanted;
static const char *const names[WANTED] = {"total", "vertices", "edges"};

/* The result of a call: supports in the order of the graph. */
typedef struct counts {
    uint64_t *vertices;
    uint32_t *edges;
    uint64_t edge_count, triangles;
} counts;

static int take(void *user, const uint32_t *ends, const uint32_t *support, uint64_t count)
{
    counts *to = user;
    (void)ends;
    memcpy(to->edges + to->edge_count, support, count * sizeof *support);
    to->edge_count += count;
    return 0;
}

static tricorn_status count_once(
  tricorn_context *context, const tricorn_graph *graph, const char *device, wanted what, counts *given, double *seconds)
{
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_visitor visitor = TRICORN_VISITOR_INIT;
    tricorn_status status = TRICORN_OK;

    options.device = device;
    visitor.edges = take;
    visitor.user = given;
    given->edge_count = 0;
    if (what == TOTAL) status = tricorn_count(context, graph, &options, &result);
    if (what == VERTICES) status = tricorn_vertex_triangles(context, graph, &options, given->vertices, &result);
    if (what == EDGES) status = tricorn_edge_support(context, graph, &options, &visitor, &result);
    given->triangles = result.triangles;
    *seconds = result.seconds.count;
    return status;
}

static bool same(wanted what, const counts *a, const counts *b, uint64_t vertices)
{
    if (a->triangles != b->triangles) return false;
    if (what == VERTICES) return memcmp(a->vertices, b->vertices, vertices * sizeof *a->vertices) == 0;
    return what == TOTAL ||
           (a->edge_count == b->edge_count && memcmp(a->edges, b->edges, a->edge_count * sizeof *a->edges) == 0);
}

static void print_line(
  const settings *set, const char *graph, wanted what, const counts *given, bool verified, const double *seconds)
{
    printf("{\"dataset\": \"%s\", \"sink\": \"%s\", \"algorithm\": \"gpu-adaptive\"", graph, names[what]);
    timing_print_labels(&set->timing);
    printf(", \"triangles\": %" PRIu64 ", \"verified\": %s", given->triangles, verified ? "true" : "false");
    timing_print_seconds("count_seconds", seconds, set->timing.repeat);
    printf("}\n");
    fflush(stdout);
}

/* The first call takes memory from the system and is not kept. */
static bool time_one(tricorn_context *context, const tricorn_graph *graph, const char *name, const settings *set,
  wanted what, counts *both, uint64_t vertices)
{
    double seconds[MOST_SAMPLES] = {0}, unused;
    bool verified = true;
    tricorn_status status = count_once(context, graph, "cpu", what, &both[0], &unused);
    for (int i = -1; i < set->timing.repeat && status == TRICORN_OK; i++) {
        double took = 0;
        status = count_once(context, graph, set->device, what, &both[1], &took);
        if (i >= 0) seconds[i] = took;
        verified = verified && same(what, &both[0], &both[1], vertices);
    }
    if (status != TRICORN_OK) {
        fprintf(stderr, "%s: %s\n", name, tricorn_context_message(context));
        return false;
    }
    print_line(set, name, what, &both[1], verified, seconds);
    return verified;
}

static bool time_graph(tricorn_context *context, const char *given, const settings *set)
{
    tricorn_graph_description described = TRICORN_GRAPH_DESCRIPTION_INIT;
    tricorn_graph *graph = NULL;
    counts both[2] = {{0}};
    bool right = true;

    if (timing_generate(context, given, &graph) != TRICORN_OK ||
        tricorn_graph_describe(context, graph, &described) != TRICORN_OK) {
        fprintf(stderr, "%s: %s\n", given, tricorn_context_message(context));
        return false;
    }
    const uint64_t vertices = described.vertices + described.isolated;
    for (int i = 0; i < 2; i++) {
        both[i].vertices = calloc(vertices + 1, sizeof *both[i].vertices);
        both[i].edges = calloc(described.edges + 1, sizeof *both[i].edges);
    }
    for (wanted what = TOTAL; what < WANTED; what++)
        right = time_one(context, graph, given, set, what, both, vertices) && right;
    for (int i = 0; i < 2; i++) {
        free(both[i].vertices);
        free(both[i].edges);
    }
    tricorn_graph_free(graph);
    return right;
}

int main(int argc, char **argv)
{
    settings set = {.timing = {.repeat = 10}};
    tricorn_context *context = NULL;
    bool right = true;
    int at = timing_read_options(&set.timing, argc, argv);

    if (at == 0 || at + 1 >= argc || set.timing.repeat > MOST_SAMPLES) {
        fprintf(stderr, "time_sinks [--repeat N] [--label KEY=VALUE]... DEVICE "
                        "MODEL=PARAMETERS...\n");
        return 2;
    }
    set.device = argv[at++];
    if (tricorn_context_create(NULL, &context) != TRICORN_OK) return 1;
    for (; at < argc; at++) right = time_graph(context, argv[at], &set) && right;
    tricorn_context_free(context);
    return right ? 0 : 1;
}
