/* time_changing.c - seconds of batches of a changing graph: random edges of it are removed in one batch, and
 * added again in the next one.
 *
 *     time_changing [--device D] [--method M] [--repeat N] [--label KEY=VALUE]... FILE|MODEL=PARAMETERS...
 *
 * For batches of 10^3 to 10^6 edges, without and (on the CPU) with supports.  One JSON object a line.  Exit code 1 where
 * the counts are not those of a graph that is made and counted afresh after the batch.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/timing.h"

enum { MOST_SAMPLES = 100, LEAST_BATCH = 1000, MOST_BATCH = 1000000 };

static const char *device, *method;

typedef struct subject {
    tricorn_context *context;
    tricorn_graph *graph;
    const char *name;
    const uint32_t *edges; /* all pairs, in a random order */
    uint64_t count, vertices;
} subject;

/* Whether a graph of the state has the same counts by vertex. */
static bool is_right(const subject *of, const tricorn_changing *changing)
{
    tricorn_graph *afresh = NULL;
    tricorn_result result = TRICORN_RESULT_INIT;
    uint64_t *counts = calloc(of->vertices + 1, sizeof *counts);
    uint64_t *own = calloc(of->vertices + 1, sizeof *own), sum = 0, expected = 0;
    bool right = counts != NULL && own != NULL &&
                 tricorn_changing_vertices(of->context, changing, own) == TRICORN_OK &&
                 tricorn_changing_graph(of->context, changing, &afresh) == TRICORN_OK &&
                 tricorn_vertex_triangles(of->context, afresh, NULL, counts, &result) == TRICORN_OK;
    /* By triangle counts: numbers of vertices may be others. */
    for (uint64_t v = 0; right && v < of->vertices; v++) {
        sum += own[v] * own[v];
        expected += counts[v] * counts[v];
    }
    right = right && sum == expected && result.triangles == tricorn_changing_triangles(changing);
    tricorn_graph_free(afresh);
    free(counts);
    free(own);
    return right;
}

typedef struct samples {
    double removed[MOST_SAMPLES], added[MOST_SAMPLES];
    const char *method;
    bool right;
} samples;

static bool apply(const subject *of, tricorn_changing *changing, const tricorn_batch *batch,
                  double *seconds, samples *to)
{
    tricorn_batch_result result = TRICORN_BATCH_RESULT_INIT;
    if (tricorn_changing_apply(of->context, changing, batch, &result) != TRICORN_OK) return false;
    *seconds = result.seconds;
    to->method = result.method;
    return result.removed + result.added == batch->removed_count + batch->added_count;
}

/* Batch i has edges of its own, as far as they reach. */
static bool time_batches(const subject *of, tricorn_changing *changing, uint64_t size, int repeat,
                         samples *to)
{
    bool done = true;
    to->right = true;
    for (int i = 0; i < repeat && done; i++) {
        const uint64_t first = (uint64_t)i * size % (of->count - size + 1);
        tricorn_batch out = TRICORN_BATCH_INIT, in = TRICORN_BATCH_INIT;
        out.removed = in.added = of->edges + 2 * first;
        out.removed_count = in.added_count = size;
        out.method = in.method = method;
        done = apply(of, changing, &out, &to->removed[i], to);
        if (i == 0) to->right = to->right && is_right(of, changing);
        done = done && apply(of, changing, &in, &to->added[i], to);
        if (i == 0) to->right = to->right && is_right(of, changing);
    }
    return done;
}

static bool time_changing(const subject *of, bool supports, const timing_settings *set)
{
    tricorn_changing *changing = NULL;
    bool right = tricorn_changing_create_on(of->context, of->graph, device, &changing) == TRICORN_OK &&
                 (!supports || tricorn_changing_keep_supports(of->context, changing) == TRICORN_OK);
    for (uint64_t size = LEAST_BATCH; right && size <= MOST_BATCH && size <= of->count; size *= 10) {
        samples found;
        right = time_batches(of, changing, size, set->repeat, &found);
        if (!right) break;
        printf("{\"dataset\": \"%s\", \"batch\": %" PRIu64 ", \"supports\": %s, \"method\": \"%s\"",
               of->name, size, supports ? "true" : "false", found.method);
        timing_print_labels(set);
        printf(", \"verified\": %s", found.right ? "true" : "false");
        timing_print_seconds("remove_seconds", found.removed, set->repeat);
        timing_print_seconds("add_seconds", found.added, set->repeat);
        printf("}\n");
        fflush(stdout);
        right = found.right;
    }
    if (!right) fprintf(stderr, "%s: %s\n", of->name, tricorn_context_message(of->context));
    tricorn_changing_free(changing);
    return right;
}

static bool time_graph(tricorn_context *context, const char *given, const timing_settings *set)
{
    timing_edges all;
    bool right = timing_take_edges(context, given, &all);
    if (right) {
        const subject of = {context, all.graph, given, all.pairs, all.count, all.vertices};
        const int kinds = device && strncmp(device, "gpu", 3) == 0 ? 1 : 2;
        for (int supports = 0; supports < kinds && right; supports++)
            right = time_changing(&of, supports != 0, set);
    }
    timing_free_edges(&all);
    return right;
}

int main(int argc, char **argv)
{
    for (; argc > 2; argc -= 2, argv += 2) {
        if (strcmp(argv[1], "--device") == 0)
            device = argv[2];
        else if (strcmp(argv[1], "--method") == 0)
            method = argv[2];
        else
            break;
    }
    return timing_main(argc, argv, "time_changing", MOST_SAMPLES, time_graph);
}
