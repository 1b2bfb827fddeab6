/* run.h - measures all cases of a graph, round by round. */
#pragma once

#include "bench/cases.h"
#include "bench/log.h"
#include "bench/record.h"

typedef struct bench_run {
    cli_session *session;
    const bench_plan *plan;
    bench_setting setting;
    bench_log log;
    uint64_t processes_done, processes; /* for the progress bar */
    size_t faults; /* how many cases have failed */
} bench_run;

/* Measures a graph, writes its records and prints its table. Returns CLI_DONE, even if cases
 * have failed; CLI_INTERRUPTED after Ctrl-C; or CLI_FAILED if records cannot be written. */
int bench_run_graph(bench_run *run, const bench_graph *graph);
