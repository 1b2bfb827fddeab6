/* lines.h - writes rows of a table of vertices' ids and a count to an output, in one of several
 * formats.  All threads make the text; the caller's thread writes it, in the order of the rows.
 */
#ifndef TG_ANALYSIS_LINES_H
#define TG_ANALYSIS_LINES_H

#include "analysis/line_text.h"
#include "io/bytes/output.h"

/* name "text", "csv", "tsv", "jsonl", "binary", or NULL: by the suffix of path (NULL: none).  graph
 * NULL: it is not known yet, and its ids are not checked.
 * TRICORN_INVALID_ARGUMENT for another name, and for numbers of a graph whose ids are words. */
tricorn_status tg_lines_choose(tricorn_context *context, const tricorn_graph *graph,
                               const char *name, const char *path, tg_line_format *format);

typedef struct tg_lines tg_lines;

/* Begins a table, with its heading if it has one.  Some megabytes for each thread. */
tricorn_status tg_lines_open(tricorn_context *context, tg_output *output,
                             const tg_line_shape *shape, tg_lines **lines);
const tg_line_shape *tg_lines_shape(const tg_lines *lines);

/* Fastest with some ten thousand rows at once. */
tricorn_status tg_lines_put(tricorn_context *context, tg_lines *lines, const tg_line_rows *rows);

/* Writes the remaining text; the table is complete. */
tricorn_status tg_lines_finish(tricorn_context *context, tg_lines *lines);
/* lines may be NULL. */
void tg_lines_free(tg_lines *lines);

#endif
