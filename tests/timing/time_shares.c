/* time_shares.c - how well the shares of several GPUs are cut, on one GPU: each share counted alone.
 *
 *     time_shares [--repeat N] [--label KEY=VALUE]... PARTS[,PARTS]... MODEL=PARAMETERS...
 *
 * One JSON object a line, for each number of parts: the least seconds of counting the whole and each share, what the
 * cut took and the index of each share, and how many times as fast the slowest share is. Exit code 1 where the shares
 * do not add up.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "registry/registry.h"
#include "schedule/device/on_device.h"
#include "support/timing.h"

enum { MOST_PARTS = 1 << 16 };

typedef struct settings {
    timing_settings timing;
    const char *parts; /* numbers with commas between them */
    double cut_seconds; /* of the parts that are timed */
} settings;

/* What some rows took. */
typedef struct share {
    uint64_t triangles;
    double count, index;
} share;

/* The best of some counts of a part, by a copy of the plan's rows. */
static tricorn_status time_part(tricorn_context *context, const tg_device_plan *all, int repeat,
  const tg_device_cut *cut, uint32_t part, share *taken)
{
    tricorn_status status = TRICORN_OK;
    tg_device_plan *plan = NULL;
    tg_device_times *times = tg_device_times_of(context);
    const double before = times->index_seconds;

    TG_TRY(tg_device_plan_copy(context, all, &plan));
    TG_TRY(tg_device_plan_index(context, plan, cut, part));
    taken->index = times->index_seconds - before;
    for (int i = 0; i <= repeat; i++) {
        const double started = times->count_seconds;
        TG_TRY(tg_device_plan_run(context, plan, &taken->triangles));
        const double seconds = times->count_seconds - started;
        if (i == 0 || seconds < taken->count) taken->count = seconds;
    }
cleanup:
    tg_device_plan_free(plan);
    return status;
}

static void print_shares(const char *name, const settings *set, const share *whole, const share *shares, uint32_t parts)
{
    double slowest = 0;
    uint64_t sum = 0;
    for (uint32_t p = 0; p < parts; p++) {
        sum += shares[p].triangles;
        if (shares[p].count > slowest) slowest = shares[p].count;
    }
    printf("{\"kind\": \"shares\", \"dataset\": \"%s\", \"parts\": %u", name, parts);
    timing_print_labels(&set->timing);
    printf(", \"triangles\": %" PRIu64 ", \"verified\": %s, \"whole_seconds\": %.7f", sum,
      sum == whole->triangles ? "true" : "false", whole->count);
    printf(", \"whole_index_seconds\": %.7f, \"cut_seconds\": %.7f", whole->index, set->cut_seconds);
    printf(", \"share_seconds\": [");
    for (uint32_t p = 0; p < parts; p++) printf("%s%.7f", p ? ", " : "", shares[p].count);
    printf("], \"index_seconds\": [");
    for (uint32_t p = 0; p < parts; p++) printf("%s%.7f", p ? ", " : "", shares[p].index);
    printf("], \"gain\": %.3f}\n", whole->count / slowest);
    fflush(stdout);
}

static tricorn_status time_parts(tricorn_context *context, const tg_device_plan *all, const char *name, settings *set,
  const share *whole, uint32_t parts)
{
    tricorn_status status = TRICORN_OK;
    tg_device_cut cut = {0, NULL, NULL};
    share *shares = NULL;
    uint64_t sum = 0;

    TG_TRY(TG_ALLOC_ZERO(context, parts, &shares));
    const double start = tg_clock_now();
    TG_TRY(tg_device_plan_split(context, all, parts, &cut));
    set->cut_seconds = tg_clock_now() - start;
    for (uint32_t p = 0; p < parts; p++) {
        if (cut.agreed || cut.rows[p] < cut.rows[p + 1])
            TG_TRY(time_part(context, all, set->timing.repeat, &cut, p, &shares[p]));
        sum += shares[p].triangles;
    }
    print_shares(name, set, whole, shares, parts);
    if (sum != whole->triangles) TG_TRY(tg_fail(context, TRICORN_WRONG_COUNT, "%u shares do not add up", parts));
cleanup:
    tg_device_cut_free(&cut);
    tg_free(shares);
    return status;
}

static tricorn_status time_graph(tricorn_context *context, const tricorn_graph *graph, const char *name, settings *set)
{
    tricorn_status status = TRICORN_OK;
    const tg_setup setup = tg_standard_setup(tg_algorithm_find("gpu-adaptive"), TG_SINK_TOTAL);
    uint32_t rows[2] = {0, graph->active};
    const tg_device_cut one = {1, NULL, rows};
    tg_device_plan *all = NULL;
    share whole = {0};

    TG_TRY(tg_device_plan_load(context, graph, &setup, &all));
    TG_TRY(time_part(context, all, set->timing.repeat, &one, 0, &whole));
    for (const char *at = set->parts; *at; at += strcspn(at, ","), at += *at == ',') {
        const long parts = strtol(at, NULL, 10);
        if (parts < 1 || parts > MOST_PARTS)
            TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT, "PARTS are 1 to %d", MOST_PARTS));
        TG_TRY(time_parts(context, all, name, set, &whole, (uint32_t)parts));
    }
cleanup:
    tg_device_plan_free(all);
    return status;
}

static bool time_given(tricorn_context *context, const char *given, settings *set)
{
    tricorn_graph *graph = NULL;
    tricorn_status status = TRICORN_OK;

    TG_TRY(timing_generate(context, given, &graph));
    TG_TRY(tg_device_open(context, 0));
    TG_TRY(time_graph(context, graph, given, set));
cleanup:
    if (status != TRICORN_OK) fprintf(stderr, "%s: %s\n", given, tricorn_context_message(context));
    tricorn_graph_free(graph);
    return status == TRICORN_OK;
}

int main(int argc, char **argv)
{
    settings set = {.timing = {.repeat = 5}};
    tricorn_context *context = NULL;
    bool right = true;
    int at = timing_read_options(&set.timing, argc, argv);

    if (at > 0 && at < argc) set.parts = argv[at++];
    if (at == 0 || at >= argc) {
        fprintf(stderr, "time_shares [--repeat N] [--label KEY=VALUE]... PARTS[,PARTS]... "
                        "MODEL=PARAMETERS...\n");
        return 2;
    }
    if (tricorn_context_create(NULL, &context) != TRICORN_OK) return 1;
    for (; at < argc; at++) right = time_given(context, argv[at], &set) && right;
    tricorn_context_free(context);
    return right ? 0 : 1;
}
