/* library.c - makes tricorn(3) from the public header: comments become text, declarations remain unchanged. */
#include <string.h>

#include "manual/manual.h"
#include "manual/roff.h"

/* A part of the text of the header. */
typedef struct excerpt {
    const char *text;
    size_t length;
} excerpt;

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static const char *next_line(const char *text)
{
    text += strcspn(text, "\n");
    return *text == '\n' ? text + 1 : text;
}

/* Returns the comment that begins at text, from its first word to its last. */
static excerpt comment_at(const char *text)
{
    const char *end = strstr(text, "*/");
    const char *first = text + strspn(text, "/* ");

    while (end > first && end[-1] == ' ') end--;
    return (excerpt){first, (size_t)(end - first)};
}

/* Writes the lines of a comment without the stars before them. A comment with an indented
 * line, or with columns that three blanks separate, keeps its lines. */
static void put_comment(FILE *page, excerpt comment)
{
    const char *line = comment.text, *end = comment.text + comment.length;
    const char *aligned = strstr(comment.text, "   ");
    const bool literal = aligned != NULL && aligned < end && strncmp(aligned - 2, "\n *", 3) != 0;

    if (literal) fputs(".Bd -literal\n", page);
    if (!literal) roff_paragraph();
    while (line < end) {
        size_t length = strcspn(line, "\n");
        if (line + length > end) length = (size_t)(end - line);
        if (length > 0 && literal)
            roff_line(page, line, length);
        else if (length > 0)
            roff_prose(page, line, length);
        else if (literal)
            fputc('\n', page);
        else
            roff_paragraph();
        line += length;
        line += strspn(line, "\n ");
        if (*line == '*') line++;
        if (*line == ' ') line++;
    }
    if (literal) fputs(".Ed\n", page);
}

/* Writes a heading for a line such as "---- graphs ----" in a comment. */
static void put_heading(FILE *page, const char *line)
{
    const char *name = line + strlen("/* ---- ");

    roff_heading(page, name, (size_t)(strstr(name, " ---") - name));
}

/* Returns the end of the declaration that begins at text: behind its semicolon outside of braces.
 * A macro ends with its line. */
static const char *declaration_end(const char *text)
{
    int depth = 0;

    if (*text == '#') {
        while (text[strcspn(text, "\n")] == '\n' && strcspn(text, "\n") > 0 && text[strcspn(text, "\n") - 1] == '\\')
            text = next_line(text);
        return next_line(text);
    }
    for (; *text != '\0'; text++) {
        if (*text == '{') depth++;
        if (*text == '}') depth--;
        if (*text == ';' && depth == 0) return next_line(text);
        if (begins(text, "/*")) text = strstr(text, "*/");
    }
    return text;
}

static const char *put_declaration(FILE *page, const char *text)
{
    static const char mark[] = "TRICORN_PUBLIC ";
    const char *end = declaration_end(text);
    size_t left_out = 0; /* columns that are cut from every line */

    fputs(".Bd -literal\n", page);
    if (begins(text, mark)) text += left_out = strlen(mark);
    while (text < end) {
        const size_t blanks = strspn(text, " ");
        text += blanks < left_out ? blanks : left_out;
        roff_line(page, text, strcspn(text, "\n"));
        text = next_line(text);
    }
    fputs(".Ed\n", page);
    return end;
}

/* Writes the declarations up to the end of the header. */
static void put_declarations(FILE *page, const char *text)
{
    while (*text != '\0' && !begins(text, "#ifdef __cplusplus")) {
        if (begins(text, "/* ---- ")) {
            put_heading(page, text);
            text = next_line(text);
        } else if (begins(text, "/*")) {
            put_comment(page, comment_at(text));
            text = next_line(strstr(text, "*/"));
        } else if (*text == '\n') {
            text++;
        } else {
            text = put_declaration(page, text);
        }
    }
}

void manual_library(FILE *page, const char *header, const char *date)
{
    const excerpt about = comment_at(header);
    const char *rest = strstr(header, "#define TRICORN_VERSION");

    roff_head(page, "tricorn", 3, date);
    fputs(".Sh NAME\n.Nm tricorn\n.Nd count triangles in graphs\n.Sh LIBRARY\n"
          "\\-ltricorn, or\n.Ql pkg-config --cflags --libs tricorn\n"
          ".Sh SYNOPSIS\n.In tricorn/tricorn.h\n.Sh DESCRIPTION\n",
      page);
    put_comment(page, about);
    if (rest != NULL) put_declarations(page, rest);
    fputs(".Sh SEE ALSO\n.Xr tricorn 1\n", page);
}
