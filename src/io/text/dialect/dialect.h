/* dialect.h - the form of a text edge list, which its first lines decide and every line must have.
 *
 * - What the caller names is not looked for; the rest is found in the first lines.
 * - Where the first lines can be read in two ways, the file is refused, and the message says
 *   what to name.  So the columns of a text are never guessed (decision 10).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <tricorn/tricorn.h>

#include "base/context.h"
#include "graph/edges.h"
#include "io/text/fields.h"
#include "io/text/dialect/roles.h"

enum {
    TG_COLUMNS_MOST = 1 << 16, /* the largest number of a column that can be named */
    TG_COMMENT_USUAL = 0, /* lines that begin with '#' or '%' are comments */
    TG_COMMENT_NONE = 1, /* no line is a comment */
    TG_LINE_MESSAGE_BYTES = 480
};

/* What to do with a line that lacks a value in a column that is used (tg_field_is_missing). */
typedef enum tg_missing {
    TG_MISSING_ERROR, /* it is bad */
    TG_MISSING_DROP, /* it is left out */
    TG_MISSING_KEEP, /* a word such as NA is a name like others; an empty field is bad */
    TG_MISSING_RULES
} tg_missing;

/* The rule of that name; NULL: TG_MISSING_ERROR. TG_MISSING_RULES: no rule has it. */
tg_missing tg_missing_of(const char *name);
tricorn_status tg_check_missing(tricorn_context *context, const char *name);

typedef struct tg_dialect {
    char separator; /* of fields; TG_BLANKS: any blanks and tabs */
    char comment; /* the character that begins a comment line, or one of TG_COMMENT_... */
    bool loose; /* the caller has said that any blanks separate, so no cell is empty */
    bool words; /* ids are words, not numbers ... */
    bool words_found; /* ... and nobody has said so (dialect_words.c) */
    bool header; /* the first line that is not a comment is no edge: it names the columns */
    bool row_names; /* it may name all columns but the first, which holds names of rows ... */
    bool named; /* the caller has named the columns, so they are not in doubt */
    bool varies; /* lines may have different numbers of columns, as the ends are named */
    bool undecided; /* only comments are known, by tg_dialect_comments() */
    bool constant; /* the third of three columns is 1 or -1 on all lines that were looked at */
    tg_missing missing;
    /* The text of a header of known names: a line that repeats it, as where files were joined, is
     * none. Valid until the input is closed; 0 bytes: no line is skipped so. */
    tg_field again;
    char names_separator; /* of the names of columns */
    bool comment_header; /* the comment before the first line names the columns, two of which are ends */
    const char *comment_names; /* NULL, or the comment before the first line, while it is decided */
    /* By role, the column of each value that is read beside the ends, from 1; 0: it is not read. */
    uint32_t values[TG_ROLES];
    /* The number of columns of each line; of the first line if the columns are named. */
    uint32_t columns;
    uint32_t ends[2]; /* the columns of the edge's ends, from 0, ascending */
    bool reversed; /* the first of them is the target: the edge leads from the second one */
    bool parts; /* ids are in two columns each, of which `ends` are the first ones */
    uint32_t seconds[2]; /* then the second ones, of the source and the target, from 0 */
} tg_dialect;

/* ... and does: R and pandas write such tables with blanks or tabs. A comma may be a decimal point. */
static inline bool tg_has_row_names(const tg_dialect *dialect)
{
    return dialect->row_names && (dialect->separator == TG_BLANKS || dialect->separator == '\t');
}

/* Whether the weight, the time or the label is read. */
static inline bool tg_reads_values(const tg_dialect *dialect)
{
    return (dialect->values[TG_WEIGHT_ROLE] | dialect->values[TG_TIME] | dialect->values[TG_LABEL]) != 0;
}

/* Whether the first two columns are the source and the target, and no value is read. */
static inline bool tg_reads_first_two(const tg_dialect *dialect)
{
    return dialect->ends[0] == 0 && dialect->ends[1] == 1 && !dialect->reversed && !tg_reads_values(dialect) &&
           !dialect->parts;
}

/* What a format knows of its lines, if it is an edge list with a header of its own. All 0:
 * nothing. */
typedef struct tg_line_rules {
    /* All lines have the same number of columns, though the ends are named. */
    bool table;
    uint32_t least, most; /* columns of a line; 0: any number */
    char separator; /* the only separator that is tried; 0: all */
} tg_line_rules;

/* The first lines of a text: whole lines, without the comments before them. */
typedef struct tg_first_lines {
    const char *begin, *end;
    uint64_t line; /* the number of the first of them, from 1 */
    bool whole; /* the text has no further lines */
    bool after_number; /* a comment of one number is before them */
    const char *comment; /* the last comment before them, or the beginning of it; NULL: none */
    bool odd_comments; /* lines before them are comments, but may be edges of words */
    tg_line_rules rules;
} tg_first_lines;

/* What is wrong: TRICORN_BAD_FORMAT or TRICORN_INVALID_ARGUMENT, for the reason `message`, on
 * the line with the number `line`, or 0: on none. */
