/* lines.h - one line after the other, in a chunk of text or in the first bytes of a content. */
#pragma once

#include <stdbool.h>
#include <string.h>

#include "base/portable.h"
#include "io/text/scan.h"

/* A line without the blanks around it and without its end. */
typedef struct tg_line {
    const char *begin, *end;
} tg_line;

/* Reads the line at *at and moves *at to the next line; false at `stop`. The last line may lack its '\n'. */
static inline bool tg_next_line(const char **at, const char *stop, tg_line *line)
{
    if (*at >= stop) return false;
    const char *newline = memchr(*at, '\n', (size_t)(stop - *at));
    const char *begin = *at, *end = newline ? newline : stop;
    *at = newline ? newline + 1 : stop;
    while (begin < end && tg_is_blank(*begin)) begin++;
    while (end > begin && (tg_is_blank(end[-1]) || end[-1] == '\r')) end--;
    *line = (tg_line){begin, end};
    return true;
}

#define TG_NUL_IN_LINE "the line holds a NUL byte: is this a binary file?"

/* The fault of a line that contains a '\r', the end of a line elsewhere: what follows it could
 * be mistaken for a comment. NULL: the line has none. */
static inline const char *tg_line_fault(tg_line line)
{
    return memchr(line.begin, '\r', (size_t)(line.end - line.begin)) == NULL
             ? NULL
             : "a carriage return within the line: are there lines that end by it alone?";
}

/* The end of the last whole line among the first `count` bytes of a content, of which at most
 * `most` are known. If these bytes are the whole content, or have no '\n', the end of all. */
static inline const char *tg_whole_lines(const char *bytes, size_t count, size_t most)
{
    const char *newline = count < most ? NULL : memrchr(bytes, '\n', count);
    return newline ? newline + 1 : bytes + count;
}
