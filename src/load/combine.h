/* combine.h - one weight for each edge, of all that the input gives it. */
#pragma once

#include "load/directions.h"

/* TRICORN_INVALID_ARGUMENT unless `name` is NULL or names a rule: "error", "sum", "mean", "min", "max", "first". */
tricorn_status tg_check_combine(tricorn_context *context, const char *name);

/* Sets graph->weights by the rule kept->combine. The input's edges are taken in its order, in either direction, loops
 * left out, so the sums are the same for any number of threads. "sum" of an input that may list an edge at each of
 * its ends: if all edges come in both directions, with equal sums, each counts once.
 *
 * numbers  the vertex of the graph for each number of one in the input
 * Memory   8 bytes for each edge; 8 more meanwhile for "mean", and for "sum" of such inputs
 * Errors   TRICORN_BAD_FORMAT where an edge has two weights and the rule is "error", or where a
 *          sum is no finite number */
tricorn_status tg_combine_weights(
  tricorn_context *context, const tg_read_edges_kept *kept, const uint32_t *numbers, tricorn_graph *graph);
