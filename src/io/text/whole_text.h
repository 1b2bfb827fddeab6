/* whole_text.h - what only all lines of an edge list show: that its first or its last line is no edge. */
#pragma once

#include "graph/edges.h"
#include "io/text/first_lines.h"
#include "io/text/words.h"

/* The last line of words that is an edge. */
enum { TG_LAST_LINE_BYTES = 128 };
typedef struct tg_last_line {
    char text[TG_LAST_LINE_BYTES];
    size_t bytes; /* 0: it is longer, or none was read */
    uint64_t line;
} tg_last_line;

/* Copies the line that begins at *begin, unless that is NULL, and sets *begin to NULL. */
void tg_last_line_keep(tg_last_line *last, const char **begin, const char *stop);

/* All lines, as they were read. */
typedef struct tg_whole_text {
    const tg_dialect *dialect;
    const tg_words *words; /* NULL: ids are numbers */
    const tg_edges *edges;
    const tg_first_edge *first;
    const tg_last_line *last;
} tg_whole_text;

/* Refuses a text whose first or last line may be no edge. */
tricorn_status tg_whole_text_check(tricorn_context *context, tg_input *input, const tg_whole_text *text);

/* Whether a first line of numbers may be no edge, where `others` lines follow it; then all lines have to be
 * compared with it. */
bool tg_first_edge_may_be_none(const tg_first_edge *first, const tg_dialect *dialect, uint64_t others);
