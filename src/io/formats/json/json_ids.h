/* json_ids.h - the id of a vertex as a JSON value: an integer or a string. */
#ifndef TG_IO_FORMATS_JSON_JSON_IDS_H
#define TG_IO_FORMATS_JSON_JSON_IDS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"
#include "graph/ids.h"
#include "io/formats/json/json_scan.h"
#include "io/text/strings.h"

/* Reads an integer from 0 to 2^64 - 1.  False if the value is another: then the scanner has a
 * fault.
 */
bool tg_json_id_number(tg_json *json, const tg_json_value *value, uint64_t *id);

/* Ids that are numbered in the order in which they come.  In one file all of them are integers,
 * or all are strings: so 1 and "1" cannot become one vertex. */
typedef struct tg_json_ids {
    bool words;          /* strings are allowed; an integer is the word of its digits */
    tg_json_token kind;  /* of the ids: TG_JSON_NUMBER or TG_JSON_STRING; at first 0 */
    tg_strings *strings; /* NULL: the caller numbers them */
    char *word;          /* a decoded string */
    uint64_t room;
} tg_json_ids;

tricorn_status tg_json_ids_create(tricorn_context *context, bool words, tg_json_ids *ids);
void tg_json_ids_free(tg_json_ids *ids);

/* The text of an id. */
typedef struct tg_json_id_text {
    const char *text;
    size_t bytes;
} tg_json_id_text;

/* The text of the id, valid until the next call.  With a value that is no id, the scanner has a
 * fault. */
tricorn_status tg_json_ids_text(tricorn_context *context, tg_json_ids *ids, tg_json *json,
                                const tg_json_value *value, tg_json_id_text *id);

/* The number of the id.  With a value that is no id, the scanner has a fault. */
tricorn_status tg_json_ids_number(tricorn_context *context, tg_json_ids *ids, tg_json *json,
                                  const tg_json_value *value, uint32_t *number);

/* The number that the id is, or UINT64_MAX. */
uint64_t tg_json_ids_value(const tg_json_value *value);

/* Moves all ids to *to, as text or as numbers; *count is how many they are. */
tricorn_status tg_json_ids_finish(tricorn_context *context, tg_json_ids *ids, tg_ids *to,
                                  uint64_t *count);

#endif
