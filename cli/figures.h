/* figures.h - the frame of verbs that count something in a graph and print figures of it, and a table
 * of what was counted at each vertex, with --vertices, or at each edge, with --edges. */
#pragma once

#include "json.h"
#include "table.h"
#include "text.h"

/* What such a verb has counted. */
typedef struct cli_counted {
    void *found; /* the verb's own results */
    tricorn_graph_description described;
    /* The columns of the table, one after another, as uint64_t or double; NULL if no table is written. */
    void *columns;
    uint64_t rows; /* the entries of each column: of all vertices or, with --edges, edges */
    const uint32_t *vertices; /* NULL, or the vertices of the rows, in their order */
    double seconds; /* how long counting took */
} cli_counted;

enum { CLI_LINE_BYTES = 2 * CLI_NUMBER_BYTES, CLI_MOST_COLUMNS = 16 };

/* What differs between these verbs. */
typedef struct cli_figures {
    int columns; /* of the table, at most CLI_MOST_COLUMNS; 0: no table */
    int reals; /* how many of them, the last, have floating-point numbers */
    int after_top; /* how many are behind that by which --top chooses rows */
    const char *(*column)(int column); /* Returns the name of a column. */
    /* Counts, and fills found, columns (unless it is NULL) and seconds. */
    tricorn_status (*count)(cli_session *session, const tricorn_graph *graph, cli_counted *counted);
    /* Makes the part that is counted, whose sizes are then described; NULL, or *part is NULL: all is. */
    tricorn_status (*part)(cli_session *session, const tricorn_graph *graph, tricorn_graph **part);
    void (*print)(const cli_counted *counted);
    /* Adds members to the answer in JSON, and to its seconds. */
    void (*add)(const cli_counted *counted, json_object *answer, json_object *seconds);
    /* Writes the begin of a line for stderr to `text`, which has CLI_LINE_BYTES bytes: the line
     * goes on with times and memory. NULL: no line is printed. */
    void (*note)(const cli_counted *counted, char *text);
} cli_figures;

/* Prints a line of a figure; NAN: that it is none without such a thing, "a triangle". */
void cli_print_exact(int key_columns, const char *key, double figure, const char *without);

/* Checks the options of the table, if the verb has one, and runs the verb; returns the exit code. */
int cli_figures_run(cli_session *session, const cli_figures *figures, void *found);
