/* squares.h - counts the cycles of four vertices. */
#ifndef TG_CPU_ANALYTICS_SQUARES_H
#define TG_CPU_ANALYTICS_SQUARES_H

#include "graph/graph.h"

/* Sets squares[v], below->count entries that are 0 before, to the number of cycles of four
 * vertices that v is in, with or without further edges between them, and *total to their number.
 * above: the transpose of below.  Time: for each edge, the neighbours of its larger end that are
 * above its smaller end; with hubs first about the lower degree.  Memory: 4 bytes for each vertex
 * and thread. Errors: TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. Source: Chiba, Nishizeki,
 * "Arboricity and subgraph listing algorithms", SIAM Journal on Computing 1985. */
tricorn_status tg_squares_count(tricorn_context *context, const tg_rows *below,
                                const tg_rows *above, uint64_t *squares, uint64_t *total);

#endif
