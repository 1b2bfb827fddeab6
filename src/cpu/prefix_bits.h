/* prefix_bits.h - triangles of vertices whose least vertex is one of the first ones, by bits.
 *
 * Most ids of rows are hubs, and these come first.  So of each row the ids of 512 such vertices,
 * the heads, become a line of bits: the triangles of an edge with a head are one AND.  What is
 * left is a graph without these vertices, whose rows are shorter.
 */
#ifndef TG_CPU_PREFIX_BITS_H
#define TG_CPU_PREFIX_BITS_H

#include "cpu/common/vertex_counters.h"
#include "graph/graph.h"

/* How many of the first vertices to count so, a multiple of 512; 0 if it does not pay, or no cache
 * would hold the lines.  *seconds: what one thread takes for all triangles then.  No row has an id above
 * its own number. */
uint32_t tg_heads_choose(const tricorn_context *context, const tg_rows *rows, double *seconds);

/* Counts the triangles whose least vertex is one of first to first + 511, for their vertices too,
 * and adds their number to *found.  *rest becomes the rows without these ids: tg_rows_free() it.
 * counters: each thread has its own.
 * Memory: 72 bytes for each vertex and 4 for each edge that is left.
 * Errors: TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
tricorn_status tg_heads_count(tricorn_context *context, const tg_rows *rows, uint32_t first,
                              const tg_vertex_counters *counters, tg_rows *rest, uint64_t *found);

#endif