typedef struct tg_dialect_fault {
    uint64_t line;
    bool of_words; /* the ends of the first edge are words, not numbers */
    char message[TG_LINE_MESSAGE_BYTES];
} tg_dialect_fault;

/* Decides the dialect. With another status than TRICORN_OK, *fault says why. */
tricorn_status tg_dialect_decide(
  const tg_first_lines *first, const tricorn_load_options *options, tg_dialect *dialect, tg_dialect_fault *fault);

/* Decides what is known of comments before the first lines are seen: a line that may be an edge
 * of words is no comment. TRICORN_INVALID_ARGUMENT if the options are wrong. */
tricorn_status tg_dialect_comments(const tricorn_load_options *options, tg_dialect *dialect, tg_dialect_fault *fault);

/* Whether the line, from its first byte that is no blank on, repeats the header. */
bool tg_is_header_again(const tg_dialect *dialect, const char *begin, const char *end);

/* Whether the line is blank, a comment or the header again. */
bool tg_dialect_skips(const tg_dialect *dialect, const char *begin, const char *end);

/* Whether the line has the form, but lacks a value and is left out for it. */
bool tg_dialect_drops(const tg_dialect *dialect, const char *begin, const char *end);

/* Cuts the ends of the edge from a line; false if the line does not have the form, with the reason in `message`. */
bool tg_dialect_ends(
  const tg_dialect *dialect, const char *begin, const char *end, tg_field ends[2], char message[TG_LINE_MESSAGE_BYTES]);

/* Cuts the second words of the ids from a line whose ends fit, if the dialect has `parts`. */
bool tg_dialect_seconds(const tg_dialect *dialect, const char *begin, const char *end, tg_field seconds[2],
  char message[TG_LINE_MESSAGE_BYTES]);

/* The last column that ids are in, from 0. */
static inline uint32_t tg_last_end(const tg_dialect *dialect)
{
    uint32_t last = dialect->ends[1];
    for (unsigned i = 0; dialect->parts && i < 2; i++)
        if (dialect->seconds[i] > last) last = dialect->seconds[i];
    return last;
}

/* Whether an id begins or ends with a blank beyond ASCII, which makes another word of it; then says so. */
bool tg_dialect_has_odd_blank(tg_field field, char message[TG_LINE_MESSAGE_BYTES]);

/* Reads the number of a vertex from a field; false, with the reason, if the field is none. */
bool tg_dialect_number(tg_field field, uint64_t *number, char message[TG_LINE_MESSAGE_BYTES]);

/* A walk over the first lines that are neither blank nor comments. */
typedef struct tg_line_walk {
    const char *at;
    const char *begin, *end; /* the line that was found */
    uint64_t number; /* its number */
} tg_line_walk;

/* Adds to the reason what reads a text with such an id: that ids are words, or that a header, which the
 * line is, is taken out. lone: the other lines before it have numbers, so it may be no edge. */
void tg_dialect_say_words(
  const tg_dialect *dialect, const tg_line_walk *line, tg_field field, bool lone, char message[TG_LINE_MESSAGE_BYTES]);

/* Finds the values that are read, each by its role, on a line whose ends fit; false, with the reason, if one
 * is missing. */
bool tg_dialect_values(const tg_dialect *dialect, const char *begin, const char *end, tg_field values[TG_ROLES],
  char message[TG_LINE_MESSAGE_BYTES]);

/* Says why the weight, which tg_dialect_values() has found, is none that can be stored. */
void tg_dialect_refuse_weight(const tg_dialect *dialect, tg_weight_kind kind, char message[TG_LINE_MESSAGE_BYTES]);

/* Adds the column of a value to a reason that begins with the value. */
void tg_dialect_refuse_value(
  const tg_dialect *dialect, tg_role role, const char *fault, char message[TG_LINE_MESSAGE_BYTES]);

/* A constant sentence on why the line can be read with no dialect that has this separator, or NULL. */
const char *tg_dialect_line_fault(const tg_dialect *dialect, const char *begin, const char *end);

/* Sentences for messages about lines of edges. */
#define TG_BROKEN_QUOTES "a quote is not closed, or something follows the closing one"
#define TG_COMMENT_OR_WORDS \
    "the line may be a comment or an edge of words: name the character that begins one " \
    "by " TG_OPTION("comment") ", or give " TG_OPTION("comment=none")

#define TG_EDGE_OR_NAMES \
    "may be an edge, or the names of the columns: give " TG_OPTION("header=no") " or " TG_OPTION("header=yes")

/* A command that keeps the lines with this number of columns; an empty one if quotes on the line may hold
 * separators. */
enum { TG_COMMAND_BYTES = 96 };
void tg_dialect_keep_command(
  const tg_dialect *dialect, const char *begin, const char *end, char command[TG_COMMAND_BYTES]);

/* Describes the dialect: "tab, columns 1 and 2 of 3, header". */
void tg_dialect_describe(const tg_dialect *dialect, char text[TG_DIALECT_BYTES]);

