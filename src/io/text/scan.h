/* scan.h - scans numbers and ids on a line of text.
 *
 * Each scan stops at a '\n' or a NUL byte. So it needs no end: tg_text_read puts a '\n' behind each chunk.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "graph/edges.h"

static inline bool tg_is_blank(char byte)
{
    return byte == ' ' || byte == '\t';
}

static inline bool tg_is_letter(char byte)
{
    return (unsigned char)((byte | 0x20) - 'a') < 26;
}

static inline bool tg_is_digit(char byte)
{
    return (unsigned char)(byte - '0') < 10;
}

static inline const char *tg_skip_blanks(const char *at)
{
    while (tg_is_blank(*at)) at++;
    return at;
}

/* Parses the digits at `at`; *value is UINT64_MAX for a number that is too large. Returns NULL
 * if no digit is at `at`. */
static inline const char *tg_scan_index(const char *at, uint64_t *value)
{
    enum { SAFE_DIGITS = 19 }; /* a number of this many digits is below 2^64 */
    const char *begin = at;
    uint64_t sum = 0;
    for (; tg_is_digit(*at); at++) sum = sum * 10 + (uint64_t)(*at - '0');
    if (at == begin) return NULL;
    if (at - begin > SAFE_DIGITS) {
        while (*begin == '0') begin++;
        if (at - begin > SAFE_DIGITS) sum = UINT64_MAX;
    }
    *value = sum;
    return at;
}

/* The '\n' that ends the line, if only blanks and a '\r' are before it; else NULL. */
static inline const char *tg_scan_end(const char *at)
{
    at = tg_skip_blanks(at);
    if (*at == '\r') at++;
    return *at == '\n' ? at : NULL;
}

/* The length of the byte order mark with which some editors begin a text in UTF-8; 0: the text has none. */
static inline size_t tg_mark_bytes(const char *bytes, size_t count)
{
    static const char mark[] = "\xEF\xBB\xBF"; /* U+FEFF */
    return count >= sizeof mark - 1 && memcmp(bytes, mark, sizeof mark - 1) == 0 ? sizeof mark - 1 : 0;
}

/* The ids of a format that numbers its vertices first, first + 1, ..., and the sentences for
 * lines without ids and for ids outside of that range. */
typedef struct tg_scan_ids {
    uint64_t first, count;
    const char *no_ids, *outside;
} tg_scan_ids;

/* Parses an id that a blank or the line's end follows; *id counts from 0. Returns the position
 * behind it, or NULL with *error. */
static inline const char *tg_scan_id(const tg_scan_ids *ids, const char *at, uint64_t *id, const char **error)
{
    at = tg_scan_index(tg_skip_blanks(at), id);
    const bool whole = at != NULL && (tg_is_blank(*at) || *at == '\r' || *at == '\n');
    if (whole) *id -= ids->first;
    *error = !whole ? ids->no_ids : *id >= ids->count ? ids->outside : NULL;
    return *error == NULL ? at : NULL;
}

/* Parses the two ids of an edge, with the errors of one id. */
static inline const char *tg_scan_edge(const tg_scan_ids *ids, const char *at, tg_wide_edge *edge, const char **error)
{
    at = tg_scan_id(ids, at, &edge->u, error);
    return at ? tg_scan_id(ids, at, &edge->v, error) : NULL;
}
/* Whether some of the bytes are in no text: control characters that are not white space. */
bool tg_is_binary(const char *bytes, size_t count);

/* The number of lines from begin to end (begin < end); the last one may lack its '\n'. */
uint64_t tg_count_lines(const char *begin, const char *end);

/* The position behind a number in the notation of C or Fortran; NULL if no number is at `at`. */
const char *tg_scan_number(const char *at);
