/* options.h - the options of every verb, parsed and checked; and a verb's own options. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <popt.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <tricorn/tricorn.h>

#include "progress.h"

/* The `val` of a verb's own option: CLI_OWN + i, i below CLI_OWN_OPTIONS. */
enum { CLI_OWN = 1000, CLI_OWN_OPTIONS = 16, CLI_PROGRAM_BYTES = 64 };

/* Groups of common options; a verb takes those that it uses, and all verbs take --help. */
enum cli_takes {
    CLI_TAKES_JSON = 1 << 0,
    CLI_TAKES_QUIET = 1 << 1,
    CLI_TAKES_MACHINE = 1 << 2, /* threads, instruction set, memory, progress: it works long */
    CLI_TAKES_FORM = 1 << 3,    /* how to read FILE: format, ids, strict */
    CLI_TAKES_PREPARE = 1 << 4,
    CLI_TAKES_ORDER = 1 << 5,
    CLI_TAKES_ALGORITHM = 1 << 6, /* algorithm, device, verify */
    CLI_TAKES_PARAMETERS = 1 << 7,
    CLI_TAKES_BLOCKS = 1 << 8,   /* blocks, partition, device memory */
    CLI_TAKES_WORK = 1 << 9,     /* a graph on disk will do */
    CLI_TAKES_WORKERS = 1 << 10, /* processes share the work folder */
    CLI_TAKES_RANKS = 1 << 11,   /* none: workers that reach each other share what it counts */
    CLI_TAKES_RENAME = 1 << 12,  /* totals under other numbers */
    CLI_TAKES_FILE = CLI_TAKES_JSON | CLI_TAKES_QUIET | CLI_TAKES_MACHINE | CLI_TAKES_FORM |
                     CLI_TAKES_PREPARE | CLI_TAKES_ORDER,
    CLI_TAKES_COUNT = CLI_TAKES_ALGORITHM | CLI_TAKES_PARAMETERS | CLI_TAKES_BLOCKS
};

typedef struct cli_options {
    char *algorithm;       /* NULL: the library chooses */
    char *device;          /* NULL: likewise */
    char *parameters;      /* all --option, separated by spaces; NULL: none */
    char *order;           /* NULL: auto */
    char *prepare;         /* NULL: auto */
    char *work;            /* NULL: nothing is kept */
    char *partition;       /* NULL: the library chooses */
    char *rename;          /* NULL: the numbers of the graph */
    char *format;          /* NULL: detected by content and name */
    char *separator, *columns, *header, *comment; /* of an edge list; NULL: found out */
    char *instruction_set; /* NULL: auto */
    uint32_t threads;      /* 0: all */
    uint64_t memory_bytes; /* of the process; 0: what the system lets it have */
    uint64_t device_bytes; /* of each GPU; 0: likewise */
    uint32_t blocks;       /* at least; 0: as few as fit */
    uint64_t parts;        /* that workers share; 0: by the work */
    uint32_t lease_seconds; /* 0: the standard ones */
    tricorn_ids ids;
    bool join, file_list, strict, json, quiet, verify, help;
    cli_progress_mode progress;
    char *own[CLI_OWN_OPTIONS]; /* texts of the verb's own options; NULL: not given */
    const char **arguments;     /* the arguments that are not options; ended by NULL */
    size_t argument_count;
    poptContext parser;              /* owns the arguments */
    const char **words;              /* the words that it parses */
    char program[CLI_PROGRAM_BYTES]; /* the first word: "tricorn count", for help */
} cli_options;

struct cli_verb;

/* Parses the words after the verb on the command line.  Returns CLI_DONE, or CLI_USAGE after an
 * error message.  Free the options in both cases. */
int cli_options_parse(const struct cli_verb *verb, int count, char **words, cli_options *options);
void cli_options_free(cli_options *options);

/* The options of the verb, its own ones before the common ones that it takes; NULL beyond the last
 * one.  *own: whether it is the verb's own; may be NULL. */
const struct poptOption *cli_option_at(const struct cli_verb *verb, size_t index, bool *own);

/* Prints the options of the verb. */
void cli_options_print(const struct cli_verb *verb);

/* "tricorn: MESSAGE; see 'tricorn VERB --help'".  Returns CLI_USAGE. */
int cli_usage(const struct cli_verb *verb, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A whole decimal number from least to most. */
bool cli_parse_number(const char *text, uint64_t least, uint64_t most, uint64_t *number);

/* "1%" or "0.01", above 0 and below 1. */
bool cli_parse_share(const char *text, double *share);

/* CLI_DONE if the library can read (or write) a format of that name, else CLI_USAGE after an
 * error message. */
int cli_check_format(const char *name, bool writes);

#endif
