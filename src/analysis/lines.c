/* lines.c - ids and counts as text, or as the bytes of numbers. */
#include "analysis/lines.h"

#include <string.h>

#include "io/digits.h"
#include "io/suffix.h"

enum {
    NAME_MOST = 16, /* of a column's name */
    /* A row of numbers: each with its name, quotes, colon and comma. */
    NUMBERS_MOST = (TG_MOST_ENDS + 1) * (TG_DIGITS_MOST + NAME_MOST + 4) + 4
};

/* ---- choosing ----------------------------------------------------------------------------- */

static const struct {
    const char *name, *suffix;
    tg_line_format format;
} formats[] = {{"text", ".txt", TG_LINES_TEXT},
               {"csv", ".csv", TG_LINES_CSV},
               {"tsv", ".tsv", TG_LINES_TSV},
               {"jsonl", ".jsonl", TG_LINES_JSON},
               {"binary", ".bin", TG_LINES_BINARY}};

static bool matches(size_t f, const char *name, const char *path)
{
    if (name) return strcmp(name, formats[f].name) == 0;
    return path && tg_suffix_is(path, tg_suffix_plain(path), formats[f].suffix,
                                strlen(formats[f].suffix));
}

trigon_status tg_lines_choose(trigon_context *context, const trigon_graph *graph,
                              const char *name, const char *path, tg_line_format *format)
{
    tg_line_format chosen = TG_LINES_TEXT;
    bool found = name == NULL;
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
        if (matches(f, name, path)) {
            chosen = formats[f].format;
            found = true;
        }
    if (!found)
        return tg_fail(context, TRIGON_INVALID_ARGUMENT,
                       "there is no table format '%s'; those that are: text, csv, tsv, jsonl, "
                       "binary",
                       name);
    if (chosen == TG_LINES_BINARY && graph->ids.text)
        return tg_fail(context, TRIGON_INVALID_ARGUMENT,
                       "the binary format holds numbers, and the ids of this graph are words: "
                       "choose text, csv, tsv or jsonl");
    *format = chosen;
    return TRIGON_OK;
}

/* ---- numbers ------------------------------------------------------------------------------ */

static uint64_t id_of(const trigon_graph *graph, uint32_t vertex)
{
    const uint32_t number = tg_graph_input_id(graph, vertex);
    return graph->ids.numbers ? graph->ids.numbers[number] : graph->ids.first + number;
}

static char *put_bytes(char *to, uint64_t value)
{
    for (unsigned i = 0; i < sizeof value; i++) *to++ = (char)(value >> 8 * i & 0xFF);
    return to;
}

static char *put_text(char *to, const char *text)
{
    const size_t length = strlen(text);
    memcpy(to, text, length);
    return to + length;
}

/* Column `column` of a row: what stands before the value, and the value. */
static char *put_number(const tg_lines *lines, char *to, uint32_t column, uint64_t value)
{
    if (lines->format == TG_LINES_BINARY) return put_bytes(to, value);
    if (lines->format == TG_LINES_JSON) {
        to = put_text(to, column == 0 ? "{\"" : ",\"");
        to = put_text(to, lines->names[column]);
        to = put_text(to, "\":");
    } else if (column > 0) {
        *to++ = lines->format == TG_LINES_CSV ? ',' : '\t';
    }
    return tg_put_digits(to, value);
}

static char *put_end(const tg_lines *lines, char *to)
{
    if (lines->format == TG_LINES_BINARY) return to;
    if (lines->format == TG_LINES_JSON) *to++ = '}';
    *to++ = '\n';
    return to;
}

static trigon_status put_numbers(const tg_lines *lines, const uint32_t *vertices, uint64_t count)
{
    char *begin, *end;
    const trigon_status status =
        tg_output_room(lines->context, lines->output, NUMBERS_MOST, &begin, &end);
    if (status != TRIGON_OK) return status;
    char *to = begin;
    for (uint32_t i = 0; i < lines->ends; i++)
        to = put_number(lines, to, i, id_of(lines->graph, vertices[i]));
    if (lines->counted) to = put_number(lines, to, lines->ends, count);
    to = put_end(lines, to);
    tg_output_advance(lines->output, (size_t)(to - begin));
    return TRIGON_OK;
}

/* ---- words -------------------------------------------------------------------------------- */

static trigon_status write_text(const tg_lines *lines, const char *text, size_t length)
{
    return tg_output_write(lines->context, lines->output, text, length);
}

