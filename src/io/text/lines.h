/* lines.h - one line after the other, in a block of text or in the first bytes of a content. */
#ifndef TG_IO_TEXT_LINES_H
#define TG_IO_TEXT_LINES_H

#include <stdbool.h>
#include <string.h>

#include "io/text/scan.h"

/* A line without the blanks around it and its end. */
typedef struct tg_line {
    const char *begin, *end;
} tg_line;

/* Takes the line at *at, which becomes the beginning of the next; false at stop.  The last line
 * may lack its '\n'. */
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

/* The fault of a line that other ends of lines are within, whose rest could be taken for a
 * comment; NULL: there is none. */
static inline const char *tg_line_fault(tg_line line)
{
    return memchr(line.begin, '\r', (size_t)(line.end - line.begin)) == NULL
               ? NULL
               : "a carriage return within the line: are there lines that end by it alone?";
}

/* The end of the last whole line of the first `count` bytes of a content, of which no more than
 * `most` are known; all of them, if that is the whole content or there is no '\n'. */
static inline const char *tg_whole_lines(const char *bytes, size_t count, size_t most)
{
    const char *newline = count < most ? NULL : memrchr(bytes, '\n', count);
    return newline ? newline + 1 : bytes + count;
}

#endif
