/* timing.c - see timing.h. */
#include "support/timing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "support/random.h"

enum { MODEL_BYTES = 64 };

bool timing_read_option(timing_settings *set, const char *option, const char *value)
{
    if (strcmp(option, "--repeat") == 0) {
        set->repeat = atoi(value);
        return set->repeat >= 1;
    }
    if (strcmp(option, "--label") != 0 || strchr(value, '=') == NULL || set->label_count >= TIMING_MOST_LABELS)
        return false;
    set->labels[set->label_count++] = value;
    return true;
}

int timing_read_options(timing_settings *set, int argc, char **argv)
{
    int at = 1;
    for (; at + 1 < argc && strncmp(argv[at], "--", 2) == 0; at += 2)
        if (!timing_read_option(set, argv[at], argv[at + 1])) return 0;
    return at;
}

int timing_main(int argc, char **argv, const char *name, int most_repeat, timing_graph *time)
{
    timing_settings set = {.repeat = 5};
    tricorn_context *context = NULL;
    bool right = true;
    int at = timing_read_options(&set, argc, argv);

    if (at == 0 || at >= argc || set.repeat > most_repeat) {
        fprintf(stderr, "%s [--repeat N] [--label KEY=VALUE]... FILE|MODEL=PARAMETERS...\n", name);
        return 2;
    }
    if (tricorn_context_create(NULL, &context) != TRICORN_OK) return 1;
    for (; at < argc; at++) right = time(context, argv[at], &set) && right;
    tricorn_context_free(context);
    return right ? 0 : 1;
}

tricorn_status timing_generate(tricorn_context *context, const char *given, tricorn_graph **graph)
{
    const char *equals = strchr(given, '=');
    char model[MODEL_BYTES] = "";
    if (equals == NULL) return tg_fail(context, TRICORN_INVALID_ARGUMENT, "'%s' is no MODEL=PARAMETERS", given);
    snprintf(model, sizeof model, "%.*s", (int)(equals - given), given);
    return tricorn_graph_generate(context, model, equals + 1, 0, graph);
}

static int take_pairs(void *user, const uint32_t *ends, const uint32_t *support, uint64_t count)
{
    timing_edges *all = user;
    (void)support;
    memcpy(all->pairs + 2 * all->count, ends, 2 * count * sizeof *ends);
    all->count += count;
    return 0;
}

static void shuffle(timing_edges *all)
{
    test_random random = {1};
    for (uint64_t i = all->count; i > 1; i--) {
        const uint64_t other = test_random_next(&random) % i;
        for (int end = 0; end < 2; end++) {
            const uint32_t kept = all->pairs[2 * (i - 1) + end];
            all->pairs[2 * (i - 1) + end] = all->pairs[2 * other + end];
            all->pairs[2 * other + end] = kept;
        }
    }
}

bool timing_take_edges(tricorn_context *context, const char *given, timing_edges *all)
{
    tricorn_graph_description described = TRICORN_GRAPH_DESCRIPTION_INIT;
    tricorn_visitor visitor = TRICORN_VISITOR_INIT;
    *all = (timing_edges){0};
    tricorn_status status = strchr(given, '=') ? timing_generate(context, given, &all->graph)
                                               : tricorn_graph_load(context, given, NULL, &all->graph);
    if (status == TRICORN_OK) status = tricorn_graph_describe(context, all->graph, &described);
    if (status == TRICORN_OK) {
        all->vertices = described.vertices + described.isolated;
        all->pairs = malloc((2 * described.edges + 1) * sizeof *all->pairs);
        visitor.edges = take_pairs;
        visitor.user = all;
        status = all->pairs ? tricorn_edge_support(context, all->graph, NULL, &visitor, NULL) : TRICORN_OUT_OF_MEMORY;
    }
    if (status == TRICORN_OK)
        shuffle(all);
    else
        fprintf(stderr, "%s: %s\n", given, tricorn_context_message(context));
    return status == TRICORN_OK;
}

void timing_free_edges(timing_edges *all)
{
    tricorn_graph_free(all->graph);
    free(all->pairs);
    *all = (timing_edges){0};
}

void timing_print_labels(const timing_settings *set)
{
    for (int l = 0; l < set->label_count; l++) {
        const char *equals = strchr(set->labels[l], '=');
        printf(", \"%.*s\": \"%s\"", (int)(equals - set->labels[l]), set->labels[l], equals + 1);
    }
}

void timing_print_seconds(const char *key, const double *seconds, int count)
{
    printf(", \"%s\": [", key);
    for (int i = 0; i < count; i++) printf("%s%.7f", i ? ", " : "", seconds[i]);
    printf("]");
}
