/* table.h - counts, and writes a table of vertices, edges or triangles row by row. */
#ifndef TG_ANALYSIS_TABLE_H
#define TG_ANALYSIS_TABLE_H

#include "graph/graph.h"
#include "task/algorithm.h"

typedef struct tg_table_job {
    const tricorn_graph *graph;
    const tg_algorithm *algorithm; /* an algorithm with sinks; not used for lists of triangles */
    const tricorn_table_options *options;
    const uint64_t *expected; /* the total by another algorithm, or NULL */
    uint64_t triangles;       /* out: of the graph, or the number listed */
    double count_seconds;     /* out: includes writing if triangles are listed */
} tg_table_job;

/* Writes to path or, if it is NULL, to the descriptor.  TRICORN_WRONG_COUNT, and no file, if the
 * total is not the expected one. */
tricorn_status tg_table_write(tricorn_context *context, tg_table_job *job, const char *path,
                              int descriptor);

#endif
