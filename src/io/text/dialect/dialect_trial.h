/* dialect_trial.h - what the first lines are if a separator cuts them, between the files that try separators
 * and that explain why none fits. */
#pragma once

#include "io/text/dialect/dialect.h"

/* What the first lines are, if this separator cuts them. */
typedef struct tg_trial {
    tg_dialect dialect;
    tg_line_walk first, body; /* the first line, and the first one that is not the header */
    tg_line_walk names; /* the names of columns: the first line, or the comment before it */
    tg_line_walk odd; /* the first line with another number of columns */
    uint32_t odd_columns;
    uint64_t lines, odd_lines; /* behind the header; those of them with another number of columns */
    bool constant; /* all lines have the same number of columns, two or more */
    bool everywhere; /* all lines have two or more columns */
    bool numbers; /* the ends of all edges are numbers */
    bool hollow; /* a column of the ends is empty on all lines, and nobody has named it */
    tg_column_roles found;
    bool inner_blanks; /* ids are words, and each line has a field that contains a blank */
    bool unnamed; /* a column is missing that the caller has named */
} tg_trial;

uint32_t tg_dialect_count_columns(const tg_dialect *dialect, const tg_line_walk *line);

/* Whether no field of the line looks like a number, and none is empty, unless others name the ends. */
bool tg_dialect_is_header(const tg_dialect *dialect, const tg_line_walk *line);

/* Whether the edge's ends on the line are numbers of any size. */
bool tg_dialect_has_numbers(const tg_dialect *dialect, const tg_line_walk *line);

/* Whether the header names all columns but the first, as R writes a table with names of rows: each line
 * has one column more, and no two lines begin with the same field. */
bool tg_dialect_find_row_names(const tg_first_lines *first, const tg_dialect_wish *wanted, const tg_trial *of);

/* dialect_explain.c: refuses the first line that no separator could make right, if the text has one. */
bool tg_dialect_refuse_odd_line(const tg_first_lines *first, const tg_trial *of, tg_dialect_fault *fault);

/* Says why no separator makes an edge of each line; `of` is the one that comes nearest. */
tricorn_status tg_dialect_explain(
  const tg_first_lines *first, const tricorn_load_options *options, const tg_trial *of, tg_dialect_fault *fault);
