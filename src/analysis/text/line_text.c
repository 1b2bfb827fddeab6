/* line_text.c - formats rows as text, nearly as fast as memory can be written.
 *
 * - The text around the values of a column is formatted once for all rows.
 * - If the previous row has the same id in the same column, the id's text is copied from that
 *   row: lists often repeat ids.
 * - Texts are copied with a constant length: bytes past a text's end are overwritten by what
 *   follows.
 */
#include "analysis/text/line_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "io/text/digits.h"
#include "io/text/real.h"

enum {
    /* The text around a value: name, quotes, colon, comma or brace. */
    BEFORE_BYTES = TG_COLUMN_NAME_MOST + 8,
    ID_BYTES = BEFORE_BYTES + TG_DIGITS_MOST,
    VALUE_BYTES = BEFORE_BYTES + TG_REAL_MOST,
    AFTER_BYTES = 4, /* the text after a row */
    /* The most bytes that are written past the end of the last row. */
    BEYOND_BYTES = VALUE_BYTES + AFTER_BYTES,
    ESCAPED_BYTES = 6, /* the most bytes for one byte of a word: \u0000 in JSON */
    LEAST_ROOM = 1 << 12
};

typedef struct column {
    char before[BEFORE_BYTES];
    size_t length;
} column;

typedef struct frame {
    column columns[TG_MOST_COLUMNS];
    char after[AFTER_BYTES];
    size_t after_length;
} frame;

static void append(column *to, const char *text)
{
    const size_t length = strlen(text);
    memcpy(to->before + to->length, text, length);
    to->length += length;
}

static uint32_t columns_of(const tg_line_shape *shape)
{
    return shape->ends + shape->counts + shape->reals;
}

static frame frame_of(const tg_line_shape *shape)
{
    frame made = {.after = "\n", .after_length = 1};
    for (uint32_t i = 0; i < columns_of(shape); i++) {
        column *to = &made.columns[i];
        if (shape->format == TG_LINES_JSON) {
            append(to, i == 0 ? "{\"" : ",\"");
            append(to, shape->names[i]);
            append(to, "\":");
        } else if (i > 0) {
            append(to, shape->format == TG_LINES_CSV ? "," : "\t");
        }
    }
    if (shape->format == TG_LINES_JSON) {
        memcpy(made.after, "}\n", 2);
        made.after_length = 2;
    }
    return made;
}

/* Makes room for `more` more bytes. */
static tricorn_status reserve(tricorn_context *context, tg_line_text *text, size_t more)
{
    const size_t grown = 2 * text->room > LEAST_ROOM ? 2 * text->room : LEAST_ROOM;
    const size_t room = grown > text->used + more ? grown : text->used + more;
    if (text->room - text->used >= more) return TRICORN_OK;
    const tricorn_status status = TG_REALLOC(context, room, &text->bytes);
    if (status == TRICORN_OK) text->room = room;
    return status;
}

/* Returns count number c of row i. */
static inline uint64_t count_of(const tg_line_shape *shape, const tg_line_rows *rows, uint64_t i, uint32_t c)
{
    return rows->counts ? rows->counts[i * shape->counts + c] : rows->supports[i];
}

/* ---- numbers ---- */

static inline uint64_t id_of(const tricorn_graph *graph, const tg_line_rows *rows, uint32_t vertex)
{
    if (rows->ids) return rows->ids->numbers[vertex];
    const uint32_t number = tg_graph_input_id(graph, vertex);
    return graph->ids.numbers ? graph->ids.numbers[number] : graph->ids.first + number;
}

static inline char *put_bytes(char *to, uint64_t value)
{
    for (unsigned i = 0; i < sizeof value; i++) *to++ = (char)(value >> 8 * i & 0xFF);
    return to;
}

static inline uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static char *put_binary(const tg_line_shape *shape, const tg_line_rows *rows, char *to)
{
    for (uint64_t i = 0; i < rows->count; i++) {
        for (uint32_t end = 0; end < shape->ends; end++)
            to = put_bytes(to, id_of(shape->graph, rows, rows->vertices[i * shape->ends + end]));
        for (uint32_t c = 0; c < shape->counts; c++) to = put_bytes(to, count_of(shape, rows, i, c));
        for (uint32_t r = 0; r < shape->reals; r++) to = put_bytes(to, bits_of(rows->reals[i * shape->reals + r]));
    }
    return to;
}

