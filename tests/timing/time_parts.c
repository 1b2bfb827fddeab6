/* time_parts.c - what each part of a graph takes when it is counted alone, by one thread.
 *
 *     time_parts [--repeat N] [--label KEY=VALUE]... MODEL=PARAMETERS TRIANGLES CUT...
 *
 * CUT is PARTITION:BLOCKS:PARTS[:ALGORITHM], such as trust:64:1024; tricorn:0:4096 is tricorn's own. One JSON object
 * a line for each cut: exact wedges, bytes of rows, and the least seconds of each part. A first count makes its rows,
 * and is not timed; before each other one the caches of the core are filled with something else. Exit code 1 where a
 * count is not TRIANGLES (0: not known).
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "schedule/disk/joined.h"
#include "support/timing.h"

enum {
    NAME_BYTES = 32,
    FORGET_WORDS = 1 << 19 /* 4 MiB: more than the caches of a core */
};

typedef struct settings {
    timing_settings timing;
    const char *dataset;
    uint64_t expected;
    const char *algorithm; /* of the cut before; NULL: chosen */
    uint64_t *other; /* FORGET_WORDS */
    double whole; /* seconds of the graph as one part, by it; 0: not known */
} settings;

typedef struct cut {
    char name[NAME_BYTES];
    tricorn_options options;
} cut;

typedef struct measured {
    uint64_t count, triangles;
    double *seconds;
    tg_worker_size *sizes;
} measured;

static bool read_cut(const char *text, cut *read)
{
    const size_t length = strcspn(text, ":");
    char *end = NULL;
    if (text[length] == '\0' || length >= sizeof read->name) return false;
    snprintf(read->name, sizeof read->name, "%.*s", (int)length, text);
    read->options = (tricorn_options)TRICORN_OPTIONS_INIT;
    read->options.device = "cpu";
    if (strcmp(read->name, "tricorn") != 0) read->options.partition = read->name;
    read->options.blocks = (uint32_t)strtoul(text + length + 1, &end, 10);
    if (*end != ':') return false;
    read->options.parts = strtoull(end + 1, &end, 10);
    if (*end == ':') read->options.algorithm = end + 1;
    return *end == ':' || *end == '\0';
}

/* So that a part finds nothing of the count before in the caches of a core. */
static void forget(settings *set)
{
    for (size_t i = 0; i < FORGET_WORDS; i++) set->other[i]++;
}

static tricorn_status time_one(
  tricorn_context *context, tg_parts *parts, uint64_t number, settings *set, measured *taken)
{
    tricorn_status status = TRICORN_OK;
    uint64_t found = 0;
    /* The first makes the rows of the part. */
    for (int i = -1; i < set->timing.repeat; i++) {
        forget(set);
        const double start = tg_clock_now();
        TG_TRY(tg_parts_execute(context, parts, (tg_part_range){number, number + 1}, NULL, &found));
        const double seconds = tg_clock_now() - start;
        if (i <= 0 || seconds < taken->seconds[number]) taken->seconds[number] = seconds;
    }
    taken->triangles += found;
    taken->sizes[number] = tg_worker_tasks_size(tg_parts_tasks(parts), number);
cleanup:
    return status;
}

static void print_cut(const settings *set, const cut *of, const tg_parts *parts, const measured *taken)
{
    const bool right = taken->triangles == set->expected;
    printf("{\"kind\": \"parts\", \"dataset\": \"%s\", \"device\": \"cpu\", \"threads\": 1, "
           "\"algorithm\": \"%s\", \"partition\": \"%s\", \"blocks\": %u, \"wanted\": %" PRIu64,
      set->dataset, tg_parts_plan(parts)->request.setup.algorithm->description.name, of->name, of->options.blocks,
      of->options.parts);
    timing_print_labels(&set->timing);
    printf(", \"triangles\": %" PRIu64 ", \"verified\": %s, \"whole_seconds\": %.7f", taken->triangles,
      right ? "true" : "false", set->whole);
    timing_print_seconds("seconds", taken->seconds, (int)taken->count);
    printf(", \"wedges\": [");
    for (uint64_t q = 0; q < taken->count; q++) printf("%s%" PRIu64, q ? ", " : "", taken->sizes[q].wedges);
    printf("], \"bytes\": [");
    for (uint64_t q = 0; q < taken->count; q++) printf("%s%" PRIu64, q ? ", " : "", taken->sizes[q].bytes);
    printf("]}\n");
    fflush(stdout);
}

