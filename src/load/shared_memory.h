/* shared_memory.h - one worker of a machine loads a graph, the others map it (decision 16). */
#pragma once

#include <stdbool.h>

#include "graph/graph.h"

/* The workers of this one's machine, by options->count; size 0: it loads by itself. Errors:
 * TRICORN_INVALID_ARGUMENT. */
tricorn_status tg_shared_memory_read(
  tricorn_context *context, const tricorn_load_options *options, tricorn_transport *node);

/* Whether another worker loads for this one. */
bool tg_shared_memory_waits(const tricorn_transport *node);

/* Waits for that worker's graph. *graph is NULL if this one has to load by itself. Errors: the
 * status with which the other has failed; TRICORN_OUT_OF_MEMORY, TRICORN_IO_ERROR. */
tricorn_status tg_shared_memory_take(tricorn_context *context, const tricorn_transport *node, tricorn_graph **graph);

/* Ends loading for the others, if any wait: gives them the graph, or tells them the status that is
 * no success. A graph that cannot be given, such as one on disk, they load by themselves. */
tricorn_status tg_shared_memory_give(
  tricorn_context *context, const tricorn_transport *node, tricorn_status loaded, tricorn_graph *graph);
