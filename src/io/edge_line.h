/* edge_line.h - one line of a text edge list, read with care: every odd shape, every error. */
#ifndef TG_IO_EDGE_LINE_H
#define TG_IO_EDGE_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A field of a line, without the quotes around it. */
typedef struct tg_field {
    const char *text;
    size_t bytes;
} tg_field;

typedef struct tg_edge_line {
    bool edge;         /* false: blank, a comment, or an error */
    const char *error; /* a constant sentence, or NULL */
    tg_field ends[2];  /* of the edge */
} tg_edge_line;

/* Finds the first two fields of the line begin..end-1, which has no '\n' ("\r" at its end is
 * none of it).  Fields are separated by blanks and tabs with at most one comma or semicolon
 * among them.  Lines that begin with '#' or '%' are comments.  What follows the second field is
 * ignored, but no NUL byte may be on a line. */
tg_edge_line tg_edge_line_split(const char *begin, const char *end);

/* The field as unsigned decimal number; returns NULL or the error, a constant sentence. */
const char *tg_edge_line_number(tg_field field, uint64_t *number);

/* True for a line that begins with '#' or '%' (after blanks). */
bool tg_edge_line_is_comment(const char *begin, const char *end);

/* True if no reader could take the line for an edge: its first field is no unsigned number and
 * its second is like no number. */
bool tg_edge_line_is_prose(const tg_edge_line *line);

/* True for names of columns: two fields or more, all printable and none like a number. */
bool tg_edge_line_is_header(const char *begin, const char *end);

#endif
