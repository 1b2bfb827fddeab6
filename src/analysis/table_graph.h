/* table_graph.h - writes a table as the graph itself, whose vertices or edges have the values. */
#pragma once

#include "analysis/table.h"
#include "io/format.h"

/* TRICORN_INVALID_ARGUMENT unless the table has a value for each vertex, or for each edge. */
tricorn_status tg_table_graph_check(tricorn_context *context, const tricorn_table_options *options);

/* Counts, verifies, and writes the graph in the format, which keeps values; path and descriptor
 * as for tg_table_write(). */
tricorn_status tg_table_graph_write(
  tricorn_context *context, tg_table_job *job, const tg_format *format, const char *path, int descriptor);
