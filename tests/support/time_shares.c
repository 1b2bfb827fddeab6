/* time_shares.c - how well the shares of several GPUs are cut, on one GPU: each share counted alone.
 *
 *     time_shares [--repeat N] [--label KEY=VALUE]... PARTS MODEL=PARAMETERS...
 *
 * One JSON object a line: the count of the whole and of each share, and how many times as fast the
 * slowest share is.  Exit code 1 where the shares do not add up.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "registry/registry.h"
#include "schedule/on_device.h"
#include "support/timing.h"

enum { MOST_PARTS = 16 };

typedef struct settings {
    timing_settings timing;
    uint32_t parts;
} settings;

/* The best of some counts of the rows from first to before last. */
static tricorn_status time_rows(tricorn_context *context, const tricorn_graph *graph, int repeat,
                               const uint32_t *rows, uint64_t *triangles, double *best)
{
    tricorn_status status = TRICORN_OK;
    const tg_setup setup = tg_standard_setup(tg_algorithm_find("gpu-adaptive"), TG_SINK_TOTAL);
    tg_device_plan *plan = NULL;
    tg_device_times *times = tg_device_times_of(context);

    TG_TRY(tg_device_plan_load(context, graph, &setup, &plan));
    TG_TRY(tg_device_plan_arrange(context, plan, rows[0], rows[1]));
    *best = 1e9;
    for (int i = 0; i <= repeat; i++) {
        const double before = times->count_seconds;
        TG_TRY(tg_device_plan_run(context, plan, triangles));
        if (times->count_seconds - before < *best) *best = times->count_seconds - before;
    }
cleanup:
    tg_device_plan_free(plan);
    return status;
}

static tricorn_status split(tricorn_context *context, const tricorn_graph *graph, uint32_t parts,
                           uint32_t *rows)
{
    tricorn_status status = TRICORN_OK;
    const tg_setup setup = tg_standard_setup(tg_algorithm_find("gpu-adaptive"), TG_SINK_TOTAL);
    tg_device_plan *plan = NULL;
    TG_TRY(tg_device_plan_load(context, graph, &setup, &plan));
    TG_TRY(tg_device_plan_split(context, plan, parts, rows));
cleanup:
    tg_device_plan_free(plan);
    return status;
}

static tricorn_status time_graph(tricorn_context *context, const tricorn_graph *graph,
                                const char *name, const settings *set, bool *right)
{
    tricorn_status status = TRICORN_OK;
    uint32_t rows[MOST_PARTS + 1], all[2] = {0, graph->active};
    uint64_t expected = 0, found = 0, sum = 0;
    double whole = 0, share[MOST_PARTS], slowest = 0;

    TG_TRY(split(context, graph, set->parts, rows));
    TG_TRY(time_rows(context, graph, set->timing.repeat, all, &expected, &whole));
    for (uint32_t p = 0; p < set->parts; p++) {
        TG_TRY(time_rows(context, graph, set->timing.repeat, rows + p, &found, &share[p]));
        sum += found;
        if (share[p] > slowest) slowest = share[p];
    }
    *right = sum == expected;
    printf("{\"dataset\": \"%s\"", name);
    timing_print_labels(&set->timing);
    printf(", \"triangles\": %" PRIu64 ", \"verified\": %s, \"whole_seconds\": %.7f", sum,
           *right ? "true" : "false", whole);
    timing_print_seconds("share_seconds", share, (int)set->parts);
    printf(", \"rows\": [");
    for (uint32_t p = 0; p <= set->parts; p++) printf("%s%u", p ? ", " : "", rows[p]);
    printf("], \"gain\": %.3f}\n", whole / slowest);
    fflush(stdout);
cleanup:
    return status;
}

static bool time_given(tricorn_context *context, const char *given, const settings *set)
{
    tricorn_graph *graph = NULL;
    tricorn_status status = TRICORN_OK;
    bool right = false;

    TG_TRY(timing_generate(context, given, &graph));
    TG_TRY(tg_device_open(context, 0));
    TG_TRY(time_graph(context, graph, given, set, &right));
cleanup:
    if (status != TRICORN_OK) fprintf(stderr, "%s: %s\n", given, tricorn_context_message(context));
    tricorn_graph_free(graph);
    return right;
}

int main(int argc, char **argv)
{
    settings set = {.timing = {.repeat = 5}};
    tricorn_context *context = NULL;
    bool right = true;
    int at = timing_read_options(&set.timing, argc, argv);

    if (at > 0 && at < argc) set.parts = (uint32_t)atoi(argv[at++]);
    if (at == 0 || at >= argc || set.parts < 1 || set.parts > MOST_PARTS) {
        fprintf(stderr, "time_shares [--repeat N] [--label KEY=VALUE]... PARTS "
                        "MODEL=PARAMETERS...\n");
        return 2;
    }
    if (tricorn_context_create(NULL, &context) != TRICORN_OK) return 1;
    for (; at < argc; at++) right = time_given(context, argv[at], &set) && right;
    tricorn_context_free(context);
    return right ? 0 : 1;
}
