/* json_ids.c - see json_ids.h. */
#include "io/formats/json/json_ids.h"

#include <string.h>

#include "base/memory.h"
#include "io/text/fields.h"
#include "io/text/scan.h"

/* Reads a number; returns false unless the bytes are the digits of a number below 2^64. */
static bool read_digits(const char *text, size_t bytes, uint64_t *number)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < bytes; i++)
        if (!tg_is_digit(text[i]) || __builtin_mul_overflow(sum, 10, &sum) ||
            __builtin_add_overflow(sum, (uint64_t)(text[i] - '0'), &sum))
            return false;
    *number = sum;
    return true;
}

bool tg_json_is_missing(const tg_json_value *value)
{
    enum { MOST = 64 }; /* bytes of a missing value whose characters are all escaped */
    char text[MOST];
    tg_field field = {.text = value->begin, .bytes = value->bytes, .quoted = true};
    if (value->kind != TG_JSON_STRING && value->kind != TG_JSON_NAME) return false;
    if (value->escaped) {
        if (value->bytes > MOST || tg_json_decode(value, text, &field.bytes)) return false;
        field.text = text;
    }
    return tg_field_is_missing(field);
}

/* Refuses a value of a kind that ids never have. */
static bool refuse_kind(tg_json *json, const tg_json_value *value)
{
    if (value->kind == TG_JSON_ARRAY)
        tg_json_refuse(json, tg_json_place(value),
          "an array is no vertex id (NetworkX writes tuples so): give the vertices "
          "numbers or strings, as networkx.convert_node_labels_to_integers does");
    else if (value->kind == TG_JSON_OBJECT)
        tg_json_refuse(json, tg_json_place(value), "an object is no vertex id: an id is a number or a string");
    else
        tg_json_refuse(json, tg_json_place(value), "%.*s is no vertex id: an id is an integer or a string%s",
          TG_JSON_SHOWN(value),
          value->kind == TG_JSON_NUMBER ? ".  Write integers; or if all ids are written alike, give " TG_OPTION(
                                            "ids=string") ", with which 1 and 1.0 are two vertices"
                                        : "");
    return false;
}

bool tg_json_id_number(tg_json *json, const tg_json_value *value, uint64_t *id)
{
    if (value->kind == TG_JSON_STRING) {
        tg_json_refuse(json, tg_json_place(value),
          "\"%.*s\" is a string, but ids are numbers: give " TG_OPTION("ids=string"), TG_JSON_SHOWN(value));
        return false;
    }
    if (!tg_json_is_integer(value)) return refuse_kind(json, value);
    if (*value->begin == '-') {
        tg_json_refuse(json, value->begin,
          "the vertex id %.*s is negative, and ids that are numbers are unsigned: "
          "give " TG_OPTION("ids=string"),
          TG_JSON_SHOWN(value));
        return false;
    }
    if (read_digits(value->begin, value->bytes, id)) return true;
    tg_json_refuse(json, tg_json_place(value), "the vertex id %.*s is over 2^64 - 1: give " TG_OPTION("ids=string"),
      TG_JSON_SHOWN(value));
    return false;
}

tricorn_status tg_json_ids_create(tricorn_context *context, tricorn_ids kind, tg_json_ids *ids)
{
    *ids = (tg_json_ids){.words = kind == TRICORN_IDS_STRING, .undecided = kind == TRICORN_IDS_AUTO};
    return tg_strings_create(context, &ids->strings);
}

void tg_json_ids_free(tg_json_ids *ids)
{
    tg_strings_free(ids->strings);
    tg_free(ids->word);
    *ids = (tg_json_ids){0};
}

/* Whether the value is of the kind that all ids of the file have. */
static bool check_kind(tg_json_ids *ids, tg_json *json, const tg_json_value *value)
{
    uint64_t number;
    if (ids->undecided) ids->words = value->kind == TG_JSON_STRING;
    ids->undecided = false;
    if (!ids->words) return tg_json_id_number(json, value, &number);
    if (value->kind != TG_JSON_STRING && value->kind != TG_JSON_NUMBER) return refuse_kind(json, value);
    if (value->bytes == 0 || (*value->begin == '-' && value->kind == TG_JSON_NUMBER && value->begin[1] == '0')) {
        tg_json_refuse(json, tg_json_place(value), value->bytes == 0 ? "a vertex id is empty" : "-0 is no vertex id");
        return false;
    }
    if (ids->kind == 0) ids->kind = value->kind;
    if (ids->kind == value->kind) return true;
    tg_json_refuse(json, tg_json_place(value), "the vertex id %.*s is a %s, but others are %s: all must be of one kind",
      TG_JSON_SHOWN(value), value->kind == TG_JSON_STRING ? "string" : "number",
      value->kind == TG_JSON_STRING ? "numbers" : "strings");
    return false;
}

static tricorn_status decode(
  tricorn_context *context, tg_json_ids *ids, tg_json *json, const tg_json_value *value, size_t *bytes)
{
    if (value->bytes > ids->room) {
        const uint64_t grown = 2 * ids->room, room = value->bytes > grown ? value->bytes : grown;
        TG_DO(TG_REALLOC(context, room, &ids->word));
        ids->room = room;
    }
    const char *error = tg_json_decode(value, ids->word, bytes);
    if (error) tg_json_refuse(json, tg_json_place(value), "the vertex id \"%.*s\" %s", TG_JSON_SHOWN(value), error);
    return TRICORN_OK;
}

tricorn_status tg_json_ids_text(
  tricorn_context *context, tg_json_ids *ids, tg_json *json, const tg_json_value *value, tg_json_id_text *id)
{
    *id = (tg_json_id_text){value->begin, value->bytes};
    if (!check_kind(ids, json, value) || !value->escaped) return TRICORN_OK;
    const tricorn_status status = decode(context, ids, json, value, &id->bytes);
    id->text = ids->word;
    return status;
}

tricorn_status tg_json_ids_number(
  tricorn_context *context, tg_json_ids *ids, tg_json *json, const tg_json_value *value, uint32_t *number)
{
    tg_json_id_text id;
    const tricorn_status status = tg_json_ids_text(context, ids, json, value, &id);
    if (status != TRICORN_OK || json->fault_at != NULL) return status;
    return tg_strings_number(context, ids->strings, id.text, id.bytes, number);
}

uint64_t tg_json_ids_value(const tg_json_value *value)
{
    uint64_t number;
    return read_digits(value->begin, value->bytes, &number) ? number : UINT64_MAX;
}

tricorn_status tg_json_ids_finish(tricorn_context *context, tg_json_ids *ids, tg_ids *to, uint64_t *count)
{
    tricorn_status status = TRICORN_OK;
    tg_ids made = {0};
    uint64_t *numbers = NULL;

    *count = tg_strings_count(ids->strings);
    status = tg_strings_finish(context, ids->strings, &made);
    ids->strings = NULL;
    if (status != TRICORN_OK) goto cleanup;
    if (!ids->words) {
        TG_TRY(TG_ALLOC(context, *count, &numbers));
        for (uint64_t i = 0; i < *count; i++) {
            const char *digits = made.text + made.starts[i];
            /* The digits may be those of a number that is too large. */
            if (!read_digits(digits, strlen(digits), &numbers[i])) numbers[i] = UINT64_MAX;
        }
        tg_ids_free(&made);
        made.numbers = numbers;
        numbers = NULL;
    }
    *to = made;
    made = (tg_ids){0};

cleanup:
    tg_free(numbers);
    tg_ids_free(&made);
    return status;
}
