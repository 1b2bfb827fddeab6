/* sides.h - makes vertices of two sides of the ends of edges. */
#pragma once

#include "graph/edges.h"

/* Makes the first end of each edge a vertex of the left side, and the second one a vertex of the right side, with ids
 * of their own; right vertices get the numbers behind those of left ones. Vertices without an edge are left out,
 * unless edges->sides counts them. *sides has TG_LEFT or TG_RIGHT for each number; the caller frees it by tg_free().
 * `name` is that of a file, for messages, or NULL. Memory: 18 bytes for each number before. Errors:
 * TRICORN_BAD_FORMAT (a vertex beyond edges->sides), TRICORN_UNSUPPORTED, TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_sides_part(tricorn_context *context, tg_edges *edges, const char *name, uint8_t **sides);
