/* compact_ids.h - numbers ids with a limit of vertices that tests choose. */
#pragma once

#include <stdbool.h>

#include "graph/edges.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whether ids below `range` stay as they are in a graph with this many edges, because numbering
 * them by rank would need more memory than the smaller arrays of vertices save. */
bool tg_ids_are_dense(uint64_t range, uint64_t edges);

/* Does the same as tg_compact_ids (prepare.h), but allows at most `most` vertices, which is at most 2^32 - 1. */
tricorn_status tg_compact_ids_at_most(tricorn_context *context, tg_edges *edges, uint64_t most);

#ifdef __cplusplus
}
#endif
