/* table.h - counts, and writes a table of vertices, edges or triangles row by row. */
#ifndef TG_ANALYSIS_TABLE_H
#define TG_ANALYSIS_TABLE_H

#include "analysis/listing.h"
#include "graph/graph.h"
#include "schedule/plan.h"

typedef struct tg_table_job {
    const tricorn_graph *graph;
    /* Counts for the table's kind of sink: edges for vertices of a graph on disk; a list of
     * triangles needs no sink.  NULL for columns and pairs. */
    const tg_plan *plan;
    const tricorn_table_options *options; /* with columns that were checked */
    bool verify;           /* ignored for a list that is cut short */
    /* Known values of the edges, for a table of edges without a plan, and the name of their
     * column; else NULL. */
    const tg_supported *known;
    const char *known_name;
    tricorn_result result; /* out; count_seconds include writing a list of triangles */
} tg_table_job;

/* Writes to path or, if it is NULL, to the descriptor.  TRICORN_WRONG_COUNT, and no file, if the
 * total is not the expected one. */
tricorn_status tg_table_write(tricorn_context *context, tg_table_job *job, const char *path,
                              int descriptor);

/* Counts the support of each edge of the plan's graph; the caller frees *edges. */
tricorn_status tg_count_support(tricorn_context *context, const tg_plan *plan,
                                tg_supported *edges, tricorn_result *result);

#endif
