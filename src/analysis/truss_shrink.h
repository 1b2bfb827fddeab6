/* truss_shrink.h - edges and their supports in host memory, and removing those with few
 * triangles.
 */
#ifndef TG_ANALYSIS_TRUSS_SHRINK_H
#define TG_ANALYSIS_TRUSS_SHRINK_H

#include <stdbool.h>

#include "graph/graph.h"

/* The remaining edges of a graph, fewer than 2^32. */
typedef struct tg_shrunk {
    tg_rows rows;
    uint32_t *support; /* triangles of each edge; NULL: not counted */
    uint32_t *origins; /* the position of each edge in the graph's rows; NULL: the same */
    bool borrowed;     /* rows and supports belong to another object */
} tg_shrunk;

/* Frees *left, which may be zeroed. */
void tg_shrunk_free(tg_shrunk *left);

static inline uint64_t tg_shrunk_edges(const tg_shrunk *left)
{
    return left->rows.count > 0 ? left->rows.offsets[left->rows.count] : 0;
}

/* The number of edges that are in fewer than `least` triangles. */
uint64_t tg_edges_below(const tricorn_context *context, const tg_shrunk *left, uint32_t least);

/* Copies the other edges to rows of their vertices, in the same order; supports are not counted.
 * Memory: 12 bytes a vertex beside the result. */
tricorn_status tg_shrink(tricorn_context *context, const tg_shrunk *left, uint32_t least,
                         tg_shrunk *above);

/* Sets the bits of edges in at least `least` triangles, by position in the graph, in words of
 * 64. */
void tg_shrunk_bits(const tricorn_context *context, const tg_shrunk *left, uint32_t least,
                    uint64_t *bits);

#endif
