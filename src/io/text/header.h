/* header.h - the first lines of a text, read before all threads read the rest. */
#ifndef TG_IO_TEXT_HEADER_H
#define TG_IO_TEXT_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "io/bytes/input.h"

enum { TG_HEADER_LINE_BYTES = 1025 }; /* Matrix Market allows lines of 1024 bytes */

typedef struct tg_header_line {
    char text[TG_HEADER_LINE_BYTES];
    bool ended; /* there was no further line */
    bool cut;   /* it is longer than text */
} tg_header_line;

/* Reads the next line, without its end; the rest stays unread.  Call tg_input_peek before, or
 * this is slow. */
tricorn_status tg_header_line_read(tricorn_context *context, tg_input *input,
                                   tg_header_line *line);

/* Skips the mark with which some editors begin a text in UTF-8 (lines.h). */
tricorn_status tg_header_skip_mark(tricorn_context *context, tg_input *input);

/* Splits a line at its blanks; returns the number of words, of which `most` are stored. */
size_t tg_header_split(char *line, const char **words, size_t most);

/* Parses a word of digits, below 2^64. */
bool tg_header_count(const char *word, uint64_t *value);

/* TRICORN_UNSUPPORTED for more vertices than a graph may have, as a line of the file says. */
tricorn_status tg_header_check(tricorn_context *context, const char *name, uint64_t line,
                               uint64_t vertices);

#endif
