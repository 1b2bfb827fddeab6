/* first_lines.h - reads the first lines of a text edge list: skips what is before the edges, and
 * decides the dialect. */
#pragma once

#include "io/text/dialect/dialect.h"
#include "io/bytes/input.h"

/* The first line, if it may be something else than what it is read as: an edge that may be a
 * header, or a header that may be an edge of words. */
typedef struct tg_first_edge {
    bool known; /* the line is an edge of the numbers u and v */
    uint64_t u, v, third, line; /* third: the number in the third of three or more columns; else 0 */
    bool named; /* the line is a header of these words */
    /* The line is an edge of words: if they are on no other line, it may be a header or a title. */
    bool may_name;
    tg_field words[2]; /* valid until the input is closed */
} tg_first_edge;

typedef struct tg_first_place {
    tg_input *input;
    tg_line_rules rules;
    uint64_t line; /* out: the number of the first edge's line, from 1 */
} tg_first_place;

/* Decides the dialect and moves the input to the first line of edges. If the text has no edge,
 * dialect->undecided. Errors: TRICORN_BAD_FORMAT with file and line, TRICORN_INVALID_ARGUMENT.
 */
tricorn_status tg_first_lines_read(tricorn_context *context, tg_first_place *where, const tricorn_load_options *options,
  tg_dialect *dialect, tg_first_edge *first);

/* Decides the dialect by the first TG_PEEK_BYTES alone, and consumes nothing. TRICORN_UNSUPPORTED if
 * these bytes are comments. */
tricorn_status tg_first_lines_look(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_dialect *dialect);