/* In quotes where a reader would otherwise see more than one cell. */
static trigon_status write_cell(const tg_lines *lines, const char *word)
{
    trigon_status status = TRIGON_OK;
    const char *special = lines->format == TG_LINES_CSV ? ",\"\r\n" : "\t\"\r\n";
    if (word[strcspn(word, special)] == 0) return write_text(lines, word, strlen(word));
    TG_TRY(write_text(lines, "\"", 1));
    for (const char *rest = word;;) {
        const size_t plain = strcspn(rest, "\"");
        TG_TRY(write_text(lines, rest, plain));
        rest += plain;
        if (*rest++ == 0) break;
        TG_TRY(write_text(lines, "\"\"", 2));
    }
    TG_TRY(write_text(lines, "\"", 1));
cleanup:
    return status;
}

/* Bytes of the character that text, ended by a zero, begins with; 0 where it is not UTF-8.
 * Source: The Unicode Standard, table 3-7. */
static size_t utf8_length(const unsigned char *text)
{
    static const struct {
        unsigned char least, most, second_least, second_most;
        size_t length;
    } rows[] = {
        {0x00, 0x7F, 0, 0, 1},       {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
        {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
        {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4}};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        if (text[0] < rows[r].least || text[0] > rows[r].most) continue;
        if (rows[r].length == 1) return 1;
        if (text[1] < rows[r].second_least || text[1] > rows[r].second_most) return 0;
        for (size_t i = 2; i < rows[r].length; i++)
            if (text[i] < 0x80 || text[i] > 0xBF) return 0;
        return rows[r].length;
    }
    return 0;
}

/* A JSON string; what is not UTF-8 becomes U+FFFD. */
static trigon_status write_json_string(const tg_lines *lines, const char *word)
{
    static const char digits[] = "0123456789abcdef";
    trigon_status status = TRIGON_OK;
    TG_TRY(write_text(lines, "\"", 1));
    while (*word) {
        const unsigned char byte = (unsigned char)*word;
        const size_t length = utf8_length((const unsigned char *)word);
        const char control[] = {'\\', 'u', '0', '0', digits[byte / 16], digits[byte % 16]};
        if (byte < ' ')
            TG_TRY(write_text(lines, control, sizeof control));
        else if (byte == '"' || byte == '\\')
            TG_TRY(write_text(lines, (const char[]){'\\', *word}, 2));
        else if (length == 0)
            TG_TRY(write_text(lines, "\\ufffd", 6));
        else
            TG_TRY(write_text(lines, word, length));
        word += length ? length : 1;
    }
    TG_TRY(write_text(lines, "\"", 1));
cleanup:
    return status;
}

static trigon_status put_words(const tg_lines *lines, const uint32_t *vertices, uint64_t count)
{
    const bool json = lines->format == TG_LINES_JSON;
    const tg_ids *ids = &lines->graph->ids;
    char text[NUMBERS_MOST], *to;
    trigon_status status = TRIGON_OK;

    for (uint32_t i = 0; i < lines->ends; i++) {
        const char *word = ids->text + ids->starts[tg_graph_input_id(lines->graph, vertices[i])];
        to = put_number(lines, text, i, 0) - 1; /* without its digit */
        TG_TRY(write_text(lines, text, (size_t)(to - text)));
        TG_TRY(json ? write_json_string(lines, word) : write_cell(lines, word));
    }
    to = lines->counted ? put_number(lines, text, lines->ends, count) : text;
    to = put_end(lines, to);
    TG_TRY(write_text(lines, text, (size_t)(to - text)));
cleanup:
    return status;
}

/* ---- lines -------------------------------------------------------------------------------- */

trigon_status tg_lines_begin(const tg_lines *lines)
{
    const uint32_t columns = lines->ends + (lines->counted ? 1 : 0);
    char text[NUMBERS_MOST], *to = text;
    if (lines->format != TG_LINES_CSV && lines->format != TG_LINES_TSV) return TRIGON_OK;
    for (uint32_t i = 0; i < columns; i++) {
        if (i > 0) *to++ = lines->format == TG_LINES_CSV ? ',' : '\t';
        to = put_text(to, lines->names[i]);
    }
    *to++ = '\n';
    return write_text(lines, text, (size_t)(to - text));
}

trigon_status tg_lines_put(const tg_lines *lines, const uint32_t *vertices, uint64_t count)
{
    return lines->graph->ids.text ? put_words(lines, vertices, count)
                                  : put_numbers(lines, vertices, count);
}
