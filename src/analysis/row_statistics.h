/* row_statistics.h - figures about the rows of an oriented graph, and about how they fill hash tables with buckets.
 *
 * Source: Pandey et al., "TRUST", TPDS 2021, Table 3 (collisions), Fig. 5 (how much the out-degrees of a vertex's
 * neighbours differ), Fig. 7 (out-degrees).
 */
#pragma once

#include "graph/graph.h"

/* Fills all members of *found except for struct_size, using all threads except for relabelling (prepare/relabel.h).
 * Memory: a relabelled graph, or 16 bytes per vertex. Errors: TRICORN_OUT_OF_MEMORY, also for a graph on disk;
 * TRICORN_CANCELLED. */
tricorn_status tg_row_statistics(tricorn_context *context, const tricorn_graph *graph, tricorn_row_statistics *found);
