/* cliques.h - counts the cliques of a graph in memory, unless it is estimated to take too long. */
#pragma once

#include "graph/graph.h"

/* Fills *found; `options` are complete. Errors: TRICORN_UNSUPPORTED for what would take longer than
 * options->seconds and for 2^64 cliques or more, TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
tricorn_status tg_cliques_find(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_clique_options *options, tricorn_clique_result *found);

/* Fills *found, whose arrays the caller frees; `size` is at least 3. Errors as above. */
tricorn_status tg_communities_find(
  tricorn_context *context, const tricorn_graph *graph, uint32_t size, tricorn_communities *found);
