/* dialect.h - the form of a text edge list: decided once, from its first lines, and then every
 * line is held to it.
 *
 * What the caller names is taken; the rest is found out.  Where the first lines can be read in
 * two ways, the file is refused, and the message says what to name.  So the columns of a text
 * are never guessed (decision 10).
 */
#ifndef TG_IO_TEXT_DIALECT_H
#define TG_IO_TEXT_DIALECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <tricorn/tricorn.h>

#include "base/context.h"
#include "graph/edges.h"
#include "io/text/fields.h"

enum {
    TG_COLUMNS_MOST = 1 << 16, /* the largest number of a column that can be named */
    TG_COMMENT_USUAL = 0,      /* lines that begin with '#' or '%' */
    TG_COMMENT_NONE = 1,       /* no line is a comment */
    TG_LINE_MESSAGE_BYTES = 480
};

typedef struct tg_dialect {
    char separator;   /* of fields; TG_BLANKS */
    char comment;     /* the character that begins a comment line, or one of TG_COMMENT_... */
    bool loose;       /* the caller has said that any blanks separate: no cell is empty */
    bool words;       /* ids are words, not numbers */
    bool header;      /* the first line that is not a comment names the columns */
    bool named;       /* the caller has named the columns: they are not in doubt */
    bool varies;      /* and lines may differ in their number */
    bool undecided;   /* it is tg_dialect_comments() alone */
    bool constant;    /* the third of three columns is 1 on all lines seen */
    uint32_t weights; /* the column of weights that the caller has named, from 1; 0: none */
    uint32_t columns; /* of each line; of the first line if they are named */
    uint32_t ends[2]; /* the columns of the edge's ends, from 0; ascending */
} tg_dialect;

/* What a format that is an edge list with a head knows of its lines; all 0: nothing. */
typedef struct tg_line_rules {
    bool table;           /* they have as many columns, though these are named */
    uint32_t least, most; /* columns; 0: any */
    char separator;       /* not 0: no other one is tried */
} tg_line_rules;

/* The first lines of a text: whole ones, without the comments before them. */
typedef struct tg_first_lines {
    const char *begin, *end;
    uint64_t line; /* number of the first one, from 1 */
    bool whole;    /* there are no further ones */
    tg_line_rules rules;
} tg_first_lines;

/* Decides.  On failure, which is TRICORN_BAD_FORMAT or TRICORN_INVALID_ARGUMENT, `message` is the
 * reason and `line` the number of its line, or 0: none. */
typedef struct tg_dialect_fault {
    uint64_t line;
    char message[TG_LINE_MESSAGE_BYTES];
} tg_dialect_fault;
tricorn_status tg_dialect_decide(const tg_first_lines *first, const tricorn_load_options *options,
                                 tg_dialect *dialect, tg_dialect_fault *fault);

/* What is known of comments before the dialect is decided: a line that may be one of words is
 * none.  TRICORN_INVALID_ARGUMENT where the options are wrong. */
tricorn_status tg_dialect_comments(const tricorn_load_options *options, tg_dialect *dialect,
                                   tg_dialect_fault *fault);

/* Whether the line is blank or a comment. */
bool tg_dialect_skips(const tg_dialect *dialect, const char *begin, const char *end);

/* Cuts the ends of the edge from a line; false if the line does not fit: `message` says why. */
bool tg_dialect_ends(const tg_dialect *dialect, const char *begin, const char *end,
                     tg_field ends[2], char message[TG_LINE_MESSAGE_BYTES]);

/* The vertex number that the field holds; false and the reason if it is none. */
bool tg_dialect_number(tg_field field, uint64_t *number, char message[TG_LINE_MESSAGE_BYTES]);

/* The weight, finite and not negative, in the column of weights of a line whose ends fit; false
 * and the reason if there is none. */
bool tg_dialect_weight(const tg_dialect *dialect, const char *begin, const char *end,
                       double *weight, char message[TG_LINE_MESSAGE_BYTES]);

/* Why no line with this separator can be read, a constant; NULL: it can. */
const char *tg_dialect_line_fault(const tg_dialect *dialect, const char *begin, const char *end);

/* Sentences of messages about lines of edges. */
#define TG_BROKEN_QUOTES "a quote is not closed, or something follows the closing one"
#define TG_COMMENT_OR_WORDS                                                                      \
    "the line may be a comment or an edge of words: name the character that begins one "         \
    "by " TG_OPTION("comment") ", or give " TG_OPTION("comment=none")

#define TG_EDGE_OR_NAMES                                                                         \
    "may be an edge, or the names of the columns: give " TG_OPTION(                              \
        "header=no") " or " TG_OPTION("header=yes")

/* "tab, columns 1 and 2 of 3, header". */
void tg_dialect_describe(const tg_dialect *dialect, char text[TG_DIALECT_BYTES]);

/* ---- between the files that decide -------------------------------------------------------- */

/* The next line of the first lines that is not blank or a comment; false at their end. */
typedef struct tg_line_walk {
    const char *at;
    const char *begin, *end; /* of the line found */
    uint64_t number;         /* of this line */
} tg_line_walk;
static inline tg_line_walk tg_walk(const tg_first_lines *first)
{
    return (tg_line_walk){.at = first->begin, .number = first->line - 1};
}
bool tg_first_lines_next(const tg_first_lines *first, const tg_dialect *dialect,
                         tg_line_walk *walk);

/* Whether the field, behind the second one, begins a comment at the end of a line of numbers. */
bool tg_ends_in_comment(const tg_dialect *dialect, tg_field field);

/* dialect_names.c: the two columns whose names are those of the ends of an edge ("source",
 * "target"; "node1", "node2"); false if there is no such pair, or more than one. */
bool tg_find_named_ends(const tg_dialect *dialect, const char *begin, const char *end,
                        uint32_t ends[2]);

/* Whether there is such a pair at all. */
bool tg_has_named_ends(const tg_dialect *dialect, const char *begin, const char *end);
/* The same of words that often name columns, though they may be an edge where ids are words. */
bool tg_may_name_ends(const tg_dialect *dialect, const char *begin, const char *end);

/* Whether one of the columns is named as what is no end of an edge: "weight", "time". */
bool tg_names_others(const tg_dialect *dialect, const char *begin, const char *end);

/* dialect_doubts.c: a reason why the first two of several columns may not be the ends; NULL if
 * there is none. */
const char *tg_dialect_doubt(const tg_dialect *dialect, const tg_first_lines *first);

#endif
