/* json.h - builds the JSON value that a verb prints.  The helpers end the program with CLI_FAILED
 * when memory runs out: nothing was printed before. */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <tricorn/tricorn.h>

json_object *cli_json_object(void);
json_object *cli_json_array(void);

/* Each adds a member.  value moves into parent. */
void cli_json_add(json_object *parent, const char *key, json_object *value);
void cli_json_append(json_object *array, json_object *value);

void cli_json_count(json_object *parent, const char *key, uint64_t value);
void cli_json_flag(json_object *parent, const char *key, bool value);
/* high * 2^64 + low; a text from 2^64 on, since few readers of JSON take such a number. */
void cli_json_count128(json_object *parent, const char *key, uint64_t high, uint64_t low);
/* With six digits after the point. */
void cli_json_real(json_object *parent, const char *key, double value);
/* With 17 digits, which tell it from every other number. */
void cli_json_exact(json_object *parent, const char *key, double value);
/* NULL becomes null; bytes that are not UTF-8 become U+FFFD. */
void cli_json_text(json_object *parent, const char *key, const char *value);

/* The common members of every verb for a graph: file (unless NULL), format, sizes, removed edges.
 */
void cli_json_described(json_object *parent, const char *file,
                        const tricorn_graph_description *description);

/* predicted_seconds and the work of the count for each edge; null if the algorithm does not
 * estimate it, or there is no edge. */
void cli_json_work(json_object *parent, const tricorn_result *result, uint64_t edges);

/* Prints the array of entry(i), for each i below count, as one line. */
void cli_json_print_list(size_t count, json_object *(*entry)(size_t index));

/* Prints the value as one line on stdout and frees it. */
void cli_json_print(json_object *value);

#endif
