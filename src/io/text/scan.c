/* scan.c - the scans that are not inlined: binary bytes, lines, numbers in the notation of C or Fortran. */
#include "io/text/scan.h"

#include <string.h>
#include <strings.h>

bool tg_is_binary(const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if ((unsigned char)bytes[i] < ' ' && (bytes[i] < '\t' || bytes[i] > '\r')) return true;
    return false;
}

uint64_t tg_count_lines(const char *begin, const char *end)
{
    uint64_t lines = end[-1] != '\n';
    for (const char *at = begin; at < end; at++) lines += *at == '\n';
    return lines;
}

const char *tg_scan_number(const char *at)
{
    static const char *const words[] = {"infinity", "inf", "nan"};
    if (*at == '+' || *at == '-') at++;
    if (!tg_is_digit(*at) && *at != '.') {
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (strncasecmp(at, words[i], strlen(words[i])) == 0) return at + strlen(words[i]);
        return NULL;
    }
    const char *begin = at;
    while (tg_is_digit(*at)) at++;
    size_t digits = (size_t)(at - begin);
    if (*at == '.') {
        begin = ++at;
        while (tg_is_digit(*at)) at++;
        digits += (size_t)(at - begin);
    }
    if (digits == 0) return NULL;
    if (*at == 'e' || *at == 'E' || *at == 'd' || *at == 'D') {
        at++;
        if (*at == '+' || *at == '-') at++;
        if (!tg_is_digit(*at)) return NULL;
        while (tg_is_digit(*at)) at++;
    }
    return at;
}
