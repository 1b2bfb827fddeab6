/* lines.h - writes rows of a table to an output, in one of several formats: all threads format
 * text, and the caller's thread writes it, in the order of the rows.
 */
#pragma once

#include "analysis/text/line_text.h"
#include "io/bytes/output.h"

/* Sets *format to the format with this name: "text", "csv", "tsv", "jsonl", "binary" or "parquet". If
 * `name` is NULL, the suffix of `path` decides, and `path` may be NULL. If `graph` is NULL, its
 * ids are not checked. Errors: TRICORN_INVALID_ARGUMENT for an unknown name, and for "binary" if ids are words. */
tricorn_status tg_lines_choose(
  tricorn_context *context, const tricorn_graph *graph, const char *name, const char *path, tg_line_format *format);

/* Whether the ids of the graph are words. */
bool tg_lines_are_words(const tricorn_graph *graph);

typedef struct tg_lines tg_lines;

/* Begins a table, and writes its heading if the format has one. Needs some megabytes for each
 * thread, or less if the context's memory is small. */
tricorn_status tg_lines_open(tricorn_context *context, tg_output *output, const tg_line_shape *shape, tg_lines **lines);
const tg_line_shape *tg_lines_shape(const tg_lines *lines);

/* Writes rows, of which some may wait in memory for later ones. */
tricorn_status tg_lines_put(tricorn_context *context, tg_lines *lines, const tg_line_rows *rows);

/* Writes the rest of the text, which completes the table. */
tricorn_status tg_lines_finish(tricorn_context *context, tg_lines *lines);
/* Frees *lines; NULL is allowed. */
void tg_lines_free(tg_lines *lines);
