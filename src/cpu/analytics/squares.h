/* squares.h - counts the cycles of four vertices. */
#pragma once

#include "graph/graph.h"

/* Sets squares[v], for below->count vertices v, to the number of cycles of four vertices that
 * contain v, with or without further edges between them; the entries must be 0 before.  Sets
 * *total to the number of all such cycles.  `above` is the transpose of `below`.  Time: for each
 * edge, the number of neighbours of its larger end that are above its smaller end; with hubs
 * first this is about the lower degree of the edge's ends.  Memory: 4 bytes per vertex and
 * thread.  Errors: TRICORN_UNSUPPORTED for 2^64 cycles or more, TRICORN_OUT_OF_MEMORY,
 * TRICORN_CANCELLED.  Source: Chiba, Nishizeki,
 * "Arboricity and subgraph listing algorithms", SIAM Journal on Computing 1985. */
tricorn_status tg_squares_count(tricorn_context *context, const tg_rows *below,
                                const tg_rows *above, uint64_t *squares, uint64_t *total);
