/* trial.h - the work of the forked processes: examine a graph, count it and time that.  Each
 * prints one JSON object on its stdout; one with "status" and "message" if it fails. */
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
    const char *algorithm, *device; /* of a count */
    const char *parameters;         /* of the algorithm; NULL: the standard ones */
    bool verify;                    /* of a count: another algorithm counts, too */
    /* For an examination: where to save the graph as binary pairs, and as text for peers; or
     * NULL. */
    const char *pairs_path, *text_path;
} bench_job;

/* Both take a bench_job and return an exit code, as bench_process_run() wants it. */
int bench_look(const void *job);
int bench_count(const void *job);

#endif
