/* fields.c - cuts a line into its fields, and says what a field holds. */
#include "io/text/fields.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/portable.h"
#include "io/text/scan.h"

enum { NUMBER_MOST = 64 }; /* the longest number, with its end */

static const struct {
    const char *name;
    char separator;
} names[] = {{"tab", '\t'}, {"comma", ','}, {"semicolon", ';'}, {"space", TG_BLANKS}};

const char *tg_separator_name(char separator, char name[TG_SEPARATOR_NAME_BYTES])
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].separator == separator) return names[i].name;
    snprintf(name, TG_SEPARATOR_NAME_BYTES, "'%c'", separator);
    return name;
}

char tg_separator_of(const char *name)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i].name, name) == 0) return names[i].separator;
    const unsigned char only = (unsigned char)name[0];
    const bool usable = only == '\t' || (only >= ' ' && only < 0x7F && only != '"');
    return only != 0 && name[1] == 0 && usable && !tg_is_digit((char)only) ? (char)only : 0;
}

static bool separates(const tg_cutter *cutter, char byte)
{
    return cutter->separator == TG_BLANKS ? tg_is_blank(byte) : byte == cutter->separator;
}

/* The first byte from `at` on that may not be next to a field without being a part of it. */
static const char *behind_pads(const tg_cutter *cutter, const char *at)
{
    while (at < cutter->end && (*at == ' ' || *at == cutter->pad)) at++;
    return at;
}

/* The end of the bytes without such bytes behind them. */
static const char *without_pads(const tg_cutter *cutter, const char *begin, const char *end)
{
    while (end > begin && (end[-1] == ' ' || end[-1] == cutter->pad)) end--;
    return end;
}

tg_cutter tg_cut(const char *begin, const char *end, char separator)
{
    tg_cutter cutter = {.at = begin, .end = end, .separator = separator, .pad = separator == '\t' ? ' ' : '\t'};
    if (end > begin && end[-1] == '\r') cutter.end--;
    cutter.end = without_pads(&cutter, begin, cutter.end);
    cutter.at = behind_pads(&cutter, begin);
    cutter.more = cutter.at < cutter.end;
    return cutter;
}

/* The quote that closes the one at `at`; NULL if it is not closed. */
static const char *closing_quote(const char *at, const char *end)
{
    while ((at = memchr(at + 1, '"', (size_t)(end - at - 1))) != NULL) {
        if (at + 1 == end || at[1] != '"') return at;
        if (++at + 1 == end) return NULL;
    }
    return NULL;
}

/* Cuts the field in quotes at cutter->at; false if its quotes are broken. */
static bool cut_quoted(tg_cutter *cutter, tg_field *field)
{
    const char *closed = closing_quote(cutter->at, cutter->end);
    if (closed == NULL) return false;
    *field = (tg_field){cutter->at + 1, (size_t)(closed - cutter->at) - 1, true, false};
    const char *behind = closed + 1;
    if (cutter->separator != TG_BLANKS) behind = behind_pads(cutter, behind);
    if (behind < cutter->end && !separates(cutter, *behind)) return false;
    cutter->at = behind;
    return true;
}

static void cut_plain(tg_cutter *cutter, tg_field *field)
{
    enum { ENDS = 2 };
    const char *begin = cutter->at, *at = begin;
    if (cutter->separator == TG_BLANKS && cutter->fields >= ENDS && *begin == '{') at = cutter->end;
    if (cutter->separator == TG_BLANKS)
        while (at < cutter->end && *at != ' ' && *at != '\t') at++;
    else
        while (at < cutter->end && *at != cutter->separator) at++;
    cutter->at = at;
    if (cutter->separator != TG_BLANKS) /* else the field ends in front of the first blank */
        at = without_pads(cutter, begin, at);
    *field = (tg_field){begin, (size_t)(at - begin), false, false};
}

bool tg_cut_field(tg_cutter *cutter, tg_field *field)
{
    if (!cutter->more) return false;
    if (cutter->at == cutter->end) { /* an empty field follows the line's last separator */
        *field = (tg_field){cutter->at, 0, false, false};
    } else if (*cutter->at != '"') {
        cut_plain(cutter, field);
    } else if (!cut_quoted(cutter, field)) {
        *field = (tg_field){cutter->at, (size_t)(cutter->end - cutter->at), false, true};
        cutter->at = cutter->end;
    }
    cutter->fields++;
    cutter->more = cutter->at < cutter->end;
    if (!cutter->more) return true;
    cutter->at++; /* behind the separator */
    cutter->at = behind_pads(cutter, cutter->at);
    return true;
}

