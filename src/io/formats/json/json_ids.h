/* json_ids.h - reads the id of a vertex from a JSON value, which is an integer or a string. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"
#include "graph/ids.h"
#include "io/formats/json/json_scan.h"
#include "io/text/strings.h"

/* Reads an integer from 0 to 2^64 - 1. Returns false if the value is something else, and sets the scanner's fault. */
bool tg_json_id_number(tg_json *json, const tg_json_value *value, uint64_t *id);

/* Ids, numbered in the order in which they occur. In one file all ids are integers, or all are
 * strings: else 1 and "1" could become one vertex. */
/* Whether the value is null or NaN, or a string that means a missing value (tg_field_is_missing). */
bool tg_json_is_missing(const tg_json_value *value);

typedef struct tg_json_ids {
    bool words; /* strings are allowed, and an integer is the word of its digits */
    bool undecided; /* the first id decides `words` */
    /* The kind of all ids, TG_JSON_NUMBER or TG_JSON_STRING; 0 before the first id. */
    tg_json_token kind;
    tg_strings *strings; /* the ids with their numbers; NULL: the caller numbers the ids */
    char *word; /* the memory for a decoded string */
    uint64_t room;
} tg_json_ids;

tricorn_status tg_json_ids_create(tricorn_context *context, tricorn_ids kind, tg_json_ids *ids);
void tg_json_ids_free(tg_json_ids *ids);

typedef struct tg_json_id_text {
    const char *text;
    size_t bytes;
} tg_json_id_text;

/* Sets *id to the text of an id, which is valid until the next call. If the value is no id,
 * sets the scanner's fault. */
tricorn_status tg_json_ids_text(
  tricorn_context *context, tg_json_ids *ids, tg_json *json, const tg_json_value *value, tg_json_id_text *id);

/* Sets *number to the number of an id. If the value is no id, sets the scanner's fault. */
tricorn_status tg_json_ids_number(
  tricorn_context *context, tg_json_ids *ids, tg_json *json, const tg_json_value *value, uint32_t *number);

/* Returns the number that the value is; UINT64_MAX if it is no number. */
uint64_t tg_json_ids_value(const tg_json_value *value);

/* Moves all ids to *to, as text or as numbers; *count receives their number. */
tricorn_status tg_json_ids_finish(tricorn_context *context, tg_json_ids *ids, tg_ids *to, uint64_t *count);
