/* table.h - counts, and writes a table: common code of vertex, edge and list, and of other verbs
 * that write tables. */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include "json.h"
#include "save.h"
#include "verb.h"

/* Beginning as those of verbs that write a graph: a verb may write either. */
enum {
    CLI_TABLE_TO = CLI_SAVE_TO,
    CLI_TABLE_COMPRESSION = CLI_SAVE_COMPRESSION,
    CLI_TABLE_OUTPUT = CLI_OWN_AFTER_SAVE,
    CLI_TABLE_TOP,
    CLI_TABLE_SORTED,
    CLI_OWN_AFTER_TABLE
};

#define CLI_TABLE_OPTION(name, letter, kind, number, text, value)                                \
    {                                                                                            \
        .longName = name, .shortName = letter, .argInfo = kind, .val = number, .descrip = text,  \
        .argDescrip = value                                                                      \
    }

/* The options of verbs that write a table; describes --top in a few words. */
#define CLI_TABLE_OPTIONS(top)                                                                   \
    CLI_TABLE_OPTION("output", 'o', POPT_ARG_STRING, CLI_TABLE_OUTPUT,                           \
                     "write to FILE, - for stdout [-]", "FILE"),                                 \
        CLI_TABLE_OPTION("to", '\0', POPT_ARG_STRING, CLI_TABLE_TO,                              \
                         "write text, csv, tsv, jsonl or binary [by FILE's suffix; text]",       \
                         "FORMAT"),                                                              \
        CLI_TABLE_OPTION("compression", '\0', POPT_ARG_STRING, CLI_TABLE_COMPRESSION,            \
                         "compress what is written: none, gzip, zstd [by FILE's suffix]",        \
                         "KIND"),                                                                \
        CLI_TABLE_OPTION("top", '\0', POPT_ARG_STRING, CLI_TABLE_TOP, top, "K")

#define CLI_TABLE_SORTED_OPTION                                                                  \
    CLI_TABLE_OPTION("sorted", '\0', POPT_ARG_NONE, CLI_TABLE_SORTED,                            \
                     "write in the order of the ids [in an order that suits counting]", NULL)

/* Where the table goes: a path, or "-". */
const char *cli_table_output(const cli_session *session);

/* Reports errors of these options before a graph is read: CLI_DONE, or an exit code. */
int cli_table_check(const cli_session *session, uint64_t *top);

/* The same for verbs whose table is asked for by an option, --vertices; without it these options
 * are errors. */
int cli_table_check_vertices(const cli_session *session, bool wanted, uint64_t *top);

/* Writes a table as these options say; `options` has what else there is to say. */
int cli_table_write(cli_session *session, const tricorn_graph *graph,
                    tricorn_table_options *options, tricorn_result *result);

/* Prints what a count took on stderr, unless --quiet, with the number of triangles: only the
 * first ones, unless `whole`. */
void cli_table_note(const cli_session *session, const tricorn_result *result, bool whole);

/* Adds algorithm, device, threads, seconds and memory of a count. */
void cli_table_json(json_object *answer, const cli_session *session,
                    const tricorn_result *result);

/* Runs such a verb; returns its exit code. */
int cli_table_run(cli_session *session, tricorn_table table);

#endif
