/* save.h - writes a graph to a file or to stdout: common code of convert and generate. */
#ifndef CLI_SAVE_H
#define CLI_SAVE_H

#include "verb.h"

/* The options of a verb that writes a graph; those after them have CLI_OWN_AFTER_SAVE + i. */
enum { CLI_SAVE_TO = CLI_OWN, CLI_SAVE_COMPRESSION, CLI_OWN_AFTER_SAVE };

#define CLI_SAVE_OPTIONS                                                                         \
    {.longName = "to",                                                                           \
     .argInfo = POPT_ARG_STRING,                                                                 \
     .val = CLI_SAVE_TO,                                                                         \
     .descrip = "write as FORMAT (tricorn formats lists them) [by OUT's suffix]",                \
     .argDescrip = "FORMAT"},                                                                    \
    {                                                                                            \
        .longName = "compression", .argInfo = POPT_ARG_STRING, .val = CLI_SAVE_COMPRESSION,      \
        .descrip = "compress what is written: none, gzip, zstd [by OUT's suffix]",               \
        .argDescrip = "KIND"                                                                     \
    }

/* The length of the path without a suffix of compression. */
size_t cli_plain_length(const char *path);

/* CLI_DONE if there is a compression of that name, else CLI_USAGE after an error message. */
int cli_check_compression(const char *name);

/* Reports errors of --to, --compression or --json before work begins. */
int cli_save_check(const cli_session *session, const char *path);

/* How to write to path ("-": as `fallback` where --to is not given). */
tricorn_save_options cli_save_options(const cli_session *session, const char *path,
                                      const char *fallback);

/* Writes the graph to path ("-": stdout, as `fallback` where --to is not given). */
int cli_save(cli_session *session, const tricorn_graph *graph, const char *path,
             const char *fallback);

#endif
