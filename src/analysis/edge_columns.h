/* edge_columns.h - writes a table of edges with columns that the caller has. */
#pragma once

#include "analysis/table.h"
#include "analysis/text/lines.h"

/* Writes a row for each edge of the job's graph, in the order of its rows or sorted, or for the
 * best ones, as the options say. */
tricorn_status tg_edge_columns_put(tricorn_context *context, tg_lines *lines, const tg_table_job *job);
