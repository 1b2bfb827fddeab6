/* table.h - counts, and writes a table of vertices, edges or triangles. */
#pragma once

#include "analysis/listing.h"
#include "graph/graph.h"
#include "schedule/plan.h"

typedef struct tg_table_job {
    const tricorn_graph *graph;
    /* A plan that counts into the kind of sink that the table needs; for vertices of a graph on disk this is a sink
     * of edges. A list of triangles needs no sink. NULL for columns and pairs. */
    const tg_plan *plan;
    const tricorn_table_options *options; /* with columns that are already checked */
    bool verify; /* is ignored for a list that is cut short */
    /* For a table of edges without a plan: the values of the edges, which are known already, and
     * the name of their column. Otherwise both are NULL. */
    const tg_supported *known;
    const char *known_name;
    /* Is filled; its seconds of counting include the writing of a list of triangles. */
    tricorn_result result;
} tg_table_job;

/* TRICORN_INVALID_ARGUMENT, with a message, for options that no table can have. */
tricorn_status tg_table_check(tricorn_context *context, const tricorn_table_options *options);

/* TRICORN_INVALID_ARGUMENT, with a message, if the table cannot be written to path, which may be NULL,
 * in the format and with the compression that the options or its suffix say. */
tricorn_status tg_table_check_target(tricorn_context *context, const tricorn_table_options *options, const char *path);

/* Writes the table to `path` or, if this is NULL, to the descriptor. If the total is not the
 * expected one, returns TRICORN_WRONG_COUNT and leaves no file. */
tricorn_status tg_table_write(tricorn_context *context, tg_table_job *job, const char *path, int descriptor);

/* Counts the support of each edge of the plan's graph; the caller frees *edges. */
tricorn_status tg_count_support(
  tricorn_context *context, const tg_plan *plan, tg_supported *edges, tricorn_result *result);