uint32_t tg_cut_rest(tg_cutter *cutter)
{
    tg_field field;
    uint32_t rest = 0;
    while (tg_cut_field(cutter, &field)) rest++;
    return rest;
}

size_t tg_field_unquote(tg_field field, char *to)
{
    size_t written = 0;
    for (size_t i = 0; i < field.bytes; i++) {
        to[written++] = field.text[i];
        i += field.quoted && field.text[i] == '"';
    }
    return written;
}

bool tg_field_is(tg_field field, const char *text, size_t bytes)
{
    size_t at = 0;
    for (size_t i = 0; i < field.bytes; i++, at++) {
        if (at == bytes || field.text[i] != text[at]) return false;
        i += field.quoted && field.text[i] == '"';
    }
    return at == bytes;
}

bool tg_field_equals(tg_field a, tg_field b)
{
    return a.bytes == b.bytes && memcmp(a.text, b.text, a.bytes) == 0;
}

bool tg_field_has_letter(tg_field field)
{
    for (size_t i = 0; i < field.bytes; i++) {
        const unsigned char c = (unsigned char)field.text[i];
        if ((unsigned char)((c | 0x20) - 'a') < 26 || c >= 0x80) return true;
    }
    return false;
}

bool tg_field_is_sign(tg_field field)
{
    for (size_t i = 0; i < field.bytes; i++)
        if (tg_is_digit(field.text[i])) return false;
    return field.bytes > 0 && !tg_field_has_letter(field);
}

/* Whether the bytes are one character of UTF-8 that is a blank or has no width. */
static bool is_odd_blank(const char *bytes, size_t count)
{
    const unsigned char *at = (const unsigned char *)bytes;
    if (count == 2) return at[0] == 0xC2 && (at[1] == 0xA0 || at[1] == 0xAD); /* U+00A0, U+00AD */
    if (count != 3) return false;
    const unsigned character = (at[0] & 0xFU) << 12 | (at[1] & 0x3FU) << 6 | (at[2] & 0x3FU);
    return at[0] >= 0xE0 && at[0] < 0xF0 &&
           ((character >= 0x2000 && character <= 0x200F) || character == 0x2028 || character == 0x2029 ||
             character == 0x202F || character == 0x205F || character == 0x2060 || character == 0x3000);
}

tg_field tg_field_odd_blank(tg_field field)
{
    const char *end = field.text + field.bytes;
    for (size_t count = 2; count <= 3 && count <= field.bytes && !field.quoted; count++) {
        if (is_odd_blank(field.text, count)) return (tg_field){field.text, count, false, false};
        if (is_odd_blank(end - count, count)) return (tg_field){end - count, count, false, false};
    }
    return (tg_field){end, 0, false, false};
}

bool tg_field_is_digits(tg_field field)
{
    for (size_t i = 0; i < field.bytes; i++)
        if (!tg_is_digit(field.text[i])) return false;
    return field.bytes > 0;
}

bool tg_field_is_numbered(tg_field field)
{
    return field.bytes > 0 && tg_is_digit(field.text[field.bytes - 1]);
}

bool tg_field_index(tg_field field, uint64_t *number)
{
    uint64_t value = 0;
    if (!tg_field_is_digits(field)) return false;
    for (size_t i = 0; i < field.bytes; i++)
        if (__builtin_mul_overflow(value, UINT64_C(10), &value) ||
            __builtin_add_overflow(value, (uint64_t)(field.text[i] - '0'), &value))
            return false;
    *number = value;
    return true;
}

/* What programs write for a value that is missing, in any case of the letters: the list of
 * pandas.read_csv, and what R, Go, SQL, MySQL and PostgreSQL, .NET, JavaScript and spreadsheets add; the signs of
 * Weka (?), SAS and PLINK (.), and of tables in print. */
#define WORD(text) \
    { \
        text, sizeof text - 1 \
    }
