/* table.h - writes tables; vertex, edge, list and other verbs do this. */
#pragma once

#include "json.h"
#include "save.h"
#include "verb.h"

/* Returns where the table is written: to a path, or to stdout for "-". */
const char *cli_table_output(const cli_session *session);

/* Reports faults in the options of a table, before the graph is read. Returns CLI_DONE, or an exit code. */
int cli_table_check(cli_session *session);

/* Checks the options of a table for verbs that write a table only with --vertices or, if the verb has
 * it, --edges; if neither is given, the other options of tables are errors. */
int cli_table_check_rows(cli_session *session);

/* Writes the table options->table, as the command line says. Returns the exit code. */
int cli_table_write(
  cli_session *session, const tricorn_graph *graph, tricorn_table_options *options, tricorn_result *result);

/* Writes a table that has these columns, and a row for each vertex.  --top chooses the rows with
 * the largest values in the last column. */
int cli_table_columns(cli_session *session, const tricorn_graph *graph, const tricorn_column *columns, size_t count);

/* Prints a line about a count on stderr, unless --quiet is given: the number of triangles, with which of them are
 * counted before it, as "the first ", or nothing for all; the algorithm, times and memory. */
void cli_table_note(const cli_session *session, const tricorn_result *result, const char *which);

/* Adds the algorithm, device, threads, seconds and memory of a count to the answer. */
void cli_table_json(json_object *answer, const cli_session *session, const tricorn_result *result);

/* Runs a verb that counts and writes this kind of table; returns the exit code. */
int cli_table_run(cli_session *session, tricorn_table table);
