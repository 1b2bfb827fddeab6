/* butterflies.h - counts the cycles of four vertices of a bipartite graph, and its coefficients. */
#pragma once

#include "graph/graph.h"

/* The graph has sides.  Fills *found without its seconds. */
tricorn_status tg_butterflies_count(tricorn_context *context, const tricorn_graph *graph,
                                    tricorn_butterfly_summary *found);