/* ---- between the files that decide ---- */

static inline tg_line_walk tg_walk(const tg_first_lines *first)
{
    return (tg_line_walk){.at = first->begin, .number = first->line - 1};
}
bool tg_first_lines_next(const tg_first_lines *first, const tg_dialect *dialect, tg_line_walk *walk);

/* The same, and leaves out lines that lack a value, if such lines are to be left out. */
bool tg_first_lines_next_kept(const tg_first_lines *first, const tg_dialect *dialect, tg_line_walk *walk);

/* Whether the field, behind the edge's ends, begins a comment at the end of a line of numbers.
 */
bool tg_ends_in_comment(const tg_dialect *dialect, tg_field field);

/* dialect_words.c: whether a text that is none of numbers is one of words by this dialect, beyond doubt. */
bool tg_words_are_clear(const tg_first_lines *first, const tg_dialect *dialect);

/* What the caller has named. */
typedef struct tg_dialect_wish {
    char separator; /* 0: find it out */
    int header; /* 1: yes, 0: no, -1: find it out */
    tricorn_columns columns;
    unsigned read; /* the roles beside the ends whose columns are read, a bit for each */
    bool directed; /* the directions of edges are read */
} tg_dialect_wish;

/* dialect_wish.c: reads it from the options, and begins the dialect with it. TRICORN_INVALID_ARGUMENT. */
tricorn_status tg_dialect_read_wish(
  const tricorn_load_options *options, tg_dialect *dialect, tg_dialect_wish *wanted, tg_dialect_fault *fault);

/* The columns that have roles. */
typedef struct tg_column_roles {
    tg_roles roles;
    bool known; /* the ends are known: by their names, or by their places */
    bool left; /* they are what is left beside columns that the caller has named */
    bool places; /* no name has decided: they are the columns at these places */
} tg_column_roles;

/* dialect_columns.c: the names on a line. */
tg_names tg_dialect_names(const tg_dialect *dialect, const char *begin, const char *end);

/* Whether the names say which column is the source, and which one is the target. */
bool tg_has_named_ends(const tg_dialect *dialect, const char *begin, const char *end);

/* Whether some two columns have names of ends, if one of the usual separators cuts the line. */
bool tg_names_ends(const tg_dialect *dialect, const char *begin, const char *end);

/* Whether the caller has named a column by its name in the header. */
bool tg_wish_has_names(const tg_dialect_wish *wanted);

/* Finds the columns of the ends, and those that the caller has named. `names` is the first line,
 * and the header of a text that has one. TRICORN_BAD_FORMAT: a name is missing. */
tricorn_status tg_dialect_columns(const tg_dialect_wish *wanted, const tg_line_walk *names, tg_dialect *dialect,
  tg_column_roles *found, tg_dialect_fault *fault);

/* Finds the columns of the values that are read. */
tricorn_status tg_dialect_find_values(const tg_dialect_wish *wanted, const tg_line_walk *names, tg_dialect *dialect,
  tg_column_roles *found, tg_dialect_fault *fault);

/* Refuses a header whose names do not say which columns are the ends. */
tricorn_status tg_dialect_refuse_columns(
  const tg_dialect_wish *wanted, const tg_line_walk *names, const tg_dialect *dialect, tg_dialect_fault *fault);

/* Write *fault and return TRICORN_BAD_FORMAT, TRICORN_INVALID_ARGUMENT. */
tricorn_status tg_dialect_refuse(tg_dialect_fault *fault, uint64_t line, const char *form, ...)
  __attribute__((format(printf, 3, 4)));
tricorn_status tg_dialect_invalid(tg_dialect_fault *fault, const char *form, const char *given);

/* The doubt that the first line names some of the columns. */
extern const char tg_doubt_half_header[];

/* A doubt that the first two of several columns are the ends. */
typedef struct tg_doubt {
    const char *why; /* a reason; NULL: none is known */
    const char *remedy; /* a sentence; NULL: to name the columns of the ends */
    uint32_t ends[2]; /* the two of three columns that may be the ends, from 1; 0: they are not known */
} tg_doubt;

/* dialect_doubts.c. */
tg_doubt tg_dialect_doubt(const tg_dialect *dialect, const tg_first_lines *first);

/* A sentence, with what to do, on the other structure that a table may have, such as lists of neighbours
 * (dialect_structure.c); NULL: none is known. *words: the ids may also be words as they are. */
const char *tg_dialect_structure(const tg_dialect *dialect, const tg_first_lines *first, bool *words);

/* Whether the second column counts the ids behind it: they differ in number, as in "u 2 v w", or are
 * in one column. */
bool tg_counts_neighbours(const tg_first_lines *first, const tg_dialect *dialect);
#define TG_COUNTED_NEIGHBOURS \
    "the second column may count the ids behind it: if each line is a vertex and its neighbours, " \
    "take the count out, by tr -s ',;|\" ' '\\t' < FILE | cut -f 1,3- > OUT, and give " TG_OPTION( \
      "format=adjlist") "; if it is a neighbour, too, give this alone"
