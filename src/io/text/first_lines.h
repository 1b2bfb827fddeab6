/* first_lines.h - the first lines of a text edge list: what stands before the edges is skipped,
 * and the dialect is decided. */
#ifndef TG_IO_TEXT_FIRST_LINES_H
#define TG_IO_TEXT_FIRST_LINES_H

#include "io/text/dialect.h"
#include "io/bytes/input.h"

/* The first line, if it may be something else than what it is taken for: an edge that may be a
 * header, or a header that may be an edge of words. */
typedef struct tg_first_edge {
    bool known; /* the numbers are */
    uint64_t u, v, line;
    bool named;        /* the words are, of a header */
    bool may_name;     /* an edge of words that often name columns */
    tg_field words[2]; /* valid until the input is closed */
} tg_first_edge;

typedef struct tg_first_place {
    tg_input *input;
    tg_line_rules rules;
    uint64_t line; /* out: of the first edge, counted from 1 */
} tg_first_place;

/* Decides the dialect.  The input is then at its first line of edges.  If there is none,
 * dialect->undecided.  Errors: TRICORN_BAD_FORMAT with file and line, TRICORN_INVALID_ARGUMENT.
 */
tricorn_status tg_first_lines_read(tricorn_context *context, tg_first_place *where,
                                   const tricorn_load_options *options, tg_dialect *dialect,
                                   tg_first_edge *first);

/* Decides it likewise, and consumes nothing: from the first TG_PEEK_BYTES, so TRICORN_UNSUPPORTED
 * if these are comments. */
tricorn_status tg_first_lines_look(tricorn_context *context, tg_input *input,
                                   const tricorn_load_options *options, tg_dialect *dialect);

#endif