/* Prints only where the cut has a name. */
static tricorn_status time_cut(tricorn_context *context, const tricorn_graph *graph, const cut *of, settings *set)
{
    tricorn_status status;
    tg_parts *parts = NULL;
    measured taken = {.count = 0};

    TG_TRY(tg_joined_parts(context, graph, &of->options, &parts));
    taken.count = tg_parts_count(parts);
    TG_TRY(TG_ALLOC(context, taken.count, &taken.seconds));
    TG_TRY(TG_ALLOC(context, taken.count, &taken.sizes));
    for (uint64_t q = 0; q < taken.count; q++) TG_TRY(time_one(context, parts, q, set, &taken));
    if (set->expected == 0) set->expected = taken.triangles;
    if (of->name[0] == '\0')
        set->whole = taken.seconds[0];
    else
        print_cut(set, of, parts, &taken);
    if (taken.triangles != set->expected)
        TG_TRY(tg_fail(context, TRICORN_WRONG_COUNT, "%" PRIu64 " triangles by %s", taken.triangles, of->name));
cleanup:
    tg_free(taken.seconds);
    tg_free(taken.sizes);
    tg_parts_free(parts);
    return status;
}

/* Times the whole first, where the one before was of another algorithm. */
static tricorn_status time_next(tricorn_context *context, const tricorn_graph *graph, const char *text, settings *set)
{
    cut of, whole = {.options = TRICORN_OPTIONS_INIT};
    if (!read_cut(text, &of))
        return tg_fail(context, TRICORN_INVALID_ARGUMENT, "'%s' is no PARTITION:BLOCKS:PARTS[:ALGORITHM]", text);
    const char *before = set->algorithm ? set->algorithm : "", *now = of.options.algorithm;
    if (set->whole == 0 || strcmp(before, now ? now : "") != 0) {
        whole.options.device = "cpu";
        whole.options.parts = 1;
        whole.options.algorithm = set->algorithm = now;
        const tricorn_status status = time_cut(context, graph, &whole, set);
        if (status != TRICORN_OK) return status;
    }
    return time_cut(context, graph, &of, set);
}

static tricorn_status time_all(tricorn_context *context, settings *set, int count, char **cuts)
{
    tricorn_status status = TRICORN_OK;
    tricorn_graph *graph = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, FORGET_WORDS, &set->other));
    TG_TRY(timing_generate(context, set->dataset, &graph));
    for (int c = 0; c < count; c++) TG_TRY(time_next(context, graph, cuts[c], set));
cleanup:
    tricorn_graph_free(graph);
    tg_free(set->other);
    return status;
}

int main(int argc, char **argv)
{
    settings set = {.timing = {.repeat = 2}};
    tricorn_context_options options = TRICORN_CONTEXT_OPTIONS_INIT;
    tricorn_context *context = NULL;
    const int at = timing_read_options(&set.timing, argc, argv);

    if (at == 0 || at + 2 >= argc) {
        fprintf(stderr, "time_parts [--repeat N] [--label KEY=VALUE]... MODEL=PARAMETERS "
                        "TRIANGLES PARTITION:BLOCKS:PARTS[:ALGORITHM]...\n");
        return 2;
    }
    set.dataset = argv[at];
    set.expected = strtoull(argv[at + 1], NULL, 10);
    options.threads = 1;
    if (tricorn_context_create(&options, &context) != TRICORN_OK) return 1;
    const tricorn_status status = time_all(context, &set, argc - at - 2, argv + at + 2);
    if (status != TRICORN_OK) fprintf(stderr, "%s: %s\n", set.dataset, tricorn_context_message(context));
    tricorn_context_free(context);
    return status == TRICORN_OK ? 0 : 1;
}
