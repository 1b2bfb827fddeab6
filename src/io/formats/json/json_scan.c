/* json_scan.c - scans JSON token by token: without recursion, because it stores what may come
 * next, and a bit for each open object or array. Source: RFC 8259. */
#include "io/formats/json/json_scan.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "io/text/scan.h"

enum {
    SHOWN_BYTES = 40, /* how many bytes of a value a message shows */
    UTF8_MOST = 4,
    HEX_DIGITS = 4 /* the digits of \u */
};

/* What may come next. */
enum { VALUE, VALUE_OR_CLOSE, KEY, KEY_OR_CLOSE, COLON, COMMA_OR_CLOSE, NOTHING };

void tg_json_begin(tg_json *json, const char *begin, const char *end, bool last)
{
    json->at = begin;
    json->end = end;
    json->last = last;
    json->expects = VALUE;
    json->depth = 0;
    json->fault_at = NULL;
}

tg_json_token tg_json_refuse(tg_json *json, const char *at, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(json->fault, sizeof json->fault, format, arguments);
    va_end(arguments);
    json->fault_at = at;
    return TG_JSON_FAULT;
}

static tg_json_token refuse_byte(tg_json *json, const char *at, const char *expected)
{
    const unsigned char byte = (unsigned char)*at;
    if (byte == '\'') return tg_json_refuse(json, at, "expected %s, but found a single quote", expected);
    if (byte > ' ' && byte < 0x7F) return tg_json_refuse(json, at, "expected %s, but found '%c'", expected, byte);
    return tg_json_refuse(json, at, "expected %s, but found the byte 0x%02x", expected, byte);
}

/* Handles the end of the bytes where at least one more token must come. */
static tg_json_token cut(tg_json *json)
{
    if (!json->last) return TG_JSON_SHORT;
    return tg_json_refuse(json, json->end, "the text ends within a value: is it cut, or on several lines?");
}

static bool in_object(const tg_json *json)
{
    const uint32_t level = json->depth - 1;
    return json->depth > 0 && (json->objects[level / 64] >> level % 64 & 1) != 0;
}

static tg_json_token finish(tg_json *json, const tg_json_value *value)
{
    json->value = *value;
    json->expects = json->depth > 0 ? COMMA_OR_CLOSE : NOTHING;
    return value->kind;
}

/* ---- tokens ---- */

static tg_json_token open_level(tg_json *json, bool object)
{
    const uint32_t level = json->depth;
    const uint64_t bit = UINT64_C(1) << level % 64;
    if (level == TG_JSON_DEPTH)
        return tg_json_refuse(json, json->at, "values are nested more than %d deep", TG_JSON_DEPTH);
    json->objects[level / 64] &= ~bit;
    if (object) json->objects[level / 64] |= bit;
    json->depth++;
    json->value = (tg_json_value){object ? TG_JSON_OBJECT : TG_JSON_ARRAY, json->at, 1, false};
    json->expects = object ? KEY_OR_CLOSE : VALUE_OR_CLOSE;
    json->at++;
    return json->value.kind;
}

static tg_json_token close_level(tg_json *json)
{
    const tg_json_value value = {TG_JSON_CLOSE, json->at, 1, false};
    json->depth--;
    json->at++;
    return finish(json, &value);
}

/* Checks the escape at `at`, which is after a backslash. Returns the position after it, NULL if
 * the bytes end, or `at` if JSON has no such escape. */
static const char *skip_escape(const char *at, const char *end)
{
    if (at == end) return NULL;
    if (*at != 'u') return strchr("\"\\/bfnrt", *at) && *at != 0 ? at + 1 : at;
    for (int i = 1; i <= HEX_DIGITS; i++) {
        if (at + i == end) return NULL;
        const char digit = (char)(at[i] | 0x20);
        if (!tg_is_digit(at[i]) && (digit < 'a' || digit > 'f')) return at;
    }
    return at + 1 + HEX_DIGITS;
}

/* Returns the number of bytes of the character at `at`, which is not ASCII; 0 if it is no
 * character, SIZE_MAX if the bytes end within it. */
static size_t character_bytes(const tg_json *json, const char *at)
{
    char bytes[UTF8_MOST + 1] = {0};
    const size_t left = (size_t)(json->end - at);
    memcpy(bytes, at, left < UTF8_MOST ? left : UTF8_MOST);
    const size_t length = tg_utf8_length(bytes);
    return length == 0 && left < UTF8_MOST && !json->last ? SIZE_MAX : length;
}

