/* samples.c - JSON members for times and samples, and the median and spread of samples. */
#include "bench/samples.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"
#include "json.h"

enum { FIGURE_BYTES = 64 };

/* ---- writing ---- */

static json_object *new_figure(const char *format, double value)
{
    char text[FIGURE_BYTES];

    snprintf(text, sizeof text, format, value);
    return cli_needed(json_object_new_double_s(value, text));
}

void bench_json_seconds(json_object *parent, const char *key, double seconds)
{
    cli_json_add(parent, key, new_figure("%.9f", seconds));
}

void bench_json_append_seconds(json_object *array, double seconds)
{
    cli_json_append(array, new_figure("%.9f", seconds));
}

void bench_json_figure(json_object *parent, const char *key, double value)
{
    cli_json_add(parent, key, new_figure("%.6g", value));
}

/* ---- reading ---- */

json_object *bench_json_get(json_object *parent, const char *key)
{
    json_object *value = NULL;

    json_object_object_get_ex(parent, key, &value);
    return value;
}

const char *bench_json_text(json_object *parent, const char *key)
{
    json_object *value = bench_json_get(parent, key);
    return json_object_is_type(value, json_type_string) ? json_object_get_string(value) : "";
}

bool bench_json_number(json_object *parent, const char *key, uint64_t *number)
{
    json_object *value = bench_json_get(parent, key);

    if (!json_object_is_type(value, json_type_int)) return false;
    if (*json_object_get_string(value) == '-') return false;
    *number = json_object_get_uint64(value);
    return true;
}

static json_object *parse_object(const char *line, size_t length)
{
    char *text = cli_needed(strndup(line, length));
    json_object *object = json_tokener_parse(text);

    free(text);
    if (json_object_is_type(object, json_type_object)) return object;
    json_object_put(object);
    return NULL;
}

json_object *bench_json_last_line(const char *text)
{
    const char *end = text + strlen(text);

    while (end > text) {
        const char *line = end;
        json_object *object;
        while (line > text && line[-1] != '\n') line--;
        object = parse_object(line, (size_t)(end - line));
        if (object != NULL) return object;
        end = line > text ? line - 1 : text;
    }
    return NULL;
}

static bool is_sample(json_object *value)
{
    const bool number = json_object_is_type(value, json_type_double) || json_object_is_type(value, json_type_int);
    const double sample = number ? json_object_get_double(value) : -1;
    return sample >= 0 && isfinite(sample);
}

bool bench_json_collect(json_object *samples, const char *key, json_object *value)
{
    const bool list = json_object_is_type(value, json_type_array);
    const size_t count = list ? json_object_array_length(value) : 1;
    json_object *into = bench_json_get(samples, key);

    for (size_t i = 0; i < count; i++)
        if (!is_sample(list ? json_object_array_get_idx(value, i) : value)) return false;
    if (into == NULL) {
        into = cli_json_array();
        cli_json_add(samples, key, into);
    }
    for (size_t i = 0; i < count; i++)
        cli_json_append(into, json_object_get(list ? json_object_array_get_idx(value, i) : value));
    return true;
}

/* ---- statistics ---- */

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double quantile(const double *sorted, size_t count, double share)
{
    const double place = share * (double)(count - 1);
    const size_t below = (size_t)place;
    const size_t above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (place - (double)below) * (sorted[above] - sorted[below]);
}

bench_spread bench_json_spread(json_object *array)
{
    static const double lower = 0.25, middle = 0.5, upper = 0.75;
    const size_t count = array != NULL ? json_object_array_length(array) : 0;
    bench_spread spread = {.median = NAN, .iqr = NAN};
    double *sorted;

    if (count == 0) return spread;
    sorted = cli_needed(calloc(count, sizeof *sorted));
    for (size_t i = 0; i < count; i++) sorted[i] = json_object_get_double(json_object_array_get_idx(array, i));
    qsort(sorted, count, sizeof *sorted, ascending);
    spread.median = quantile(sorted, count, middle);
    spread.iqr = quantile(sorted, count, upper) - quantile(sorted, count, lower);
    free(sorted);
    return spread;
}
