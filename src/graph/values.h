/* values.h - directions and weights of the edges of a graph that was made without them. */
#pragma once

#include "graph/graph.h"

/* Makes a graph with copies of these directions and weights, each NULL or in the order of the
 * rows; all else belongs to `graph`, so the other one is freed first. Errors:
 * TRICORN_INVALID_ARGUMENT (a direction or a weight that no edge can have),
 * TRICORN_OUT_OF_MEMORY, also for a graph on disk; TRICORN_DEVICE_ERROR. */
tricorn_status tg_graph_with_values(tricorn_context *context, const tricorn_graph *graph, const uint8_t *directions,
  const double *weights, tricorn_graph **valued);
