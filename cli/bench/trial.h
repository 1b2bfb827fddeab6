/* trial.h - what forked processes do: examine a graph, or count its triangles and measure the time. Each process
 * prints one JSON object on stdout; if it fails, the object has "status" and "message". */
#pragma once

#include <stdbool.h>
#include <tricorn/tricorn.h>

#include "bench/graphs.h"
#include "options.h"

typedef struct bench_job {
    const cli_options *options;
    const tricorn_load_options *load; /* how files are read */
    const bench_graph *graph;
    const char *algorithm, *device; /* for a process that counts */
    const char *parameters; /* the settings of the algorithm; NULL: the defaults */
    /* For a process that counts: another algorithm must count, too. */
    bool verify;
    /* For a process that examines: where to save the graph, as binary pairs, and as text for peers; NULL: not saved.
     * For a process that counts: the file to read, if that is not the graph's own file. */
    const char *pairs_path, *text_path;
} bench_job;

/* Both functions are called by bench_process_run(): they receive a bench_job, and return an exit code. */
int bench_look(const void *job);
int bench_count(const void *job);
