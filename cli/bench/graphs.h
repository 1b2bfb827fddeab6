/* graphs.h - collects the graphs to measure: files, rows of the list of data sets, and models. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "bench/catalog.h"
#include "verb.h"

typedef struct bench_graph {
    char *name; /* the name in records and plots, such as "s18" */
    char *path; /* the file; NULL: the graph comes from a model */
    /* The model and its parameters; parameters NULL: the defaults. */
    char *model, *parameters;
    bool string_ids;
    bool is_own; /* the command line, and not the list of data sets, names the file */
    const bench_entry *entry; /* its row in the list of data sets; NULL: it has none */
} bench_graph;

typedef struct bench_graphs {
    bench_graph *graphs;
    size_t count;
} bench_graphs;

/* Collects the graphs of the arguments, of --suite and of -g. The catalog must live as long as the graphs. Returns
 * CLI_DONE, or another exit code after an error message. The caller frees the graphs in either case. */
int bench_graphs_take(const cli_session *session, const bench_catalog *catalog, bench_graphs *graphs);
void bench_graphs_free(bench_graphs *graphs);
