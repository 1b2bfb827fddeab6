/* line_text.h - rows of a table as text, or as the bytes of numbers, in memory. */
#ifndef TG_ANALYSIS_LINE_TEXT_H
#define TG_ANALYSIS_LINE_TEXT_H

#include <stdbool.h>

#include "graph/graph.h"

typedef enum tg_line_format {
    TG_LINES_TEXT,  /* tabs */
    TG_LINES_CSV,   /* RFC 4180, but lines end in \n */
    TG_LINES_TSV,   /* text with a heading */
    TG_LINES_JSON,  /* an object a line */
    TG_LINES_BINARY /* 64-bit numbers, little endian */
} tg_line_format;

enum {
    TG_MOST_ENDS = 3,
    TG_MOST_VALUES = 16, /* columns behind the ends */
    TG_MOST_COLUMNS = TG_MOST_ENDS + TG_MOST_VALUES,
    TG_NAME_MOST = 16 /* of a column */
};

/* The common properties of all rows. */
typedef struct tg_line_shape {
    const tricorn_graph *graph;
    tg_line_format format;
    uint32_t ends;   /* vertices in a row, at most TG_MOST_ENDS */
    uint32_t counts; /* that follow them */
    uint32_t reals;  /* that follow these; 17 digits; of both kinds TG_MOST_VALUES at most */
    const char *names[TG_MOST_COLUMNS]; /* of the columns: plain words, up to TG_NAME_MOST */
} tg_line_shape;

typedef struct tg_line_rows {
    const uint32_t *vertices; /* shape->ends for each row */
    const uint64_t *counts;   /* shape->counts for each row, or NULL */
    const uint32_t *supports; /* where counts is NULL, and there is one for each row */
    const double *reals;      /* shape->reals for each row, finite */
    uint64_t count;
} tg_line_rows;

/* A growing text in the context's memory: {0} at first, tg_free(text.bytes) at the end. */
typedef struct tg_line_text {
    char *bytes;
    size_t used, room;
} tg_line_text;

/* Whether the zero-terminated text is UTF-8. */
bool tg_is_utf8(const char *text);

/* Append the line of column names that a table begins with, if any; append rows. */
tricorn_status tg_line_text_heading(tricorn_context *context, const tg_line_shape *shape,
                                    tg_line_text *text);
tricorn_status tg_line_text_rows(tricorn_context *context, const tg_line_shape *shape,
                                 const tg_line_rows *rows, tg_line_text *text);

#endif
