/* scan.h - numbers on lines of text.  Every scan ends at a '\n' or NUL byte at the latest; each
 * block of tg_text_read is followed by one. */
#ifndef TG_IO_SCAN_H
#define TG_IO_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* Whether there are bytes that no text has: control characters that are no white space. */
bool tg_is_binary(const char *bytes, size_t count);

/* The number of lines from begin to end (begin < end); the last may lack its '\n'. */
uint64_t tg_count_lines(const char *begin, const char *end);

/* Skips a number in the notation of C or Fortran; NULL if there is none. */
const char *tg_scan_number(const char *at);

#endif
