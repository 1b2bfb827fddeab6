/* settings.h - the settings of a run of the verb bench, from the command line. */
#ifndef CLI_BENCH_SETTINGS_H
#define CLI_BENCH_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>
#include <tricorn/tricorn.h>

#include "verb.h"

/* The verb's own options. */
enum {
    BENCH_ALGORITHMS = CLI_OWN,
    BENCH_PEERS,
    BENCH_SUITE,
    BENCH_SCALES,
    BENCH_ROUNDS,
    BENCH_TRIALS,
    BENCH_WARMUP,
    BENCH_VERIFY,
    BENCH_TIMEOUT_SECONDS,
    BENCH_BASE,
    BENCH_OUTPUT,
    BENCH_CEILINGS
};

typedef struct bench_settings {
    uint32_t rounds, trials, warmup;
    double timeout; /* of one process; 0: none */
    bool verify;
    uint32_t threads;      /* 0: all */
    const char *instruction_set; /* NULL: auto */
    uint64_t memory_bytes; /* 0: what the machine has */
    const char *device;    /* NULL: auto */
    const char *parameters; /* of algorithms, by --option; NULL: none */
    const char *prepare;   /* NULL: auto */
    const char *rename;    /* NULL: the numbers of the graph */
    tricorn_load_options load; /* how files are read, but for `prepare` and `count` */
    const char *base;   /* the base of ratios; NULL: the first peer, or the first algorithm */
    const char *output; /* file of records; NULL: none */
} bench_settings;

/* Takes the options that are numbers or words.  Returns CLI_DONE, or CLI_USAGE after an error
 * message.  Strings stay the session's. */
int bench_settings_take(const cli_session *session, bench_settings *settings);

#endif
