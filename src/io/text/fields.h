/* fields.h - a line of separated text, cut into its fields. */
#ifndef TG_IO_TEXT_FIELDS_H
#define TG_IO_TEXT_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TG_BLANKS = ' ' }; /* the separator that is any run of blanks and tabs */

/* A field of a line, without the blanks around it and without its quotes. */
typedef struct tg_field {
    const char *text;
    size_t bytes;
    bool quoted; /* "" inside stands for one quote: tg_field_unquote() */
    bool broken; /* its quotes do not close, or something follows them */
} tg_field;

/* What cuts a line: begin..end-1, without its '\n'.
 *
 * TG_BLANKS   runs of blanks and tabs are one separator; those at the ends of the line are none;
 *             a third or later field that begins with '{' extends to the end of the line (the
 *             attributes that NetworkX writes)
 * otherwise   each separator ends a field, which may be empty
 *
 * A field in double quotes may hold separators, as in RFC 4180. */
typedef struct tg_cutter {
    const char *at, *end;
    char separator;
    uint32_t fields; /* cut so far */
    bool more;       /* another field follows */
} tg_cutter;

tg_cutter tg_cut(const char *begin, const char *end, char separator);

/* Cuts the next field off; false if there is none. */
bool tg_cut_field(tg_cutter *cutter, tg_field *field);

/* The number of fields that are left. */
uint32_t tg_cut_rest(tg_cutter *cutter);

/* Copies a field with its double quotes made single; `to` has room for field.bytes.  Returns the
 * bytes written. */
size_t tg_field_unquote(tg_field field, char *to);

/* Whether there is a letter in it: a to z in any case, or a byte beyond ASCII. */
bool tg_field_has_letter(tg_field field);

/* Whether it has neither a letter nor a digit, and is not empty. */
bool tg_field_is_sign(tg_field field);

/* Whether it is digits alone. */
bool tg_field_is_digits(tg_field field);

/* Whether it is digits alone and below 2^64; sets *number. */
bool tg_field_index(tg_field field, uint64_t *number);

/* Splits "A,B", the columns that an option names; false if it is not two. */
bool tg_field_pair(const char *columns, tg_field pair[2]);

/* Whether it is a number in any notation: signs, points, exponents. */
bool tg_field_is_number(tg_field field);

/* The number in a field as a weight: what it is, and then *weight.  With a point whatever the
 * program's locale says. */
typedef enum tg_weight_kind {
    TG_WEIGHT_FITS,
    TG_WEIGHT_NONE, /* no number */
    TG_WEIGHT_NEGATIVE,
    TG_WEIGHT_INFINITE
} tg_weight_kind;
tg_weight_kind tg_field_weight(tg_field field, double *weight);
/* What is wrong with a weight of that kind, a sentence. */
const char *tg_weight_fault(tg_weight_kind kind);

/* "tab", "comma", "semicolon", "space", or the character in quotes. */
enum { TG_SEPARATOR_NAME_BYTES = 12 };
const char *tg_separator_name(char separator, char name[TG_SEPARATOR_NAME_BYTES]);
/* The separator of that name or character; 0 if there is none. */
char tg_separator_of(const char *name);

#endif
