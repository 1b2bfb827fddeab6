/* roff.h - writes text for manual pages, in the macros of mdoc(7). */
#ifndef CLI_MANUAL_ROFF_H
#define CLI_MANUAL_ROFF_H

#include <stdio.h>

/* Writes the head of a page: the title in capitals, the section, and the date of the release. */
void roff_head(FILE *page, const char *title, int section, const char *date);

/* Writes `length` bytes of text as the argument of a macro, in quotes. */
void roff_argument(FILE *page, const char *text, size_t length);

/* Writes a heading within a section. */
void roff_heading(FILE *page, const char *text, size_t length);

/* Begins a paragraph with the next line of text, unless that follows a heading or the
 * beginning of a list. */
void roff_paragraph(void);

/* Begin and end a list of items, each with a tag. */
void roff_list_begin(FILE *page);
void roff_list_end(FILE *page);

/* Writes `length` bytes of text as a line. */
void roff_line(FILE *page, const char *text, size_t length);

/* Writes `length` bytes of text, which the reader of the page fills; each sentence gets a
 * line. */
void roff_prose(FILE *page, const char *text, size_t length);

/* Writes wrapped text.  An empty line begins a paragraph; indented lines stay lines. */
void roff_text(FILE *page, const char *text);

/* Writes lines that are not filled. */
void roff_literal(FILE *page, const char *text);

#endif
