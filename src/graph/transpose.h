/* transpose.h - the edges of an oriented graph by their other ends. */
#ifndef TG_GRAPH_TRANSPOSE_H
#define TG_GRAPH_TRANSPOSE_H

#include "graph/graph.h"

/* Row v of *above has the rows whose ids have v, ascending: of an oriented graph the neighbours
 * of v above v.  All ids of `rows` are below rows->count.  tg_rows_free(above).  Parallel.
 * Memory: 4 bytes for each edge and 8 for each row; meanwhile 4 more for each row and thread, of
 * no more threads than rows are long on average (of at least two).
 * Errors: TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_rows_transpose(tricorn_context *context, const tg_rows *rows, tg_rows *above);

#endif
