/* balance.h - balanced and unbalanced triangles of signed graphs. */
#pragma once

#include "graph/graph.h"

/* Each is NULL or receives what tricorn_structural_balance() says. */
typedef struct tg_balance_arrays {
    uint64_t *vertices, *edges;
} tg_balance_arrays;

/* Counts triangles by signs as tricorn_structural_balance() does: fills *balance but for its
 * seconds, and the arrays. The graph has weights. */
tricorn_status tg_balance_count(
  tricorn_context *context, const tricorn_graph *graph, const tg_balance_arrays *arrays, tricorn_balance *balance);
