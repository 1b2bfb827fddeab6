/* roff.h - writes the text of manual pages with the macros of mdoc(7). */
#pragma once

#include <stdio.h>

/* Writes the head of a page: its title in capitals, its section, and the date of the release. */
void roff_head(FILE *page, const char *title, int section, const char *date);

/* Writes `length` bytes of text as the argument of a macro, in quotes. */
void roff_argument(FILE *page, const char *text, size_t length);

/* Writes a heading within a section of the page. */
void roff_heading(FILE *page, const char *text, size_t length);

/* Makes the next line of text begin a paragraph, unless the line follows a heading or the beginning of a list. */
void roff_paragraph(void);

/* These begin and end a list of items, each of which has a tag. */
void roff_list_begin(FILE *page);
void roff_list_end(FILE *page);

/* Writes `length` bytes of text on one line. */
void roff_line(FILE *page, const char *text, size_t length);

/* Writes `length` bytes of text, which man wraps into lines; each sentence begins on a new line of the source. */
void roff_prose(FILE *page, const char *text, size_t length);

/* Writes text that man wraps. An empty line begins a paragraph, and indented lines are not wrapped. */
void roff_text(FILE *page, const char *text);

/* Writes lines that man does not wrap. */
void roff_literal(FILE *page, const char *text);