static tg_json_token scan_string(tg_json *json, tg_json_token kind)
{
    tg_json_value value = {kind, json->at + 1, 0, false};
    const char *at = value.begin;
    for (;;) {
        /* Bytes that are not ASCII are negative here. */
        while (at < json->end && (signed char)*at >= ' ' && *at != '"' && *at != '\\') at++;
        if (at == json->end) return cut(json);
        if (*at == '"') break;
        if (*at == '\\') {
            const char *behind = skip_escape(at + 1, json->end);
            if (behind == NULL) return cut(json);
            if (behind == at + 1) return tg_json_refuse(json, at, "an escape in a string that JSON does not have");
            value.escaped = true;
            at = behind;
        } else if ((unsigned char)*at < ' ') {
            return refuse_byte(json, at, "the end of a string");
        } else {
            const size_t bytes = character_bytes(json, at);
            if (bytes == SIZE_MAX) return TG_JSON_SHORT;
            if (bytes == 0) return refuse_byte(json, at, "text in UTF-8");
            at += bytes;
        }
    }
    value.bytes = (size_t)(at - value.begin);
    json->at = at + 1;
    finish(json, &value);
    if (kind == TG_JSON_KEY) json->expects = COLON;
    return kind;
}

static bool is_word_byte(char byte)
{
    const char letter = (char)(byte | 0x20);
    return tg_is_digit(byte) || (letter >= 'a' && letter <= 'z') || byte == '+' || byte == '-' || byte == '.' ||
           byte == '_';
}

static const char *skip_digits(const char *at, const char *end)
{
    while (at < end && tg_is_digit(*at)) at++;
    return at;
}

/* Whether the bytes `at` to `end` - 1 are a JSON number. */
static bool is_number(const char *at, const char *end)
{
    at += at < end && *at == '-';
    const char *digits = at;
    at = skip_digits(at, end);
    if (at == digits || (*digits == '0' && at > digits + 1)) return false;
    if (at < end && *at == '.') {
        digits = at + 1;
        at = skip_digits(digits, end);
        if (at == digits) return false;
    }
    if (at < end && (*at == 'e' || *at == 'E')) {
        at++;
        at += at < end && (*at == '+' || *at == '-');
        digits = at;
        at = skip_digits(at, end);
        if (at == digits) return false;
    }
    return at == end;
}

static bool is_name(const tg_json_value *word)
{
    static const char *const names[] = {"true", "false", "null", "NaN", "Infinity", "-Infinity"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == word->bytes && memcmp(word->begin, names[i], word->bytes) == 0) return true;
    return false;
}

/* Scans a number or a name, which are all bytes that either may contain. */
static tg_json_token scan_word(tg_json *json)
{
    tg_json_value word = {TG_JSON_NUMBER, json->at, 0, false};
    const char *at = json->at;
    while (at < json->end && is_word_byte(*at)) at++;
    if (at == json->end && !json->last) return TG_JSON_SHORT;
    if (at == json->at) return refuse_byte(json, at, "a value");
    word.bytes = (size_t)(at - json->at);
    if (!is_number(word.begin, at)) {
        word.kind = TG_JSON_NAME;
        if (!is_name(&word)) return tg_json_refuse(json, json->at, "%.*s is no JSON value", TG_JSON_SHOWN(&word));
    }
    json->at = at;
    return finish(json, &word);
}

static tg_json_token scan_value(tg_json *json)
{
    switch (*json->at) {
    case '{': return open_level(json, true);
    case '[': return open_level(json, false);
    case '"': return scan_string(json, TG_JSON_STRING);
    default: return scan_word(json);
    }
}

static tg_json_token at_end(tg_json *json)
{
    const bool outside = json->depth == 0 && (json->expects == VALUE || json->expects == NOTHING);
    return json->last && outside ? TG_JSON_END : cut(json);
}

