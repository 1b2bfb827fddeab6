/* triples.h - counts the triples of vertices by their edges: empty, edge, path, triangle. */
#pragma once

#include "analysis/counted.h"

/* Fills the counts and, unless it is NULL, `vertices`, as tricorn_count_triples() does. */
tricorn_status tg_triples_count(
  tricorn_context *context, const tg_count_of *count, uint64_t *vertices, tricorn_triples *found);