/* Writes a number and the text before it. Up to BEFORE_BYTES + TG_DIGITS_MOST bytes past the
 * returned end may be overwritten. */
static inline char *put_number(const column *shown, char *to, uint64_t value)
{
    memcpy(to, shown->before, BEFORE_BYTES);
    return tg_put_digits(to + shown->length, value);
}

static inline char *put_real(const tg_line_shape *shape, const column *shown, char *to, double value)
{
    memcpy(to, shown->before, BEFORE_BYTES);
    to += shown->length;
    if (isfinite(value)) return tg_put_real(to, value);
    return to + (shape->format == TG_LINES_JSON ? sprintf(to, "null") : sprintf(to, "%g", value));
}

/* Writes the values that follow the ids of row i. */
static inline char *put_values(
  const tg_line_shape *shape, const frame *around, const tg_line_rows *rows, uint64_t i, char *to)
{
    const column *shown = &around->columns[shape->ends];
    for (uint32_t c = 0; c < shape->counts; c++) to = put_number(shown++, to, count_of(shape, rows, i, c));
    for (uint32_t r = 0; r < shape->reals; r++) to = put_real(shape, shown++, to, rows->reals[i * shape->reals + r]);
    memcpy(to, around->after, AFTER_BYTES);
    return to + around->after_length;
}

/* The text of an id in the previous row, from which it may be copied. */
typedef struct cell {
    uint32_t vertex;
    size_t length; /* 0 without a previous row */
    char text[ID_BYTES];
} cell;

static char *put_numbers(const tg_line_shape *shape, const tg_line_rows *rows, char *to)
{
    const frame around = frame_of(shape);
    const uint32_t last = shape->ends - 1; /* the column whose ids differ in most rows */
    cell cells[TG_MOST_ENDS] = {0};
    for (uint64_t i = 0; i < rows->count; i++) {
        const uint32_t *vertices = rows->vertices + i * shape->ends;
        for (uint32_t end = 0; end < last; end++) {
            cell *kept = &cells[end];
            if (kept->vertex != vertices[end] || kept->length == 0) {
                kept->vertex = vertices[end];
                kept->length =
                  (size_t)(put_number(&around.columns[end], kept->text, id_of(shape->graph, rows, vertices[end])) -
                           kept->text);
            }
            memcpy(to, kept->text, ID_BYTES);
            to += kept->length;
        }
        to = put_number(&around.columns[last], to, id_of(shape->graph, rows, vertices[last]));
        to = put_values(shape, &around, rows, i, to);
    }
    return to;
}

size_t tg_line_text_row_bytes(const tg_line_shape *shape)
{
    if (shape->format == TG_LINES_BINARY) return columns_of(shape) * sizeof(uint64_t);
    const frame around = frame_of(shape);
    size_t bytes = around.after_length + (shape->ends + shape->counts) * TG_DIGITS_MOST + shape->reals * TG_REAL_MOST;
    for (uint32_t c = 0; c < columns_of(shape); c++) bytes += around.columns[c].length;
    return bytes;
}

static tricorn_status rows_of_numbers(
  tricorn_context *context, const tg_line_shape *shape, const tg_line_rows *rows, tg_line_text *text)
{
    const size_t row_bytes = tg_line_text_row_bytes(shape);
    if (rows->count > (SIZE_MAX - text->used - BEYOND_BYTES) / row_bytes)
        return tg_fail(context, TRICORN_OUT_OF_MEMORY, "too many rows at once");
    TG_DO(reserve(context, text, rows->count * row_bytes + BEYOND_BYTES));
    char *begin = text->bytes + text->used;
    const char *end =
      shape->format == TG_LINES_BINARY ? put_binary(shape, rows, begin) : put_numbers(shape, rows, begin);
    text->used += (size_t)(end - begin);
    return TRICORN_OK;
}

/* ---- words ---- */

static char *put_text(char *to, const char *text, size_t length)
{
    memcpy(to, text, length);
    return to + length;
}

/* Whether a reader would misread the word without quotes: as several cells, as no cell, as a
 * comment, or without the blanks at its ends. */
static bool needs_quotes(tg_line_format format, const char *word)
{
    const char *special = format == TG_LINES_CSV ? ",\"\t\r\n" : "\t\"\r\n";
    const size_t length = strlen(word);
    if (length == 0 || word[strcspn(word, special)] != 0) return true;
    return *word == '#' || *word == '%' || *word == ' ' || word[length - 1] == ' ';
}

