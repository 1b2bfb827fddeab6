/* line_text.h - formats rows of a table as text, or as the bytes of numbers, in memory. */
#ifndef TG_ANALYSIS_LINE_TEXT_H
#define TG_ANALYSIS_LINE_TEXT_H

#include <stdbool.h>

#include "graph/graph.h"

typedef enum tg_line_format {
    TG_LINES_TEXT,  /* columns separated by tabs */
    TG_LINES_CSV,   /* RFC 4180, but lines end in \n */
    TG_LINES_TSV,   /* text with a heading */
    TG_LINES_JSON,  /* one object a line */
    TG_LINES_BINARY /* 64-bit numbers, little endian */
} tg_line_format;

enum {
    TG_MOST_ENDS = 3,
    TG_MOST_VALUES = 16, /* columns after the vertices */
    TG_MOST_COLUMNS = TG_MOST_ENDS + TG_MOST_VALUES,
    TG_NAME_MOST = 16 /* characters of a column's name */
};

/* What all rows of a table have in common. */
typedef struct tg_line_shape {
    const tricorn_graph *graph;
    tg_line_format format;
    uint32_t ends;   /* vertices of a row, at most TG_MOST_ENDS */
    uint32_t counts; /* integers after the vertices */
    uint32_t reals;  /* real numbers after these; counts + reals <= TG_MOST_VALUES */
    const char *names[TG_MOST_COLUMNS]; /* of the columns: plain words, up to TG_NAME_MOST */
} tg_line_shape;

typedef struct tg_line_rows {
    const uint32_t *vertices; /* shape->ends for each row */
    const uint64_t *counts;   /* shape->counts for each row, or NULL */
    const uint32_t *supports; /* one for each row, instead of counts that are NULL */
    const double *reals;      /* shape->reals for each row, finite */
    uint64_t count;
    const tg_ids *ids; /* NULL: the graph's; else `vertices` are indices of these */
} tg_line_rows;

/* A growing text in the context's memory: {0} at first, tg_free(text.bytes) at the end. */
typedef struct tg_line_text {
    char *bytes;
    size_t used, room;
} tg_line_text;

/* Whether the zero-terminated text is UTF-8. */
bool tg_is_utf8(const char *text);

/* Append the heading, if the format has one, and append rows. */
tricorn_status tg_line_text_heading(tricorn_context *context, const tg_line_shape *shape,
                                    tg_line_text *text);
tricorn_status tg_line_text_rows(tricorn_context *context, const tg_line_shape *shape,
                                 const tg_line_rows *rows, tg_line_text *text);

#endif
