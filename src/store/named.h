/* named.h - a graph under other names, for a caller who has names of its own. */
#pragma once

#include "graph/graph.h"

/* Makes a graph whose vertex at place p (see tg_id_places()) is called ids[p] or, if `ids` is NULL, labels[p]. Names
 * are copied; rows, directions and weights belong to `graph`, so the other one is freed first. Errors:
 * TRICORN_OUT_OF_MEMORY, also for a graph on disk; TRICORN_DEVICE_ERROR. */
tricorn_status tg_graph_named(tricorn_context *context, const tricorn_graph *graph, const uint64_t *ids,
  const char *const *labels, tricorn_graph **named);
