/* json_scan.h - JSON, token by token, from bytes in memory.
 *
 * The whole grammar is checked, without recursion (RFC 8259): text is UTF-8, and nothing is
 * deeper than TG_JSON_DEPTH.  NaN, Infinity and -Infinity, which Python writes, are accepted as
 * names. Where a large text comes piece by piece, TG_JSON_SHORT asks for more bytes.
 */
#ifndef TG_IO_FORMATS_JSON_JSON_SCAN_H
#define TG_IO_FORMATS_JSON_JSON_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum tg_json_token {
    TG_JSON_SHORT, /* the bytes end, more of them come: begin again at an earlier place */
    TG_JSON_FAULT, /* see `fault` */
    TG_JSON_END,   /* nothing but white space is left, before a value or behind it */
    TG_JSON_CLOSE, /* of an object or an array */
    TG_JSON_KEY,
    TG_JSON_OBJECT,
    TG_JSON_ARRAY,
    TG_JSON_STRING,
    TG_JSON_NUMBER,
    TG_JSON_NAME /* true, false, null, NaN, Infinity, -Infinity */
} tg_json_token;

/* Where a token stands.  A string is without its quotes, and not yet decoded. */
typedef struct tg_json_value {
    tg_json_token kind;
    const char *begin;
    size_t bytes;
    bool escaped; /* a string with a backslash */
} tg_json_value;

enum { TG_JSON_DEPTH = 512, TG_JSON_FAULT_BYTES = 400 };

typedef struct tg_json {
    const char *at, *end;
    bool last; /* no more bytes come behind `end` */
    int expects;
    uint32_t depth;
    uint64_t objects[TG_JSON_DEPTH / 64]; /* a bit for each level: an object, not an array */
    tg_json_value value;                  /* the last token */
    const char *fault_at;                 /* NULL: no fault */
    char fault[TG_JSON_FAULT_BYTES];
} tg_json;

/* Begins a text.  With `last`, it is all there. */
void tg_json_begin(tg_json *json, const char *begin, const char *end, bool last);

/* The next token; its place is json->value. */
tg_json_token tg_json_next(tg_json *json);

/* After TG_JSON_OBJECT or TG_JSON_ARRAY: goes on to its end and returns TG_JSON_CLOSE.  After any
 * other token: returns it. */
tg_json_token tg_json_skip(tg_json *json);

/* Notes what is wrong at a place of the text, and returns TG_JSON_FAULT. */
tg_json_token tg_json_refuse(tg_json *json, const char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Where it begins, with its quote. */
static inline const char *tg_json_place(const tg_json_value *value)
{
    return value->begin - (value->kind == TG_JSON_KEY || value->kind == TG_JSON_STRING);
}

/* "%.*s" of a value in a message: its bytes as they stand, without its end if it is long. */
#define TG_JSON_SHOWN(value) tg_json_shown_bytes(value), (value)->begin
int tg_json_shown_bytes(const tg_json_value *value);

/* True for a number without a fraction and an exponent. */
bool tg_json_is_integer(const tg_json_value *value);

/* True if the string, decoded, is this text. */
bool tg_json_equals(const tg_json_value *value, const char *text);

/* Decodes a string; `to` has room for value->bytes bytes.  Returns NULL, or why it is no text
 * that a zero can end. */
const char *tg_json_decode(const tg_json_value *value, char *to, size_t *bytes);

#endif
