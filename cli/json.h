/* json.h - builds the JSON value that a verb prints. If memory runs out, these functions end
 * the program with CLI_FAILED; nothing was printed before. */
#pragma once

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <tricorn/tricorn.h>

#include "session.h"

json_object *cli_json_object(void);
json_object *cli_json_array(void);

/* Each function adds a member to `parent`, or an element to `array`; the value then belongs to it. */
void cli_json_add(json_object *parent, const char *key, json_object *value);
void cli_json_append(json_object *array, json_object *value);

void cli_json_count(json_object *parent, const char *key, uint64_t value);
void cli_json_flag(json_object *parent, const char *key, bool value);
/* Adds high * 2^64 + low: as a number if it is below 2^64, otherwise as a text, because few
 * readers of JSON accept such a large number. */
void cli_json_count128(json_object *parent, const char *key, uint64_t high, uint64_t low);
/* Adds a number with six digits after the point. */
void cli_json_real(json_object *parent, const char *key, double value);
/* Adds a number with 17 digits, which distinguish it from every other double; null for NAN. */
void cli_json_exact(json_object *parent, const char *key, double value);
/* Adds a text. NULL becomes null, and bytes that are not UTF-8 become U+FFFD. */
void cli_json_text(json_object *parent, const char *key, const char *value);

/* Adds the description of a graph, which every verb prints: the file (unless it is NULL), the
 * format, the sizes, and the edges that were removed. */
void cli_json_described(json_object *parent, const char *file, const tricorn_graph_description *description);

/* Adds how many seconds reading and preparing the graph took. */
void cli_json_prepared(json_object *seconds, const tricorn_graph_description *description);

/* Adds the total to `seconds`, adds `seconds` and peak_bytes to the answer, prints the answer, and frees it. */
void cli_json_finish(const cli_session *session, json_object *answer, json_object *seconds);

/* Adds predicted_seconds, and the work of the count for each edge. This is null if the
 * algorithm does not estimate it, or if the graph has no edge. */
void cli_json_work(json_object *parent, const tricorn_result *result, uint64_t edges);

/* Prints an array of entry(0), entry(1), ..., entry(count - 1) on one line. */
void cli_json_print_list(size_t count, json_object *(*entry)(size_t index));

/* Prints the value on one line of stdout, and frees it. */
void cli_json_print(json_object *value);
