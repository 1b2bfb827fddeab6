/* time_gpus.c - how much faster several GPUs count a graph than one.
 *
 *     time_gpus [--repeat N] [--label KEY=VALUE]... MODEL=PARAMETERS TRIANGLES DEVICE...
 *
 * One JSON object a line for each device, such as gpu:0 and gpu:0,1; the gain is over the first.
 * Exit code 1 where a count is not TRIANGLES (0: not known).
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trigon/trigon.h"

enum { MOST_SAMPLES = 100, MOST_LABELS = 16 };

typedef struct settings {
    const char *dataset, *labels[MOST_LABELS];
    int label_count, repeat;
    uint64_t expected;
} settings;

typedef struct samples {
    trigon_result last; /* what making the plan took is in it */
    double count[MOST_SAMPLES], best;
    bool right;
} samples;

static trigon_status time_device(trigon_context *context, const trigon_graph *graph,
                                 const char *device, const settings *set, samples *taken)
{
    trigon_options options = TRIGON_OPTIONS_INIT;
    trigon_plan *plan = NULL;
    trigon_status status;

    options.device = device;
    options.algorithm = "gpu-adaptive";
    taken->best = 1e9;
    taken->right = true;
    status = trigon_plan_create(context, graph, &options, &plan);
    for (int i = -1; i < set->repeat && status == TRIGON_OK; i++) { /* the first is not kept */
        taken->last = (trigon_result)TRIGON_RESULT_INIT;
        status = trigon_plan_run(context, plan, &taken->last);
        if (set->expected && taken->last.triangles != set->expected) taken->right = false;
        if (i < 0) continue;
        taken->count[i] = taken->last.count_seconds;
        if (taken->count[i] < taken->best) taken->best = taken->count[i];
    }
    trigon_plan_free(plan);
    return status;
}

static void print_line(const settings *set, const samples *taken, double gain)
{
    printf("{\"dataset\": \"%s\", \"algorithm\": \"%s\", \"gpus\": \"%s\"", set->dataset,
           taken->last.algorithm, taken->last.device);
    for (int l = 0; l < set->label_count; l++) {
        const char *is = strchr(set->labels[l], '=');
        printf(", \"%.*s\": \"%s\"", (int)(is - set->labels[l]), set->labels[l], is + 1);
    }
    printf(", \"triangles\": %" PRIu64 ", \"verified\": %s, \"transfer_seconds\": %.6f",
           taken->last.triangles, taken->right && set->expected ? "true" : "false",
           taken->last.transfer_seconds);
    printf(", \"prepare_seconds\": %.6f, \"count_seconds\": [", taken->last.prepare_seconds);
    for (int i = 0; i < set->repeat; i++) printf("%s%.7f", i ? ", " : "", taken->count[i]);
    printf("], \"gain\": %.3f}\n", gain);
    fflush(stdout);
}

static bool time_all(trigon_context *context, const trigon_graph *graph, const settings *set,
                     int count, char **devices)
{
    double first = 0;
    bool right = true;
    for (int d = 0; d < count; d++) {
        samples taken = {.best = 0};
        if (time_device(context, graph, devices[d], set, &taken) != TRIGON_OK) {
            fprintf(stderr, "%s: %s\n", devices[d], trigon_context_message(context));
            return false;
        }
        if (d == 0) first = taken.best;
        print_line(set, &taken, first / taken.best);
        right = right && taken.right;
    }
    return right;
}

int main(int argc, char **argv)
{
    settings set = {.repeat = 10};
    trigon_context *context = NULL;
    trigon_graph *graph = NULL;
    char model[64] = "";
    int at = 1;

    for (; at + 1 < argc && strncmp(argv[at], "--", 2) == 0; at += 2) {
        if (strcmp(argv[at], "--repeat") == 0) set.repeat = atoi(argv[at + 1]);
        if (strcmp(argv[at], "--label") == 0 && strchr(argv[at + 1], '=') &&
            set.label_count < MOST_LABELS)
            set.labels[set.label_count++] = argv[at + 1];
    }
    if (at + 2 >= argc || strchr(argv[at], '=') == NULL || set.repeat < 1 ||
        set.repeat > MOST_SAMPLES) {
        fprintf(stderr, "time_gpus [--repeat N] [--label KEY=VALUE]... MODEL=PARAMETERS TRIANGLES "
                        "DEVICE...\n");
        return 2;
    }
    set.dataset = argv[at];
    set.expected = strtoull(argv[at + 1], NULL, 10);
    const char *parameters = strchr(argv[at], '=');
    snprintf(model, sizeof model, "%.*s", (int)(parameters - argv[at]), argv[at]);
    if (trigon_context_create(NULL, &context) != TRIGON_OK) return 1;
    bool right = trigon_graph_generate(context, model, parameters + 1, 0, &graph) == TRIGON_OK;
    if (!right) fprintf(stderr, "%s: %s\n", argv[at], trigon_context_message(context));
    right = right && time_all(context, graph, &set, argc - at - 2, argv + at + 2);
    trigon_graph_free(graph);
    trigon_context_free(context);
    return right ? 0 : 1;
}
