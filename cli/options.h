/* options.h - the values that a command line gives to the options of a verb.
 *
 * options.def is the table of all options: a row says which verbs take the option, where its
 * value goes in cli_options, and in which range it has to be.  option.h has the rows, for help
 * and manual pages. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <popt.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "words.h"

/* Sets of options.  A verb takes whole sets: its own one, which has its name, and shared ones. */
typedef enum cli_set {
    CLI_SET_HELP, /* every verb takes it */
    CLI_SET_JSON,
    CLI_SET_QUIET,
    CLI_SET_MACHINE, /* threads, instruction set, memory, progress: the verb works long */
    CLI_SET_FORM,    /* how to read FILE */
    CLI_SET_PREPARE,
    CLI_SET_ORDER,
    CLI_SET_ALGORITHM,
    CLI_SET_DEVICE, /* device, verify */
    CLI_SET_PARAMETERS,
    CLI_SET_BLOCKS,  /* blocks, partition, device memory */
    CLI_SET_WORK,    /* the graph may be on disk */
    CLI_SET_WORKERS, /* processes share the work folder */
    CLI_SET_RANKS,   /* no option: workers that reach each other share the count */
    CLI_SET_RELABEL, /* totals under other numbers */
    CLI_SET_SAMPLES, /* of estimates */
    CLI_SET_TABLE,   /* where and how a table is written */
    CLI_SET_SORTED,
    CLI_SET_SAVE, /* how a graph is written */
#define CLI_VERB(id) CLI_SET_##id,
#include "verbs.def"
#undef CLI_VERB
} cli_set;

#define CLI_TAKES(set) (UINT64_C(1) << CLI_SET_##set)
#define CLI_TAKES_FILE                                                                           \
    (CLI_TAKES(JSON) | CLI_TAKES(QUIET) | CLI_TAKES(MACHINE) | CLI_TAKES(FORM) |                 \
     CLI_TAKES(PREPARE) | CLI_TAKES(ORDER))
#define CLI_TAKES_COUNT                                                                          \
    (CLI_TAKES(ALGORITHM) | CLI_TAKES(DEVICE) | CLI_TAKES(PARAMETERS) | CLI_TAKES(BLOCKS))

enum { CLI_PROGRAM_BYTES = 64 };

/* A text is NULL, and a number 0, where the option is not given and nothing else is said. */
typedef struct cli_options {
    /* counting */
    const char *algorithm, *device, *partition, *relabel; /* NULL: the library chooses */
    const char *parameters;                              /* all --option, separated by spaces */
    bool verify;
    double error, confidence; /* of an estimate */
    uint64_t seed;
    uint64_t samples;
    uint64_t one_in; /* the edges of a sample; 0: as memory wants */
    int sample;      /* a tricorn_sampling; -1: all edges are counted */
    bool generalized, vertices, isolated, squares;
    int directed, weighted; /* a tricorn_directed, tricorn_weighted; -1: none */
    uint64_t weights;       /* the column that has them; 0: the third */
    uint64_t truss;         /* the k of one truss; 0: the trussness of all edges */
    const char *core;       /* the k of one core, or "max" */
    uint64_t size;          /* of cliques */
    double seconds;         /* that a count of cliques may take; 0: the library's limit */
    int method;             /* 0: auto; i: tricorn_truss_method_at(i - 1) */
    int measure;            /* a tricorn_measure */
    double least;
    const char *pairs;
    cli_list removed, added; /* files of pairs */
    uint64_t batch;
    bool estimate, rows;
    /* timing */
    cli_list algorithms, peers, suites, scales;
    uint64_t rounds, trials, warmup;
    double timeout; /* of one process; 0: none */
    const char *base;
    bool ceilings;
    /* reading; a text is NULL where it is found out */
    const char *format, *separator, *columns, *header, *comment, *order, *prepare;
    int ids; /* a tricorn_ids */
    bool strict, file_list;
    /* the machine */
    uint64_t threads; /* 0: all */
    const char *instruction_set;
    uint64_t memory_bytes; /* of the process; 0: what the system lets it have */
    int progress;          /* a cli_progress_mode */
    /* graphs larger than memory */
    const char *work;       /* NULL: nothing is kept on disk */
    uint64_t device_bytes;  /* of each GPU; 0: all */
    uint64_t blocks;        /* at least; 0: as few as fit */
    uint64_t parts;         /* that workers share; 0: by the size of the count */
    uint64_t lease_seconds; /* 0: the library's */
    bool join, stream;
    /* output */
    const char *output, *to, *compression;
    uint64_t top;
    bool sorted, json, quiet;
    const char *help; /* "all", or any other text: the short help */

    uint64_t given;         /* the sets of the options that were given: CLI_TAKES(...) */
    const char **arguments; /* the words that are not options; ended by NULL */
    size_t argument_count;
    cli_list texts;                  /* owns the values */
    poptContext parser;              /* owns the arguments */
    const char **words;              /* the words that it parses */
    char program[CLI_PROGRAM_BYTES]; /* the first word: "tricorn count" */
} cli_options;

struct cli_verb;

/* Parses the words behind the verb on the command line.  Returns CLI_DONE, or CLI_USAGE after an
 * error message.  Free the options in both cases. */
int cli_options_parse(const struct cli_verb *verb, int count, char **words, cli_options *options);
void cli_options_free(cli_options *options);

/* "tricorn: MESSAGE; see 'tricorn VERB --help'".  Returns CLI_USAGE. */
int cli_usage(const struct cli_verb *verb, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A whole decimal number from least to most. */
bool cli_parse_number(const char *text, uint64_t least, uint64_t most, uint64_t *number);

#endif
