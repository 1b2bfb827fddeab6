/* roff.h - text for manual pages, in the macros of mdoc(7). */
#ifndef CLI_MANUAL_ROFF_H
#define CLI_MANUAL_ROFF_H

#include <stdio.h>

/* The head of a page: its title in capitals, its section, and the date of the release. */
void roff_head(FILE *page, const char *title, int section, const char *date);

/* length bytes of text as the argument of a macro, in quotes. */
void roff_argument(FILE *page, const char *text, size_t length);

/* A heading within a section. */
void roff_heading(FILE *page, const char *text, size_t length);

/* The next line of text begins a paragraph, unless a heading or a list begins there. */
void roff_paragraph(void);

/* A list of items with a tag each, and its end. */
void roff_list_begin(FILE *page);
void roff_list_end(FILE *page);

/* length bytes of text as a line of its own. */
void roff_line(FILE *page, const char *text, size_t length);

/* length bytes of text that is filled, each sentence on a line of its own. */
void roff_prose(FILE *page, const char *text, size_t length);

/* Wrapped text: an empty line begins a paragraph, and lines that are set in stand as they are. */
void roff_text(FILE *page, const char *text);

/* Lines that stand as they are. */
void roff_literal(FILE *page, const char *text);

#endif
