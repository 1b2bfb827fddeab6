/* prefix_bits.h - counts the triangles whose least vertex is one of the first vertices, by bits.
 *
 * - Hubs come first, so most ids of a row are among the first vertices.  Of 512 such vertices
 *   each row becomes 512 bits, one cache line: its prefix bits.
 * - The triangles that an edge has with these vertices are one AND of two cache lines, however
 *   long the rows are.
 * - The rest is a graph without these vertices, whose rows are shorter.
 */
#ifndef TG_CPU_PREFIX_BITS_H
#define TG_CPU_PREFIX_BITS_H

#include "cpu/common/vertex_counters.h"
#include "graph/graph.h"

/* Returns the number of first vertices for which to count by bits, a multiple of 512; 0 if no
 * number is faster, or if the bits exceed a cache. *seconds: the time of one thread for all
 * triangles with that number.  No row may hold an id above its own number. */
uint32_t tg_prefix_bits_choose(const tricorn_context *context, const tg_rows *rows,
                               double *seconds);

/* The triangles to count: those whose least vertex is one of first to first + 511. */
typedef struct tg_prefix_bits {
    const tg_rows *rows;
    uint32_t first;
    const tg_vertex_counters *counters; /* of the vertices of these triangles */
} tg_prefix_bits;

/* Counts these triangles, and adds their number to *found.  *rest receives the rows without the
 * ids of these 512 vertices; the caller frees it by tg_rows_free(). Memory: 72 bytes for each
 * vertex and 4 for each edge of *rest. Errors: TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
tricorn_status tg_prefix_bits_count(tricorn_context *context, const tg_prefix_bits *of,
                                    tg_rows *rest, uint64_t *found);

#endif
