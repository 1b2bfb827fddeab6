/* timing.c - see timing.h. */
#include "support/timing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"

enum { MODEL_BYTES = 64 };

bool timing_read_option(timing_settings *set, const char *option, const char *value)
{
    if (strcmp(option, "--repeat") == 0) {
        set->repeat = atoi(value);
        return set->repeat >= 1;
    }
    if (strcmp(option, "--label") != 0 || strchr(value, '=') == NULL ||
        set->label_count >= TIMING_MOST_LABELS)
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

tricorn_status timing_generate(tricorn_context *context, const char *given, tricorn_graph **graph)
{
    const char *equals = strchr(given, '=');
    char model[MODEL_BYTES] = "";
    if (equals == NULL)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT, "'%s' is no MODEL=PARAMETERS", given);
    snprintf(model, sizeof model, "%.*s", (int)(equals - given), given);
    return tricorn_graph_generate(context, model, equals + 1, 0, graph);
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
