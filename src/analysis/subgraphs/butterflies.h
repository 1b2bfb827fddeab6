/* butterflies.h - counts the cycles of four vertices of a bipartite graph, and computes its coefficients. */
#pragma once

#include "graph/graph.h"

/* What tricorn_count_butterflies() returns, each but the summary may be NULL. */
typedef struct tg_butterflies {
    uint64_t *vertices, *edges;
    tricorn_butterfly_summary *summary; /* without its seconds */
} tg_butterflies;

/* The graph has sides. */
tricorn_status tg_butterflies_count(tricorn_context *context, const tricorn_graph *graph, const tg_butterflies *found);

/* The graph has sides. Sets what tricorn_bitruss_numbers() returns, by the positions of edges in the rows. */
tricorn_status tg_bitruss_numbers(
  tricorn_context *context, const tricorn_graph *graph, uint32_t *numbers, uint64_t *largest);

/* The graph has sides. Computes what tricorn_latapy_clustering() returns, without its seconds;
 * `coefficients` is not NULL. */
tricorn_status tg_butterflies_latapy(
  tricorn_context *context, const tricorn_graph *graph, double *coefficients, tricorn_latapy_summary *summary);
