/* lines.h - writes rows of a table to an output, in one of several formats: all threads format
 * text, and the caller's thread writes it, in the order of the rows.
 */
#ifndef TG_ANALYSIS_LINES_H
#define TG_ANALYSIS_LINES_H

#include "analysis/line_text.h"
#include "io/bytes/output.h"

/* Finds the format by name, "text", "csv", "tsv", "jsonl" or "binary"; if name is NULL, by the
 * suffix of path, which may be NULL.  graph NULL: its ids are not checked.
 * Errors: TRICORN_INVALID_ARGUMENT for an unknown name, and for "binary" if ids are words. */
tricorn_status tg_lines_choose(tricorn_context *context, const tricorn_graph *graph,
                               const char *name, const char *path, tg_line_format *format);

typedef struct tg_lines tg_lines;

/* Begins a table and writes its heading, if the format has one.  It uses some megabytes for each
 * thread. */
tricorn_status tg_lines_open(tricorn_context *context, tg_output *output,
                             const tg_line_shape *shape, tg_lines **lines);
const tg_line_shape *tg_lines_shape(const tg_lines *lines);

/* Writes rows; fastest with tens of thousands at a time. */
tricorn_status tg_lines_put(tricorn_context *context, tg_lines *lines, const tg_line_rows *rows);

/* Writes the remaining text; the table is complete. */
tricorn_status tg_lines_finish(tricorn_context *context, tg_lines *lines);
/* lines may be NULL. */
void tg_lines_free(tg_lines *lines);

#endif
