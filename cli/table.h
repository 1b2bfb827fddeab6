/* table.h - counts, and writes a table: common code of vertex, edge and list. */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include "save.h"

/* A verb that writes a table or a graph has the same options for both. */
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

/* Reports errors of these options before a graph is read; *top: out. */
int cli_table_check(const cli_session *session, uint64_t *top);

/* How these options say that a table is to be written. */
tricorn_table_options cli_table_options(const cli_session *session, uint64_t top);

/* Runs such a verb; returns its exit code. */
int cli_table_run(cli_session *session, tricorn_table table);

#endif
