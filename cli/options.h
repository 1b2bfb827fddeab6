/* options.h - the values that a command line gives to the options of a verb.
 *
 * options.def is the table of all options: a row says which verbs have the option, which member of cli_options
 * receives its value, and in which range the value must be. option.h offers the rows to help and manual pages.
 */
#pragma once

#include <popt.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <tricorn/tricorn.h>

#include "words.h"

/* Sets of options. A verb has whole sets: some that verbs share, and the one that is named like the verb. */
typedef enum cli_set {
    CLI_SET_HELP, /* every verb has it */
    CLI_SET_JSON,
    CLI_SET_QUIET,
    /* Threads, instruction set, memory, progress: for verbs that may take long. */
    CLI_SET_MACHINE,
    CLI_SET_FORM, /* the form of FILE, which says how to read it */
    CLI_SET_PREPARE,
    CLI_SET_ORDER,
    CLI_SET_WEIGHTS, /* the column of the weights, and the weight of an edge that comes again */
    CLI_SET_ALGORITHM,
    CLI_SET_DEVICE, /* the device that counts, and whether the count is verified */
    CLI_SET_PARAMETERS,
    CLI_SET_BLOCKS, /* how the graph is cut into blocks: blocks, partition, device memory */
    CLI_SET_WORK, /* a work folder: for verbs that do not need the graph in memory */
    CLI_SET_WORKERS, /* for processes that share a work folder */
    /* No option: workers that reach each other can share what the verb counts. */
    CLI_SET_RANKS,
    CLI_SET_RELABEL, /* another order of the vertices, for totals */
    CLI_SET_SAMPLES, /* options that all estimates have */
    CLI_SET_TABLE, /* where and how a table is written */
    CLI_SET_SORTED,
    CLI_SET_SHARES, /* a table is written by several processes */
    CLI_SET_SAVE, /* in which format a graph is written */
#define CLI_VERB(id) CLI_SET_##id,
#include "verbs.def"
#undef CLI_VERB
} cli_set;

#define CLI_TAKES(set) (UINT64_C(1) << CLI_SET_##set)
#define CLI_TAKES_FILE \
    (CLI_TAKES(JSON) | CLI_TAKES(QUIET) | CLI_TAKES(MACHINE) | CLI_TAKES(FORM) | CLI_TAKES(PREPARE) | CLI_TAKES(ORDER))
#define CLI_TAKES_COUNT (CLI_TAKES(ALGORITHM) | CLI_TAKES(DEVICE) | CLI_TAKES(PARAMETERS) | CLI_TAKES(BLOCKS))

enum { CLI_PROGRAM_BYTES = 64 };
#define CLI_NO_WINDOW UINT64_MAX

/* The values of all options. If an option is not given, a text is NULL and a number is 0,
 * unless a comment says something else. */
typedef struct cli_options {
    /* counting */
    const char *algorithm, *device, *partition, *relabel; /* NULL: the library chooses */
    const char *parameters; /* the values of all --option, with spaces between them */
    bool verify;
    /* Of an interval: its size, and how often it contains the true number. */
    double error, confidence;
    uint64_t seed;
    uint64_t samples;
    /* A sample has one in `one_in` edges; 0: as many edges as fit in memory. */
    uint64_t one_in;
    int sample; /* a tricorn_sampling; -1: all edges are counted */
    bool generalized, vertices, edges, isolated, squares, bipartite, latapy, bitruss, undirected, communities;
    bool closed, clustering, curvature; /* the last two are columns of edges */
    int directed, weighted; /* a tricorn_directed, tricorn_weighted; -1: none */
    const char *weights; /* the column of the weights; NULL: by --columns, or found out */
    const char *missing; /* what a line without an id is; NULL: an error */
    const char *combine; /* the weight of an edge that comes again; NULL: an error if they differ */
    uint64_t truss; /* k of the truss to find; 0: the trussness of all edges */
    const char *core; /* k of the core to write, or "max" */
    uint64_t size; /* the vertices of a clique */
    double seconds; /* the time limit for a count of cliques; 0: that of the library */
    int method; /* 0: automatic; i: tricorn_truss_method_at(i - 1) */
    int measure; /* a tricorn_measure */
    double least;
    const char *pairs, *project;
    const char *labels; /* a file of the labels of vertices */
    bool edge_labels;
    uint64_t window; /* of time; CLI_NO_WINDOW: not given */
    bool unjoined;
    cli_list removed, added; /* files that have pairs of ids */
    uint64_t batch; /* 0: not given */
    bool follow; /* read changes from standard input */
    bool estimate, rows;
    /* timing */
    cli_list algorithms, peers, suites, scales;
    uint64_t rounds, trials, warmup;
    double timeout; /* the seconds that one process may take; 0: no limit */
    const char *base;
    bool ceilings;
    /* reading; NULL: the library finds it out */
    const char *format, *separator, *header, *comment, *order, *prepare, *vertex_file;
    tricorn_columns columns;
    cli_list where; /* conditions on edges */
    int ids; /* a tricorn_ids */
    bool strict, file_list;
    /* the machine */
    uint64_t threads; /* 0: all */
    const char *instruction_set;
    uint64_t memory_bytes; /* the limit of this process; 0: what the system allows */
    int progress; /* a cli_progress_mode */
    /* graphs larger than memory */
    const char *work; /* NULL: nothing is stored on disk */
    uint64_t device_bytes; /* the limit for each GPU; 0: all of its memory may be used */
    uint64_t blocks; /* the least number of blocks; 0: as few as fit */
    uint64_t share, shares; /* of a table; shares is 0: all of it is written */
    uint64_t parts; /* how many parts workers share; 0: this follows from the size of the count */
    uint64_t lease_seconds; /* 0: the library chooses */
    bool join, stream;
    /* output */
    const char *output, *to, *compression;
    uint64_t top;
    bool sorted, json, quiet;
    const char *help; /* "all"; any other text means the short help */

    uint64_t given; /* the sets to which the given options belong: CLI_TAKES(...) */
    const char **arguments; /* the words that are no options, then NULL */
    size_t argument_count;
    cli_list texts; /* owns the texts of all values */
    poptContext parser; /* popt's parser, which owns the arguments */
    const char **words; /* the words that popt parses */
    char program[CLI_PROGRAM_BYTES]; /* the first of these words: "tricorn count" */
} cli_options;

struct cli_verb;

/* Parses the words that follow the verb on the command line. Returns CLI_DONE, or CLI_USAGE
 * after an error message. The caller frees the options in either case. */
int cli_options_parse(const struct cli_verb *verb, int count, char **words, cli_options *options);
void cli_options_free(cli_options *options);

/* Prints "tricorn: MESSAGE; see 'tricorn VERB --help'" on stderr. Returns CLI_USAGE. */
int cli_usage(const struct cli_verb *verb, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Parses a decimal integer from `least` to `most`. Returns false for any other text. */
bool cli_parse_number(const char *text, uint64_t least, uint64_t most, uint64_t *number);