/* Writes a word, in quotes as RFC 4180 has them if they are necessary. */
static char *put_cell(tg_line_format format, char *to, const char *word)
{
    if (!needs_quotes(format, word)) return put_text(to, word, strlen(word));
    *to++ = '"';
    for (; *word; word++) {
        if (*word == '"') *to++ = '"';
        *to++ = *word;
    }
    *to++ = '"';
    return to;
}

bool tg_is_utf8(const char *text)
{
    while (*text != 0) {
        const size_t length = tg_utf8_length(text);
        if (length == 0) return false;
        text += length;
    }
    return true;
}

/* Writes a character below U+10000 as in "\u001b". */
static char *put_escape(char *to, uint32_t code)
{
    static const char digits[] = "0123456789abcdef";
    to = put_text(to, "\\u", 2);
    for (int shift = 12; shift >= 0; shift -= 4) *to++ = digits[code >> shift & 0xF];
    return to;
}

/* Writes a word, which must be UTF-8, as a JSON string. Control characters are escaped, also
 * those that JSON would allow. */
static char *put_json_string(char *to, const char *word)
{
    *to++ = '"';
    while (*word) {
        const size_t length = tg_utf8_length(word);
        if (tg_utf8_is_control(word))
            to = put_escape(to, tg_utf8_code(word));
        else if (*word == '"' || *word == '\\')
            to = put_text(to, (const char[]){'\\', *word}, 2);
        else
            to = put_text(to, word, length);
        word += length;
    }
    *to++ = '"';
    return to;
}

static const char *word_of(const tricorn_graph *graph, const tg_line_rows *rows, uint32_t vertex)
{
    if (rows->ids) return rows->ids->text + rows->ids->starts[vertex];
    return graph->ids.text + graph->ids.starts[tg_graph_input_id(graph, vertex)];
}

static tricorn_status rows_of_words(
  tricorn_context *context, const tg_line_shape *shape, const tg_line_rows *rows, tg_line_text *text)
{
    const frame around = frame_of(shape);

    for (uint64_t i = 0; i < rows->count; i++) {
        for (uint32_t end = 0; end < shape->ends; end++) {
            const uint32_t vertex = rows->vertices[i * shape->ends + end];
            const char *word = word_of(shape->graph, rows, vertex);
            const column *shown = &around.columns[end];
            TG_DO(reserve(context, text, BEFORE_BYTES + ESCAPED_BYTES * strlen(word) + sizeof "\"\""));
            char *to = put_text(text->bytes + text->used, shown->before, shown->length);
            char *begin = to;
            to = shape->format == TG_LINES_JSON ? put_json_string(to, word) : put_cell(shape->format, to, word);
            if (shape->on_terminal) {
                *to = 0;
                tg_utf8_show(begin);
                to = begin + strlen(begin);
            }
            text->used = (size_t)(to - text->bytes);
        }
        TG_DO(reserve(context, text, (TG_COLUMNS_MOST + 1) * VALUE_BYTES + AFTER_BYTES));
        const char *end = put_values(shape, &around, rows, i, text->bytes + text->used);
        text->used = (size_t)(end - text->bytes);
    }
    return TRICORN_OK;
}

/* ---- both ---- */

tricorn_status tg_line_text_heading(tricorn_context *context, const tg_line_shape *shape, tg_line_text *text)
{
    const uint32_t columns = columns_of(shape);
    if (shape->format != TG_LINES_CSV && shape->format != TG_LINES_TSV) return TRICORN_OK;
    TG_DO(reserve(context, text, TG_MOST_COLUMNS * BEFORE_BYTES));
    char *to = text->bytes + text->used;
    for (uint32_t i = 0; i < columns; i++) {
        if (i > 0) *to++ = shape->format == TG_LINES_CSV ? ',' : '\t';
        to = put_text(to, shape->names[i], strlen(shape->names[i]));
    }
    *to++ = '\n';
    text->used = (size_t)(to - text->bytes);
    return TRICORN_OK;
}

tricorn_status tg_line_text_rows(
  tricorn_context *context, const tg_line_shape *shape, const tg_line_rows *rows, tg_line_text *text)
{
    const tg_ids *ids = rows->ids ? rows->ids : &shape->graph->ids;
    return ids->text ? rows_of_words(context, shape, rows, text) : rows_of_numbers(context, shape, rows, text);
}
