/* balance.h - balanced and unbalanced triangles of signed graphs. */
#pragma once

#include "graph/graph.h"

/* Counts triangles by signs as tricorn_structural_balance() does: fills *balance but for its seconds
 * and, unless it is NULL, `vertices`.  The graph has weights. */
tricorn_status tg_balance_count(tricorn_context *context, const tricorn_graph *graph,
                                uint64_t *vertices, tricorn_balance *balance);
