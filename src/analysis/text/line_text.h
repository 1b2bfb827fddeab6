/* line_text.h - formats rows of a table as text, or as the bytes of numbers, in memory. */
#pragma once

#include <stdbool.h>

#include "graph/column.h"
#include "graph/graph.h"

typedef enum tg_line_format {
    TG_LINES_TEXT, /* columns separated by tabs */
    TG_LINES_CSV, /* RFC 4180, except that lines end in \n */
    TG_LINES_TSV, /* as TG_LINES_TEXT, with a heading */
    TG_LINES_JSON, /* one object on each line */
    TG_LINES_BINARY, /* 64-bit numbers, little-endian */
    TG_LINES_PARQUET /* rows as those of TG_LINES_CSV, without a heading, which parquet_writer.h takes */
} tg_line_format;

enum {
    TG_MOST_ENDS = 3,
    TG_MOST_COLUMNS = TG_MOST_ENDS + TG_COLUMNS_MOST,
};

/* What all rows of a table have in common. */
typedef struct tg_line_shape {
    const tricorn_graph *graph;
    tg_line_format format;
    bool headless; /* without the heading that the format has */
    bool on_terminal; /* control characters of words become question marks */
    uint32_t ends; /* how many vertices a row has, at most TG_MOST_ENDS */
    uint32_t counts; /* how many integers follow the vertices */
    /* How many real numbers follow the integers; counts + reals <= TG_COLUMNS_MOST. */
    uint32_t reals;
    /* The names of the columns: plain words of up to TG_COLUMN_NAME_MOST characters. */
    const char *names[TG_MOST_COLUMNS];
} tg_line_shape;

typedef struct tg_line_rows {
    const uint32_t *vertices; /* shape->ends entries for each row */
    const uint64_t *counts; /* shape->counts entries for each row, or NULL */
    /* One entry for each row, instead of `counts`; used if `counts` is NULL. */
    const uint32_t *supports;
    const double *reals; /* shape->reals numbers for each row; JSON has null for infinite ones */
    uint64_t count;
    /* NULL: the ids are those of the graph; otherwise `vertices` are positions in *ids. */
    const tg_ids *ids;
} tg_line_rows;

/* A text that grows in the context's memory: zero at first; the caller frees `bytes` with tg_free(). */
typedef struct tg_line_text {
    char *bytes;
    size_t used, room;
} tg_line_text;

/* Returns the most bytes of a row whose ids are numbers. */
size_t tg_line_text_row_bytes(const tg_line_shape *shape);

/* Whether the zero-terminated text is UTF-8. */
bool tg_is_utf8(const char *text);

/* The first function appends the heading, if the format has one; the second one appends rows. */
tricorn_status tg_line_text_heading(tricorn_context *context, const tg_line_shape *shape, tg_line_text *text);
tricorn_status tg_line_text_rows(
  tricorn_context *context, const tg_line_shape *shape, const tg_line_rows *rows, tg_line_text *text);