tg_json_token tg_json_next(tg_json *json)
{
    for (;; json->at++) { /* goes on after a comma or a colon */
        while (json->at < json->end && (tg_is_blank(*json->at) || *json->at == '\n' || *json->at == '\r')) json->at++;
        if (json->at == json->end) return at_end(json);
        const char byte = *json->at;
        const bool object = in_object(json);
        switch (json->expects) {
        case VALUE_OR_CLOSE:
            if (byte == ']') return close_level(json);
            return scan_value(json);
        case VALUE: return scan_value(json);
        case KEY_OR_CLOSE:
            if (byte == '}') return close_level(json);
            if (byte != '"') return refuse_byte(json, json->at, "a key in double quotes or '}'");
            return scan_string(json, TG_JSON_KEY);
        case KEY:
            if (byte != '"') return refuse_byte(json, json->at, "a key in double quotes");
            return scan_string(json, TG_JSON_KEY);
        case COLON:
            if (byte != ':') return refuse_byte(json, json->at, "':'");
            json->expects = VALUE;
            break;
        case COMMA_OR_CLOSE:
            if (byte == (object ? '}' : ']')) return close_level(json);
            if (byte != ',') return refuse_byte(json, json->at, object ? "',' or '}'" : "',' or ']'");
            json->expects = object ? KEY : VALUE;
            break;
        default: return refuse_byte(json, json->at, "nothing behind the value");
        }
    }
}

tg_json_token tg_json_skip(tg_json *json)
{
    tg_json_token token = json->value.kind;
    if (token != TG_JSON_OBJECT && token != TG_JSON_ARRAY) return token;
    const uint32_t outside = json->depth - 1;
    do token = tg_json_next(json);
    while (token > TG_JSON_FAULT && json->depth > outside);
    return token;
}

/* ---- values ---- */

int tg_json_shown_bytes(const tg_json_value *value)
{
    size_t bytes = value->bytes;
    if (bytes > SHOWN_BYTES) /* does not cut within a character */
        for (bytes = SHOWN_BYTES; bytes > 0 && (value->begin[bytes] & 0xC0) == 0x80; bytes--) {
        }
    return (int)bytes;
}

bool tg_json_is_integer(const tg_json_value *value)
{
    if (value->kind != TG_JSON_NUMBER) return false;
    for (size_t i = 0; i < value->bytes; i++)
        if (!tg_is_digit(value->begin[i]) && value->begin[i] != '-') return false;
    return true;
}

static uint32_t hex_value(const char *digits)
{
    uint32_t value = 0;
    for (int i = 0; i < HEX_DIGITS; i++) {
        const char digit = digits[i];
        const int part = tg_is_digit(digit) ? digit - '0' : (digit | 0x20) - 'a' + 10;
        value = value << 4 | (uint32_t)part;
    }
    return value;
}

/* Decodes the character at *at, in a string that was checked, and sets *at to the position after
 * it. Returns the number of its bytes; 0 for half of a surrogate pair. */
static size_t decode_character(const char **at, const char *end, char to[UTF8_MOST])
{
    static const char short_names[] = "bfnrt", short_values[] = "\b\f\n\r\t";
    const char *from = *at;
    if (*from != '\\') {
        to[0] = *from;
        *at = from + 1;
        return 1;
    }
    *at = from + 2;
    if (from[1] != 'u') {
        const char *name = strchr(short_names, from[1]);
        to[0] = name ? short_values[name - short_names] : from[1];
        return 1;
    }
    uint32_t point = hex_value(from + 2);
    *at += HEX_DIGITS;
    if (point >= 0xD800 && point <= 0xDFFF) {
        from = *at;
        if (point > 0xDBFF || end - from < 2 + HEX_DIGITS || from[0] != '\\' || from[1] != 'u') return 0;
        const uint32_t low = hex_value(from + 2);
        if (low < 0xDC00 || low > 0xDFFF) return 0;
        point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
        *at += 2 + HEX_DIGITS;
    }
    return tg_utf8_put(point, to);
}

bool tg_json_equals(const tg_json_value *value, const char *text)
{
    const char *at = value->begin, *end = at + value->bytes;
    const size_t length = strlen(text);
    if (!value->escaped) return length == value->bytes && memcmp(at, text, length) == 0;
    for (const char *wanted = text; at < end;) {
        char bytes[UTF8_MOST];
        const size_t count = decode_character(&at, end, bytes);
        if (count == 0 || bytes[0] == 0 || strncmp(wanted, bytes, count) != 0) return false;
        wanted += count;
        if (at == end) return *wanted == 0;
    }
    return false; /* a string with an escape has at least one character */
}

const char *tg_json_decode(const tg_json_value *value, char *to, size_t *bytes)
{
    const char *at = value->begin, *end = at + value->bytes;
    size_t used = 0;
    while (at < end) {
        char character[UTF8_MOST];
        const size_t count = decode_character(&at, end, character);
        if (count == 0) return "holds half of a surrogate pair, which is no character";
        if (character[0] == 0) return "holds the character \\u0000, which no id can have";
        memcpy(to + used, character, count);
        used += count;
    }
    *bytes = used;
    return NULL;
}
