/* json_scan.h - scans JSON token by token, from bytes in memory.
 *
 * - The whole grammar is checked (RFC 8259), without recursion: text is UTF-8, and nothing is
 *   nested deeper than TG_JSON_DEPTH. NaN, Infinity and -Infinity, which Python writes, are read
 *   as names.
 * - Not all of a text need be in memory: TG_JSON_SHORT asks for more bytes.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum tg_json_token {
    /* The bytes end, but more will come: read them, and scan again from an earlier position. */
    TG_JSON_SHORT,
    TG_JSON_FAULT, /* `fault` says what is wrong */
    TG_JSON_END, /* only white space remains, before a value or after it */
    TG_JSON_CLOSE, /* the end of an object or an array */
    TG_JSON_KEY,
    TG_JSON_OBJECT,
    TG_JSON_ARRAY,
    TG_JSON_STRING,
    TG_JSON_NUMBER,
    TG_JSON_NAME /* true, false, null, NaN, Infinity, -Infinity */
} tg_json_token;

/* The bytes of a token. Those of a string are without its quotes, and are not decoded. */
typedef struct tg_json_value {
    tg_json_token kind;
    const char *begin;
    size_t bytes;
    bool escaped; /* the string contains a backslash */
} tg_json_value;

enum { TG_JSON_DEPTH = 512, TG_JSON_FAULT_BYTES = 400 };

typedef struct tg_json {
    const char *at, *end;
    bool last; /* no bytes will follow `end` */
    int expects;
    uint32_t depth;
    /* A bit for each depth: 1 for an object, 0 for an array. */
    uint64_t objects[TG_JSON_DEPTH / 64];
    tg_json_value value; /* the last token */
    const char *fault_at; /* NULL: no fault */
    char fault[TG_JSON_FAULT_BYTES];
} tg_json;

/* Begins a text. If `last` is true, these are all bytes of the text. */
void tg_json_begin(tg_json *json, const char *begin, const char *end, bool last);

/* Scans the next token; its bytes are in json->value. */
tg_json_token tg_json_next(tg_json *json);

/* If the last token was TG_JSON_OBJECT or TG_JSON_ARRAY, scans to the end of it and returns
 * TG_JSON_CLOSE; otherwise returns the last token. */
tg_json_token tg_json_skip(tg_json *json);

/* Stores the fault at position `at` of the text, and returns TG_JSON_FAULT. */
tg_json_token tg_json_refuse(tg_json *json, const char *at, const char *format, ...)
  __attribute__((format(printf, 3, 4)));

/* Returns the position of a value; that of a string is the position of its quote. */
static inline const char *tg_json_place(const tg_json_value *value)
{
    return value->begin - (value->kind == TG_JSON_KEY || value->kind == TG_JSON_STRING);
}

/* The arguments for "%.*s" that show a value in a message: its bytes, but not all of a long one. */
#define TG_JSON_SHOWN(value) tg_json_shown_bytes(value), (value)->begin
int tg_json_shown_bytes(const tg_json_value *value);

/* Whether the value is a number without a fraction and without an exponent. */
bool tg_json_is_integer(const tg_json_value *value);

/* Whether the string, once decoded, is equal to this text. */
bool tg_json_equals(const tg_json_value *value, const char *text);

/* Decodes a string; `to` has room for value->bytes bytes. Returns NULL, or a text that says why
 * the string cannot be an id. */
const char *tg_json_decode(const tg_json_value *value, char *to, size_t *bytes);
