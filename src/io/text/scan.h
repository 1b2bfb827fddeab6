/* scan.h - numbers on lines of text.  Every scan ends at a '\n' or NUL byte at the latest; each
 * block of tg_text_read is followed by one. */
#ifndef TG_IO_TEXT_SCAN_H
#define TG_IO_TEXT_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "graph/edges.h"

static inline bool tg_is_blank(char byte)
{
    return byte == ' ' || byte == '\t';
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

/* Parses digits at `at`; UINT64_MAX if there are too many; NULL if there are none. */
static inline const char *tg_scan_index(const char *at, uint64_t *value)
{
    enum { SAFE_DIGITS = 19 }; /* this many nines are below 2^64 */
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

/* The '\n' that ends the line, if nothing but blanks and a '\r' precede it; else NULL. */
static inline const char *tg_scan_end(const char *at)
{
    at = tg_skip_blanks(at);
    if (*at == '\r') at++;
    return *at == '\n' ? at : NULL;
}

/* Bytes of the mark with which some editors begin a text in UTF-8; 0: there is none. */
static inline size_t tg_mark_bytes(const char *bytes, size_t count)
{
    static const char mark[] = "\xEF\xBB\xBF"; /* U+FEFF */
    return count >= sizeof mark - 1 && memcmp(bytes, mark, sizeof mark - 1) == 0 ? sizeof mark - 1
                                                                                 : 0;
}

/* The ids of a format that numbers its vertices first, first + 1, ...; the faults of a line are
 * constant sentences. */
typedef struct tg_scan_ids {
    uint64_t first, count;
    const char *no_ids, *outside;
} tg_scan_ids;

/* Parses an id, counted from 0 in *id, that a blank or the line's end follows.  Returns the
 * position behind it, or NULL with *error. */
static inline const char *tg_scan_id(const tg_scan_ids *ids, const char *at, uint64_t *id,
                                     const char **error)
{
    at = tg_scan_index(tg_skip_blanks(at), id);
    const bool whole = at != NULL && (tg_is_blank(*at) || *at == '\r' || *at == '\n');
    if (whole) *id -= ids->first;
    *error = !whole ? ids->no_ids : *id >= ids->count ? ids->outside : NULL;
    return *error == NULL ? at : NULL;
}

/* The same for two of them. */
static inline const char *tg_scan_edge(const tg_scan_ids *ids, const char *at, tg_wide_edge *edge,
                                       const char **error)
{
    at = tg_scan_id(ids, at, &edge->u, error);
    return at ? tg_scan_id(ids, at, &edge->v, error) : NULL;
}
/* Whether there are bytes that no text has: control characters that are no white space. */
bool tg_is_binary(const char *bytes, size_t count);

/* The number of lines from begin to end (begin < end); the last may lack its '\n'. */
uint64_t tg_count_lines(const char *begin, const char *end);

/* Skips a number in the notation of C or Fortran; NULL if there is none. */
const char *tg_scan_number(const char *at);

#endif
