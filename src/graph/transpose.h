/* transpose.h - makes the rows of an oriented graph by its ids: each vertex's neighbours above it. */
#pragma once

#include "graph/graph.h"

/* Makes *above, whose row v contains the numbers of the rows that contain v, ascending: in an oriented graph, the
 * neighbours of v above v. All ids of `rows` must be below rows->count. The caller calls tg_rows_free(above). Uses
 * the context's threads. Memory: 4 bytes for each edge and 8 for each row; during the call 4 more for each row and
 * thread, with at most as many threads as rows are long on average (at least two). Errors: TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_rows_transpose(tricorn_context *context, const tg_rows *rows, tg_rows *above);

/* Returns the degree of v; `above` is the transpose of `below`. */
static inline uint64_t tg_rows_degree(const tg_rows *below, const tg_rows *above, uint32_t v)
{
    return below->offsets[v + 1] - below->offsets[v] + above->offsets[v + 1] - above->offsets[v];
}