static const struct {
    const char *text;
    size_t bytes;
} missing_words[] = {WORD("na"), WORD("n/a"), WORD("nan"), WORD("-nan"), WORD("null"), WORD("none"), WORD("<na>"),
  WORD("nat"), WORD("\\n"), WORD("\\\\n"), WORD("nil"), WORD("n.a."), WORD("#n/a"), WORD("#na"), WORD("<nil>"),
  WORD("<null>"), WORD("(null)"), WORD("(none)"), WORD("(blank)"), WORD("1.#ind"), WORD("-1.#ind"), WORD("1.#qnan"),
  WORD("-1.#qnan"), WORD("#n/a n/a"), WORD("undefined"), WORD("?"), WORD("-"), WORD("--"), WORD("."), WORD("..."),
  WORD("''"), WORD("<none>"), WORD("#null!"), WORD("#value!"), WORD("#ref!"), WORD("#name?"), WORD("#num!"),
  WORD("#div/0!"), WORD("\xE2\x80\x93"), WORD("\xE2\x80\x94"), WORD("na_integer_"), WORD("na_real_"),
  WORD("na_character_")};
#undef WORD
enum { MISSING_MOST = 13 }; /* the bytes of the longest one */

/* Whether a missing word begins and ends so and is as long; most words are none by that. */
static bool may_be_missing(tg_field field)
{
    enum { SHORT = 4, LONG = 8, UNDEFINED = 9 };
    if (tg_field_is_numbered(field)) return false;
    switch (*field.text) {
    case 'N':
    case 'n': return field.bytes <= SHORT || field.bytes >= LONG;
    case 'U':
    case 'u': return field.bytes == UNDEFINED;
    case '#':
    case '(':
    case '-':
    case '.':
    case '?':
    case '\'':
    case '1':
    case '<':
    case '\xE2':
    case '\\': return true;
    default: return false;
    }
}

/* Whether the field is blanks in quotes. */
static bool is_blank(tg_field field)
{
    for (size_t i = 0; i < field.bytes; i++)
        if (!tg_is_blank(field.text[i])) return false;
    return field.quoted;
}

bool tg_field_is_missing(tg_field field)
{
    if (field.bytes == 0) return !field.broken;
    if (is_blank(field)) return true;
    if (field.bytes > MISSING_MOST || !may_be_missing(field)) return false;
    for (size_t i = 0; i < sizeof missing_words / sizeof *missing_words; i++)
        if (missing_words[i].bytes == field.bytes && strncasecmp(missing_words[i].text, field.text, field.bytes) == 0)
            return true;
    return false;
}

/* Copies a number; false if the field is none. */
static bool copy_number(tg_field field, char text[NUMBER_MOST])
{
    if (field.bytes == 0 || field.bytes >= NUMBER_MOST) return false;
    memcpy(text, field.text, field.bytes);
    text[field.bytes] = 0;
    const char *end = tg_scan_number(text);
    return end != NULL && *end == 0;
}

bool tg_field_is_number(tg_field field)
{
    char text[NUMBER_MOST];
    return copy_number(field, text);
}

/* The number in a text, with a point in every locale of the program. */
static double real_of(char *text)
{
    for (char *at = text; *at; at++)
        if (*at == 'd' || *at == 'D') *at = 'e'; /* Fortran writes 1d0 */
    /* This locale always exists. */
    const locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    const double found = strtod_l(text, NULL, plain);
    freelocale(plain);
    return found;
}

bool tg_field_is_real(tg_field field, bool *whole)
{
    char text[NUMBER_MOST];
    if (!copy_number(field, text) || strpbrk(text, ".eEdD") == NULL || strpbrk(text, "xXnNiI")) return false;
    const double found = real_of(text);
    *whole = found == floor(found) && isfinite(found);
    return true;
}

tg_weight_kind tg_field_weight(tg_field field, bool is_signed, double *weight)
{
    char text[NUMBER_MOST];
    if (tg_field_is_missing(field)) return TG_WEIGHT_MISSING;
    if (!copy_number(field, text)) return TG_WEIGHT_NONE;
    const double found = real_of(text);
    if (found < 0 && !is_signed) return TG_WEIGHT_NEGATIVE;
    if (isnan(found)) return TG_WEIGHT_MISSING;
    if (!isfinite(found)) return TG_WEIGHT_INFINITE;
    *weight = found + 0.0; /* -0 becomes 0 */
    return TG_WEIGHT_FITS;
}

const char *tg_weight_fault(tg_weight_kind kind)
{
    switch (kind) {
    case TG_WEIGHT_NEGATIVE: return "a weight is negative: it must be 0 or more";
    case TG_WEIGHT_INFINITE: return "a weight is too large for a double";
    case TG_WEIGHT_MISSING: return "a weight is missing: a number is expected";
    default: return "a weight is no number";
    }
}
