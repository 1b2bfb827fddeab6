/* roff.c - writes text with the macros of mdoc(7), and escapes what troff would interpret. */
#include "manual/roff.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* Where the next line of text is: after a heading, after text, or before a new paragraph. */
static enum { AFTER_HEADING, AFTER_TEXT, BEFORE_PARAGRAPH } place = AFTER_HEADING;

/* Writes a character or, if troff or its macros would interpret it, its escape sequence. */
static void put(FILE *page, char c)
{
    if (c == '\\')
        fputs("\\e", page);
    else if (c == '"')
        fputs("\\(dq", page);
    else if (c == '-')
        fputs("\\-", page);
    else if (c == '\'')
        fputs("\\(aq", page);
    else if (c == '`')
        fputs("\\(ga", page);
    else if (c == '~')
        fputs("\\(ti", page);
    else if (c == '^')
        fputs("\\(ha", page);
    else
        fputc(c, page);
}

void roff_head(FILE *page, const char *title, int section, const char *date)
{
    fprintf(page, ".Dd %s\n.Dt ", date);
    for (; *title != '\0'; title++) fputc(toupper((unsigned char)*title), page);
    fprintf(page, " %d\n.Os tricorn\n", section);
    place = AFTER_HEADING;
}

void roff_heading(FILE *page, const char *text, size_t length)
{
    fputs(".Ss", page);
    roff_argument(page, text, length);
    fputc('\n', page);
    place = AFTER_HEADING;
}

void roff_paragraph(void)
{
    if (place == AFTER_TEXT) place = BEFORE_PARAGRAPH;
}

void roff_list_begin(FILE *page)
{
    fputs(".Bl -tag -width Ds\n", page);
    place = AFTER_HEADING;
}

void roff_list_end(FILE *page)
{
    fputs(".El\n", page);
    place = AFTER_TEXT;
}

void roff_argument(FILE *page, const char *text, size_t length)
{
    fputs(" \"\\&", page);
    for (size_t i = 0; i < length; i++) put(page, text[i]);
    fputc('"', page);
}

void roff_line(FILE *page, const char *text, size_t length)
{
    if (place == BEFORE_PARAGRAPH) fputs(".Pp\n", page);
    place = AFTER_TEXT;
    /* Otherwise troff would read a macro here. */
    if (length > 0 && *text == '.') fputs("\\&", page);
    for (size_t i = 0; i < length; i++) put(page, text[i]);
    fputc('\n', page);
}

void roff_prose(FILE *page, const char *text, size_t length)
{
    size_t first = 0;

    for (size_t i = 0; i + 1 < length; i++) {
        if (strchr(".!?", text[i]) == NULL || text[i + 1] != ' ') continue;
        roff_line(page, text + first, i + 1 - first);
        for (first = i + 1; first < length && text[first] == ' ';) first++;
        i = first;
    }
    if (first < length) roff_line(page, text + first, length - first);
}

void roff_text(FILE *page, const char *text)
{
    bool literal = false;

    while (*text != '\0') {
        const size_t length = strcspn(text, "\n");
        const bool set_in = *text == ' ';
        if (set_in != literal && length > 0) {
            place = AFTER_TEXT;
            fputs(set_in ? ".Bd -literal\n" : ".Ed\n", page);
            literal = set_in;
        }
        if (length > 0 && literal)
            roff_line(page, text, length);
        else if (length > 0)
            roff_prose(page, text, length);
        else if (!literal)
            roff_paragraph();
        text += length + (text[length] == '\n');
    }
    if (literal) fputs(".Ed\n", page);
}

void roff_literal(FILE *page, const char *text)
{
    fputs(".Bd -literal\n", page);
    place = AFTER_HEADING;
    while (*text != '\0') {
        const size_t length = strcspn(text, "\n");
        roff_line(page, text, length);
        text += length + (text[length] == '\n');
    }
    fputs(".Ed\n", page);
}
