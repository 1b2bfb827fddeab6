/* temporal_motifs.h - counts the motifs of three temporal edges in a window of time. */
#pragma once

#include "graph/graph.h"

/* Counts as tricorn_count_motifs() does, of a graph with times. */
tricorn_status tg_temporal_motifs(
  tricorn_context *context, const tricorn_graph *graph, uint64_t window, tricorn_motifs *motifs);
