/* prefix_bits.h - counts the triangles whose least vertex is one of the first vertices, by bits.
 *
 * - Hubs come first, so most ids of a row are among the first vertices. For 512 of these, the
 *   ids of each row are stored as 512 bits, one cache line: the row's prefix bits.
 * - The triangles of an edge with these vertices are found by one AND of two cache lines, however
 *   long the rows are.
 * - The rest is a graph without these vertices, which has shorter rows.
 */
#pragma once

#include "cpu/common/vertex_counters.h"
#include "graph/graph.h"

/* Returns for how many first vertices, a multiple of 512, counting by bits is faster; 0 if it is
 * not, or if the bits would exceed a cache. Sets *seconds to the time that one thread then needs
 * for all triangles. No row may have an id above its own number. */
uint32_t tg_prefix_bits_choose(const tricorn_context *context, const tg_rows *rows, double *seconds);

/* The triangles that are counted: those whose least vertex is one of `first` to first + 511. */
typedef struct tg_prefix_bits {
    const tg_rows *rows;
    uint32_t first;
    const tg_vertex_counters *counters; /* the counters of the vertices of these triangles */
} tg_prefix_bits;

/* Counts these triangles, and adds their number to *found. Sets *rest to the rows without the
 * ids of these 512 vertices; the caller frees it by tg_rows_free(). Memory: 72 bytes per vertex,
 * and 4 per edge of *rest. Errors: TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
tricorn_status tg_prefix_bits_count(tricorn_context *context, const tg_prefix_bits *of, tg_rows *rest, uint64_t *found);
