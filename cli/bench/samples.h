/* samples.h - writes and reads times and lists of samples in JSON. */
#pragma once

#include <json-c/json.h>
#include <stdbool.h>
#include <stdint.h>

/* Adds a member or, if `parent` is a list, an element, with nine digits after the point. */
void bench_json_seconds(json_object *parent, const char *key, double seconds);
void bench_json_append_seconds(json_object *array, double seconds);
/* Adds a member, rounded to the digits that are significant in a measurement. */
void bench_json_figure(json_object *parent, const char *key, double value);

/* Returns the member; NULL if it does not exist. */
json_object *bench_json_get(json_object *parent, const char *key);
/* Returns the text of the member; "" if it is no text. */
const char *bench_json_text(json_object *parent, const char *key);
/* Reads a member. Returns false if it is no integer, or if it is negative. */
bool bench_json_number(json_object *parent, const char *key, uint64_t *number);

/* Parses the last line of the text that is a JSON object; returns NULL if no line is one. */
json_object *bench_json_last_line(const char *text);

/* Appends `value`, a number or a list of numbers, to the list of samples named `key`, which is created if it does not
 * exist. If `value` has anything but numbers from 0 on, returns false and appends nothing. */
bool bench_json_collect(json_object *samples, const char *key, json_object *value);

/* The median and the interquartile range, with linear interpolation between samples. Both are NaN without samples. */
typedef struct bench_spread {
    double median, iqr;
} bench_spread;

bench_spread bench_json_spread(json_object *array);
