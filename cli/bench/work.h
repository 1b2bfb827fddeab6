/* work.h - the temporary folder for a graph, with the files that tricorn and peers read. */
#pragma once

#include <stdbool.h>

#include "bench/graphs.h"

typedef struct bench_work {
    char *folder;
    char *pairs_path; /* where to save the graph as binary pairs; NULL: it is not saved */
    /* Where to save the graph as an edge list for peers; NULL: it is not saved. */
    char *text_path;
    /* The one of these two that tricorn reads; NULL: tricorn reads the graph's own file. */
    const char *tricorn_path;
} bench_work;

/* Creates an empty folder in TMPDIR; peers find its path in TRICORN_BENCH_WORK. The graph of a
 * model is generated once and saved for all processes; if peers count it, it is saved as text,
 * so that all read the same file. Returns CLI_DONE, or CLI_FAILED after an error message. */
int bench_work_make(const bench_graph *graph, bool peers, bench_work *work);

/* Removes the folder and all files in it. */
void bench_work_remove(bench_work *work);
