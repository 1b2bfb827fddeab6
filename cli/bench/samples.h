/* samples.h - times and lists of samples in JSON. */
#ifndef CLI_BENCH_SAMPLES_H
#define CLI_BENCH_SAMPLES_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdint.h>

/* A member, or an element, to the nanosecond. */
void bench_json_seconds(json_object *parent, const char *key, double seconds);
void bench_json_append_seconds(json_object *array, double seconds);
/* A figure rounded to the digits that are significant in a measurement. */
void bench_json_figure(json_object *parent, const char *key, double value);

/* The member, or NULL. */
json_object *bench_json_get(json_object *parent, const char *key);
/* The member's text; "" if it is not a text. */
const char *bench_json_text(json_object *parent, const char *key);
/* False if the member is not a non-negative whole number. */
bool bench_json_number(json_object *parent, const char *key, uint64_t *number);

/* The object of the last line of text that is one; NULL if there is none. */
json_object *bench_json_last_line(const char *text);

/* Appends a number, or all numbers of a list, to the list `key` of samples (made if missing).
 * False, with nothing appended, if one is not a non-negative number. */
bool bench_json_collect(json_object *samples, const char *key, json_object *value);

/* Median and interquartile range, by linear interpolation between samples; both NaN for none. */
typedef struct bench_spread {
    double median, iqr;
} bench_spread;

bench_spread bench_json_spread(json_object *array);

#endif
