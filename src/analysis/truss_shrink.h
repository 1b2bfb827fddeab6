/* truss_shrink.h - edges and their supports in host memory, less those that are in few triangles.
 */
#ifndef TG_ANALYSIS_TRUSS_SHRINK_H
#define TG_ANALYSIS_TRUSS_SHRINK_H

#include <stdbool.h>

#include "graph/graph.h"

/* The edges of a graph, or what is left of them: fewer than 2^32. */
typedef struct tg_left {
    tg_rows rows;
    uint32_t *support; /* the triangles of each edge; NULL: not counted */
    uint32_t *origins; /* the position of each in the rows of the graph; NULL: the same */
    bool borrowed;     /* rows and supports are another's */
} tg_left;

/* Takes a zeroed one, too. */
void tg_left_free(tg_left *left);

static inline uint64_t tg_left_edges(const tg_left *left)
{
    return left->rows.count > 0 ? left->rows.offsets[left->rows.count] : 0;
}

/* How many edges are in fewer triangles than `least`. */
uint64_t tg_left_below(const tricorn_context *context, const tg_left *left, uint32_t least);

/* The other edges, as a graph of the vertices that these have, in their order; supports are not
 * counted.  Memory beside it: 12 bytes a vertex. */
tricorn_status tg_left_above(tricorn_context *context, const tg_left *left, uint32_t least,
                             tg_left *above);

/* Sets the bits of those edges, in words of 64, of which none is set. */
void tg_left_bits(const tricorn_context *context, const tg_left *left, uint32_t least,
                  uint64_t *bits);

#endif
