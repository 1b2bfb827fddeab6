/* edge_line.h - the general parser for one line of a text edge list: all shapes, all errors. */
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

/* Finds the first two fields of the line begin..end-1, without its '\n' and a "\r" before it.
 * Blanks and tabs, with at most one comma or semicolon among them, separate fields.  Lines that
 * begin with '#' or '%' are comments.  Everything behind the second field is ignored, but a line
 * must not have a NUL byte. */
tg_edge_line tg_edge_line_split(const char *begin, const char *end);

/* Parses the field as an unsigned decimal number; returns NULL or the error, a constant sentence.
 */
const char *tg_edge_line_number(tg_field field, uint64_t *number);

/* True for a line that begins with '#' or '%' (after blanks). */
bool tg_edge_line_is_comment(const char *begin, const char *end);

/* True if the line cannot be an edge: its first field is not an unsigned number and its second
 * does not resemble a number. */
bool tg_edge_line_is_prose(const tg_edge_line *line);

/* True for names of columns: at least two fields, all printable and none like a number. */
bool tg_edge_line_is_header(const char *begin, const char *end);

#endif
