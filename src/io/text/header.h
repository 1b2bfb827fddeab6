/* header.h - reads the first lines of a text, before all threads read the rest. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "io/bytes/input.h"

enum { TG_HEADER_LINE_BYTES = 1025 }; /* Matrix Market allows lines of 1024 bytes */

typedef struct tg_header_line {
    char text[TG_HEADER_LINE_BYTES];
    bool ended; /* the content had no further line */
    bool cut; /* the line is longer than `text` */
} tg_header_line;

/* Reads the next line without its end, and no byte behind it. Call tg_input_peek before: else
 * each byte is a system call. */
tricorn_status tg_header_line_read(tricorn_context *context, tg_input *input, tg_header_line *line);

/* Skips the byte order mark with which some editors begin a text in UTF-8. */
tricorn_status tg_header_skip_mark(tricorn_context *context, tg_input *input);

/* Moves *at past the line that begins at it, if that line is blank or a comment ('#', '%'); false
 * if the line is another one, or has no end among the `count` bytes that are known. */
bool tg_header_skip_comment(const char **at, size_t *count);

/* Splits a line at its blanks; returns the number of words, and stores the first `most` of them.
 */
size_t tg_header_split(char *line, const char **words, size_t most);

/* Parses a word of digits; false unless it is below 2^64. */
bool tg_header_count(const char *word, uint64_t *value);

/* TRICORN_UNSUPPORTED, with the line that says so, for more vertices than a graph may have. */
tricorn_status tg_header_check(tricorn_context *context, const char *name, uint64_t line, uint64_t vertices);
