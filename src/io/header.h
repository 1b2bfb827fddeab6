/* header.h - the first lines of a text, read before the rest goes to all threads. */
#ifndef TG_IO_HEADER_H
#define TG_IO_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "io/input.h"

enum { TG_HEADER_LINE_BYTES = 1025 }; /* Matrix Market allows 1024 bytes a line */

typedef struct tg_header_line {
    char text[TG_HEADER_LINE_BYTES];
    bool ended; /* there was no further line */
    bool cut;   /* it is longer than text */
} tg_header_line;

/* Reads the next line, without its end; what follows stays unread.  Peek at the input before, or
 * this is slow. */
tricorn_status tg_header_line_read(tricorn_context *context, tg_input *input,
                                   tg_header_line *line);

/* Cuts a line at its blanks; gives how many words it has, of which `most` are kept. */
size_t tg_header_split(char *line, const char **words, size_t most);

/* A whole word of digits, below 2^64. */
bool tg_header_count(const char *word, uint64_t *value);

#endif
