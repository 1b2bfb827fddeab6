/* fields.h - cuts a line of separated text into its fields. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TG_BLANKS = ' ' }; /* a separator that means any run of blanks and tabs */

/* A field of a line, without the blanks around it and without its quotes. */
typedef struct tg_field {
    const char *text;
    size_t bytes;
    bool quoted; /* "" in the text means one quote: tg_field_unquote() */
    bool broken; /* its quotes are not closed, or a byte other than a separator follows them */
} tg_field;

/* What cuts a line: the bytes begin to end - 1, without its '\n'.
 *
 *     TG_BLANKS  a run of blanks and tabs is one separator, and is none at an end of the line; a
 *                third or later field that begins with '{' extends to the end of the line (the
 *                attributes that NetworkX writes)
 *     others     each separator ends a field, which may be empty
 *
 * A field in double quotes may contain separators, as in RFC 4180.
 */
typedef struct tg_cutter {
    const char *at, *end;
    char separator;
    char pad; /* a byte that may be next to a field without being a part of it, as ' ' is */
    uint32_t fields; /* fields that were cut until now */
    bool more; /* another field follows */
} tg_cutter;

tg_cutter tg_cut(const char *begin, const char *end, char separator);

/* Cuts the next field; false if the line has no more. */
bool tg_cut_field(tg_cutter *cutter, tg_field *field);

/* Cuts the rest of the line; returns the number of its fields. */
uint32_t tg_cut_rest(tg_cutter *cutter);

/* Copies a field and replaces each "" in it by one quote; `to` has room for field.bytes.
 * Returns the number of bytes written. */
size_t tg_field_unquote(tg_field field, char *to);

/* Whether the field, without its quotes, is this text. */
bool tg_field_is(tg_field field, const char *text, size_t bytes);

/* Whether two fields are written alike, apart from quotes around them. */
bool tg_field_equals(tg_field a, tg_field b);

/* Whether the field contains a letter: a to z in any case, or a byte beyond ASCII. */
bool tg_field_has_letter(tg_field field);

/* Whether the field is not empty and has neither a letter nor a digit. */
bool tg_field_is_sign(tg_field field);

/* Returns the bytes of a blank beyond ASCII, or of a sign without width, with which the field begins or ends;
 * text that was copied from web pages has such signs. Returns 0 bytes if the field has none, or is quoted: in
 * quotes a blank is a part of the field. */
tg_field tg_field_odd_blank(tg_field field);

/* Whether the field is digits alone. */
bool tg_field_is_digits(tg_field field);

/* Whether the field ends with a digit, as names of vertices often do. */
bool tg_field_is_numbered(tg_field field);

/* Whether the field is digits alone and below 2^64; sets *number. */
bool tg_field_index(tg_field field, uint64_t *number);

/* Whether the field is empty, blanks in quotes, or what programs write for a value that is missing: NA, N/A, NaN, null,
 * None, \N, ?, - and others, in any case. In quotes, too, as most writers quote all words. */
bool tg_field_is_missing(tg_field field);

/* Whether the field is a number in any notation: with sign, point, exponent. */
bool tg_field_is_number(tg_field field);

/* Whether the field is a number with a point or an exponent; sets *whole: it is a whole one, "1.0" or "1e+05". */
bool tg_field_is_real(tg_field field, bool *whole);

/* Reads a field as a weight: returns what it is and, if it fits, sets *weight. The decimal
 * point is '.' in every locale of the program. */
typedef enum tg_weight_kind {
    TG_WEIGHT_FITS,
    TG_WEIGHT_NONE, /* the field is no number */
    TG_WEIGHT_MISSING,
    TG_WEIGHT_NEGATIVE,
    TG_WEIGHT_INFINITE
} tg_weight_kind;
/* is_signed: a weight may be negative, too. */
tg_weight_kind tg_field_weight(tg_field field, bool is_signed, double *weight);
/* A sentence on what is wrong with a weight of that kind. */
const char *tg_weight_fault(tg_weight_kind kind);

/* The name of a separator: "tab", "comma", "semicolon", "space", or its character in quotes. */
enum { TG_SEPARATOR_NAME_BYTES = 12 };
const char *tg_separator_name(char separator, char name[TG_SEPARATOR_NAME_BYTES]);
/* The separator that has this name or is this character; 0 if none does. */
char tg_separator_of(const char *name);
