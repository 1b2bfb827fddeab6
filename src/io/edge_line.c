/* edge_line.c - the general parser for one line of a text edge list. */
#include "io/edge_line.h"

#include <string.h>

static const char NOT_A_NUMBER[] = "expected two vertex ids (unsigned numbers); for ids that are "
                                   "words use --ids string";
static const char NEGATIVE[] = "a vertex id is negative: ids are unsigned";
static const char TOO_LARGE[] = "a vertex id is over 2^64 - 1";
static const char ONE_ID[] = "only one id on the line: expected two";
static const char EMPTY_ID[] = "a vertex id is empty";
static const char NUL_BYTE[] = "the line holds a NUL byte: is this a binary file?";
static const char SEPARATOR_IN_QUOTES[] = "a quoted vertex id holds a blank, tab, comma or "
                                          "semicolon, which no id may";

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_mark(char c)
{
    return c == ',' || c == ';';
}

static bool is_separator(char c)
{
    return is_blank(c) || is_mark(c);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && is_blank(*at)) at++;
    return at;
}

/* The end without the blanks and carriage returns of the line's end. */
static const char *trim(const char *begin, const char *end)
{
    while (end > begin && (is_blank(end[-1]) || end[-1] == '\r')) end--;
    return end;
}

/* The end of a quoted field that begins at `at`: after a quote that a separator or the line's end
 * follows.  NULL if there is none: then the first quote is an ordinary character. */
static const char *quoted_end(const char *at, const char *end)
{
    while ((at = memchr(at + 1, '"', (size_t)(end - at - 1))) != NULL)
        if (at + 1 == end || is_separator(at[1])) return at + 1;
    return NULL;
}

/* Reads the field at `at` and returns its end.  Empty fields have no bytes. */
static const char *read_field(const char *at, const char *end, tg_field *field)
{
    const char *quoted = at < end && *at == '"' ? quoted_end(at, end) : NULL;
    if (quoted != NULL) {
        *field = (tg_field){at + 1, (size_t)(quoted - at) - 2};
        return quoted;
    }
    const char *begin = at;
    while (at < end && !is_separator(*at)) at++;
    *field = (tg_field){begin, (size_t)(at - begin)};
    return at;
}

/* Skips the separators between two fields. */
static const char *skip_separators(const char *at, const char *end)
{
    at = skip_blanks(at, end);
    if (at < end && is_mark(*at)) at = skip_blanks(at + 1, end);
    return at;
}

static const char *check_field(tg_field field)
{
    if (field.bytes == 0) return EMPTY_ID;
    for (size_t i = 0; i < field.bytes; i++)
        if (is_separator(field.text[i])) return SEPARATOR_IN_QUOTES;
    return NULL;
}

tg_edge_line tg_edge_line_split(const char *begin, const char *end)
{
    tg_edge_line line = {0};
    if (memchr(begin, 0, (size_t)(end - begin)) != NULL) {
        line.error = NUL_BYTE;
        return line;
    }
    end = trim(begin, end);
    begin = skip_blanks(begin, end);
    if (begin == end || *begin == '#' || *begin == '%') return line;

    begin = read_field(begin, end, &line.ends[0]);
    line.error = check_field(line.ends[0]);
    if (line.error != NULL) return line;
    begin = skip_separators(begin, end);
    if (begin == end) {
        line.error = ONE_ID;
        return line;
    }
    read_field(begin, end, &line.ends[1]);
    line.error = check_field(line.ends[1]);
    line.edge = line.error == NULL;
    return line;
}

const char *tg_edge_line_number(tg_field field, uint64_t *number)
{
    uint64_t value = 0;
    bool over = false;
    if (field.bytes > 1 && field.text[0] == '-' && is_digit(field.text[1])) return NEGATIVE;
    for (size_t i = 0; i < field.bytes; i++) {
        if (!is_digit(field.text[i])) return NOT_A_NUMBER;
        over |= __builtin_mul_overflow(value, UINT64_C(10), &value);
        over |= __builtin_add_overflow(value, (uint64_t)(field.text[i] - '0'), &value);
    }
    if (over) return TOO_LARGE;
    *number = value;
    return NULL;
}

static bool like_a_number(tg_field field)
{
    size_t at = 0;
    while (at < field.bytes && memchr("+-.", field.text[at], 3) != NULL) at++;
    return at < field.bytes && is_digit(field.text[at]);
}

bool tg_edge_line_is_comment(const char *begin, const char *end)
{
    begin = skip_blanks(begin, end);
    return begin < end && (*begin == '#' || *begin == '%');
}

bool tg_edge_line_is_prose(const tg_edge_line *line)
{
    uint64_t number;
    return line->edge && tg_edge_line_number(line->ends[0], &number) != NULL &&
           !like_a_number(line->ends[1]);
}

bool tg_edge_line_is_header(const char *begin, const char *end)
{
    unsigned fields = 0;
    end = trim(begin, end);
    for (const char *at = begin; at < end; at++)
        if ((unsigned char)*at < ' ' && *at != '\t') return false;
    begin = skip_blanks(begin, end);
    while (begin < end) {
        tg_field field;
        begin = read_field(begin, end, &field);
        if (field.bytes == 0 || like_a_number(field)) return false;
        fields++;
        begin = skip_separators(begin, end);
    }
    return fields >= 2;
}
