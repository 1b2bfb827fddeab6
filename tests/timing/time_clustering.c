/* time_clustering.c - seconds of clustering coefficients beside the parts that they are made of:
 * the triangles of vertices, and degrees.
 *
 *     time_clustering [--device D] [--repeat N] [--label KEY=VALUE]... FILE|MODEL=PARAMETERS...
 *
 * The three calls take turns; the first round, which takes memory and copies to a GPU what is not there, is not kept.
 * One JSON object a line. Exit code 1 where a call fails or the sums of triangles differ.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "support/timing.h"

enum { MOST_SAMPLES = 100 };

typedef enum call { VERTICES, CLUSTERING, DEGREES, CALLS } call;
static const char *const keys[CALLS] = {"vertices_seconds", "clustering_seconds", "degrees_seconds"};

static const char *device = "cpu";

typedef struct subject {
    tricorn_context *context;
    tricorn_graph *graph;
    const char *name;
    uint64_t vertices;
    uint64_t *counts, *degrees;
} subject;

static tricorn_status make_call(const subject *of, call what, uint64_t *triangles)
{
    tricorn_options count = TRICORN_OPTIONS_INIT;
    tricorn_clustering_options options = TRICORN_CLUSTERING_OPTIONS_INIT;
    tricorn_clustering_summary summary = TRICORN_CLUSTERING_SUMMARY_INIT;
    tricorn_status status;

    if (what == DEGREES) return tricorn_graph_degrees(of->context, of->graph, of->degrees);
    count.device = device;
    if (what == VERTICES) {
        tricorn_result result = TRICORN_RESULT_INIT;
        status = tricorn_vertex_triangles(of->context, of->graph, &count, of->counts, &result);
        *triangles = result.triangles;
        return status;
    }
    options.count = &count;
    options.triangles = of->counts;
    options.degrees = of->degrees;
    status = tricorn_clustering(of->context, of->graph, &options, &summary, NULL);
    *triangles = summary.triangles;
    return status;
}

static void print_line(
  const subject *of, uint64_t triangles, double seconds[][MOST_SAMPLES], const timing_settings *set)
{
    printf("{\"kind\": \"clustering\", \"dataset\": \"%s\", \"device_kind\": \"%s\", "
           "\"triangles\": %" PRIu64,
      of->name, device, triangles);
    timing_print_labels(set);
    for (call what = 0; what < CALLS; what++) timing_print_seconds(keys[what], seconds[what], set->repeat);
    printf("}\n");
    fflush(stdout);
}

/* Each call once a round. */
static bool time_calls(const subject *of, const timing_settings *set)
{
    double seconds[CALLS][MOST_SAMPLES] = {{0}};
    uint64_t triangles[CALLS] = {0};
    for (int round = -1; round < set->repeat; round++) {
        for (call what = 0; what < CALLS; what++) {
            const double start = tg_clock_now();
            if (make_call(of, what, &triangles[what]) != TRICORN_OK) return false;
            if (round >= 0) seconds[what][round] = tg_clock_now() - start;
        }
        if (triangles[VERTICES] != triangles[CLUSTERING]) {
            fprintf(stderr, "%s: %" PRIu64 " and %" PRIu64 " triangles\n", of->name, triangles[VERTICES],
              triangles[CLUSTERING]);
            return false;
        }
    }
    print_line(of, triangles[VERTICES], seconds, set);
    return true;
}

/* A file is read for the device, which may then keep its rows. */
static tricorn_status take_graph(subject *of)
{
    tricorn_options count = TRICORN_OPTIONS_INIT;
    tricorn_load_options load = TRICORN_LOAD_OPTIONS_INIT;
    count.device = device;
    load.count = &count;
    return strchr(of->name, '=') ? timing_generate(of->context, of->name, &of->graph)
                                 : tricorn_graph_load(of->context, of->name, &load, &of->graph);
}

static bool time_graph(tricorn_context *context, const char *given, const timing_settings *set)
{
    tricorn_graph_description described = TRICORN_GRAPH_DESCRIPTION_INIT;
    subject of = {.context = context, .name = given};
    bool right = take_graph(&of) == TRICORN_OK && tricorn_graph_describe(context, of.graph, &described) == TRICORN_OK;

    of.vertices = described.vertices + described.isolated;
    of.counts = calloc(of.vertices + 1, sizeof *of.counts);
    of.degrees = calloc(of.vertices + 1, sizeof *of.degrees);
    right = right && of.counts && of.degrees && time_calls(&of, set);
    if (!right) fprintf(stderr, "%s: %s\n", given, tricorn_context_message(context));
    free(of.counts);
    free(of.degrees);
    tricorn_graph_free(of.graph);
    return right;
}

int main(int argc, char **argv)
{
    for (; argc > 2 && strcmp(argv[1], "--device") == 0; argc -= 2, argv += 2) device = argv[2];
    return timing_main(argc, argv, "time_clustering", MOST_SAMPLES, time_graph);
}
