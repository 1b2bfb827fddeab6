/* time_gpus.c - how much faster several GPUs count a graph than one, and how much slower GPUs count
 * with too little memory for it.
 *
 *     time_gpus [--repeat N] [--label KEY=VALUE]... MODEL=PARAMETERS TRIANGLES DEVICE...
 *
 * One JSON object a line for each device, such as gpu:0 and gpu:0,1; the gain is over the first.
 * DEVICE/N is the device with an N-th of the memory that the first one took: it counts in blocks.
 * Exit code 1 where a count is not TRIANGLES (0: not known).
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "support/timing.h"

enum { MOST_SAMPLES = 100 };

typedef struct settings {
    timing_settings timing;
    const char *dataset;
    uint64_t expected;
} settings;

typedef struct samples {
    tricorn_result last; /* what making the plan took is in it */
    double count[MOST_SAMPLES], wall[MOST_SAMPLES], best;
    bool right;
} samples;

/* A device and the limit of its memory. */
typedef struct place {
    char device[64];
    uint64_t bytes_limit; /* 0: none */
} place;

/* "gpu:0/4": with a fourth of so many bytes. */
static place read_place(const char *text, uint64_t bytes)
{
    place read = {.bytes_limit = 0};
    const char *slash = strchr(text, '/');
    const int length = slash ? (int)(slash - text) : (int)strlen(text);
    snprintf(read.device, sizeof read.device, "%.*s", length, text);
    if (slash) read.bytes_limit = bytes / strtoull(slash + 1, NULL, 10);
    return read;
}

static tricorn_status time_device(tricorn_context *context, const tricorn_graph *graph,
                                 const place *where, const settings *set, samples *taken)
{
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_plan *plan = NULL;
    tricorn_status status;

    options.device = where->device;
    options.device_bytes_limit = where->bytes_limit;
    options.algorithm = "gpu-adaptive";
    taken->best = 1e9;
    taken->right = true;
    status = tricorn_plan_create(context, graph, &options, &plan);
    /* The first is not kept. */
    for (int i = -1; i < set->timing.repeat && status == TRICORN_OK; i++) {
        taken->last = (tricorn_result)TRICORN_RESULT_INIT;
        const double start = tg_clock_now();
        status = tricorn_plan_run(context, plan, &taken->last);
        if (i >= 0) taken->wall[i] = tg_clock_now() - start;
        if (set->expected && taken->last.triangles != set->expected) taken->right = false;
        if (i < 0) continue;
        taken->count[i] = taken->last.count_seconds;
        if (taken->count[i] < taken->best) taken->best = taken->count[i];
    }
    tricorn_plan_free(plan);
    return status;
}

static void print_line(const settings *set, const samples *taken, uint64_t bytes_limit,
                       double gain)
{
    printf("{\"dataset\": \"%s\", \"algorithm\": \"%s\", \"gpus\": \"%s\"", set->dataset,
           taken->last.algorithm, taken->last.device);
    timing_print_labels(&set->timing);
    printf(", \"triangles\": %" PRIu64 ", \"verified\": %s, \"transfer_seconds\": %.6f",
           taken->last.triangles, taken->right && set->expected ? "true" : "false",
           taken->last.transfer_seconds);
    printf(", \"prepare_seconds\": %.6f", taken->last.prepare_seconds);
    timing_print_seconds("count_seconds", taken->count, set->timing.repeat);
    timing_print_seconds("run_seconds", taken->wall, set->timing.repeat);
    printf(", \"schedule\": \"%s\", \"blocks\": %u, \"device_bytes_limit\": %" PRIu64
           ", \"device_peak_bytes\": %" PRIu64,
           taken->last.schedule, taken->last.blocks, bytes_limit, taken->last.device_peak_bytes);
    printf(", \"gain\": %.3f}\n", gain);
    fflush(stdout);
}

static bool time_all(tricorn_context *context, const tricorn_graph *graph, const settings *set,
                     int count, char **devices)
{
    double first = 0;
    uint64_t bytes = 0;
    bool right = true;
    for (int d = 0; d < count; d++) {
        samples taken = {.best = 0};
        const place where = read_place(devices[d], bytes);
        if (time_device(context, graph, &where, set, &taken) != TRICORN_OK) {
            fprintf(stderr, "%s: %s\n", devices[d], tricorn_context_message(context));
            return false;
        }
        if (d == 0) first = taken.best;
        if (d == 0) bytes = taken.last.device_peak_bytes;
        print_line(set, &taken, where.bytes_limit, first / taken.best);
        right = right && taken.right;
    }
    return right;
}

int main(int argc, char **argv)
{
    settings set = {.timing = {.repeat = 10}};
    tricorn_context *context = NULL;
    tricorn_graph *graph = NULL;
    const int at = timing_read_options(&set.timing, argc, argv);

    if (at == 0 || at + 2 >= argc || strchr(argv[at], '=') == NULL ||
        set.timing.repeat > MOST_SAMPLES) {
        fprintf(stderr, "time_gpus [--repeat N] [--label KEY=VALUE]... MODEL=PARAMETERS TRIANGLES "
                        "DEVICE...\n");
        return 2;
    }
    set.dataset = argv[at];
    set.expected = strtoull(argv[at + 1], NULL, 10);
    if (tricorn_context_create(NULL, &context) != TRICORN_OK) return 1;
    bool right = timing_generate(context, argv[at], &graph) == TRICORN_OK;
    if (!right) fprintf(stderr, "%s: %s\n", argv[at], tricorn_context_message(context));
    right = right && time_all(context, graph, &set, argc - at - 2, argv + at + 2);
    tricorn_graph_free(graph);
    tricorn_context_free(context);
    return right ? 0 : 1;
}
