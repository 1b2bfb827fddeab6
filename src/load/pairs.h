/* pairs.h - pairs of vertices of a graph, from a file with their ids. */
#pragma once

#include "graph/graph.h"

/* A file with pairs, and how it is read. */
typedef struct tg_pairs_source {
    const char *path;
    const tricorn_load_options *options; /* all members of this version */
} tg_pairs_source;

/* Reads an edge list, as text or raw pairs, in its order: pair i is vertices (*pairs)[2i] and
 * [2i + 1], which differ. A file without a line, or of comments
 * or a header alone, has no pair. The columns that the options name hold if the file has them; without them, lines of
 * JSON and a text of two columns have their own. tg_free(*pairs). Errors: those of reading edges; TRICORN_BAD_FORMAT,
 * with the line, for an id that is no vertex's and for a vertex twice; TRICORN_UNSUPPORTED for other formats and a
 * graph on disk. */
tricorn_status tg_pairs_load(tricorn_context *context, const tricorn_graph *graph, const tg_pairs_source *source,
  uint32_t **pairs, uint64_t *count);
