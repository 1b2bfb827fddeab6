/* rows.h - what writers of rows have in common: vertices that are numbered without gaps, and binary numbers. */
#pragma once

#include <stdint.h>

#include "base/context.h"
#include "graph/graph.h"
#include "io/bytes/output.h"

/* Makes the graph's rows for formats without ids: vertices are 0, 1, 2, ... in the order of
 * their numbers in the input. Each edge is in the row of its smaller vertex or, if `symmetric`,
 * in the rows of both. The caller frees the rows with tg_rows_free. */
tricorn_status tg_dense_rows(tricorn_context *context, const tricorn_graph *graph, int symmetric, tg_rows *rows);
/* Makes the same rows, but without the vertices that have no edge. */
tricorn_status tg_active_rows(tricorn_context *context, const tricorn_graph *graph, int symmetric, tg_rows *rows);

/* Calls write(user, u) for each row u, in order. Reports the edges as progress, and stops if the caller cancels. */
tricorn_status tg_rows_write(
  tricorn_context *context, const tg_rows *rows, tricorn_status (*write)(void *user, uint32_t u), void *user);

/* Writes ids as little-endian numbers of 4 bytes. */
tricorn_status tg_write_ids(tricorn_context *context, tg_output *output, const uint32_t *ids, uint64_t count);
/* Writes little-endian numbers of `width` bytes, 4 or 8. */
tricorn_status tg_write_numbers(
  tricorn_context *context, tg_output *output, const uint64_t *numbers, uint64_t count, unsigned width);
