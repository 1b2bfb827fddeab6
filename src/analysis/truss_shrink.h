/* truss_shrink.h - edges and their supports in host memory, less those that are in few triangles.
 */
#ifndef TG_ANALYSIS_TRUSS_SHRINK_H
#define TG_ANALYSIS_TRUSS_SHRINK_H

#include <stdbool.h>

#include "graph/graph.h"

/* The edges of a graph, or what is left of them: fewer than 2^32. */
typedef struct tg_shrunk {
    tg_rows rows;
    uint32_t *support; /* the triangles of each edge; NULL: not counted */
    uint32_t *origins; /* the position of each in the rows of the graph; NULL: the same */
    bool borrowed;     /* rows and supports are another's */
} tg_shrunk;

/* Takes a zeroed one, too. */
void tg_shrunk_free(tg_shrunk *left);

static inline uint64_t tg_shrunk_edges(const tg_shrunk *left)
{
    return left->rows.count > 0 ? left->rows.offsets[left->rows.count] : 0;
}

/* How many edges are in fewer triangles than `least`. */
uint64_t tg_edges_below(const tricorn_context *context, const tg_shrunk *left, uint32_t least);

/* The other edges, as a graph of the vertices that these have, in their order; supports are not
 * counted.  Memory beside it: 12 bytes a vertex. */
tricorn_status tg_shrink(tricorn_context *context, const tg_shrunk *left, uint32_t least,
                         tg_shrunk *above);

/* Sets the bits of those edges, in words of 64, of which none is set. */
void tg_shrunk_bits(const tricorn_context *context, const tg_shrunk *left, uint32_t least,
                    uint64_t *bits);

#endif
