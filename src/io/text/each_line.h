/* each_line.h - the loop over the lines of a chunk, for formats whose lines are read one by one.
 *
 * A format writes tg_read_line for one line, and in its tg_text_reader a `parse` that calls
 * tg_text_each_line, such as TG_PARSE_EACH_LINE. The loop is inlined with the function that it is given, because a call for
 * each line takes a tenth of the time of reading.
 */
#pragma once

#include "io/text/lines.h"
#include "io/text/text.h"

/* A line, and what its reader says of it. */
typedef struct tg_text_line {
    const char *at; /* in: its first byte; out: the first byte of the next line */
    const char *stop; /* the end of its chunk, where a '\n' is: each line ends here or before */
    uint64_t number; /* counted from 1, where one thread reads */
    uint32_t thread; /* as in tg_text_chunk */
    const char *error; /* in: NULL; out: the fault of the line, as in tg_text_outcome */
} tg_text_line;

/* Reads a line. A status that is not OK ends the reading, and so does an error, with which `at` may stay. */
typedef tricorn_status tg_read_line(tricorn_context *context, void *user, tg_text_line *line);

/* Reads the lines of a chunk one after the other, up to the first bad one. */
__attribute__((always_inline)) static inline tricorn_status tg_text_each_line(
  tricorn_context *context, tg_read_line *read_line, void *user, const tg_text_chunk *chunk, tg_text_outcome *outcome)
{
    tricorn_status status = TRICORN_OK;
    tg_text_line line = {.at = chunk->begin, .stop = chunk->end, .number = chunk->line, .thread = chunk->thread};
    for (; line.at < chunk->end && line.error == NULL && status == TRICORN_OK; line.number++)
        status = read_line(context, user, &line);
    outcome->lines = line.number - chunk->line;
    outcome->error = line.error;
    return status;
}

/* Defines the function `parse` of a reader whose lines are read by `read_line`. */
#define TG_PARSE_EACH_LINE(parse, read_line) \
    static tricorn_status parse( \
      tricorn_context *context, void *user, const tg_text_chunk *chunk, tg_text_outcome *outcome) \
    { \
        return tg_text_each_line(context, read_line, user, chunk, outcome); \
    }

/* The line without the blanks around it; moves `from` to the next line. The line is bad if it
 * has a fault by tg_line_fault. */
static inline tg_line tg_text_trimmed(tg_text_line *from)
{
    tg_line line = {from->at, from->at};
    tg_next_line(&from->at, from->stop, &line);
    from->error = tg_line_fault(line);
    return line;
}
