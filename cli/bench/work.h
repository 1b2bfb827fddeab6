/* work.h - the temporary folder for one graph, with the files that tricorn and peers read. */
#ifndef CLI_BENCH_WORK_H
#define CLI_BENCH_WORK_H

#include <stdbool.h>

#include "bench/graphs.h"

typedef struct bench_work {
    char *folder;
    char *pairs_path; /* where to save the graph as binary pairs, or NULL */
    char *text_path;  /* where to save the graph as an edge list for peers, or NULL */
    const char
        *tricorn_path; /* the one of these that tricorn reads; NULL: tricorn reads the file of the
                        * graph */
} bench_work;

/* Makes an empty folder in TMPDIR, whose path is in TRICORN_BENCH_WORK for peers.  The graph of a
 * model is made once and saved for all processes; if peers count it, as text, so that all read
 * the same file.  Returns CLI_DONE, or CLI_FAILED after an error message. */
int bench_work_make(const bench_graph *graph, bool peers, bench_work *work);

/* Removes the folder and its contents. */
void bench_work_remove(bench_work *work);

#endif
