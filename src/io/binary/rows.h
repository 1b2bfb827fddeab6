/* rows.h - common code of the writers of rows: vertices without gaps, and binary numbers. */
#ifndef TG_IO_BINARY_ROWS_H
#define TG_IO_BINARY_ROWS_H

#include <stdint.h>

#include "base/context.h"
#include "graph/graph.h"
#include "io/bytes/output.h"

/* The graph's rows for formats without ids: vertices are 0, 1, 2, ... without gaps, in the order
 * of their numbers in the input.  Each edge is in the row of its smaller vertex or, when
 * symmetric, in both. tg_rows_free them. */
tricorn_status tg_dense_rows(tricorn_context *context, const tricorn_graph *graph, int symmetric,
                             tg_rows *rows);
/* The same without the vertices that have no edge: each vertex then has one. */
tricorn_status tg_active_rows(tricorn_context *context, const tricorn_graph *graph, int symmetric,
                              tg_rows *rows);

/* Calls write(user, u) for each row in turn; reports progress by edges, obeys cancel. */
tricorn_status tg_rows_write(tricorn_context *context, const tg_rows *rows,
                             tricorn_status (*write)(void *user, uint32_t u), void *user);

/* Little-endian, 4 bytes each. */
tricorn_status tg_write_ids(tricorn_context *context, tg_output *output, const uint32_t *ids,
                            uint64_t count);
/* Little-endian, `width` (4 or 8) bytes each. */
tricorn_status tg_write_numbers(tricorn_context *context, tg_output *output,
                                const uint64_t *numbers, uint64_t count, unsigned width);

#endif
