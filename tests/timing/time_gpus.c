/* time_gpus.c - how much faster several GPUs count a graph than one, and how much slower GPUs count with too little
 * memory for it.
 *
 *     time_gpus [--repeat N] [--label KEY=VALUE]... MODEL=PARAMETERS TRIANGLES DEVICE...
 *
 * One JSON object a line for each device, such as gpu:0 and gpu:0,1; the gain is over the first. DEVICE/N is the
 * device with an N-th of the memory that the first one took: it counts in blocks. DEVICE@PARTITION[:BLOCKS] cuts the
 * graph by that partition, into so many blocks at least. Each plan is made PLANS times; the last one is counted with
 * N times. A device that fails has a line with its `status`, and the others go on. Exit code 1 where a count is not
 * TRIANGLES (0: not known) or a device fails otherwise than by a partition that it does not support.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "support/timing.h"

enum { MOST_SAMPLES = 100, PLANS = 3 };

typedef struct settings {
    timing_settings timing;
    const char *dataset;
    uint64_t expected;
} settings;

typedef struct samples {
    tricorn_result last; /* what making the plan took is in it */
    double plan[PLANS], transfer[PLANS], prepare[PLANS];
    double count[MOST_SAMPLES], wall[MOST_SAMPLES], best;
    bool right;
} samples;

/* A device, the limit of its memory, and how the graph is cut. */
typedef struct place {
    char device[64], partition[32]; /* "": not by a paper's */
    uint64_t bytes_limit; /* 0: none */
    uint32_t blocks; /* 0: as many as the memory requires */
} place;

/* "gpu:0/4": with a fourth of so many bytes; "gpu:0@trust:9": by TRUST, into nine blocks. */
static place read_place(const char *text, uint64_t bytes)
{
    place read = {.bytes_limit = 0};
    const char *more = text + strcspn(text, "/@");
    snprintf(read.device, sizeof read.device, "%.*s", (int)(more - text), text);
    if (*more == '/') read.bytes_limit = bytes / strtoull(more + 1, NULL, 10);
    if (*more == '@') {
        const size_t length = strcspn(more + 1, ":");
        snprintf(read.partition, sizeof read.partition, "%.*s", (int)length, more + 1);
        if (more[1 + length] == ':') read.blocks = (uint32_t)strtoul(more + 2 + length, NULL, 10);
    }
    return read;
}

static tricorn_status run_once(tricorn_context *context, const tricorn_plan *plan, const settings *set, samples *taken)
{
    taken->last = (tricorn_result)TRICORN_RESULT_INIT;
    const tricorn_status status = tricorn_plan_run(context, plan, &taken->last);
    if (set->expected && taken->last.triangles != set->expected) taken->right = false;
    return status;
}

static tricorn_status time_device(
  tricorn_context *context, const tricorn_graph *graph, const place *where, const settings *set, samples *taken)
{
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_plan *plan = NULL;
    tricorn_status status = TRICORN_OK;

    options.device = where->device;
    options.device_bytes_limit = where->bytes_limit;
    options.algorithm = "gpu-adaptive";
    options.partition = where->partition[0] ? where->partition : NULL;
    options.blocks = where->blocks;
    taken->best = 1e9;
    taken->right = true;
    /* The first count by a plan is not kept. */
    for (int p = 0; p < PLANS && status == TRICORN_OK; p++) {
        tricorn_plan_free(plan);
        plan = NULL;
        const double start = tg_clock_now();
        status = tricorn_plan_create(context, graph, &options, &plan);
        taken->plan[p] = tg_clock_now() - start;
        if (status == TRICORN_OK) status = run_once(context, plan, set, taken);
        taken->transfer[p] = taken->last.seconds.transfer;
        taken->prepare[p] = taken->last.seconds.prepare;
    }
    for (int i = 0; i < set->timing.repeat && status == TRICORN_OK; i++) {
        const double start = tg_clock_now();
        status = run_once(context, plan, set, taken);
        taken->wall[i] = tg_clock_now() - start;
        taken->count[i] = taken->last.seconds.count;
        if (taken->count[i] < taken->best) taken->best = taken->count[i];
    }
    tricorn_plan_free(plan);
    return status;
}

static void print_names(const settings *set, const char *given, const char *algorithm, const char *gpus)
{
    printf("{\"dataset\": \"%s\", \"place\": \"%s\", \"algorithm\": \"%s\", \"gpus\": \"%s\"", set->dataset, given,
      algorithm, gpus);
    timing_print_labels(&set->timing);
}

/* That a device has no times, and why. */
static void print_failure(
  tricorn_context *context, const settings *set, const char *given, const place *where, tricorn_status status)
{
    print_names(set, given, "gpu-adaptive", where->device);
    printf(", \"verified\": false, \"status\": \"%s\"}\n", status == TRICORN_UNSUPPORTED ? "unsupported" : "failed");
    fflush(stdout);
    fprintf(stderr, "%s: %s\n", given, tricorn_context_message(context));
}

static void print_line(const settings *set, const char *given, const place *where, const samples *taken, double gain)
{
    print_names(set, given, taken->last.how.algorithm, taken->last.how.device);
    printf(", \"triangles\": %" PRIu64 ", \"verified\": %s", taken->last.triangles,
      taken->right && set->expected ? "true" : "false");
    timing_print_seconds("plan_seconds", taken->plan, PLANS);
    timing_print_seconds("transfer_seconds", taken->transfer, PLANS);
    timing_print_seconds("prepare_seconds", taken->prepare, PLANS);
    timing_print_seconds("count_seconds", taken->count, set->timing.repeat);
    timing_print_seconds("run_seconds", taken->wall, set->timing.repeat);
    printf(", \"schedule\": \"%s\", \"blocks\": %u, \"device_bytes_limit\": %" PRIu64
           ", \"device_peak_bytes\": %" PRIu64,
      taken->last.cut.schedule, taken->last.cut.blocks, where->bytes_limit, taken->last.memory.device_peak_bytes);
    printf(", \"gain\": %.3f}\n", gain);
    fflush(stdout);
}

static bool time_all(
  tricorn_context *context, const tricorn_graph *graph, const settings *set, int count, char **devices)
{
    double first = 0;
    uint64_t bytes = 0;
    bool right = true;
    for (int d = 0; d < count; d++) {
        samples taken = {.best = 0};
        const place where = read_place(devices[d], bytes);
        const tricorn_status status = time_device(context, graph, &where, set, &taken);
        if (status != TRICORN_OK) {
            print_failure(context, set, devices[d], &where, status);
            if (d == 0) return false; /* the others are compared with it */
            right = right && status == TRICORN_UNSUPPORTED;
            continue;
        }
        if (d == 0) first = taken.best;
        if (d == 0) bytes = taken.last.memory.device_peak_bytes;
        print_line(set, devices[d], &where, &taken, first / taken.best);
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

    if (at == 0 || at + 2 >= argc || strchr(argv[at], '=') == NULL || set.timing.repeat > MOST_SAMPLES) {
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
