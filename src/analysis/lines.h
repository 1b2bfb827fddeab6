/* lines.h - rows of a table of vertices' ids and a count, in one of several formats. */
#ifndef TG_ANALYSIS_LINES_H
#define TG_ANALYSIS_LINES_H

#include <stdbool.h>

#include "graph/graph.h"
#include "io/output.h"

typedef enum tg_line_format {
    TG_LINES_TEXT,  /* tabs */
    TG_LINES_CSV,   /* RFC 4180, but lines end in \n */
    TG_LINES_TSV,   /* text with a heading */
    TG_LINES_JSON,  /* an object a line */
    TG_LINES_BINARY /* 64-bit numbers, little endian */
} tg_line_format;

enum { TG_MOST_ENDS = 3 };

typedef struct tg_lines {
    trigon_context *context;
    tg_output *output;
    const trigon_graph *graph;
    tg_line_format format;
    uint32_t ends;                       /* vertices in a row, at most TG_MOST_ENDS */
    bool counted;                        /* a count stands behind them */
    const char *names[TG_MOST_ENDS + 1]; /* of the columns: plain words */
} tg_lines;

/* name "text", "csv", "tsv", "jsonl", "binary", or NULL: by the suffix of path (NULL: none).
 * TRIGON_INVALID_ARGUMENT for another name, and for numbers of a graph whose ids are words. */
trigon_status tg_lines_choose(trigon_context *context, const trigon_graph *graph,
                              const char *name, const char *path, tg_line_format *format);

/* What comes before the rows. */
trigon_status tg_lines_begin(const tg_lines *lines);

trigon_status tg_lines_put(const tg_lines *lines, const uint32_t *vertices, uint64_t count);

#endif
