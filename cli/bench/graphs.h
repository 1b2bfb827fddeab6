/* graphs.h - the graphs to measure: files, rows of the list of data sets, models. */
#ifndef CLI_BENCH_GRAPHS_H
#define CLI_BENCH_GRAPHS_H

#include <stdbool.h>
#include <stddef.h>

#include "bench/catalog.h"
#include "verb.h"

typedef struct bench_graph {
    char *name;               /* "s18": of records and plots */
    char *path;               /* a file, or NULL */
    char *model, *parameters; /* or a model and its parameters (NULL: the defaults) */
    bool string_ids;
    bool is_own;              /* a file named by the user, not by the list */
    const bench_entry *entry; /* its row in the list of data sets, or NULL */
} bench_graph;

typedef struct bench_graphs {
    bench_graph *graphs;
    size_t count;
} bench_graphs;

/* Collects the graphs of the arguments, of --suite and of -g.  The catalog must live as long.
 * Returns CLI_DONE, or another exit code after an error message.  Free the graphs in both cases.
 */
int bench_graphs_take(const cli_session *session, const bench_catalog *catalog,
                      bench_graphs *graphs);
void bench_graphs_free(bench_graphs *graphs);

#endif
