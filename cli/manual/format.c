/* format.c - makes a manual page of section 5 from Markdown with headings, paragraphs and tables. */
#include <string.h>

#include "manual/manual.h"
#include "manual/roff.h"

enum { MOST_LINE = 1024 };

/* Copies a line without the marks of Markdown for `code` and *emphasis*; [text](place) becomes
 * text. Returns the length of the copy. */
static size_t plain(const char *line, size_t length, char text[MOST_LINE])
{
    size_t used = 0;

    for (size_t i = 0; i < length && used + 1 < MOST_LINE; i++) {
        if (line[i] == '`' || line[i] == '[' || (line[i] == '*' && length > 1)) continue;
        if (line[i] == ']' && i + 1 < length && line[i + 1] == '(') {
            while (i < length && line[i] != ')') i++;
            continue;
        }
        text[used++] = line[i];
    }
    text[used] = '\0';
    return used;
}

/* Writes a row of a table, "| a | b |": the first cell is an item of a list, each other cell a
 * paragraph of the item. */
static void put_row(FILE *page, const char *line, size_t length)
{
    char text[MOST_LINE];
    size_t first = 1;

    for (size_t i = 1; i < length; i++) {
        if (line[i] != '|') continue;
        const size_t used = plain(line + first, i - first, text);
        const size_t skip = strspn(text, " ");
        size_t end = used;
        while (end > skip && text[end - 1] == ' ') end--;
        if (first == 1) {
            fputs(".It", page);
            roff_argument(page, text + skip, end - skip);
            fputc('\n', page);
        } else {
            roff_prose(page, text + skip, end - skip);
        }
        first = i + 1;
    }
}

/* Writes the table that begins at `text`. Returns the line after the table. */
static const char *put_table(FILE *page, const char *text)
{
    size_t row = 0;

    roff_list_begin(page);
    for (; *text == '|'; row++) {
        const size_t length = strcspn(text, "\n");
        if (row != 1) put_row(page, text, length); /* row 1 is the rule below the heading */
        text += length + (text[length] == '\n');
    }
    roff_list_end(page);
    return text;
}

static void put_heading(FILE *page, const char *line, size_t length)
{
    const size_t marks = strspn(line, "#");
    char text[MOST_LINE];
    const size_t used = plain(line + marks + 1, length - marks - 1, text);

    roff_heading(page, text, used);
}

void manual_format(FILE *page, const char *name, const char *markdown, const char *date)
{
    char text[MOST_LINE];

    roff_head(page, name, 5, date);
    fprintf(page, ".Sh NAME\n.Nm .%s\n.Nd graphs as tricorn has them in memory\n.Sh DESCRIPTION\n", name);
    while (*markdown != '\0') {
        const size_t length = strcspn(markdown, "\n");
        const bool title = strncmp(markdown, "# ", 2) == 0;
        if (*markdown == '|') {
            markdown = put_table(page, markdown);
            continue;
        }
        if (*markdown == '#' && !title)
            put_heading(page, markdown, length);
        else if (length > 0 && !title)
            roff_prose(page, text, plain(markdown, length, text));
        else
            roff_paragraph();
        markdown += length + (markdown[length] == '\n');
    }
    fputs(".Sh SEE ALSO\n.Xr tricorn 1 ,\n.Xr tricorn-convert 1\n", page);
}
