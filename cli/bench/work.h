/* work.h - the folder of one graph's measurement: the graph as tricorn and peers read it. */
#ifndef CLI_BENCH_WORK_H
#define CLI_BENCH_WORK_H

#include <stdbool.h>

#include "bench/graphs.h"

typedef struct bench_work {
    char *folder;
    char *pairs_path;         /* to be saved as binary pairs, or NULL */
    char *text_path;          /* to be saved as an edge list for peers, or NULL */
    const char *tricorn_path; /* the one that tricorn reads; NULL: the graph's own file */
} bench_work;

/* Makes an empty folder where temporary files go (TMPDIR) and tells peers of it by
 * TRICORN_BENCH_WORK.  A model's graph is saved, so that it is made once and read by all; as text
 * if there are peers, so that all read the same.  CLI_DONE, or CLI_FAILED after saying why. */
int bench_work_make(const bench_graph *graph, bool peers, bench_work *work);

/* Removes the folder with all that is in it. */
void bench_work_remove(bench_work *work);

#endif
