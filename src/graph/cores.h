/* cores.h - computes core numbers. The k-core is the largest subgraph in which each vertex has at least k neighbours;
 * the core number of a vertex is the largest k whose k-core contains it. */
#pragma once

#include "graph/graph.h"

/* Sets cores[v] to the core number of each vertex v of an oriented graph, 0 if it has no edge, and *most to the
 * largest of them, the graph's degeneracy. Uses the context's threads. Memory: that of tg_rows_transpose, 8 bytes for
 * each vertex, and half a byte for each edge. Errors: TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED, TRICORN_UNSUPPORTED
 * (2^31 neighbours). Source: Matula, Beck, "Smallest-Last Ordering and Clustering and Graph Coloring Algorithms",
 * Journal of the ACM 1983. */
tricorn_status tg_core_numbers(tricorn_context *context, const tg_rows *rows, uint32_t *cores, uint32_t *most);

/* Does the same for a caller that has both the rows (`below`) and the result of tg_rows_transpose
 * for them (`above`). */
tricorn_status tg_core_numbers_of(
  tricorn_context *context, const tg_rows *below, const tg_rows *above, uint32_t *cores, uint32_t *most);
