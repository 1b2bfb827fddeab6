/* text.c - growing texts, and pieces of them. */
#include "mangled.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void reserve(text *to, size_t more)
{
    if (to->count + more + 1 <= to->room) return;
    to->room = 2 * to->room + more + 256;
    char *bytes = test_allocate(to->room, 1);
    if (to->count > 0) memcpy(bytes, to->bytes, to->count);
    free(to->bytes);
    to->bytes = bytes;
}

void text_add(text *to, const char *bytes, size_t count)
{
    reserve(to, count);
    if (count > 0) memcpy(to->bytes + to->count, bytes, count);
    to->count += count;
    to->bytes[to->count] = 0;
}

void text_print(text *to, const char *format, ...)
{
    char line[512];
    va_list values;
    va_start(values, format);
    const int count = vsnprintf(line, sizeof line, format, values);
    va_end(values);
    text_add(to, line, (size_t)count < sizeof line ? (size_t)count : sizeof line - 1);
}

void text_clear(text *of)
{
    of->count = 0;
    reserve(of, 1);
    of->bytes[0] = 0;
}

void text_free(text *of)
{
    free(of->bytes);
    *of = (text){0};
}

bool next_line(const char **at, const char *stop, span *line)
{
    if (*at >= stop) return false;
    const char *end = memchr(*at, '\n', (size_t)(stop - *at));
    *line = (span){*at, end ? end : stop};
    *at = end ? end + 1 : stop;
    return true;
}

span trim(span of, const char *bytes)
{
    while (of.begin < of.end && *of.begin && strchr(bytes, *of.begin)) of.begin++;
    while (of.begin < of.end && of.end[-1] && strchr(bytes, of.end[-1])) of.end--;
    return of;
}

bool starts_with(span of, const char *word)
{
    const size_t bytes = strlen(word);
    return (size_t)(of.end - of.begin) >= bytes && strncasecmp(of.begin, word, bytes) == 0;
}

bool span_is(span of, const char *word)
{
    return (size_t)(of.end - of.begin) == strlen(word) && starts_with(of, word);
}

bool parse_number(span of, uint64_t *number)
{
    *number = 0;
    for (const char *at = of.begin; at < of.end; at++)
        if (!isdigit((unsigned char)*at) || __builtin_mul_overflow(*number, 10, number) ||
            __builtin_add_overflow(*number, (uint64_t)(*at - '0'), number))
            return false;
    return of.begin < of.end;
}

bool parse_value(span of)
{
    char copy[64], *end;
    const size_t bytes = (size_t)(of.end - of.begin);
    if (bytes == 0 || bytes >= sizeof copy) return false;
    memcpy(copy, of.begin, bytes);
    copy[bytes] = 0;
    if (strspn(copy, "0123456789.eEdD+-") != bytes) return false;
    for (char *at = copy; *at; at++)
        if (*at == 'd' || *at == 'D') *at = 'e';
    strtod(copy, &end);
    return end == copy + bytes;
}

bool next_word(span *rest, span *word)
{
    static const char blanks[] = " \t\r";
    const char *at = rest->begin;
    while (at < rest->end && *at && strchr(blanks, *at)) at++;
    word->begin = at;
    while (at < rest->end && !(*at && strchr(blanks, *at))) at++;
    word->end = rest->begin = at;
    return word->begin < word->end;
}
