/* trial.h - the functions of forked processes: examine a graph, or count it and time that.  Each
 * prints one JSON object on stdout, with "status" and "message" if it fails. */
#ifndef CLI_BENCH_TRIAL_H
#define CLI_BENCH_TRIAL_H

#include <stdbool.h>
#include <tricorn/tricorn.h>

#include "bench/graphs.h"
#include "options.h"

typedef struct bench_job {
    const cli_options *options;
    const tricorn_load_options *load; /* how files are read */
    const bench_graph *graph;
    const char *algorithm, *device; /* of a process that counts */
    const char *parameters;         /* settings of the algorithm; NULL: the standard ones */
    bool verify;                    /* of a process that counts: another algorithm counts, too */
    /* For a process that examines: where to save the graph as binary pairs, and as text for
     * peers; or NULL.  For a process that counts: the file to read, if it is not the graph's. */
    const char *pairs_path, *text_path;
} bench_job;

/* Both are functions for bench_process_run(): they take a bench_job and return an exit code. */
int bench_look(const void *job);
int bench_count(const void *job);

#endif
