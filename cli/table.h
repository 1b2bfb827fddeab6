/* table.h - writes tables: common code of vertex, edge, list and other verbs. */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include "json.h"
#include "save.h"
#include "verb.h"

/* Returns where the table is written: a path, or "-". */
const char *cli_table_output(const cli_session *session);

/* Reports faults of the options of a table, before a graph is read.  Returns CLI_DONE, or an exit
 * code. */
int cli_table_check(cli_session *session);

/* Checks the options of a table for verbs that write one only with --vertices: without it, these
 * options are errors. */
int cli_table_check_vertices(cli_session *session);

/* Writes options->table as the command line says.  Returns the exit code. */
int cli_table_write(cli_session *session, const tricorn_graph *graph,
                    tricorn_table_options *options, tricorn_result *result);

/* Writes a table of these columns, with a row for each vertex.  --top chooses rows by the last
 * column. */
int cli_table_columns(cli_session *session, const tricorn_graph *graph,
                      const tricorn_column *columns, size_t count);

/* Prints a line about a count on stderr, unless --quiet: its triangles (all of them if
 * `whole`, else only the first ones), algorithm, times and memory. */
void cli_table_note(const cli_session *session, const tricorn_result *result, bool whole);

/* Adds the algorithm, device, threads, seconds and memory of a count. */
void cli_table_json(json_object *answer, const cli_session *session,
                    const tricorn_result *result);

/* Runs a verb that counts and writes this table; returns its exit code. */
int cli_table_run(cli_session *session, tricorn_table table);

#endif
