/* pairs.h - pairs of vertices of a graph, from a file with their ids. */
#ifndef TG_LOAD_PAIRS_H
#define TG_LOAD_PAIRS_H

#include "graph/graph.h"
#include "io/bytes/input.h"

/* Reads an edge list, as text or raw pairs, in its order: pair i is vertices (*pairs)[2i] and
 * [2i + 1], which differ.  An empty file has no pair.  The graph is in memory.  tg_free(*pairs).
 * Errors: those of reading edges; TRICORN_BAD_FORMAT, with the line, for an id that is no
 * vertex's and for a vertex twice; TRICORN_UNSUPPORTED for other formats. */
tricorn_status tg_pairs_read(tricorn_context *context, tg_input *input, const char *name,
                             const tricorn_graph *graph, const tricorn_load_options *options,
                             uint32_t **pairs, uint64_t *count);

#endif
